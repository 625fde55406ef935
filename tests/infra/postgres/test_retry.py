"""Database outages: acknowledged commands are kept, and the key settles an unknown commit."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import psycopg
import pytest

from domain.ruleset.actions import Draw, Ready
from infra.commands.service import GameService
from infra.databases.pool import open_pool
from infra.event_store import store
from infra.postgres.pool import Pool
from infra.postgres.retry import CommitUnknown, Unavailable
from infra.postgres.urls import application_url, cluster
from infra.settings import Settings
from prove.harness.service_games import Stage, Table, owning


@pytest.fixture
def apart(settings: Settings) -> Iterator[psycopg.Connection[Any]]:
    """A connection outside the pool."""
    with psycopg.connect(application_url(settings), autocommit=True) as connection:
        yield connection


def waiting(apart: psycopg.Connection[Any]) -> int:
    """Wait for a backend whose command waits for the row that `apart` locks; return its pid."""
    for _ in range(10_000):
        row = apart.execute(
            "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
            " AND pg_backend_pid() = ANY(pg_blocking_pids(pid)) ORDER BY pid LIMIT 1"
        ).fetchone()
        if row is not None:
            return int(row[0])
    raise AssertionError("no command waits")


def cut_off(apart: psycopg.Connection[Any], table: Table, seat: int, key: str) -> "Future[Any]":
    """Return the future of a command that loses its connection while it waits for its row."""
    with ThreadPoolExecutor(1) as thread, apart.transaction():
        apart.execute("SELECT id FROM dobon.games WHERE id = %s FOR UPDATE", (table.id,))
        command = thread.submit(table.act, seat, Draw(), key=key)
        apart.execute("SELECT pg_terminate_backend(%s)", (waiting(apart),))
        command.exception(timeout=30)
    return command


def test_a_connection_lost_while_writing_leaves_an_unknown_commit_that_the_key_settles(
    pool: Pool, apart: psycopg.Connection[Any]
):
    table = Stage(pool).open()
    seat = table.turn
    before = table.rows()
    command = cut_off(apart, table, seat, "k")
    assert isinstance(command.exception(), CommitUnknown)
    assert table.rows() == before, "this command was not committed, but its client cannot know"
    assert not table.act(seat, Draw(), key="k").repeated
    assert table.act(seat, Draw(), key="k").repeated
    assert table.game().version == len(before["events"]) + 1


def test_an_unknown_commit_that_succeeded_is_not_repeated(pool: Pool, monkeypatch: pytest.MonkeyPatch):
    table = Stage(pool).open()
    seat, version = table.turn, table.game().version
    real = store.append

    def lost_after(conn: psycopg.Connection[Any], new: store.Append) -> bool:
        real(conn, new)
        conn.close()
        raise psycopg.OperationalError("the answer never came")

    monkeypatch.setattr(store, "append", lost_after)
    with pytest.raises(CommitUnknown):
        table.act(seat, Draw(), key="k")
    monkeypatch.undo()
    again = table.act(seat, Draw(), key="k")
    assert (again.repeated, again.version) == (True, version + 1)
    assert table.game().version == version + 1


def test_an_error_of_the_server_is_a_known_outcome(
    pool: Pool, apart: psycopg.Connection[Any], owner: psycopg.Connection[Any]
):
    table = Stage(pool).open()
    seat, rows = table.turn, table.rows()
    with ThreadPoolExecutor(1) as thread, apart.transaction():
        apart.execute("SELECT id FROM dobon.games WHERE id = %s FOR UPDATE", (table.id,))
        command = thread.submit(table.act, seat, Draw())
        apart.execute("SELECT pg_cancel_backend(%s)", (waiting(apart),))
        failure = command.exception(timeout=30)
    assert type(failure) is Unavailable
    assert table.rows() == rows
    assert table.act(seat, Draw()).version == len(rows["events"]) + 1


class Player(threading.Thread):
    """Sends actions without a pause, each with a new key; repeats unanswered ones with the same key."""

    def __init__(self, table: Table) -> None:
        super().__init__(daemon=True)
        self.table = table
        self.acknowledged: dict[str, tuple[int, str]] = {}
        self.repeated = 0
        self.enough = threading.Event()

    def run(self) -> None:
        while not self.enough.is_set():
            key = f"k{len(self.acknowledged)}"
            game = self._answered(self.table.game)
            seat, action = (game.unready[0], Ready()) if game.unready else (game.table.turn, Draw())
            outcome = self._answered(partial(self.table.act, seat, action, key=key))
            self.acknowledged[key] = (outcome.version, outcome.head)
            self.repeated += outcome.repeated

    def _answered(self, ask: Callable[[], Any]) -> Any:
        while True:
            with suppress(Unavailable):
                return ask()

    def wait_for(self, more: int) -> None:
        """Wait until that many more are acknowledged."""
        wanted = len(self.acknowledged) + more
        while len(self.acknowledged) < wanted:
            assert self.is_alive()
            self.join(0.01)


def test_a_killed_server_keeps_every_acknowledged_command(embedded: Settings):
    settings = replace(embedded, pool_size=4)
    with open_pool(settings) as pool:
        player = Player(Stage(pool).open(options={"rounds": 20}))
        player.start()
        for _ in range(2):
            player.wait_for(20)
            pid = cluster(settings).pid()
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
        player.wait_for(20)
        player.enough.set()
        player.join(30)
        with owning(pool) as conn:
            events = {event.version: event.digest for event in store.read(conn, player.table.id)}
            rows = conn.execute(
                "SELECT key, last_version FROM dobon.commands WHERE game_id = %s ORDER BY key", (player.table.id,)
            )
            assert dict(rows) == {key: version for key, (version, _) in player.acknowledged.items()}
    assert list(events) == list(range(1, len(events) + 1))
    assert all(events[version] == head for version, head in player.acknowledged.values())


def test_a_new_process_continues_where_the_old_one_stopped(pool: Pool):
    table = Stage(pool).open()
    first = table.draw()
    seat = table.turn
    restarted = GameService(pool, lambda: table.stage.at)
    assert restarted.view(table.id, first.viewer).stored() == first.game.stored()
    assert restarted.act(table.id, table.players[seat], Draw(), key="k").version > first.version
