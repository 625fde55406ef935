"""The actions of a view are sound and complete: what is built from them is exactly what `decide` accepts.

Games of all rulesets are played with what their own views list. At each position the actions built from a view are
compared with all conceivable ones.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, permutations, product
from random import Random
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.game.game import BETWEEN_ROUNDS, PLAYING, Game, view
from domain.log.chance import HashChain
from domain.log.errors import Refused
from domain.log.moments import Moment
from domain.ruleset.actions import (
    Accept,
    Action,
    Attack,
    Beat,
    Decline,
    Dobon,
    Doubt,
    Draw,
    Flip,
    Lead,
    Pass,
    Play,
    Ready,
    Stop,
    Take,
    ThrowIn,
    TurnOver,
)  # fmt: skip
from domain.ruleset.cards import CARDS, RANK, Card
from domain.ruleset.legal_actions import LegalAction, built, legal_from_wire
from domain.running.commands import act
from prove.harness.match import BEATING, DOUBT, DURAK, KAWAGOE, KIRIFU, MUSTAMAIJA, SATO, Match
from tests.domain.beating.situations import Position as BeatingPosition
from tests.domain.doubt.situations import Position as DoubtPosition
from tests.domain.ruleset_options import OPTIONS

NOTHING = HashChain(bytes(32), 20)

LARGEST = 12
"""Cards of the largest hand whose actions are all built; a pile of Doubt has millions of plays."""

RULESETS = [SATO, KAWAGOE, DOUBT, DURAK, KIRIFU, MUSTAMAIJA]


def listed(game: Game, seat: int, now: Moment) -> list[LegalAction]:
    """Return the legal actions that the seat's view lists, as a client reads them."""
    return [legal_from_wire(entry) for entry in orjson.loads(orjson.dumps(view(game, seat, now)))["actions"]]


def code_of(game: Game, seat: int, action: Action, now: Moment) -> str | None:
    """Return the code with which the server refuses an action; None if it accepts it."""
    try:
        act(game, seat, action, now, NOTHING)
    except Refused as refused:
        return refused.code
    return None


def meant(game: Game, action: Action) -> tuple[object, ...]:
    """Return the meaning of an action: without the order of cards where it does not matter, and without `on`.

    A play whose `on` names the top means the same without it.
    """
    ordered = game.ruleset.family == "dobon"
    match action:
        case Play(cards, suit, _):
            return "play", cards if ordered else tuple(sorted(cards)), suit
        case Lead(cards, extra):
            return "lead", tuple(sorted(cards)), extra
        case Attack(cards) | ThrowIn(cards):
            return type(action).__name__, tuple(sorted(cards))
        case Beat(pairs):
            return "beat", tuple(sorted(pairs))
    return (action,)


def conceivable(game: Game, seat: int, chance: Random) -> Iterator[Action]:
    """Yield actions to try: all those without cards, and with sets of own cards, all of a small hand."""
    on = {game.version, *([game.table.window, game.table.window - 1] if hasattr(game.table, "window") else [])}
    on |= {game.table.top_version} if hasattr(game.table, "top_version") else set()
    yield from (Draw(), Pass(), Accept(), Flip(), Take(), Stop(), Ready())
    yield from (kind(version) for kind in (Dobon, Decline, Doubt) for version in on)
    hand = held(game, seat)
    yield from (TurnOver(card) for card in hand)
    for cards in _sets(hand, chance):
        yield from _with(game, cards, hand)
    if game.ruleset.key in BEATING:
        yield from _pairs(game, hand, chance)


def held(game: Game, seat: int) -> list[Card]:
    """Return the cards of the seat, open ones too."""
    shown = game.table.shown[seat] if game.ruleset.family == "dobon" else []
    return sorted(card for card in [*game.cards(seat), *shown] if card is not None)


def _sets(hand: Sequence[Card], chance: Random) -> Iterator[tuple[Card, ...]]:
    """Yield sets of cards: all of a small hand, else all of one number, and some at random."""
    if len(hand) <= 6:
        yield from (cards for count in range(1, len(hand) + 1) for cards in combinations(hand, count))
        return
    yield from combinations(hand, 1)
    for rank in range(14):
        same = [card for card in hand if RANK[card] == rank]
        yield from (cards for count in (2, 3, 4) for cards in combinations(same[:5], count))
    for suit in range(4):
        same = [card for card in hand if RANK[card] and CARDS["S1"] + 13 * suit <= card < CARDS["S1"] + 13 * (suit + 1)]
        yield from (cards for count in (2, 3, 4, 5, 6) for cards in combinations(same[:6], count))
    for _ in range(30):
        yield tuple(chance.sample(hand, chance.randint(2, min(6, len(hand)))))


def _with(game: Game, cards: tuple[Card, ...], hand: Sequence[Card]) -> Iterator[Action]:
    """Yield every action with a set of cards."""
    if game.ruleset.family == "dobon":
        suits: list[int | None] = [None, 0, 1, 2, 3] if any(RANK[card] == 8 for card in cards) else [None, 2]
        orders = permutations(cards) if len({RANK[card] for card in cards}) == 1 else [cards]
        yield from (
            Play(order, suit, on) for order in orders for suit in suits for on in (None, game.table.top_version)
        )
    elif game.ruleset.key == DOUBT:
        yield Play(cards)
    else:
        yield from (Attack(cards), ThrowIn(cards), Lead(cards))
        yield from (Lead(cards, extra) for extra in hand)


def _pairs(game: Game, hand: Sequence[Card], chance: Random) -> Iterator[Action]:
    """Yield sets of one to three pairs of any attack with any card, all of them if they are few."""
    pairs = list(product((attack.card for attack in game.table.attacks), hand))
    yield from (Beat((pair,)) for pair in pairs)
    for count in (2, 3):
        if len(pairs) <= 20:
            yield from map(Beat, combinations(pairs, count))
        elif len(pairs) >= count:
            yield from (Beat(tuple(chance.sample(pairs, count))) for _ in range(60))


def check(game: Game, own: Game, seat: int, now: Moment, chance: Random) -> None:
    """Compare the actions built from the seat's view with those that the server accepts."""
    entries = listed(own, seat, now)
    every = [(legal, action) for legal in entries for action in built(legal, ordered=own.ruleset.family == "dobon")]
    for legal, action in every if len(every) < 40 else chance.sample(every, 40):
        code = code_of(game, seat, action, now)
        if legal.allowed_from is None:
            assert code is None, (action, code)
        else:
            assert now < legal.allowed_from
            # In Doubt the last seat that was asked may have declined, which stays sealed.
            assert code == "too-early" or own.ruleset.key == DOUBT, (action, code)
            assert code_of(game, seat, action, legal.allowed_from) is None
    meanings = {meant(own, action) for _, action in every}
    for action in conceivable(own, seat, chance):
        code = code_of(game, seat, action, now)
        # The time is checked before some of the cards.
        accepted = (code_of(game, seat, action, game.table.allowed_from) if code == "too-early" else code) is None
        if accepted and isinstance(action, Dobon) and own.options["claim_hints"]:
            calls = own.ruleset.calls
            accepted = calls is not None and calls.is_true(own.state, seat)
        assert accepted == (meant(own, action) in meanings), (action, accepted)


def step(match: Match, chance: Random) -> None:
    """Take an action that is built from a view, when it is allowed; or let time pass."""
    able = []
    for seat in range(len(match.game.seats)):
        for legal in listed(match.of(seat), seat, match.now):
            calls = match.game.ruleset.calls
            wrong = isinstance(legal.action, Dobon | Doubt) and calls and not calls.is_true(match.game.state, seat)
            if not wrong or chance.random() < 0.05:
                able.append((seat, legal))
    if not able:
        match.wait(3_000)
        return
    seat, legal = chance.choice(able)
    action = chance.choice([*islice(built(legal), 50)])
    if legal.allowed_from is not None and chance.random() < 0.8:
        match.wait(3_000)
        return
    if legal.allowed_from is not None:
        match.now = legal.allowed_from
    match.act(seat, action)


def table_of(key: str, seats: int, seed: int, options: dict[str, Any]) -> Match | None:
    """Return a game that has been dealt; None if seats and options do not go together."""
    try:
        match = Match(seats, ruleset=key, seed=seed, **options)
    except Refused:
        return None
    for seat in range(1, seats):
        match.sit(f"player-{seat}")
    return match


@pytest.mark.parametrize("key", RULESETS)
@settings(max_examples=settings().max_examples // 2)  # each example compares dozens of positions
@given(data=st.data(), seed=st.integers(0, 2**32), seats=st.integers(2, 6))
def test_the_actions_built_from_a_view_are_those_that_are_accepted(
    key: str, data: st.DataObject, seed: int, seats: int
) -> None:
    match = table_of(key, seats, seed, data.draw(OPTIONS[key]))
    if match is None:
        return
    chance = Random(seed)
    for moves in range(20):
        if match.game.status not in (PLAYING, BETWEEN_ROUNDS):
            break
        for seat in range(seats):
            # A seat that is not asked is seldom worth the time.
            asked = match.game.status == PLAYING and (moves % 4 == 0 or listed(match.of(seat), seat, match.now))
            if asked and len(held(match.game, seat)) <= LARGEST:
                check(match.game, match.of(seat), seat, match.now, chance)
        step(match, chance)


def check_positions(position: BeatingPosition | DoubtPosition, seat: int) -> list[LegalAction]:
    """Check the seat's actions as above, and return them."""
    own = position.game.seen_by(seat)
    check(position.game, own, seat, position.now, Random(1))
    return listed(own, seat, position.now)


def mores(entries: list[LegalAction]) -> set[tuple[int, int]]:
    """Return the numbers of cards that may be added, and the most cards of an action."""
    return {(len(entry.more.cards), entry.more.most) for entry in entries if entry.more is not None}


def test_a_joker_that_may_not_finish_keeps_one_card_in_the_hand() -> None:
    hands = ("S5 H5 X1", "S6 S7 S8")
    options: dict[str, Any] = {"jokers_per_deck": 1, "max_cards_per_play": 4}
    assert mores(check_positions(DoubtPosition(*hands, joker_may_finish=False, **options), 0)) == {(2, 2)}
    assert mores(check_positions(DoubtPosition(*hands, joker_may_finish=True, **options), 0)) == {(2, 3)}


def test_two_copies_of_a_card_may_be_played_together() -> None:
    position = DoubtPosition("S5 S5 H5", "S6 S7 S8", decks=2, max_cards_per_play=2)
    assert mores(check_positions(position, 0)) == {(2, 2)}


def test_no_more_cards_may_be_thrown_in_than_the_bout_allows() -> None:
    hands = ("H6 S6 C6 D6 S13", "H9 S8", "C12 S11")
    position = BeatingPosition("durak", *hands, trump="D", lead=0, throw_in=True)
    position.when("P0 attacks H6", "P1 takes")
    assert mores(check_positions(position, 0)) == set()
    position = BeatingPosition("durak", *hands[:1], "H9 S8 S9", *hands[2:], trump="D", lead=0, throw_in=True)
    position.when("P0 attacks H6", "P1 takes")
    assert mores(check_positions(position, 0)) == {(2, 2)}


def test_several_attacks_are_beaten_together_with_different_cards() -> None:
    position = BeatingPosition("mustamaija", "C13 C12", "H6 H7 S9", trump="H", table="C6 C7", defend=1)
    entries = check_positions(position, 1)
    assert len([entry for entry in entries if isinstance(entry.action, Beat)]) == 4
    assert {len(entry.more.pairs) for entry in entries if entry.more is not None} == {1}
