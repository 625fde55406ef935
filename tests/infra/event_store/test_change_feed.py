"""The change feed reports every changed game, even for transactions that commit late."""

import threading
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from infra.event_store import change_feed, store
from infra.postgres.pool import Pool
from infra.postgres.urls import application_url
from infra.settings import Settings
from tests.infra.event_store.test_store import appended


@pytest.fixture
def sleeper(settings: Settings) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    """A connection whose transaction stays open until the test ends it."""
    with psycopg.connect(application_url(settings)) as connection:
        yield connection


def games(count: int) -> list[str]:
    return [str(uuid.uuid4()) for _ in range(count)]


def settled(conn: psycopg.Connection) -> None:
    """Wait until all transactions begun so far are over; transaction ids belong to all databases of a server."""
    (newest,) = conn.execute("SELECT pg_snapshot_xmax(pg_current_snapshot())::text").fetchone() or ("0",)
    while change_feed.feed_position(conn) < int(newest):
        pass


def settled_position(conn: psycopg.Connection) -> int:
    """Return a position behind all changes so far: an open transaction elsewhere would hold it back."""
    settled(conn)
    return change_feed.feed_position(conn)


def test_a_late_commit_is_not_skipped(pool: Pool, sleeper: psycopg.Connection):
    early, late, between = games(3)
    with pool.connection() as conn:
        position = settled_position(conn)
        store.append(sleeper, appended(1, late))
        store.append(conn, appended(1, early))
        held_back = change_feed.changed_since(conn, position)
        assert late not in held_back.games
        assert early not in held_back.games, "it has committed, but waits for older transactions"
        sleeper.commit()
        store.append(conn, appended(2, between))
        settled(conn)
        changes = change_feed.changed_since(conn, held_back.next_position)
        assert changes.games == {early: 1, late: 1, between: 2}


def test_a_rolled_back_transaction_does_not_block_the_feed(pool: Pool, sleeper: psycopg.Connection):
    gone, there = games(2)
    with pool.connection() as conn:
        position = settled_position(conn)
        store.append(sleeper, appended(1, gone))
        store.append(conn, appended(1, there))
        sleeper.rollback()
        settled(conn)
        assert change_feed.changed_since(conn, position).games == {there: 1}


def test_a_change_is_reported_once(pool: Pool):
    game = games(1)[0]
    with pool.connection() as conn:
        before = settled_position(conn)
        store.append(conn, appended(1, game))
        settled(conn)
        changes = change_feed.changed_since(conn, before)
        assert changes.games == {game: 1}
        assert change_feed.changed_since(conn, changes.next_position).games == {}
        store.append(conn, appended(1, game, 1))
        settled(conn)
        assert change_feed.changed_since(conn, changes.next_position).games == {game: 2}


def test_a_reader_beside_writers_sees_every_event(pool: Pool, settings: Settings):
    writing = threading.Barrier(5)
    position = _position(pool)

    def write(place: int) -> set[str]:
        made = games(20)
        with psycopg.connect(application_url(settings)) as conn:
            writing.wait()
            for number, game in enumerate(made):
                store.append(conn, appended(1, game))
                # several in one transaction, and some that are rolled back: ids are assigned long before the commit
                if number % 4 == place % 4:
                    conn.commit()
            conn.commit()
        return set(made)

    heard: dict[str, int] = {}
    with ThreadPoolExecutor(4) as threads:
        written = [threads.submit(write, place) for place in range(4)]
        writing.wait()
        while True:
            done = all(future.done() for future in written)
            with pool.connection() as conn:
                if done:
                    settled(conn)
                changes = change_feed.changed_since(conn, position)
            position = changes.next_position
            heard |= changes.games
            if done:
                break
    assert set(heard) == set().union(*(future.result() for future in written))


def _position(pool: Pool) -> int:
    with pool.connection() as conn:
        return settled_position(conn)
