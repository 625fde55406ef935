"""Proof `feed`: followers that are killed at random receive every event once, whatever order writers commit in.

Writers roll back, sleep and commit in another order than they began. Games are short: nothing comes after a skipped
event that would make the follower read it later.

Followers work as a projection over many games does. They ask `infra.event_store.change_feed` which games have changed,
read those from their own position, and commit the result together with the new position. A second part has the games in
two databases (`prove/feed_of_shards.py`).
"""

import multiprocessing
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import psycopg

from infra.event_store import change_feed, store
from infra.postgres.urls import application_url, owner_url
from infra.settings import Settings
from prove import feed_of_shards
from prove.harness import watchdog
from prove.harness.database import database
from prove.harness.feed_writers import FOLLOWERS, WRITERS, Tally, start_writers, wait_for_end
from prove.report import Row, Run

EVENTS = 200_000
RESTARTING = FOLLOWERS - 1
"""The follower that sometimes starts again from all games, which repairs skipped events; the others never do."""

MAX_READS, KILL_SECONDS = 12, 5.0
"""Limits between two kills of a follower: reads of all followers together, and seconds."""

GAMES_PER_COMMIT = 8
"""Games whose events a follower commits together."""

Connection = psycopg.Connection[Any]


def prove(run: Run) -> Iterator[Row]:
    """Run writers beside followers, on a server of their own, and then on two."""
    with database() as settings:
        yield from run_feed(run, settings)
    with database() as first, database() as second:
        yield from feed_of_shards.run_feed(run, first, second, run.count(EVENTS, 500))


def run_feed(run: Run, settings: Settings) -> list[Row]:
    """Return the rows of a run on a database without other writers."""
    wanted = run.count(EVENTS, 500)
    with psycopg.connect(owner_url(settings), autocommit=True) as owner:
        owner.execute("CREATE TABLE dobon.proof_heard (follower int, game_id uuid, version int)")
        owner.execute("CREATE TABLE dobon.proof_position (follower int PRIMARY KEY, position xid8)")
        owner.execute(
            "CREATE TABLE dobon.proof_progress (follower int, game_id uuid, version int, PRIMARY KEY (follower, game_id))"
        )
        owner.execute(
            "GRANT SELECT, INSERT, UPDATE, DELETE ON dobon.proof_heard, dobon.proof_position, dobon.proof_progress TO dobon_app"
        )
    # Each process is forked from one that has only imported this module: it starts at once, without other threads.
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["prove.feed"])
    tally = Tally(context)
    writing = start_writers(context, [settings], run.seed, wanted, tally)
    killed = _run_followers(run, settings, context, tally, writing, wanted)
    with psycopg.connect(owner_url(settings), autocommit=True) as owner:
        return [_follower_row(owner, follower, wanted, tally, killed) for follower in range(FOLLOWERS)]


def _run_followers(run: Run, settings: Settings, context: Any, tally: Tally, writing: list[Any], wanted: int) -> int:
    """Run followers, kill and restart them at random until the writers are done, and return the number of kills."""
    chance, lives = Random(f"{run.seed}-killer"), 0

    def begun(number: int) -> Any:
        nonlocal lives
        lives += 1
        process = context.Process(target=run_follower, args=(settings, f"{run.seed}-{lives}", number, tally))
        process.start()
        return process

    following = [begun(number) for number in range(FOLLOWERS)]
    killed = 0
    while not tally.over and any(process.is_alive() for process in writing):
        run.report_progress("feed: events committed", tally["committed"], wanted)
        # The time limit covers a follower that never finishes a read.
        looks, until = tally["looks"] + chance.randint(1, MAX_READS), time.monotonic() + KILL_SECONDS
        while tally["looks"] < looks and time.monotonic() < until and not tally.over:
            time.sleep(0.01)
        number = chance.randrange(FOLLOWERS)
        following[number].kill()
        following[number].join()
        killed += 1
        following[number] = begun(number)
    try:
        for process in [*writing, *following]:
            wait_for_end(process, tally)
    finally:
        # A follower without writers would follow forever.
        for process in following:
            process.kill()
    return killed


# Followers


def run_follower(settings: Settings, seed: str, number: int, tally: Tally) -> None:
    """Follow until the writers are done, with one connection after the other."""
    watchdog.dump_on_signal()
    chance = Random(f"{seed}-follower-{number}")
    done = False
    while not done:
        with psycopg.connect(application_url(settings)) as conn:
            # The server may still commit for a killed process, so this one waits until that connection is closed.
            conn.execute("SELECT pg_advisory_lock(%s)", (number,))
            conn.commit()
            done = follow_changes(conn, number, chance, tally)


def follow_changes(conn: Connection, follower: int, chance: Random, tally: Tally) -> bool:
    """Follow for a while. Return True if the writers were done before and every event was received.

    Besides the processes that are killed, some connections break off in the middle of the work, so that uncommitted
    work is lost. Some start without their position in the feed, and are given all games again.
    """
    counts = tally.of_follower(follower)
    position = _read_position(conn, follower)
    if follower == RESTARTING and chance.random() < 0.05:
        counts.add("begun anew")
        position = 0
    for _ in range(chance.randint(1, 30)):
        # A writer that is done has committed before this is read.
        over = tally.over
        if over:
            _wait_until_settled(conn)
        changes = change_feed.changed_since(conn, position)
        # An earlier process may have recorded games and been killed before it stored the position.
        known = _read_versions(conn, follower, list(changes.games))
        games = [game for game, version in changes.games.items() if version > known.get(game, 0)]
        for first in range(0, len(games), GAMES_PER_COMMIT):
            for game in games[first : first + GAMES_PER_COMMIT]:
                _record_events(conn, follower, game, known.get(game, 0))
            if chance.random() < 0.002:
                counts.add("broken off")
                conn.close()
                return False
            conn.commit()
        conn.execute(
            "INSERT INTO dobon.proof_position VALUES (%s, %s::text::xid8) ON CONFLICT (follower) DO UPDATE SET position = excluded.position",
            (follower, str(changes.next_position)),
        )
        conn.commit()
        position = changes.next_position
        counts.add("looks")
        if over:
            return True
        time.sleep(chance.random() * 0.02)
    counts.add("stopped")
    return False


def _read_position(conn: Connection, follower: int) -> int:
    row = conn.execute("SELECT position::text FROM dobon.proof_position WHERE follower = %s", (follower,)).fetchone()
    conn.commit()
    return int(row[0]) if row else 0


def _read_versions(conn: Connection, follower: int, games: list[str]) -> dict[str, int]:
    """Return the version of each of these games that the follower has reached."""
    rows = conn.execute(
        "SELECT game_id, version FROM dobon.proof_progress WHERE follower = %s AND game_id = ANY(%s::uuid[]) ORDER BY game_id",
        (follower, games),
    )
    return dict(rows.fetchall())


def _record_events(conn: Connection, follower: int, game: str, after: int) -> None:
    """Record the events of a game from the follower's version on, and its new version, in one transaction."""
    events = store.read(conn, game, after)
    conn.execute(
        "INSERT INTO dobon.proof_heard SELECT %s, %s, unnest(%s::int[])",
        (follower, game, [event.version for event in events]),
    )
    conn.execute(
        "INSERT INTO dobon.proof_progress VALUES (%s, %s, %s) ON CONFLICT (follower, game_id) DO UPDATE SET version = excluded.version",
        (follower, game, events[-1].version),
    )


def _wait_until_settled(conn: Connection) -> None:
    """Wait until every transaction that has begun so far is over."""
    (newest,) = conn.execute("SELECT pg_snapshot_xmax(pg_current_snapshot())::text").fetchone() or ("0",)
    conn.commit()
    while change_feed.feed_position(conn) < int(newest):
        conn.commit()
        time.sleep(0.01)
    conn.commit()


# Results


def _follower_row(owner: Connection, follower: int, wanted: int, tally: Tally, killed: int) -> Row:
    skipped = owner.execute(
        "SELECT events.game_id, events.version FROM dobon.events LEFT JOIN dobon.proof_heard AS heard"
        " ON heard.game_id = events.game_id AND heard.version = events.version AND heard.follower = %s"
        " WHERE heard.version IS NULL ORDER BY 1, 2",
        (follower,),
    ).fetchall()
    twice = owner.execute(
        "SELECT game_id, version, count(*) FROM dobon.proof_heard WHERE follower = %s GROUP BY 1, 2 HAVING count(*) > 1 ORDER BY 1, 2",
        (follower,),
    ).fetchall()
    (there,) = owner.execute("SELECT count(*) FROM dobon.events").fetchone() or (0,)
    failures = [f"version {version} of {game} was skipped" for game, version in skipped]
    failures += [f"version {version} of {game} was applied {times} times" for game, version, times in twice]
    if there != tally["committed"]:
        failures.append(f"{tally['committed']:,} events were committed, but {there:,} are in the log")
    note = (
        f"{WRITERS} writers, {tally['taken back']:,} rollbacks, {tally['slept']:,} sleeps; followers: {tally['looks']:,} reads, killed {killed:,} times, broken off "
        f"{tally['broken off']:,}, stopped {tally['stopped']:,}, restarted from the first game {tally['begun anew']:,}"
    )
    return Row(
        f"events recorded once by follower {follower + 1}", there, failures, note if follower == 0 else "", wanted
    )
