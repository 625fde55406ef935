"""`doubt`: the window in which a play may be doubted, and how it ends (rulebook 1.3 WINDOW, 1.7)."""

from typing import Any

import pytest

from domain.doubt.hand import pile_of
from domain.log.errors import Refused
from domain.log.events import SPECTATOR, seen_by
from domain.log.moments import later
from domain.log.upcasting import logged
from domain.ruleset.actions import Decline, Doubt, Play
from domain.ruleset.windows import asked
from tests.domain.doubt.situations import D1, D2, NOON, RULES, THREE, Position, cards, clock, result, types

FIVE = ("S1 S2", "S3 S4", "S5 S6", "S7 S8", "S9 S10")


def played(*hands: str, **given: Any) -> Position:
    """Return a position in which P1 has just laid its first card and said 5."""
    position = Position(*(hands or D1), turn=1, number=5, **given)
    position.when(f"P1 plays {(hands or D1)[1].split()[0]}")
    return position


# Asked seats


@pytest.mark.parametrize("player", range(5))
def test_all_seats_except_the_player_may_doubt(player: int) -> None:
    position = Position(*FIVE, turn=player)
    position.when(f"P{player} plays {FIVE[player].split()[0]}")
    assert asked(position.state) == [seat for seat in range(5) if seat != player]
    assert [seat for seat in range(5) if Doubt(11) in position.actions(seat)] == asked(position.state)


def test_an_eliminated_seat_is_not_asked() -> None:
    position = Position(*FIVE[:2], "", *FIVE[3:], out=[2], turn=1, penalty="eliminate")
    position.when("P1 plays S3")
    assert asked(position.state) == [0, 3, 4]
    position.when("P2 doubts -> player-out", "P3 plays S7 -> too-early", "at 3", "P3 plays S7")
    assert position.stand == ("doubting", 3, 2)


# All have answered


def test_a_window_closes_when_all_asked_seats_have_declined() -> None:
    position = played(*FIVE)
    assert types(position.when("P3 declines")) == types(position.when("P0 declines")) == ["doubt-declined"]
    position.when("P4 declines")
    assert position.stand == ("doubting", 1, 5)
    closed = position.when("P2 declines")
    assert types(closed) == ["doubt-declined", "window-closed"]
    assert closed[-1].public.json() == {"on": 11, "by": "all", "turn": 2, "number": 6, "deadline": None}
    assert closed[-1].sealed == {}


def test_declining_is_final() -> None:
    position = played()
    position.when("P0 declines", "P0 declines -> already-passed", "P0 doubts -> already-passed", "P2 doubts")
    assert position.table.success == [0, 0, 1]


def test_a_player_cannot_doubt_its_own_play() -> None:
    position = played()
    position.when("P1 doubts -> not-a-caller", "P1 declines -> not-a-caller", "P1 plays D5 -> wrong-phase")


@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1, 2, 3, 4])
def test_a_decline_is_sealed_from_all_other_viewers(viewer: int) -> None:
    seen = []
    for seat in (0, 3):
        position = played(*FIVE)
        before = RULES.view(position.of(viewer))
        event = seen_by(position.when(f"P{seat} declines")[-1], viewer)
        assert event.public.json() == {"on": 11}
        assert set(position.last("doubt-declined").sealed) == {"0", "1", "2", "3", "4"}, "the same parts for each"
        after = RULES.view(position.of(viewer))
        if viewer == seat:
            assert logged(event).sealed == {str(viewer): {"declined": True}}
            assert after["waiting_for"] == [other for other in before["waiting_for"] if other != viewer]
            assert position.actions(viewer) == []
        else:
            assert after == before
            seen.append(event)
    assert len(seen) < 2 or seen[0] == seen[1], "both declines look the same"


# The deadline


@pytest.mark.parametrize("seconds", [1, 10, 86_400])
def test_silent_seats_count_as_declined_at_the_deadline(seconds: int) -> None:
    position = played(window_seconds=seconds)
    assert position.at(seconds - 0.001) == []
    (closed,) = position.at(seconds)
    assert closed.public.json() == {"on": 11, "by": "deadline", "turn": 2, "number": 6, "deadline": None}
    position.when("P0 doubts -> too-late", "P0 declines -> too-late")


def test_without_a_limit_a_window_stays_open() -> None:
    position = played(window_seconds=0, next_play_closes=False)
    assert (position.table.deadline, RULES.due(position.table)) == (None, None)
    assert position.at(10_000_000) == []
    position.when("P2 plays S6 -> window-open", "P0 declines", "P2 plays S6 -> window-open", "P2 declines")
    assert position.stand == ("playing", 2, 6)


def test_the_turn_that_follows_has_its_own_time() -> None:
    position = played(turn_seconds=30)
    position.at(10)
    assert position.last("window-closed").public.deadline == clock(40)
    position.when("at 20", "P2 plays S6", "P0 declines", "P1 declines")
    assert (position.last("window-closed").public.by, position.table.deadline) == ("all", clock(50))


# The next player's play


def test_the_next_player_closes_a_window_from_the_floor_on() -> None:
    position = played(min_open_seconds=7)
    assert RULES.allowed_from(position.table) == clock(7)
    position.when("at 6.999", "P2 plays S6 -> too-early")
    with pytest.raises(Refused) as refused:
        position.act(2, Play((5,)))
    assert refused.value.extra == {"allowed_from": clock(7)}
    assert Play((5,)) in position.actions(2), "listed before it is allowed"
    events = position.when("at 7", "P2 plays S6")
    assert types(events) == ["window-closed", "cards-played"]
    assert events[0].public.json() == {"on": 11, "by": "play", "turn": 2, "number": 6, "deadline": None}
    assert (events[1].public.number, events[1].public.asked) == (6, [0, 1])


def test_without_a_floor_the_next_player_closes_a_window_at_once() -> None:
    position = played(min_open_seconds=0)
    assert RULES.allowed_from(position.table) is None
    position.when("P2 plays S6")
    assert position.stand == ("doubting", 2, 6)


def test_the_floor_does_not_apply_when_all_others_have_declined() -> None:
    position = played(*FIVE)
    position.when("P0 declines", "P3 declines", "P2 plays S5 -> too-early", "P4 declines", "P2 plays S5")
    assert position.stand == ("doubting", 2, 6)
    position = played("S1 S2", "S3 S4")
    position.when("P0 plays S1")
    assert types(position.events) == ["cards-played", "window-closed", "cards-played"]


def test_a_seat_that_declined_may_still_play() -> None:
    position = played()
    position.when("P2 declines", "P2 plays S6 -> too-early", "at 3", "P2 plays S6")
    assert position.stand == ("doubting", 2, 6)


def test_only_the_next_player_closes_a_window() -> None:
    position = played(*FIVE)
    position.when("at 5", "P0 plays S1 -> wrong-phase", "P1 plays S4 -> wrong-phase", "P3 plays S7 -> wrong-phase")
    assert [seat for seat in range(5) if any(isinstance(action, Play) for action in position.actions(seat))] == [2]


def test_by_option_a_play_does_not_close_a_window() -> None:
    position = played(next_play_closes=False)
    assert (position.table.closable, position.table.allowed_from) == (False, None)
    position.when("at 9", "P2 plays S6 -> window-open", "P0 declines", "P2 plays S6 -> window-open")
    assert position.actions(2) == [Doubt(11), Decline(11)]


def test_wrong_cards_of_an_early_play_are_refused_before_its_time() -> None:
    position = played(max_cards_per_play=2)
    position.when("P2 plays S6 S6 -> duplicate-card", "P2 plays H9 -> not-in-hand")
    position.when("P2 plays S6 C13 D13 -> too-early", "at 3", "P2 plays S6 C13 D13 -> too-many-cards")
    assert position.stand == ("doubting", 1, 5)


@pytest.mark.parametrize("variant", ["doubt", "cheat"])
def test_the_window_of_a_last_card_is_not_closed_by_a_play(variant: str) -> None:
    position = Position(*D2, turn=1, number=5, variant=variant, window_seconds=0)
    position.when("P1 plays H5")
    assert (position.table.finishing, position.table.closable) == (True, False)
    position.when(
        "at 100",
        "P2 plays S6 -> window-open",
        *["P0 declines", "P2 plays S6 -> window-open"][: 2 * (variant == "doubt")],
    )
    assert position.actions(2) == [Doubt(11), Decline(11)]
    position.when("P2 declines")
    assert result(position) == (1, "empty-hand", [None, 1, None])


def test_a_play_that_empties_the_hand_wins_at_the_deadline() -> None:
    position = Position(*D2, turn=1, number=6)
    position.when("P1 plays H5")
    assert types(position.at(10)) == ["window-closed", "round-ended"]
    assert result(position)[:2] == (1, "empty-hand")


# First come, first served


def test_the_first_doubt_wins_and_later_ones_are_too_late() -> None:
    position = played(*FIVE)
    position.when("P4 doubts", "P0 doubts -> too-late", "P2 declines -> too-late", "P3 doubts on play 1 -> too-late")
    assert position.table.success == [0, 0, 0, 0, 1]
    assert len([event for event in position.events if event.type == "doubt-called"]) == 1


def test_a_late_doubt_does_not_fall_on_the_next_play() -> None:
    position = played()
    position.when("at 3", "P2 plays S6", "P0 doubts on play 1 -> too-late", "P1 declines on play 1 -> too-late")
    position.when("P0 doubts on version 3 -> too-late", "P0 doubts on version 12 -> too-late")
    assert position.stand == ("doubting", 2, 6)
    position.when("P1 declines", "P0 declines", "P1 doubts -> too-late")


# Cheat


@pytest.mark.parametrize("player", range(5))
def test_in_cheat_only_the_next_player_may_doubt(player: int) -> None:
    following = (player + 1) % 5
    position = Position(*FIVE, turn=player, variant="cheat")
    position.when(f"P{player} plays {FIVE[player].split()[0]}")
    assert asked(position.state) == [following]
    for other in {*range(5)} - {following}:
        position.when(f"P{other} cheats -> not-a-caller", f"P{other} declines -> not-a-caller")
    position.when(f"P{following} declines")
    assert position.last("window-closed").public.by == "all"


def test_in_cheat_the_next_player_is_the_next_seat_still_in() -> None:
    position = Position(*FIVE[:2], "", "", FIVE[4], out=[3, 2], turn=1, variant="cheat", penalty="eliminate")
    position.when("P1 plays S3", "P0 cheats -> not-a-caller", "P4 plays S9")
    assert asked(position.state) == [0]


def test_in_cheat_the_window_lasts_as_long_as_a_turn_and_has_no_floor() -> None:
    position = played(variant="cheat", turn_seconds=45, min_open_seconds=60, next_play_closes=False)
    assert (position.table.allowed_from, position.table.closable, position.table.deadline) == (None, True, clock(45))
    assert position.at(44) == []
    assert position.at(45)[0].public.json() == {
        "on": 11,
        "by": "deadline",
        "turn": 2,
        "number": 6,
        "deadline": clock(90),
    }
    position = played(variant="cheat", turn_seconds=0, window_seconds=5)
    assert position.at(100_000) == []


def test_times_are_counted_from_the_play() -> None:
    position = Position(*D1, pile=THREE, turn=1, number=5, window_seconds=20, min_open_seconds=4)
    position.when("at 1000", "P1 plays H9")
    assert (position.table.allowed_from, position.table.deadline) == (clock(1004), later(NOON, seconds=1020))


@pytest.mark.parametrize(
    ("number", "hand", "laid"),
    [
        (5, "C5 D5 H5 S6", "H5"),
        (5, "C5 D5 S6", "D5"),
        (5, "X1 C5 S6", "C5"),
        (5, "X2 X1 S6", "X1"),
        (5, "C1 D1 H13 H2", "H2"),
        (5, "C1 S13 D1 H2 S3", "S3"),
        (5, "C2 D13", "D13"),
        (13, "S1 D13", "D13"),
    ],
)
def test_the_clock_lays_a_right_card_or_else_the_first_one(number: int, hand: str, laid: str) -> None:
    position = Position("S7 S8", hand, "S9", turn=1, number=number, deadline=60)
    assert position.at(59) == []
    (event,) = position.at(60)
    assert event.public.by_clock is True
    assert event.sealed["1"].cards == [laid]
    assert pile_of(position.state)[-1] == cards(laid)[0]
