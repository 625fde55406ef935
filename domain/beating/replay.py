"""Replay of the decisions of the beating games: the decision behind an event, and cards in unknown places.

No public field of a move depends on hidden cards, apart from those that it turns up. So any cards stand for withheld
ones, and those that the move names lie where they have to be.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from domain.beating.events import CardsLed
from domain.beating.evolve import laid
from domain.beating.hand import BeatingHand, BeatingState, stock_of
from domain.beating.table import LEADING
from domain.log.events import Event, Part
from domain.ruleset.actions import Action, Attack, Beat, Lead, Stop, Take, ThrowIn, TurnOver
from domain.ruleset.cards import CARDS, Card, codes
from domain.ruleset.catalogue import Check
from domain.ruleset.parts import Cards
from domain.ruleset.replay import ANY_CHANCE, Answer, Undecided, is_due
from domain.ruleset.round_state import RoundState

# The action that an event stands for


def _lead(public: CardsLed) -> Action:
    cards = tuple(CARDS[code] for code in public.cards)
    return Lead(cards) if public.extra is None else Lead(cards[:-1], CARDS[public.extra])


_ACTIONS: Mapping[str, Callable[[Any], Action]] = {
    "cards-led": _lead,
    "attack-played": lambda public: Attack(tuple(CARDS[code] for code in public.cards)),
    "attack-stopped": lambda _: Stop(),
    "cards-thrown-in": lambda public: ThrowIn(tuple(CARDS[code] for code in public.cards)),
    "attack-turned-over": lambda public: TurnOver(CARDS[public.card]),
    "cards-beaten": lambda public: Beat(tuple((CARDS[attack], CARDS[card]) for attack, card in public.pairs)),
    "take-declared": lambda _: Take(),
}


def action_of(kind: str, public: Part) -> Action | None:
    """Return the action that an event records; None for an event that follows from others."""
    return _ACTIONS[kind](public) if kind in _ACTIONS else None


def answer(rules: Any, check: Check[Any, BeatingState]) -> Answer:
    """Return the events with which the rules answer the decision behind an event.

    Raises `Refused` if they do not allow it, and `Undecided` if there is none.
    """
    state, event, options = check.state, check.event, check.options
    table, seats = state.table, range(len(state.hands))
    known = not any(None in place for place in (stock_of(state), *map(state.cards, seats)))
    full = state if known else _possible(rules, check)
    due = is_due(table.deadline, event)
    # Which card the clock leads follows from the whole hand; if that is unknown, from the event.
    if due and (table.phase != LEADING or None not in state.cards(table.turn)):
        return Answer(rules.expire(full, options, event.at, ANY_CHANCE), known)
    action = action_of(event.type, event.public)
    if action is None:
        raise Undecided
    events = rules.decide(full, event.public.seat, action, options, event.at, ANY_CHANCE)
    if due:
        events[0].public.by_clock = True
    return Answer(events, known)


def drawn(state: BeatingState, event: Event) -> Iterable[Part] | None:
    """Return the withheld cards of a draw: the next ones of the stock, if they are known."""
    top = stock_of(state)[: -event.public.count - 1 : -1]
    return None if None in top else [Cards(codes(card for card in top if card is not None))]


def turned(later: Sequence[Event]) -> list[Card]:
    """Return the cards of the stock that are turned up before the next decision, the next one first."""
    for event in later:
        if event.type == "trump-turned":
            return [CARDS[code] for code in (*event.public.skipped, event.public.card)]
        if event.type != "cards-drawn":
            break
    return []


# Unknown cards


def hands(state: BeatingState) -> list[list[Card | None]]:
    """Return the hands with the cards that were open before a seat took them up."""
    found = [state.cards(seat)[:] for seat in range(len(state.hands))]
    for hand, known in zip(found, state.table.known, strict=True):
        _hold(hand, known)
    return found


def _possible(rules: Any, check: Check[Any, BeatingState]) -> BeatingState:
    """Return the state with cards in all unknown places."""
    table, public = check.state.table, check.event.public
    found, stock = hands(check.state), stock_of(check.state)[:]
    if "seat" in public:
        _hold(found[public.seat], laid(public))
    for place, card in enumerate(turned(check.later), 1):
        if place <= len(stock) and stock[-place] is None:
            stock[-place] = card
    placed = {*stock, *table.lying(), *table.discard}.union(*found)
    rest = [card for card in rules.deck(table.jokers) if card not in placed]
    for cards in (stock, *found):
        cards[:] = [rest.pop() if card is None else card for card in cards]
    return RoundState(table, [BeatingHand(hand) for hand in found], stock)


def _hold(hand: list[Card | None], cards: Iterable[Card]) -> None:
    """Replace unknown cards of a hand by these."""
    for card in cards:
        if card not in hand and None in hand:
            hand[hand.index(None)] = card
