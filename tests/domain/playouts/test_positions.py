"""Positions: copies, waiting, and the order of calls in playouts."""

import pytest

from domain.playouts.position import POSITIONS
from domain.ruleset.actions import Draw, Flip, Stop
from prove.playouts.following import facts
from prove.playouts.rounds import RandomRound


def position(key: str, name: str = "position", *, fresh: bool = False):
    played = RandomRound(key, name)
    return POSITIONS[key](played.state, played.options, 12_345, fresh=fresh)


@pytest.mark.parametrize("key", POSITIONS)
def test_a_playout_of_a_copy_changes_nothing_in_its_original(key):
    start = position(key)
    before = facts(start.copy())
    assert start.copy().play_out() > 0
    assert facts(start) == before


@pytest.mark.parametrize("key", POSITIONS)
def test_the_same_random_numbers_give_the_same_end(key):
    start = position(key)
    ends = []
    for _ in range(2):
        end = start.copy()
        end.play_out()
        ends.append((facts(end), end.random))
    assert ends[0] == ends[1]


@pytest.mark.parametrize("key", POSITIONS)
def test_other_random_numbers_give_other_ends(key):
    start = position(key)
    ends = set()
    for random in range(1, 200, 9):
        end = start.copy()
        end.random = random * 5_000_011 % 2**30
        end.play_out()
        ends.add((*end.points, end.random))
    assert len(ends) > 5


@pytest.mark.parametrize("key", POSITIONS)
def test_an_action_of_another_game_is_refused(key):
    other = Flip() if key in ("durak", "kirifu", "mustamaija", "doubt", "dobon-sato") else Stop()
    with pytest.raises(ValueError, match="no such action"):
        position(key).act(0, other)


def test_a_seat_that_waits_is_not_asked_whether_it_calls():
    start = position("dobon-sato", "race", fresh=True)
    everybody = (1 << start.seats) - 1
    assert start.undecided == (0 if start.window else everybody)
    start.window, start.asked, start.undecided = False, 0, everybody
    start.act(1, None)
    assert start.undecided == everybody & ~2


def test_a_seat_that_waits_in_a_window_declines():
    start = position("dobon-sato")
    start.window, start.asked = True, 0b11
    start.act(1, None)
    assert (start.window, start.asked) == (True, 0b01)
    start.act(0, None)
    assert (start.window, start.asked) == (False, 0)


def test_a_card_that_was_let_pass_is_not_called_in_a_playout():
    start = position("dobon-sato", "pass")
    start.window, start.asked, start.undecided = False, 0, 0
    number = start.top % 13 + 1
    start.waits = [1 << number] * start.seats
    after = start.copy()
    after.act(after.turn, Draw())
    assert not after.over
    assert after.undecided == 0


def test_every_true_call_on_a_fresh_card_is_made():
    start = position("dobon-sato", "called", fresh=True)
    start.window, start.asked, start.undecided = False, 0, (1 << start.seats) - 1
    start.waits = [1 << start.top % 13 + 1] * start.seats
    start.play_out()
    assert start.reason == "dobon"
    assert start.called == (1 << start.seats) - 1
    assert start.losers == [start.countered]
