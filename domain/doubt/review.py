"""Reviews of a round of Doubt: claims with the cards that were laid, what each seat could know, revealed cards."""

from dataclasses import asdict
from typing import Any

from domain.doubt.challenge import is_true
from domain.doubt.event_types import EVENTS
from domain.doubt.hand import DoubtState, last_cards
from domain.doubt.knowledge import certainly_a_lie, possible
from domain.log.events import Event
from domain.ruleset.cards import CODES, HIDDEN
from domain.ruleset.windows import asked, declined_by


def frame(before: DoubtState | None, event: Event, after: DoubtState, only: int | None = None) -> dict[str, Any]:
    """Return the rule set's part of a review frame, from the server's states right before and after the event.

    `claim` is the newest play as long as it may be doubted, and with the event that settles it: what was said (`seat`,
    `number`, `count`), the `cards` that were laid, whether it was a `lie`, and for each seat but the player's own how
    many fitting cards it could have held for all that seat knew (`possible`) and whether that made it `certain` to be a
    lie. `missed` are seats whose right to a safe doubt ended unused with the event. `revealed` names the cards that all
    seats (`all`), or one seat alone (`seats`), know since the event.

    With `only` a seat everything is from its own states and about it alone: unknown cards are `"??"`, and `lie` is None
    then.
    """
    at = after if after.table.window else before if before is not None and before.table.window else None
    if event.type == "cards-played":
        at = after
    return {
        "claim": None if at is None else _claim(at, only),
        "missed": []
        if before is None
        else [{"seat": seat, "on": before.table.window} for seat in missed(before, event) if only in (None, seat)],
        "revealed": _revealed(event),
    }


def _claim(state: DoubtState, only: int | None) -> dict[str, Any] | None:
    table = state.table
    said = table.claim
    if said is None:
        return None
    cards = last_cards(state)
    hidden = said.count - len(cards)
    return {
        **asdict(said),
        "cards": [CODES[card] for card in cards] + [HIDDEN] * hidden,
        "lie": None if hidden else not is_true(cards, said.number),
        "known": [
            {
                "seat": seat,
                "possible": possible(table, hand, seat, said.seat, said.number),
                "certain": certainly_a_lie(table, hand, seat),
            }
            for seat, hand in enumerate(state.hands)
            if hand is not None and seat != said.seat and seat not in table.out and only in (None, seat)
        ],
    }


def missed(before: DoubtState, event: Event) -> list[int]:
    """Return the seats that missed a certain lie, by declining or until the window closed.

    A lie that another seat caught was not missed.
    """
    seats: list[int] = []
    if event.type == "window-closed":
        seats = asked(before)
    elif event.type == "doubt-declined":
        seats = declined_by(event)
    hands = [(seat, before.hands[seat]) for seat in seats]
    return [seat for seat, hand in hands if hand is not None and certainly_a_lie(before.table, hand, seat)]


def _revealed(event: Event) -> dict[str, Any]:
    kind = EVENTS.get(event.type)
    if kind is None:
        return {"all": [], "seats": {}}
    return {"all": kind.revealed(event), "seats": {part: codes for part, codes in kind.learned(event) if codes}}
