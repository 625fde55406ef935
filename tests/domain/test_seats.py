"""Who sits at a game: taking seats, standing up, leaving to a bot and coming back; and games that cannot be made."""

import pytest

from domain.actions import Draw, Ready
from domain.bots import STAND_IN
from domain.commands import create, due, leave, sit
from domain.game import view
from tests.domain.dobon.situations import types
from tests.domain.games import Match, code, lost_at_once


def table_of_three() -> Match:
    match = Match(3, turn_seconds=0, bot_delay_ms=60_000)
    match.sit("player-1")
    return match


def test_seats_are_taken_in_order_and_the_last_one_starts_the_game() -> None:
    match = table_of_three()
    assert (match.game.status, match.game.seat_of("player-1")) == ("waiting", 1)
    assert code(lambda: match.act(0, Draw())) == "not-started"
    assert view(match.of(-1), -1)["round"] is None
    assert types(match.sit("player-2")) == ["seat-taken", "round-dealt"]
    assert code(lambda: match.sit("player-3")) == "game-started"
    assert code(lambda: match.sit("player-1")) == "already-seated"


def test_before_the_start_one_may_stand_up_and_the_seat_is_free() -> None:
    match = table_of_three()
    assert types(match.leave(0)) == ["seat-left"]
    match.sit("player-3")
    assert match.game.seat_of("player-3") == 0
    assert code(lambda: match.sit("player-1")) == "already-seated"


def test_a_table_that_everybody_has_left_is_abandoned() -> None:
    match = Match(3, bots=["novice"])
    assert types(match.leave(0)) == ["seat-left", "game-abandoned"]
    assert code(lambda: match.sit("player-5")) == "game-over"


def test_a_bot_plays_on_for_somebody_who_leaves_and_hands_back() -> None:
    match = table_of_three()
    match.sit("player-2")
    turn = match.game.table.turn
    assert match.leave(turn)[0].public == {"seat": turn, "bot": STAND_IN}
    assert view(match.of(turn), turn)["actions"] == []
    assert code(lambda: match.leave(turn)) == "seat-left"
    assert match.wait(60_000) != []
    assert match.sit(f"player-{turn}")[0].public == {"seat": turn, "bot": None}
    assert code(lambda: match.sit(f"player-{turn}")) == "already-seated"


def test_somebody_who_leaves_between_rounds_is_not_waited_for() -> None:
    match = lost_at_once()
    match.act(0, Ready())
    assert "round-dealt" in types(match.leave(1))


def test_entropy_that_cannot_be_in_a_seed_is_refused() -> None:
    for text in ("a|b", "x" * 65, "\0", "\ud800"):
        assert (
            code(
                lambda text=text: create(
                    "dobon-sato", {}, 2, [], listed=True, player="p", entropy=text, secret=b"\0" * 32
                )
            )
            == "bad-entropy"
        )
        match = Match(2)
        assert code(lambda text=text, match=match: match.sit("player-1", text)) == "bad-entropy"


@pytest.mark.parametrize(
    ("rules", "seats", "bots", "expected"),
    [
        ("dobon-osaka", 2, [], "unknown-ruleset"), ("dobon-sato", 9, [], "bad-seat-count"),
        ("dobon-sato", 3, ["clever"], "unknown-bot"), ("dobon-sato", 2, ["novice"] * 2, "too-many-bots"),
    ],
)  # fmt: skip
def test_a_game_that_cannot_be_is_refused(rules: str, seats: int, bots: list[str], expected: str) -> None:
    assert (
        code(lambda: create(rules, {}, seats, bots, listed=True, player="p", entropy="", secret=b"\0" * 32)) == expected
    )


def test_commands_change_nothing() -> None:
    match = table_of_three()
    before = match.game.stored()
    sit(match.game, "player-2", "")
    leave(match.game, 1)
    assert match.game.stored() == before
    assert due(match.game) is None
