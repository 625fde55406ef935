"""All conceivable actions of a seat of a beating game, compared with the listed and the accepted ones."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from domain.beating.hand import BeatingState
from domain.beating.table import BeatingTable
from domain.log.chance import Chance
from domain.log.errors import Refused
from domain.ruleset.actions import Action, Attack, Beat, Lead, Stop, Take, ThrowIn, TurnOver
from domain.ruleset.cards import CARDS, SUIT, Card

NOON = "2026-11-21T12:00:00.000000Z"
CHANCE = Chance(b"\3" * 32, "legal", 1, ())


def code_of(rules: Any, state: BeatingState, seat: int, action: Action, options: Any) -> str | None:
    """Return the code with which an action is refused, or None if it is accepted."""
    try:
        rules.decide(state, seat, action, options, NOON, CHANCE)
    except Refused as refused:
        return refused.code if refused.detail else "says-nothing"
    return None


def conceivable(rules: Any, state: BeatingState, seat: int) -> Iterator[Action]:
    """Yield every action a seat could try with its own cards.

    Defences, throw-ins and the like take one card or one pair at a time; leads and attacks take sets of cards.
    """
    table, hand = state.table, state.held(seat)
    yield from (Take(), Stop())
    yield from (Beat(((attack.card, card),)) for attack in table.attacks for card in hand)
    yield from (made((card,)) for made in (Attack, ThrowIn, Lead) for card in hand)
    yield from (TurnOver(card) for card in hand)
    for cards in sets(hand):
        if table.phase in rules.commands.get(Lead, ()):
            yield Lead(cards)
            yield from (Lead(cards, extra) for extra in hand if extra not in cards)
        if table.phase in rules.commands.get(Attack, ()):
            yield Attack(cards)


def sets(hand: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Yield sets of two or more cards: all of a small hand, pairs of a large one."""
    most = len(hand) if len(hand) <= 5 else 2
    for count in range(2, most + 1):
        yield from combinations(sorted(hand), count)


def meant(listed: Sequence[Action], action: Action, table: BeatingTable, key: str) -> bool:
    """Tell whether an action is listed, or covered by listed ones.

    Listed actions cover a group with an extra card and more cards of a suit.
    """
    if not isinstance(action, Lead):
        return action in listed
    if key == "mustamaija":
        fits = (
            action.extra is None
            and len(action.cards) <= table.limit
            and len({SUIT[card] for card in action.cards}) == 1
        )
        return fits and all(Lead((card,)) in listed for card in action.cards)
    alone = {frozenset(lead.cards) for lead in listed if isinstance(lead, Lead)}
    if action.extra is None:
        return frozenset(action.cards) in alone
    # Cards of one number, or of two numbers two each, are a group; a run has as many numbers as cards.
    numbers = [card % 13 for card in action.cards if card < CARDS["X1"]]
    grouped = len(action.cards) > 1 and len({*numbers}) < len(numbers)
    return grouped and frozenset(action.cards) in alone and len(action.cards) + 1 <= table.limit


def check_legal(rules: Any, state: BeatingState, options: Any) -> None:
    """Check that exactly the listed actions are accepted, and that the cards refused are those without a use."""
    key, table = rules.key, state.table
    for seat, hand in enumerate(state.hands):
        listed = rules.actions(table, hand, seat, options)
        assert bool(listed) == (seat == table.turn), "the asked seat can do something, and no other seat can"
        refused = {CARDS[refusal.card]: refusal.code for refusal in rules.refused(table, hand, seat, options)}
        if seat != table.turn:
            assert not refused
            every: list[Action] = [Take(), Stop(), *(Attack((card,)) for card in state.held(seat))]
            assert all(code_of(rules, state, seat, action, options) for action in every)
            continue
        assert len({*map(repr, listed)}) == len(listed), "nothing is listed twice"
        assert all(code_of(rules, state, seat, action, options) is None for action in listed)
        usable: set[Card] = set()
        for action in conceivable(rules, state, seat):
            code = code_of(rules, state, seat, action, options)
            extra = isinstance(action, Lead) and action.extra is not None
            if extra and options.get("extra_card") is False:
                assert code == "option-off"
                continue
            assert (code is None) == meant(listed, action, table, key), (seat, action, code)
            if code is None:
                usable.update(_used(action))
        assert {*refused} == {*state.held(seat)} - usable
        for card, why in refused.items():
            assert {code_of(rules, state, seat, action, options) for action in _plainly(table, card)} == {why}


def _used(action: Action) -> Sequence[Card]:
    """Return the own cards of an action."""
    match action:
        case Beat(pairs):
            return [card for _, card in pairs]
        case TurnOver(card):
            return [card]
        case Lead(cards) | Attack(cards) | ThrowIn(cards):
            return cards
    return []


def _plainly(table: BeatingTable, card: Card) -> list[Action]:
    """Return the most obvious uses of a card now."""
    if table.phase == "defending":
        return [Beat(((attack, card),)) for attack in table.unbeaten()]
    return [ThrowIn((card,))] if table.phase == "throwing-in" else [Attack((card,))]
