"""Replay of the decisions of the beating games: the decision behind an event, and cards in unknown places.

No public field of a move depends on hidden cards, apart from those that it turns up. So any cards stand for withheld
ones, and those that the move names lie where they have to be.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from domain.beating.events import CardsLed
from domain.beating.table import LEADING, BeatingTable
from domain.log.events import Event, Part
from domain.ruleset.actions import Action, Attack, Beat, Lead, Stop, Take, ThrowIn, TurnOver
from domain.ruleset.cards import CARDS, Card, codes
from domain.ruleset.catalogue import Check
from domain.ruleset.parts import Cards
from domain.ruleset.replay import ANY_CHANCE, Answer, Undecided, is_due

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


def answer(rules: Any, check: Check[Any, BeatingTable]) -> Answer:
    """Return the events with which the rules answer the decision behind an event.

    Raises `Refused` if they do not allow it, and `Undecided` if there is none.
    """
    event, options = check.event, check.options
    known = not any(None in place for place in (check.table.stock, *check.table.hands))
    table = check.table if known else _possible(rules, check)
    due = is_due(table.deadline, event)
    # Which card the clock leads follows from the whole hand; if that is unknown, from the event.
    if due and (table.phase != LEADING or None not in check.table.hands[table.turn]):
        return Answer(rules.expire(table, options, event.at, ANY_CHANCE), known)
    action = action_of(event.type, event.public)
    if action is None:
        raise Undecided
    events = rules.decide(table, event.public.seat, action, options, event.at, ANY_CHANCE)
    if due:
        events[0].public.by_clock = True
    return Answer(events, known)


def drawn(table: BeatingTable, event: Event) -> Iterable[Part] | None:
    """Return the withheld cards of a draw: the next ones of the stock, if they are known."""
    top = table.stock[: -event.public.count - 1 : -1]
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


def hands(table: BeatingTable) -> list[list[Card | None]]:
    """Return the hands with the cards that were open before a seat took them up."""
    found = [hand[:] for hand in table.hands]
    for hand, known in zip(found, table.known, strict=True):
        _hold(hand, known)
    return found


def _possible(rules: Any, check: Check[Any, BeatingTable]) -> BeatingTable:
    """Return the table with cards in all unknown places."""
    table = check.table.copy()
    table.hands = hands(table)
    if "seat" in check.event.public:
        _hold(table.hands[check.event.public.seat], _own_cards(check.event.public))
    for place, card in enumerate(turned(check.later), 1):
        if place <= len(table.stock) and table.stock[-place] is None:
            table.stock[-place] = card
    placed = {*table.stock, *table.lying(), *table.discard}.union(*table.hands)
    rest = [card for card in rules.deck(table.jokers) if card not in placed]
    for cards in (table.stock, *table.hands):
        cards[:] = [rest.pop() if card is None else card for card in cards]
    return table


def _hold(hand: list[Card | None], cards: Iterable[Card]) -> None:
    """Replace unknown cards of a hand by these."""
    for card in cards:
        if card not in hand and None in hand:
            hand[hand.index(None)] = card


def _own_cards(public: Part) -> list[Card]:
    """Return the cards of the actor's hand that an action names."""
    named = [*public.get("cards", ()), *(card for _, card in public.get("pairs", ()))]
    if "card" in public:
        named.append(public.get("card"))
    return [CARDS[code] for code in named]
