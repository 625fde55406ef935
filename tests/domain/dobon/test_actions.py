"""In any situation of `dobon-sato`, `actions` lists exactly what the rules accept."""

from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from domain.dobon.formula import is_valid
from domain.log.errors import Refused
from domain.ruleset.actions import Accept, Action, Decline, Dobon, Draw, Pass, Play
from domain.ruleset.cards import CODES, RANK, SUIT
from domain.running.commands import act
from tests.domain.dobon.situations import BEGUN, Situation

Group = tuple[frozenset[int], int | None]
"""Cards of a play without their order, and the suit it names."""


@dataclass
class Dealt:
    """A random situation: cards dealt out, any seat in turn, any effect pending."""

    situation: Situation
    seats: int


@st.composite
def dealt(draw: st.DrawFn) -> Dealt:
    seats = draw(st.integers(2, 5))
    cards = draw(st.permutations(CODES[:52]))
    sizes = [draw(st.integers(0, 7)) for _ in range(seats)]
    opened = [draw(st.integers(0, 3)) for _ in range(seats)]
    top, *rest = cards
    hands, shown = [], []
    for size, open_size in zip(sizes, opened, strict=True):
        hands.append(" ".join(rest[:size]))
        shown.append(" ".join(rest[size : size + open_size]))
        rest = rest[size + open_size :]
    rank = int(top[1:])
    options: dict[str, Any] = {"eight_answers_pending": draw(st.booleans()), "claim_hints": draw(st.booleans())}
    pending = None
    if rank in (2, 13) or (rank == 8 and options["eight_answers_pending"]):
        kind = rank if rank != 8 else draw(st.sampled_from([2, 13]))
        pending = draw(st.sampled_from([None, (kind, 0 if kind == 13 else draw(st.sampled_from([2, 4, 6])))]))
    situation = Situation(
        hands, top, turn=draw(st.integers(0, seats - 1)), owner=draw(st.integers(-1, seats - 1)), pending=pending,
        suit=draw(st.sampled_from("SCHD")), first_turn=draw(st.booleans()), shown=shown, **options,
    )  # fmt: skip
    _drawn_card(draw, situation)
    return Dealt(situation, seats)


def _drawn_card(draw: st.DrawFn, situation: Situation) -> None:
    """Perhaps let the seat in turn have just drawn (`play_after_draw`)."""
    turn = situation.table.turn
    closed = situation.game.cards(turn)
    if closed and not situation.table.pending_rank and draw(st.booleans()):
        drawn = draw(st.sampled_from(closed))
        for viewer in (situation.game, *situation.viewers.values()):
            viewer.table.may_play = True
        for game in (situation.game, situation.viewers[turn]):
            game.state.hands[turn].drawn = drawn


def accepted(situation: Situation, seat: int, action: Action) -> bool:
    try:
        return bool(act(situation.game, seat, action, situation.now, situation.chain))
    except Refused:
        return False


def suits(cards: tuple[int, ...]) -> list[int | None]:
    return [0, 1, 2, 3] if RANK[cards[0]] == 8 else [None]


def tried(situation: Situation, seat: int) -> set[Group]:
    """Return every play of one number that the rules accept in some order, found by trying all orders."""
    hand = situation.held(seat)
    found: set[Group] = set()
    for count in (1, 2, 3, 4):
        for group in combinations(hand, count):
            if len({RANK[card] for card in group}) > 1:
                continue
            for suit in suits(group):
                if any(accepted(situation, seat, Play(order, suit)) for order in permutations(group)):
                    found.add((frozenset(group), suit))
    return found


@given(dealt())
def test_plays_are_listed_once_for_each_set_of_cards_the_rules_accept(state: Dealt) -> None:
    for seat in range(state.seats):
        listed = [action for action in state.situation.actions(seat) if isinstance(action, Play)]
        groups = [(frozenset(play.cards), play.suit) for play in listed]
        assert len(set(groups)) == len(groups)
        assert set(groups) == tried(state.situation, seat)
        assert all(accepted(state.situation, seat, play) for play in listed)


@given(dealt(), st.data())
def test_cards_of_two_numbers_are_never_accepted(state: Dealt, data: st.DataObject) -> None:
    for seat in range(state.seats):
        hand = state.situation.held(seat)
        if len({RANK[card] for card in hand}) < 2:
            continue
        cards = tuple(data.draw(st.permutations(hand)))[: data.draw(st.integers(2, len(hand)))]
        if len({RANK[card] for card in cards}) > 1:
            assert not accepted(state.situation, seat, Play(cards, data.draw(st.sampled_from([None, 0, 1, 2, 3]))))


@given(dealt())
def test_every_other_action_is_listed_exactly_when_it_is_accepted(state: Dealt) -> None:
    situation, table = state.situation, state.situation.table
    others: list[Action] = [
        Draw(),
        Pass(),
        Accept(),
        Decline(BEGUN),
        Decline(BEGUN + 1),
        Dobon(BEGUN - 1),
        Dobon(BEGUN + 1),
    ]
    for seat in range(state.seats):
        listed = situation.actions(seat)
        assert [action for action in others if action in listed] == [
            action for action in others if accepted(situation, seat, action)
        ]
        hand = [RANK[card] for card in situation.held(seat)]
        hinted = not situation.game.options["claim_hints"] or is_valid(hand, RANK[table.top])
        assert (Dobon(BEGUN) in listed) == (accepted(situation, seat, Dobon(BEGUN)) and hinted)


@given(dealt())
def test_in_a_window_only_answers_are_listed(state: Dealt) -> None:
    situation = state.situation
    callers = [seat for seat in range(state.seats) if accepted(situation, seat, Dobon(BEGUN))]
    for seat in callers:
        if situation.table.window:
            break
        situation.act(seat, Dobon(BEGUN))
    if not situation.table.window:
        return
    window = situation.table.window
    for seat in range(state.seats):
        listed = set(situation.actions(seat))
        asked = seat in situation.table.asked
        assert (Decline(window) in listed) == asked == accepted(situation, seat, Decline(window))
        assert listed <= {Decline(window), Dobon(window)}
        held = situation.held(seat)
        assert accepted(situation, seat, Dobon(window)) == (asked and bool(held))
        assert not any(accepted(situation, seat, action) for action in (Draw(), Pass(), Accept()))
        assert not any(accepted(situation, seat, Play((card,), suits((card,))[0])) for card in held)


@given(dealt())
def test_a_fitting_card_is_one_of_the_suit_of_the_number_or_an_8(state: Dealt) -> None:
    """Express the rule in other words (1.3, clause 2), with no effect pending and no card just drawn."""
    table = state.situation.table
    if table.pending_rank or table.may_play:
        return
    hand = state.situation.held(table.turn)
    singles = {
        play.cards[0] for play in state.situation.actions(table.turn) if isinstance(play, Play) if len(play.cards) == 1
    }
    assert singles == {
        card for card in hand if SUIT[card] == table.suit or RANK[card] == RANK[table.top] or RANK[card] == 8
    }
