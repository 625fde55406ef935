"""Every wait has a timeout: for a statement, a row, a connection, a frozen database."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from time import monotonic

import psutil
import psycopg
import pytest

from domain.log.errors import Refused
from domain.ruleset.actions import Draw
from infra.commands import handler
from infra.databases.pool import AccountsPool, open_pool
from infra.postgres.connection_watchdog import WATCHDOG
from infra.postgres.pool import Pool
from infra.postgres.retry import CommitUnknown, Unavailable, read_with_retry, write_once
from infra.postgres.urls import application_url, cluster
from infra.settings import Settings
from prove.harness.service_games import Stage, owning
from tests.infra.postgres.standbys import drawn


@pytest.fixture
def restored_watchdog() -> Iterator[None]:
    """Restore the watchdog's timeout afterwards, because the whole process shares it."""
    before = WATCHDOG.seconds
    yield
    WATCHDOG.seconds = before


@pytest.fixture
def short_timeouts(settings: Settings, restored_watchdog: None) -> Iterator[AccountsPool]:
    """A pool on which every operation ends within a second."""
    with open_pool(replace(settings, statement_seconds=1, pool_size=2)) as pool:
        yield pool


@contextmanager
def within(seconds: float) -> Iterator[None]:
    began = monotonic()
    yield
    assert monotonic() - began < seconds


def test_session_timeouts_follow_the_setting(short_timeouts: Pool) -> None:
    with short_timeouts.connection() as conn:
        shown = [
            conn.execute("SELECT current_setting(%s)", [name]).fetchone()
            for name in ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
        ]
    assert shown == [("1s",), ("200ms",), ("1s",)]


def test_a_slow_statement_is_cancelled(short_timeouts: Pool) -> None:
    with within(30), pytest.raises(Unavailable):
        read_with_retry(short_timeouts, lambda conn: conn.execute("SELECT pg_sleep(60)"))
    assert read_with_retry(short_timeouts, lambda conn: conn.execute("SELECT 1").fetchone()) == (1,)


def test_a_command_on_a_locked_row_is_unavailable_and_can_be_repeated(short_timeouts: Pool, settings: Settings) -> None:
    table = Stage(short_timeouts).open()
    seat = table.turn
    unlimited = application_url(replace(settings, statement_seconds=0))
    with psycopg.connect(unlimited, autocommit=True) as apart, apart.transaction():
        apart.execute("SELECT id FROM dobon.games WHERE id = %s FOR UPDATE", (table.id,))
        with ThreadPoolExecutor(8) as threads, within(30):
            failures = [
                command.exception() for command in [threads.submit(table.act, seat, Draw(), key="k") for _ in range(8)]
            ]
    assert {type(failure) for failure in failures} == {Unavailable}
    assert not table.act(seat, Draw(), key="k").repeated


def test_a_command_behind_a_locked_game_is_refused_as_busy(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Stage(pool).open()
    monkeypatch.setattr(handler, "QUEUE_SECONDS", 0.1)
    with table.stage.tables._repository.cached(table.id).lock, pytest.raises(Refused) as refusal:
        table.draw()
    assert refusal.value.code == "busy"
    table.draw()


def test_a_command_without_a_free_connection_is_refused_in_time(settings: Settings, restored_watchdog: None) -> None:
    with open_pool(replace(settings, pool_size=1)) as pool:
        pool.timeout = 0.2
        with pool.connection(), within(30):
            with pytest.raises(Unavailable):
                read_with_retry(pool, lambda conn: conn.execute("SELECT 1"))
            with pytest.raises(Unavailable):
                write_once(pool, lambda conn: conn.execute("SELECT 1"))


def test_an_idle_transaction_is_ended(short_timeouts: Pool, pool: Pool) -> None:
    with short_timeouts.connection() as conn, pool.connection() as apart:
        conn.autocommit = False
        conn.execute("SELECT 1")
        left = ("SELECT count(*) FROM pg_stat_activity WHERE pid = %s", [conn.info.backend_pid])
        with within(30):
            while apart.execute(*left).fetchone() != (0,):
                pass
        with pytest.raises(psycopg.errors.IdleInTransactionSessionTimeout):
            conn.execute("SELECT 1")


def test_commands_on_a_frozen_database_end_in_time(embedded: Settings, restored_watchdog: None) -> None:
    settings = replace(embedded, statement_seconds=1, pool_size=2)
    with open_pool(settings) as pool:
        table = Stage(pool).open()
        seat = table.turn
        with pool.connection() as one, pool.connection() as two:
            assert one is not two, "the next two operations each have a connection, so neither has to open one"
        server = cluster(settings).pid()
        assert server is not None
        frozen = [psutil.Process(server), *psutil.Process(server).children()]
        for process in frozen:
            with suppress(psutil.NoSuchProcess):
                process.suspend()
        pool.timeout = 1
        try:
            with within(30), pytest.raises(Unavailable):
                read_with_retry(pool, lambda conn: conn.execute("SELECT 1"))
            with within(30), pytest.raises(CommitUnknown):
                table.act(seat, Draw(), key="k")
            with within(30), pytest.raises(Unavailable):
                read_with_retry(pool, lambda conn: conn.execute("SELECT 1"))
        finally:
            for process in frozen:
                with suppress(ProcessLookupError):
                    os.kill(process.pid, signal.SIGCONT)
        pool.timeout = 20
        outcome = drawn(table, seat)
        assert table.game().version == outcome.version, "done once, by the first attempt or the second"
        with owning(pool) as conn:
            assert conn.execute("SELECT count(*) FROM dobon.commands WHERE game_id = %s", (table.id,)).fetchone() == (
                1,
            )


@pytest.mark.parametrize(("given", "seconds"), [("", "5"), ("connect_timeout=2", "2")])
def test_the_address_may_say_how_long_a_connection_may_take(settings: Settings, given: str, seconds: str) -> None:
    url = settings.database_url or ""
    with (
        open_pool(replace(settings, database_url=f"{url}{'&' if '?' in url else '?'}{given}")) as pool,
        pool.connection() as conn,
    ):
        assert conn.info.get_parameters()["connect_timeout"] == seconds
