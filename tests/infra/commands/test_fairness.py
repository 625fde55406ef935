"""Which games the scheduler runs first, and how fast it runs games without people."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from domain.game.game import actions
from domain.log.moments import later
from domain.ruleset.actions import Draw
from domain.running.self_play import at_once
from infra.commands.fair_queue import FairQueue
from infra.commands.service import GameService
from infra.commands.unit_of_work import UNATTENDED_SECONDS
from infra.postgres.pool import Pool
from prove.harness.service_games import Stage, Table, shard_of

DELAY = 1000
"""The delay of bots in milliseconds."""


@pytest.fixture
def stage(own: Pool) -> Stage:
    return Stage(own)


def open_with_bots(stage: Stage, account: str, delay: int = DELAY) -> str:
    """Create a running game of one person and seven bots; return its id. Bots with a delay move first."""
    options = at_once("dobon-sato") | {"bot_delay_ms": delay}
    while True:
        game = stage.tables.create(account, "dobon-sato", options, 8, ["novice"] * 7).game
        if game.status == "playing" and (game.table.turn or not delay):
            return game.id
        stage.tables.leave(game.id, account)
        forget(stage, game.id)


def forget(stage: Stage, game: str) -> None:
    """Take a game from the schedule."""
    with shard_of(stage.pool, game).connection() as conn:
        conn.execute("UPDATE dobon.games SET due_at = NULL WHERE id = %s", (game,))


def order_of_service(stage: Stage, limit: int = 4, tables: GameService | None = None) -> list[str]:
    """Run everything that is due now, and return the games in the order in which they moved."""
    tables, served = tables or stage.tables, list[str]()
    tables.commit_listeners.append(lambda game, *_: served.append(game))
    while tables.tick(limit):
        pass
    tables.commit_listeners.pop()
    return served


def row(stage: Stage, game: str) -> tuple[str | None, bool, int]:
    """Return when the game is due, whether it is attended, and the missed turns."""
    with shard_of(stage.pool, game).connection() as conn:
        found = conn.execute("SELECT due_at, attended, missed_turns FROM dobon.games WHERE id = %s", (game,)).fetchone()
    assert found is not None
    return found


def test_many_games_of_one_account_delay_the_game_of_another_by_one_game(stage: Stage):
    rich, poor = str(uuid.uuid4()), str(uuid.uuid4())
    many = [open_with_bots(stage, rich) for _ in range(12)]
    stage.wait(ms=1)
    alone = open_with_bots(stage, poor)
    stage.wait(ms=DELAY)
    served = order_of_service(stage)
    assert {*served} == {*many, alone}
    assert served.index(alone) <= 1


def test_games_that_are_always_due_do_not_go_before_a_game_that_becomes_due(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
):
    rich, poor = str(uuid.uuid4()), str(uuid.uuid4())
    alone = open_with_bots(stage, poor)
    monkeypatch.setattr("infra.commands.ticks.STEPS", 1)
    monkeypatch.setattr("infra.commands.unit_of_work.MAX_STEPS", 1)
    busy = [open_with_bots(stage, rich, delay=0) for _ in range(6)]
    stage.wait(ms=DELAY - 1)
    served = list[str]()
    stage.tables.commit_listeners.append(lambda game, *_: served.append(game))
    for _ in range(3):
        assert stage.tables.tick(1) == 1
    stage.wait(ms=1)
    assert {*served} <= {*busy}
    served.clear()
    assert stage.tables.tick(1) == 1
    assert served == [alone]


def test_games_with_people_come_first(stage: Stage):
    accounts = [str(uuid.uuid4()) for _ in range(4)]
    abandoned = [open_with_bots(stage, account) for account in accounts[:3]]
    for game, account in zip(abandoned, accounts, strict=False):
        stage.tables.leave(game, account)
        assert not row(stage, game)[1]
    stage.wait(seconds=UNATTENDED_SECONDS)
    watched = open_with_bots(stage, accounts[3])
    stage.wait(ms=DELAY)
    assert order_of_service(stage, limit=1)[0] == watched


def test_a_scheduler_takes_the_games_that_another_one_has_not_locked(stage: Stage):
    account = str(uuid.uuid4())
    games = [open_with_bots(stage, account) for _ in range(6)]
    stage.wait(ms=DELAY)
    with locked(stage, games[:4]):
        assert {*order_of_service(stage, limit=2)} == {*games[4:]}
    assert {*games[:4]} <= {*order_of_service(stage, limit=2)}


@contextmanager
def locked(stage: Stage, games: list[str]) -> Iterator[None]:
    """Hold the rows of the games, as the scheduler of another process does."""
    with shard_of(stage.pool, games[0]).connection() as conn, conn.transaction():
        conn.execute("SELECT id FROM dobon.games WHERE id = ANY(%s) FOR UPDATE", (games,))
        yield


def test_a_game_without_people_makes_one_step_every_few_seconds(stage: Stage):
    account = str(uuid.uuid4())
    game = open_with_bots(stage, account, delay=0)
    version = stage.tables.leave(game, account).version
    for _ in range(3):
        stage.wait(seconds=UNATTENDED_SECONDS - 1)
        assert order_of_service(stage) == []
        stage.wait(seconds=1)
        assert order_of_service(stage) == [game], "once, although the bots have no delay"
    assert version + 3 <= stage.tables.view(game, -2).version <= version + 3 * 3
    stage.tables.sit(game, account)
    assert row(stage, game)[1:] == (True, 0)
    assert order_of_service(stage) == [], "the bots have moved at once, up to the turn of the person"


def open_for_two(stage: Stage) -> Table:
    """Open a game of two people and a bot with turns of 30 s."""
    return stage.open(seats=3, bots=1, options={"turn_seconds": 30})


def test_a_game_whose_people_miss_all_turns_slows_down(stage: Stage):
    table = open_for_two(stage)
    missed = 0
    for _ in range(40):
        due, attended, missed = row(stage, table.id)
        if not attended or due is None:
            break
        stage.at = max(stage.at, due)
        stage.tick()
    assert (attended, missed) == (False, 6), "three turns of each person"
    assert due is not None
    assert due >= later(stage.at, seconds=UNATTENDED_SECONDS)


def test_a_command_of_a_person_makes_the_game_attended_again(stage: Stage):
    while True:
        table = open_for_two(stage)
        while row(stage, table.id)[1]:
            stage.wait(seconds=30)
            stage.tick()
        for seat in range(2):
            if Draw() in actions(table.game(seat), seat):
                table.act(seat, Draw())
                assert row(stage, table.id)[1:] == (True, 0)
                return
        forget(stage, table.id)


def test_turns_that_people_play_themselves_are_not_missed(stage: Stage):
    table = stage.open(options={"turn_seconds": 30})
    for _ in range(4):
        stage.wait(seconds=30)
        stage.tick()
        assert row(stage, table.id)[1:] == (True, 1)
        stage.wait(seconds=1)
        table.draw()
        assert row(stage, table.id)[1:] == (True, 0)


def test_an_account_that_has_used_more_time_waits_longer():
    queue = FairQueue()
    games = [("a1", "a"), ("a2", "a"), ("a3", "a"), ("b1", "b"), ("c1", "c")]
    assert list(queue.order(games)) == ["a1", "b1", "c1", "a2", "a3"]
    queue.charge("a", 0.01)
    assert list(queue.order(games)) == ["b1", "c1", "a1", "a2", "a3"]
    queue.charge("b", 0.05)
    assert list(queue.order(games)) == ["c1", "a1", "a2", "a3", "b1"]


def test_an_account_that_was_away_does_not_save_time_up():
    queue = FairQueue()
    for _ in range(100):
        queue.charge("a", 0.01)
    games = [("a1", "a"), ("a2", "a"), *((f"b{number}", "b") for number in range(100))]
    order = list(queue.order(games))
    assert order.index("a1") <= 12, "what one game costs, not the hundred games of the past"


def test_accounts_without_a_debt_are_forgotten(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("infra.commands.fair_queue.MOST_ACCOUNTS", 10)
    queue = FairQueue()
    for number in range(50):
        queue.charge(str(number), 0.01)
        queue.charge("busy", 1)
    assert len(queue._used) <= 11
