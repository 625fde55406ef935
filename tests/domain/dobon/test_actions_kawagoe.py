"""In any situation of `dobon-kawagoe`, `actions` lists exactly what the rules accept."""

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from domain.log.errors import Refused
from domain.ruleset.actions import Accept, Action, Decline, Dobon, Draw, Flip, Pass, Play, Ready
from domain.ruleset.cards import CODES, RANK, SUIT
from domain.running.commands import act
from tests.domain.dobon.reference_rules import calls_by_size
from tests.domain.dobon.situations import BEGUN, Situation, kawagoe

Laid = tuple[frozenset[int], int | None]
"""Cards of a play without their order, and the suit it names."""


@st.composite
def dealt(draw: st.DrawFn) -> Situation:
    """Draw a situation with jokers in hands.

    It is any seat's turn in the middle of a round, or a flip is to be answered, or the dealer is about to flip.
    """
    seats = draw(st.integers(2, 5))
    top, *rest = draw(st.permutations(CODES))
    stage = draw(st.sampled_from(["playing", "playing", "opening", "flipping"]))
    if stage != "opening" and top[0] == "X":
        top, rest[0] = rest[0], top
    hands, shown = [], []
    for _ in range(seats):
        size, open_size = draw(st.integers(0, 6)), draw(st.integers(0, 2))
        hands.append(" ".join(rest[:size]))
        shown.append(" ".join(rest[size : size + open_size]))
        rest = rest[size + open_size :]
    options: dict[str, Any] = {name: draw(st.booleans()) for name in ("claim_hints", "voluntary_draw", "eight_wild")}
    dealer = draw(st.integers(0, seats - 1))
    if stage == "flipping":
        return kawagoe(hands, "", shown=shown, dealer=dealer, **options)
    if stage == "opening":
        return kawagoe(hands, top, shown=shown, dealer=dealer, flip=True, **options)
    pending = draw(st.sampled_from([None, (2, 2), (2, 4)])) if top[1:] == "2" else None
    return kawagoe(
        hands, top, shown=shown, dealer=dealer, turn=draw(st.integers(0, seats - 1)), owner=draw(st.integers(0, seats - 1)),
        suit=draw(st.sampled_from("SCHD")) if top[1:] == "8" else None, pending=pending, **options,
    )  # fmt: skip


def accepted(situation: Situation, seat: int, action: Action) -> bool:
    """Tell whether an action is accepted; a refusal must have an explanation."""
    try:
        act(situation.game, seat, action, situation.now, situation.chain)
    except Refused as refused:
        return not refused.detail
    return True


def held(situation: Situation, seat: int) -> list[int]:
    return situation.held(seat)


def every_play(hand: list[int]) -> Iterator[Play]:
    """Yield every sequence of cards of one number, with every suit that it might name."""
    for rank in {RANK[card] for card in hand}:
        same = [card for card in hand if RANK[card] == rank]
        for count in range(1, len(same) + 1):
            for cards in permutations(same, count):
                for suit in (None, 0, 1, 2, 3):
                    yield Play(cards, suit)


def laid(play: Play) -> Laid:
    return frozenset(play.cards), play.suit


@given(dealt())
def test_every_playable_set_of_cards_is_listed_once(situation: Situation) -> None:
    for seat in range(situation.table.seats):
        listed = [action for action in situation.actions(seat) if isinstance(action, Play)]
        assert len({laid(play) for play in listed}) == len(listed)
        assert all(accepted(situation, seat, play) for play in listed)
        assert {play.on for play in listed} <= {BEGUN}
        found = {laid(play) for play in every_play(held(situation, seat)) if accepted(situation, seat, play)}
        assert {laid(play) for play in listed} == found


@given(dealt(), st.data())
def test_plays_of_mixed_foreign_or_late_cards_are_refused(situation: Situation, data: st.DataObject) -> None:
    for seat in range(situation.table.seats):
        hand = held(situation, seat)
        for play in every_play(hand):
            assert not accepted(situation, seat, Play(play.cards, play.suit, BEGUN - 1))
            others = [card for card in hand if RANK[card] != RANK[play.cards[0]]]
            assert not any(accepted(situation, seat, Play((*play.cards, card), play.suit)) for card in others)
        for card in data.draw(st.lists(st.integers(0, 53), max_size=8)):
            assert card in hand or not accepted(situation, seat, Play((card,), None))


@given(dealt())
def test_every_other_action_is_listed_exactly_when_it_is_accepted(situation: Situation) -> None:
    others: list[Action] = [Draw(), Pass(), Accept(), Flip(), Ready()]
    others += [answer(BEGUN + step) for answer in (Decline, Dobon) for step in (-1, 0, 1)]
    table, options = situation.table, situation.game.options
    for seat in range(table.seats):
        listed = [action for action in situation.actions(seat) if not isinstance(action, Play)]
        hand = [CODES[card] for card in held(situation, seat)]
        hinted = not options["claim_hints"] or calls_by_size(hand, table.number, flipped=table.opening)
        assert set(listed) == {
            action for action in others if accepted(situation, seat, action) if hinted or not isinstance(action, Dobon)
        }


@given(dealt())
def test_fitting_cards_agree_with_a_second_definition(situation: Situation) -> None:
    """Express 2.1 to 2.3 in other words.

    In turn the suit, the number or a wild 8 fits; out of turn and on a flip only the number; a joker never.
    """
    table, options = situation.table, situation.game.options
    for seat in range(table.seats):
        hand = held(situation, seat)
        singles = {play.cards[0] for play in situation.actions(seat) if isinstance(play, Play) if len(play.cards) == 1}
        same = {card for card in hand if table.number and RANK[card] == table.number}
        if table.opening or seat != table.turn or table.pending_rank:
            assert singles == same
        else:
            suited = {card for card in hand if SUIT[card] == table.suit or (options["eight_wild"] and RANK[card] == 8)}
            assert singles == same | suited
            assert (Draw() in situation.actions(seat)) == (not singles or options["voluntary_draw"])


@given(dealt())
def test_while_a_call_may_be_countered_only_the_called_player_acts(situation: Situation) -> None:
    if situation.table.opening:
        return
    for seat in range(situation.table.seats):
        if not situation.table.window and accepted(situation, seat, Dobon(BEGUN)):
            situation.act(seat, Dobon(BEGUN))
    window = situation.table.window
    if not window:
        return
    for seat in range(situation.table.seats):
        called = seat == situation.table.top_owner
        assert (Decline(window) in situation.actions(seat)) == called == accepted(situation, seat, Decline(window))
        assert set(situation.actions(seat)) <= {Decline(window), Dobon(window)}
        assert accepted(situation, seat, Dobon(window)) == (called and bool(held(situation, seat)))
        assert not any(accepted(situation, seat, action) for action in (Draw(), Pass(), Accept(), Flip()))
        assert not any(accepted(situation, seat, play) for play in every_play(held(situation, seat)))
