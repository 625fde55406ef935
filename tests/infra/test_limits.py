"""Nothing waits for ever: a statement, a row, a connection, a database that is frozen."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from time import monotonic

import psutil
import psycopg
import pytest

from domain.actions import Draw
from domain.errors import Refused
from infra import referee
from infra.database import GRACE_SECONDS, Pool, application_url, cluster, open_pool
from infra.outage import Doubtful, Unavailable, reading, writing
from infra.settings import Settings
from infra.watchdog import WATCHDOG
from tests.infra.stage import Stage


@pytest.fixture
def patience() -> Iterator[None]:
    """The watchdog is everybody's in this process."""
    before = WATCHDOG.seconds
    yield
    WATCHDOG.seconds = before


@pytest.fixture
def hasty(settings: Settings, patience: None) -> Iterator[Pool]:
    """Connections on which nothing takes longer than a second."""
    with open_pool(replace(settings, statement_seconds=1, pool_size=2)) as pool:
        yield pool


@contextmanager
def within(seconds: float) -> Iterator[None]:
    began = monotonic()
    yield
    assert monotonic() - began < seconds


def test_the_limits_of_the_applications_sessions_follow_the_setting(hasty: Pool) -> None:
    with hasty.connection() as conn:
        shown = [
            conn.execute("SELECT current_setting(%s)", [name]).fetchone()
            for name in ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
        ]
    assert shown == [("1s",), ("200ms",), ("1s",)]


def test_a_statement_that_takes_too_long_is_ended(hasty: Pool) -> None:
    with within(5), pytest.raises(Unavailable):
        reading(hasty, lambda conn: conn.execute("SELECT pg_sleep(60)"))
    assert reading(hasty, lambda conn: conn.execute("SELECT 1").fetchone()) == (1,)


def test_a_command_on_a_row_that_somebody_holds_is_unavailable_and_can_be_repeated(
    hasty: Pool, settings: Settings
) -> None:
    table = Stage(hasty).open()
    seat = table.turn
    unlimited = application_url(replace(settings, statement_seconds=0))
    with psycopg.connect(unlimited, autocommit=True) as apart, apart.transaction():
        apart.execute("SELECT id FROM dobon.games WHERE id = %s FOR UPDATE", (table.id,))
        with ThreadPoolExecutor(8) as threads, within(10):
            failures = [
                command.exception() for command in [threads.submit(table.act, seat, Draw(), key="k") for _ in range(8)]
            ]
    assert {type(failure) for failure in failures} == {Unavailable}
    assert not table.act(seat, Draw(), key="k").repeated


def test_commands_do_not_queue_for_ever_behind_each_other(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Stage(pool).open()
    monkeypatch.setattr(referee, "QUEUE_SECONDS", 0.1)
    with table.stage.tables._views.held(table.id).lock, pytest.raises(Refused) as refusal:
        table.draw()
    assert refusal.value.code == "busy"
    table.draw()


def test_who_finds_no_free_connection_is_told_so(settings: Settings, patience: None) -> None:
    with open_pool(replace(settings, pool_size=1)) as pool:
        pool.timeout = 0.2
        with pool.connection(), within(5):
            with pytest.raises(Unavailable):
                reading(pool, lambda conn: conn.execute("SELECT 1"))
            with pytest.raises(Unavailable):
                writing(pool, lambda conn: conn.execute("SELECT 1"))


def test_a_transaction_that_is_left_open_is_ended(hasty: Pool, pool: Pool) -> None:
    with hasty.connection() as conn, pool.connection() as apart:
        conn.autocommit = False
        conn.execute("SELECT 1")
        left = ("SELECT count(*) FROM pg_stat_activity WHERE pid = %s", [conn.info.backend_pid])
        with within(10):
            while apart.execute(*left).fetchone() != (0,):
                pass
        with pytest.raises(psycopg.errors.IdleInTransactionSessionTimeout):
            conn.execute("SELECT 1")


def test_a_database_that_is_frozen_makes_nobody_wait_for_ever(embedded: Settings, patience: None) -> None:
    settings = replace(embedded, statement_seconds=1, pool_size=2)
    with open_pool(settings) as pool:
        table = Stage(pool).open()
        seat = table.turn
        with pool.connection() as one, pool.connection() as two:
            assert one is not two, "each of the next two things has a connection, so neither has to make one"
        server = cluster(settings).pid()
        assert server is not None
        frozen = [psutil.Process(server), *psutil.Process(server).children()]
        for process in frozen:
            process.suspend()
        pool.timeout = 1
        try:
            limit = 1 + GRACE_SECONDS + 2
            with within(limit), pytest.raises(Unavailable):
                reading(pool, lambda conn: conn.execute("SELECT 1"))
            with within(limit), pytest.raises(Doubtful):
                table.act(seat, Draw(), key="k")
            with within(limit), pytest.raises(Unavailable):
                reading(pool, lambda conn: conn.execute("SELECT 1"))
        finally:
            for process in frozen:
                os.kill(process.pid, signal.SIGCONT)
        pool.timeout = 20
        outcome = None
        while outcome is None:
            try:
                outcome = table.act(seat, Draw(), key="k")
            except Unavailable:
                continue
        assert table.game().version == outcome.version, "done once, whether by the first attempt or the second"
        with pool.connection() as conn:
            assert conn.execute("SELECT count(*) FROM dobon.commands WHERE game_id = %s", (table.id,)).fetchone() == (
                1,
            )
