"""Tells of the beating games: attacks on a player that are left out, and leads that it can beat."""

from collections.abc import Iterator, Sequence

from domain.beating.base import BeatingFamily
from domain.beating.hand import BeatingState
from domain.beating.review import best_pairs
from domain.beating.table import ATTACKING, LEADING, THROWING_IN
from domain.log.events import Event
from domain.ruleset.actions import Attack, Lead, ThrowIn
from domain.ruleset.cards import CARDS, Card
from domain.ruleset.ruleset import Options

SPARED = "attack-spared"
"""1 if a seat of Durak stops although it has a card to attack with, or to throw in, and 0 if it continues."""

EASED = "lead-eased"
"""1 if the other seat can beat all that was led, else 0; less the share of the possible leads that it can beat."""

TELLS = (SPARED, EASED)


def watch(
    rules: BeatingFamily, before: BeatingState, event: Event, options: Options
) -> Iterator[tuple[str, int, int, float]]:
    """Yield the decision that the event settles; `before` is the server's state right before it."""
    table, public = before.table, event.public
    if public.get("by_clock", False) or event.type not in _DECISIONS:
        return
    seat = public.seat
    hand = before.hands[seat]
    assert hand is not None
    listed = rules.actions(table, hand, seat, options)
    if table.phase in (ATTACKING, THROWING_IN):
        assert table.bout is not None
        if any(isinstance(action, Attack | ThrowIn) for action in listed):
            yield SPARED, seat, table.bout.defender, float(event.type == "attack-stopped")
    elif table.phase == LEADING:
        other = table.following(seat) if table.bout is None else table.bout.defender
        leads = [action.cards for action in listed if isinstance(action, Attack | Lead)]
        easy = sum(_can_beat(rules, before, other, cards) for cards in leads)
        if 0 < easy < len(leads):
            led = [CARDS[code] for code in public.cards]
            yield EASED, seat, other, _can_beat(rules, before, other, led) - easy / len(leads)


_DECISIONS = ("cards-led", "attack-played", "attack-stopped", "cards-thrown-in")


def _can_beat(rules: BeatingFamily, state: BeatingState, seat: int, cards: Sequence[Card]) -> bool:
    """Tell whether the hand of the seat beats all of these cards."""
    return len(best_pairs(rules, state.table, cards, state.held(seat))) == len(cards)
