"""Steps that happen without a request: deadlines, and moves of bots."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from domain.log.moments import later
from domain.ruleset.actions import Draw
from infra.clock import now
from infra.commands.scheduler import LONGEST_BACK_OFF, Scheduler
from infra.commands.service import GameService
from infra.databases.pool import open_pool
from infra.postgres.pool import Pool
from infra.postgres.urls import cluster
from infra.projections.snapshots import SnapshotProjector
from infra.settings import Settings
from prove.harness.service_games import Stage, shard_of, tick_all


@pytest.fixture
def stage(pool: Pool) -> Stage:
    return Stage(pool)


def due_at(stage: Stage, game_id: str) -> str | None:
    with shard_of(stage.pool, game_id).connection() as conn:
        row = conn.execute("SELECT due_at FROM dobon.games WHERE id = %s", (game_id,)).fetchone()
    assert row is not None
    return row[0]


def test_a_passed_deadline_is_acted_on(stage: Stage):
    table = stage.open(options={"turn_seconds": 30})
    late, before = table.turn, table.game().version
    assert due_at(stage, table.id) == later(stage.at, seconds=30)
    stage.wait(seconds=29)
    stage.tick()
    assert table.game().version == before
    stage.wait(seconds=1)
    stage.tick()
    assert (table.game().version, table.turn) == (before + 1, 1 - late)
    assert due_at(stage, table.id) == later(stage.at, seconds=30)


def test_deadlines_survive_a_restart(stage: Stage):
    table = stage.open(options={"turn_seconds": 30})
    late = table.turn
    stage.wait(seconds=3600)
    restarted = stage.another_process()
    tick_all(restarted)
    assert restarted.view(table.id, -2).table.turn == 1 - late


def test_bots_move_after_their_delay(stage: Stage):
    table, seat = stage.open_to_draw(seats=3, bots=2, options={"bot_delay_ms": 800})
    version = table.act(seat, Draw()).version
    stage.wait(ms=799)
    stage.tick()
    assert table.game().version == version
    stage.wait(ms=1)
    stage.tick()
    assert table.game().version > version


def test_a_game_in_which_nothing_can_happen_is_never_due(stage: Stage):
    table = stage.open()
    assert due_at(stage, table.id) is None


def test_a_game_whose_bots_have_decided_is_no_longer_due(stage: Stage):
    # Out of turn, bots only call: they are asked once after their delay and call or do nothing.
    table, seat = stage.open_to_draw(seats=3, bots=1, options={"bot_delay_ms": 800})
    table.act(seat, Draw())
    for _ in range(20):
        stage.wait(ms=800)
        stage.tick()
        if table.game().status != "playing" or due_at(stage, table.id) is None:
            break
    assert due_at(stage, table.id) is None


def test_a_game_with_a_locked_row_is_skipped(stage: Stage):
    table = stage.open(options={"turn_seconds": 30})
    stage.tick()
    before = table.game().version
    stage.wait(seconds=30)
    with shard_of(stage.pool, table.id).connection() as conn, conn.transaction():
        conn.execute("SELECT id FROM dobon.games WHERE id = %s FOR UPDATE", (table.id,))
        stage.tick()
        assert table.game().version == before
    stage.tick()
    assert table.game().version == before + 1


def moves(tables: GameService, game_id: str) -> threading.Event:
    """Return an event that is set once the game has passed its current version."""
    return moves_after(tables, game_id, tables.view(game_id, -1).version)


def moves_after(tables: GameService, game_id: str, version: int) -> threading.Event:
    """Return an event that is set by the next commit of a later version; this reads nothing from the database."""
    event = threading.Event()
    tables.commit_listeners.append(lambda game, at, _: event.set() if game == game_id and at > version else None)
    return event


@contextmanager
def running(clock: Scheduler) -> Iterator[None]:
    clock.start()
    try:
        yield
    finally:
        clock.stop()
    assert clock._thread is not None
    assert not clock._thread.is_alive()


def test_the_thread_moves_a_game_as_soon_as_it_is_due(own: Pool):
    stage = Stage(own, now())
    stage.tables = GameService(own)
    with running(Scheduler(stage.tables, SnapshotProjector(own), poll_seconds=60)):
        table = stage.open(options={"turn_seconds": 1})
        assert moves(stage.tables, table.id).wait(20), "long before the next regular poll"


def test_projections_that_fail_delay_no_game(stage: Stage):
    class Failing:
        runs = 0

        def run(self) -> int:
            self.runs += 1
            raise RuntimeError("a damaged page")

    projector, steady = Failing(), [1_000.0]
    clock = Scheduler(stage.tables, projector, steady=lambda: steady[0])
    table = stage.open(options={"turn_seconds": 30})
    for _ in range(3):
        version = table.game().version
        stage.wait(seconds=30)
        clock.step()
        assert table.game().version > version
    assert projector.runs == 1
    steady[0] += LONGEST_BACK_OFF
    clock.step()
    assert projector.runs == 2


def test_the_thread_polls_at_once_when_woken(own: Pool):
    tables, elsewhere = GameService(own), Stage(own, now())
    clock = Scheduler(tables, poll_seconds=60)
    with running(clock):
        elsewhere.tables = GameService(own)
        table = elsewhere.open(options={"turn_seconds": 1})
        moved = moves(tables, table.id)
        for _ in range(400):
            clock.wake()
            if moved.wait(0.05):
                break
        assert moved.is_set()


def test_the_thread_survives_a_killed_database(embedded: Settings, caplog: pytest.LogCaptureFixture):
    settings = replace(embedded, pool_size=2)
    with open_pool(settings) as pool:
        stage = Stage(pool, now())
        stage.tables = GameService(pool)
        with running(Scheduler(stage.tables, SnapshotProjector(pool), poll_seconds=0.05)):
            table = stage.open(options={"turn_seconds": 1})
            version, pid = table.game().version, cluster(settings).pid()
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
            # Only the scheduler needs a connection now, and it tries again until it has one.
            assert moves_after(stage.tables, table.id, version).wait(60)
