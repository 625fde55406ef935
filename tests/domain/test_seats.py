"""Seats: taking one, standing up, leaving to a bot and coming back; and games that cannot be created."""

import pytest

from domain.bots import STAND_IN
from domain.bots.strategies import newest_version
from domain.game.game import view
from domain.ruleset.actions import Draw, Ready
from domain.running.commands import create, due, leave, sit
from prove.harness.match import SATO, Match, account, lost_at_once, refusal_code
from prove.harness.views import actions_of
from tests.domain.dobon.situations import types


def table_of_three() -> Match:
    match = Match(3, turn_seconds=0, bot_delay_ms=60_000)
    match.sit("player-1")
    return match


def test_seats_are_taken_in_order_and_the_last_one_starts_the_game() -> None:
    match = table_of_three()
    assert (match.game.status, match.game.seat_of(account("player-1"))) == ("waiting", 1)
    assert refusal_code(lambda: match.act(0, Draw())) == "not-started"
    assert view(match.of(-1), -1)["round"] is None
    assert types(match.sit("player-2")) == ["seat-taken", "round-dealt"]
    assert refusal_code(lambda: match.sit("player-3")) == "game-started"
    assert refusal_code(lambda: match.sit("player-1")) == "already-seated"


def test_a_player_may_free_a_seat_before_the_start() -> None:
    match = table_of_three()
    assert types(match.leave(0)) == ["seat-left"]
    match.sit("player-3")
    assert match.game.seat_of(account("player-3")) == 0
    assert refusal_code(lambda: match.sit("player-1")) == "already-seated"


def test_a_game_that_all_players_left_is_abandoned() -> None:
    match = Match(3, bots=["novice"])
    assert types(match.leave(0)) == ["seat-left", "game-abandoned"]
    assert refusal_code(lambda: match.sit("player-5")) == "game-over"


def test_a_bot_plays_for_an_absent_player_and_hands_back() -> None:
    match = table_of_three()
    match.sit("player-2")
    turn = match.game.table.turn
    assert match.leave(turn)[0].public.json() == {
        "seat": turn,
        "bot": STAND_IN,
        "bot_version": newest_version(SATO, STAND_IN),
    }
    assert actions_of(view(match.of(turn), turn)) == []
    assert refusal_code(lambda: match.leave(turn)) == "seat-left"
    assert match.wait(60_000) != []
    assert match.sit(f"player-{turn}")[0].public.json() == {"seat": turn, "bot": None}
    assert refusal_code(lambda: match.sit(f"player-{turn}")) == "already-seated"


def test_the_next_round_does_not_wait_for_a_player_who_left() -> None:
    match = lost_at_once()
    match.act(0, Ready())
    assert "round-dealt" in types(match.leave(1))


def test_an_anchor_that_is_none_is_refused() -> None:
    for text in ("", "a|b", "0" * 63, "0" * 65, "A" * 64, "\0" * 64, "０" * 64, "\ud800"):
        assert (
            refusal_code(
                lambda text=text: create(
                    "dobon-sato", {}, 2, [], listed=True, player="p", anchor=text, last_link=bytes(32)
                )
            )
            == "bad-anchor"
        )
        assert refusal_code(lambda text=text: sit(Match(2).game, "player-1", text)) == "bad-anchor"


@pytest.mark.parametrize(
    ("rules", "seats", "bots", "expected"),
    [
        ("dobon-osaka", 2, [], "unknown-ruleset"), ("dobon-sato", 9, [], "bad-seat-count"),
        ("dobon-sato", 3, ["clever"], "unknown-bot"), ("dobon-sato", 2, ["novice"] * 2, "too-many-bots"),
    ],
)  # fmt: skip
def test_an_impossible_game_is_refused(rules: str, seats: int, bots: list[str], expected: str) -> None:
    assert (
        refusal_code(lambda: create(rules, {}, seats, bots, listed=True, player="p", anchor=None, last_link=bytes(32)))
        == expected
    )


def test_commands_change_nothing() -> None:
    match = table_of_three()
    before = match.game.stored()
    sit(match.game, "player-2", None)
    leave(match.game, 1)
    assert match.game.stored() == before
    assert due(match.game) is None
