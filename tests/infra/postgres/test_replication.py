"""Answers to commands and repeated keys wait for the synchronous standby, also if an earlier wait was cancelled."""

import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from typing import Any

import psycopg
import pytest

from domain.ruleset.actions import Draw
from infra.accounts.keyed_requests import KeyedRequest, do_once
from infra.databases.pool import AccountsPool, open_pool
from infra.event_store import store
from infra.postgres.connection_watchdog import WATCHDOG
from infra.postgres.pool import Pool
from infra.postgres.replication import FormerPrimary
from infra.postgres.retry import CommitUnknown, Unavailable, write_once
from infra.postgres.urls import DATABASE, cluster
from infra.settings import Settings
from prove.harness.service_games import Stage, Table
from tests.conftest import new_directory
from tests.infra.postgres.standbys import Pair, drawn, until

pytestmark = [pytest.mark.slow, pytest.mark.server]


@pytest.fixture(scope="module")
def pair() -> Iterator[Pair]:
    directory = new_directory()
    made = Pair.start(directory)
    yield made
    made.stop()
    shutil.rmtree(directory)


@pytest.fixture
def replicated(pair: Pair) -> Iterator[AccountsPool]:
    """Connections to a primary with a synchronous standby."""
    before = WATCHDOG.seconds
    with open_pool(pair.settings) as pool:
        yield pool
    WATCHDOG.seconds = before


def in_thread(threads: ThreadPoolExecutor, pair: Pair, work: Callable[[], Any]) -> "tuple[Future[Any], int]":
    """Begin the work, and return its future and the backend in which it waits for the standby."""
    future = threads.submit(work)
    return future, pair.waiting(future)


@pytest.mark.parametrize("ending", ["pg_cancel_backend", "pg_terminate_backend"])
def test_a_command_is_unknown_if_its_wait_is_ended(pair: Pair, replicated: Pool, ending: str):
    table = Stage(replicated).open()
    seat, version = table.turn, table.game().version
    with ThreadPoolExecutor(1) as threads, pair.held():
        command, backend = in_thread(threads, pair, lambda: table.act(seat, Draw(), key="k"))
        pair.execute(f"SELECT {ending}({backend})")
        assert isinstance(command.exception(30), CommitUnknown)
        assert table.game().version == version + 1, "it is visible, but may be lost"
    assert table.act(seat, Draw(), key="k").repeated


def test_a_write_in_a_transaction_is_unknown_if_its_wait_is_cancelled(pair: Pair, replicated: Pool):
    with ThreadPoolExecutor(1) as threads, pair.held():
        asked = lambda: do_once(replicated, KeyedRequest("scope", "cancelled", b"r"), lambda _: {})  # noqa: E731
        request, backend = in_thread(threads, pair, asked)
        pair.execute(f"SELECT pg_cancel_backend({backend})")
        assert isinstance(request.exception(30), CommitUnknown)


def test_the_watchdog_ends_the_wait_for_a_standby(pair: Pair, replicated: Pool):
    table = Stage(replicated).open()
    seat = table.turn
    with open_pool(replace(pair.settings, statement_seconds=1)) as limited, pair.held():
        with pytest.raises(CommitUnknown):
            Stage(limited).tables.act(table.id, table.players[seat], Draw(), key="k")
        with pytest.raises(Unavailable):
            Stage(limited).tables.act(table.id, table.players[seat], Draw(), key="k")
    assert table.act(seat, Draw(), key="k").repeated


def test_a_warning_counts_for_its_own_write_alone(pair: Pair, replicated: Pool):
    def write(conn: Any) -> Any:
        return conn.execute("SELECT pg_logical_emit_message(true, 'test', '')").rowcount

    with open_pool(replace(pair.settings, pool_size=1)) as pool:
        with ThreadPoolExecutor(1) as threads, pair.held():
            request, backend = in_thread(threads, pair, lambda: write_once(pool, write))
            pair.execute(f"SELECT pg_cancel_backend({backend})")
            assert isinstance(request.exception(30), CommitUnknown)
        assert write_once(pool, write) == 1


def unconfirmed(pair: Pair, threads: ThreadPoolExecutor, table: Table) -> int:
    """Send a command with the key `k` whose commit the standby does not confirm, and return its seat."""
    seat = table.turn
    command, backend = in_thread(threads, pair, lambda: table.act(seat, Draw(), key="k"))
    pair.execute(f"SELECT pg_cancel_backend({backend})")
    assert isinstance(command.exception(30), CommitUnknown)
    return seat


def test_a_repeated_key_is_answered_when_the_standby_has_the_command(pair: Pair, replicated: Pool):
    table = Stage(replicated).open()
    with ThreadPoolExecutor(1) as threads:
        with pair.held():
            seat = unconfirmed(pair, threads, table)
            again, _ = in_thread(threads, pair, lambda: table.act(seat, Draw(), key="k"))
            assert not again.done()
        assert again.result(30).repeated


def test_a_repeated_request_outside_the_log_is_answered_when_the_standby_has_it(pair: Pair, replicated: Pool):
    keyed = KeyedRequest("scope", "repeated", b"r")
    with ThreadPoolExecutor(1) as threads:
        with pair.held():
            first, backend = in_thread(threads, pair, lambda: do_once(replicated, keyed, lambda _: {"n": 1}))
            pair.execute(f"SELECT pg_cancel_backend({backend})")
            assert isinstance(first.exception(30), CommitUnknown)
            again, _ = in_thread(threads, pair, lambda: do_once(replicated, keyed, lambda _: {"n": 2}))
            assert not again.done()
        assert again.result(30) == {"n": 1}


def test_a_repeated_key_writes_nothing_without_a_synchronous_standby(pool: Pool):
    table = Stage(pool).open()
    seat = table.turn
    table.act(seat, Draw(), key="k")
    with pool.connection() as conn, conn.transaction():
        assert store.events_of_command(conn, table.id, table.players[seat], "k") is not None
        assert conn.execute("SELECT pg_current_xact_id_if_assigned()").fetchone() == (None,)


@pytest.fixture
def failing() -> Iterator[Pair]:
    """A pair of its own, whose primary the test kills."""
    directory = new_directory()
    made = Pair.start(directory)
    yield made
    made.stop()
    shutil.rmtree(directory)


def test_a_command_that_was_answered_when_repeated_survives_the_primary(failing: Pair):
    with open_pool(failing.settings) as pool, ThreadPoolExecutor(1) as threads:
        table = Stage(pool).open()
        with failing.held():
            seat = unconfirmed(failing, threads, table)
        answered = table.act(seat, Draw(), key="k")
    failing.promoted()
    with open_pool(Settings(database_url=failing.both())) as pool:
        again = Stage(pool).tables.act(table.id, table.players[seat], Draw(), key="k")
    assert (again.repeated, again.version, again.head) == (True, answered.version, answered.head)


def test_events_that_a_failover_has_lost_are_forgotten(failing: Pair):
    with open_pool(replace(failing.settings, database_url=failing.both())) as pool, ThreadPoolExecutor(1) as threads:
        table = Stage(pool).open()
        version = table.game().version
        with failing.held(lost=True):
            seat = unconfirmed(failing, threads, table)
            assert table.game().version == version + 1, "this process has read the event that will be lost"
            failing.promoted()
        again = drawn(table, seat)
        assert (again.repeated, again.version) == (False, version + 1)
        assert table.game().version == version + 1
        with pool.connection() as conn:
            events = store.read(conn, table.id)
    assert events[-1].digest == again.head


def host_of(pool: Pool) -> str:
    """Return the directory of the socket of the server that the pool uses, after as many attempts as needed."""

    def ask() -> list[tuple[object, ...]]:
        with suppress(Unavailable, psycopg.OperationalError), pool.connection() as conn:
            conn.execute("SELECT FROM dobon.games LIMIT 1")
            return [(conn.info.host,)]
        return []

    return str(until(ask)[0][0])


def test_a_primary_that_was_replaced_is_not_used_any_more(failing: Pair):
    """A frozen machine that is resumed still accepts connections as the primary."""
    either = replace(failing.settings, database_url=f"{failing.both()}&load_balance_hosts=random")
    with open_pool(either) as pool:
        assert host_of(pool) == str(cluster(failing.settings).sockets), "only this one is a primary"
        with psycopg.connect(failing.standby.url(), autocommit=True) as promoting:
            promoting.execute("SELECT pg_promote(true)")
            pool.primary.note(promoting)
        assert cluster(failing.settings).running()
        assert {host_of(pool) for _ in range(10)} == {str(failing.standby.sockets)}
        former = psycopg.connect(cluster(failing.settings).url(DATABASE), autocommit=True)
        with former, pytest.raises(FormerPrimary):
            pool.primary.note(former)


def test_pools_of_different_databases_do_not_disturb_each_other(failing: Pair, settings: Settings):
    failing.promoted()
    with open_pool(Settings(database_url=failing.both())) as promoted, open_pool(settings) as other:
        for pool in (promoted, other, promoted, other):
            with pool.connection() as conn:
                assert conn.execute("SELECT 1").fetchone() == (1,)
        assert (promoted.primary.changes, other.primary.changes) == (0, 0)
