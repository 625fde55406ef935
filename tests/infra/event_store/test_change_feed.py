"""The feed names every game that has changed, however late a transaction commits."""

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
    """Return when all that has begun so far is over: other tests write to other databases of the same server, and ids are the server's."""
    (newest,) = conn.execute("SELECT pg_snapshot_xmax(pg_current_snapshot())::text").fetchone() or ("0",)
    while change_feed.feed_position(conn) < int(newest):
        pass


def test_a_transaction_that_commits_late_is_not_skipped(pool: Pool, sleeper: psycopg.Connection):
    early, late, between = games(3)
    with pool.connection() as conn:
        position = change_feed.feed_position(conn)
        store.append(sleeper, appended(1, late))
        store.append(conn, appended(1, early))
        held_back = change_feed.changed_since(conn, position)
        assert late not in held_back.games
        assert early not in held_back.games, "it has committed, and waits for what began before it"
        sleeper.commit()
        store.append(conn, appended(2, between))
        settled(conn)
        changes = change_feed.changed_since(conn, held_back.next_position)
    assert changes.games == {early: 1, late: 1, between: 2}


def test_a_transaction_that_is_rolled_back_holds_nothing_up(pool: Pool, sleeper: psycopg.Connection):
    gone, there = games(2)
    with pool.connection() as conn:
        position = change_feed.feed_position(conn)
        store.append(sleeper, appended(1, gone))
        store.append(conn, appended(1, there))
        sleeper.rollback()
        settled(conn)
        assert change_feed.changed_since(conn, position).games == {there: 1}


def test_what_was_named_is_not_named_again(pool: Pool):
    game = games(1)[0]
    with pool.connection() as conn:
        before = change_feed.feed_position(conn)
        store.append(conn, appended(1, game))
        settled(conn)
        changes = change_feed.changed_since(conn, before)
        assert changes.games == {game: 1}
        assert change_feed.changed_since(conn, changes.next_position).games == {}
        store.append(conn, appended(1, game, 1))
        settled(conn)
        assert change_feed.changed_since(conn, changes.next_position).games == {game: 2}


def test_a_reader_beside_writers_hears_of_every_event(pool: Pool, settings: Settings):
    writing = threading.Barrier(5)
    position = _position(pool)

    def write(place: int) -> set[str]:
        made = games(20)
        with psycopg.connect(application_url(settings)) as conn:
            writing.wait()
            for number, game in enumerate(made):
                store.append(conn, appended(1, game))
                # several in one transaction, and some that come to nothing: ids are given long before the commit
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
        return change_feed.feed_position(conn)
