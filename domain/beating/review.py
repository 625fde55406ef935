"""Reviews of a round of a beating game: possible defences, the cards of a take, what each seat could know, and revealed
cards.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from domain.beating.event_types import EVENTS
from domain.beating.hand import BeatingState
from domain.beating.knowledge import sure
from domain.beating.relation import best_defence, by_worth
from domain.beating.table import DEFENDING, BeatingTable
from domain.log.events import Event
from domain.ruleset.cards import CARDS, SUIT, Card, codes


class Game(Protocol):
    """The rules of a game that a review needs."""

    def beats(self, table: BeatingTable, card: Card, attack: Card) -> bool:
        """Tell whether the card beats the attack."""

    def deck(self, jokers: int) -> list[Card]:
        """Return all cards of the game."""


def frame(
    game: Game, before: BeatingState | None, event: Event, after: BeatingState, only: int | None = None
) -> dict[str, Any]:
    """Return the game's part of a review frame, from the server's states right before and after the event.

    `defence` is set while a seat defends, and with the event by which it gives up: `attacks` with all cards of its hand
    that beat each, and `best`, pairs that beat as many as possible. `taken` is set when cards are taken up: the seat,
    the cards, the number of trumps, and whether all attacks could have been beaten when the seat gave up
    (`on_purpose`). `known` gives for each seat the cards of each other that it could be sure of. `revealed` names the
    cards that all seats (`all`), or one seat alone (`seats`), know since the event.

    With `only` a seat everything is from its own states and about it alone: `defence` is set if it defends itself, and
    `on_purpose` is unknown for takes of other seats.
    """
    return {
        "defence": _defence(game, before, event, after, only),
        "taken": None if before is None else _taken(game, before, event, only),
        "known": _known(game, after, only),
        "revealed": _revealed(before, event),
    }


def _defence(
    game: Game, before: BeatingState | None, event: Event, after: BeatingState, only: int | None
) -> dict[str, Any] | None:
    state = before if event.type == "take-declared" else after
    if state is None or state.table.phase != DEFENDING or only not in (None, state.table.turn):
        return None
    table = state.table
    attacks, hand = table.unbeaten(), by_worth(state.held(table.turn), table.trump)
    best = best_pairs(game, table, attacks, hand)
    return {
        "seat": table.turn,
        "attacks": [
            {"card": code, "beaten_by": codes(card for card in hand if game.beats(table, card, attack))}
            for attack, code in zip(attacks, codes(attacks), strict=True)
        ],
        "best": [codes(pair) for pair in best],
        "all": len(best) == len(attacks),
    }


def _taken(game: Game, before: BeatingState, event: Event, only: int | None) -> dict[str, Any] | None:
    if event.type != "defence-ended" or event.public.how != "taken":
        return None
    table, seat, cards = before.table, event.public.seat, [CARDS[code] for code in event.public.taken]
    faced = [attack.card for attack in table.attacks[: table.declared] if attack.beaten_with is None]
    best = best_pairs(game, table, faced, by_worth(before.held(seat), table.trump))
    return {
        "seat": seat,
        "cards": codes(cards),
        "trumps": sum(SUIT[card] == table.trump for card in cards),
        "on_purpose": 0 < len(faced) == len(best) if only in (None, seat) else None,
    }


def best_pairs(
    game: Game, table: BeatingTable, attacks: Sequence[Card], hand: Sequence[Card]
) -> list[tuple[Card, Card]]:
    """Return pairs of attack and card that beat as many attacks as the hand can by the rules of the game."""
    return best_defence(attacks, hand, lambda card, attack: game.beats(table, card, attack))


def _known(game: Game, state: BeatingState, only: int | None) -> list[dict[str, Any]]:
    table = state.table
    if table.over:
        return []
    deck = game.deck(table.jokers)
    return [
        {
            "seat": seat,
            "of": [
                {"seat": other, "cards": codes(cards)} for other, cards in enumerate(found) if other != seat and cards
            ],
        }
        for seat in range(len(state.hands))
        if only in (None, seat)
        for found in [sure(table, state.held(seat), seat, deck)]
    ]


def _revealed(before: BeatingState | None, event: Event) -> dict[str, Any]:
    """Return the cards that the event names, without those that were open already."""
    kind = EVENTS.get(event.type)
    if kind is None:
        return {"all": [], "seats": {}}
    known = [] if before is None else [card for cards in before.table.known for card in cards]
    everybody = dict.fromkeys(code for code in kind.revealed(event) if CARDS[code] not in known)
    return {"all": [*everybody], "seats": dict(kind.learned(event))}
