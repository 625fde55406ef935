"""What a round of Dobon looks like afterwards: who waited for what, who could have called, and what each event gave away.

What a hand makes is the rule set's own and comes in as `waits`. Tables here are the server's: every card is known.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from domain.cards import CARDS, CODES, RANK, Card
from domain.dobon.calls import answers_to, may_call
from domain.dobon.table import DobonTable, ranks
from domain.events import Event, Payload

Waits = Callable[[Sequence[int]], dict[int, list[str]]]
"""The numbers a hand makes, each with its formulas."""

_CARDS = ("top", "cards", "hand", "hands")
"""Where cards stand in a payload that names cards nobody, or not everybody, had seen."""


def frame(before: DobonTable | None, event: Event, after: DobonTable, waits: Waits) -> dict[str, Any]:
    """The rule set's part of a review frame; `before` is None for the first event of a round.

    `waits` and `could_call` are as of right after the event. `missed` are the seats whose right to call on a card, or to counter a call on it,
    ended with the event unused: the card was covered, the round was over, or their own hand changed. `revealed` names the cards that
    everybody (`all`), or one seat alone (`seats`), knows since the event.
    """
    made = [waits(ranks(after.hand(seat))) for seat in range(len(after.hands))]
    number = RANK[after.top]
    could_call = [
        {"seat": seat, "formulas": found[number]}
        for seat, found in enumerate(made)
        if number in found and may_call(after, seat)
    ]
    return {
        "waits": [[{"number": number, "formulas": found[number]} for number in found] for found in made],
        "could_call": could_call,
        "missed": [] if before is None else _missed(before, event, after, waits),
        "revealed": _revealed(before, event),
    }


def _rights(table: DobonTable, waits: Waits) -> dict[int, list[str]]:
    """Seats that can still call on the card on top and would be right, with their formulas.

    A seat that kept quiet is among them: a new counter asks it again, and without a window nobody has answered for good.
    """
    if table.over:
        return {}
    called = {call.seat for call in table.calls}
    if table.standing is None:
        called.add(table.top_owner)
    number = RANK[table.top]
    found = {seat: waits(ranks(table.hand(seat))).get(number) for seat in range(len(table.hands)) if seat not in called}
    return {seat: formulas for seat, formulas in found.items() if formulas}


def _missed(before: DobonTable, event: Event, after: DobonTable, waits: Waits) -> list[dict[str, Any]]:
    rights = _rights(before, waits)
    if event.type == "dobon-called":
        rights.pop(event.public["seat"], None)
    if not rights:
        return []
    kept = _rights(after, waits) if after.top_version == before.top_version else {}
    on = answers_to(before)
    return [{"seat": seat, "on": on, "formulas": rights[seat]} for seat in rights if seat not in kept]


def _revealed(before: DobonTable | None, event: Event) -> dict[str, Any]:
    open_cards: set[Card] = set()
    if before is not None:
        open_cards.update(before.pile, *before.shown)
    seats = {}
    for part, payload in event.sealed.items():
        if part.isdigit():
            own = set() if before is None else set(before.hand(int(part)))
            news = [CODES[card] for card in _named(payload) if card not in own]
            if news:
                seats[part] = news
    return {"all": [CODES[card] for card in _named(event.public) if card not in open_cards], "seats": seats}


def _named(payload: Payload) -> Iterator[Card]:
    for name in _CARDS:
        yield from _cards(payload.get(name))


def _cards(value: Any) -> Iterator[Card]:
    if isinstance(value, str):
        yield CARDS[value]
    elif isinstance(value, list):
        for inner in value:
            yield from _cards(inner)
