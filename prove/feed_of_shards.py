"""Second part of the proof `feed`: the games are in two databases on two servers, and followers read both.

Transaction ids of the servers have nothing to do with each other: one has used many more. The followers find games as
the projections do, with a position for each database (`infra.projections.follower`). What they have recorded and their
checkpoints are in the first database, which is that of the accounts too.

One follower is killed at random, and its next process begins with the checkpoints. The others run until the end: a
process that begins examines all games, and so repairs what was skipped.
"""

import multiprocessing
import time
from random import Random
from typing import Any

import psycopg

from infra.databases.pool import open_pool
from infra.event_store import change_feed, many_games
from infra.postgres.pool import Pool
from infra.postgres.urls import owner_url
from infra.projections import checkpoints
from infra.projections.follower import Follower, followers
from infra.settings import Settings
from prove.harness import watchdog
from prove.harness.feed_writers import FOLLOWERS, Tally, start_writers, wait_for_end
from prove.report import Row, Run

KILLED = 0
"""The follower that is killed."""

MAX_READS, KILL_SECONDS = 40, 5.0
"""Limits between two kills: reads of all followers together, and seconds."""

IDS_BEFORE = 20_000
"""Transaction ids that the second server has used before."""

PAGE = 8
"""Games whose events a follower commits together."""

LOCK = 0x70726F6F
"""First key of the advisory locks of the followers."""

Connection = psycopg.Connection[Any]


def run_feed(run: Run, first: Settings, second: Settings, wanted: int) -> list[Row]:
    """Return the rows of a run on two databases without other writers."""
    with psycopg.connect(owner_url(first), autocommit=True) as owner:
        owner.execute("CREATE TABLE dobon.proof_heard (follower int, game_id uuid, version int)")
        owner.execute("GRANT SELECT, INSERT ON dobon.proof_heard TO dobon_app")
    with psycopg.connect(owner_url(second), autocommit=True) as owner:
        owner.execute(
            "CREATE PROCEDURE dobon.proof_use_ids() LANGUAGE plpgsql AS"
            f" $$ BEGIN FOR i IN 1..{IDS_BEFORE} LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$"
        )
        owner.execute("CALL dobon.proof_use_ids()")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["prove.feed_of_shards"])
    tally = Tally(context)
    writing = start_writers(context, [first, second], f"{run.seed}-shards", wanted, tally)
    killed = _run_followers(run, (first, second), context, tally, writing, wanted)
    with psycopg.connect(owner_url(first)) as accounts, psycopg.connect(owner_url(second)) as other:
        there = {(str(game), version) for conn in (accounts, other) for game, version in _events(conn)}
        note = (
            f"{tally['taken back']:,} rollbacks, {tally['slept']:,} sleeps; followers: {tally['looks']:,} reads, one"
            f" killed {killed:,} times"
        )
        return [
            _row(accounts, follower, there, wanted, tally, note if follower == 0 else "")
            for follower in range(FOLLOWERS)
        ]


def _events(conn: Connection) -> list[tuple[Any, int]]:
    return conn.execute("SELECT game_id, version FROM dobon.events ORDER BY game_id, version").fetchall()


def _run_followers(
    run: Run, databases: tuple[Settings, Settings], context: Any, tally: Tally, writing: list[Any], wanted: int
) -> int:
    """Run followers, kill one of them at random until the writers are done, and return the number of kills."""
    chance = Random(f"{run.seed}-killer-of-shards")

    def begun(number: int) -> Any:
        process = context.Process(target=run_follower, args=(*databases, number, tally))
        process.start()
        return process

    following = [begun(number) for number in range(FOLLOWERS)]
    killed = 0
    try:
        while not tally.over and any(process.is_alive() for process in writing):
            run.report_progress("feed of two shards: events committed", tally["committed"], wanted)
            looks, until = tally["looks"] + chance.randint(1, MAX_READS), time.monotonic() + KILL_SECONDS
            while tally["looks"] < looks and time.monotonic() < until and not tally.over:
                time.sleep(0.01)
            following[KILLED].kill()
            following[KILLED].join()
            killed += 1
            following[KILLED] = begun(KILLED)
        for process in [*writing, *following]:
            wait_for_end(process, tally)
    finally:
        # A follower without writers would follow forever.
        for process in following:
            process.kill()
    return killed


def run_follower(first: Settings, second: Settings, number: int, tally: Tally) -> None:
    """Follow both databases until the writers are done."""
    watchdog.dump_on_signal()
    name, counts = f"proof-{number}", tally.of_follower(number)
    with open_pool(first) as pool, open_pool(second) as other:
        positions = followers((pool, other), name)
        done = False
        while not done:
            # A writer that is done has committed before this is read.
            done = tally.over
            for database, follower in positions.items():
                _follow(pool, database, follower, number, name, settle=done)
            counts.add("looks")


def _follow(pool: Pool, shard: Pool, follower: Follower, number: int, name: str, *, settle: bool) -> None:
    """Record all new events of a database. `settle`: wait until all transactions that have begun are over."""
    with shard.connection() as log, pool.connection_beside(shard, log) as conn:
        # The server may still commit for a killed process, so the next one waits until its session is over.
        conn.execute("SELECT pg_advisory_lock(%s, %s)", (LOCK, number))
        if settle:
            _wait_until_settled(log)
        for games in follower.changed_games(log, conn, PAGE):
            _record(conn, log, games, number, name)
        conn.execute("SELECT pg_advisory_unlock(%s, %s)", (LOCK, number))


def _record(conn: Connection, log: Connection, games: list[str], number: int, name: str) -> None:
    """Record the events of some games after their checkpoints, in one transaction with the new checkpoints."""
    known = checkpoints.versions(conn, name, games)
    last = {game: known.get(game, 0) for game in games}
    rows = many_games.rows_between(log, {game: (last[game], 2**31 - 1) for game in games})
    heard = [(game, row[0]) for game in games for row in rows[game]]
    upto = {game: rows[game][-1][0] for game in games if rows[game]}
    if not heard:
        return
    with conn.transaction():
        assert checkpoints.move(conn, name, last, upto) == upto.keys()
        conn.execute(
            "INSERT INTO dobon.proof_heard SELECT %s, game, version FROM unnest(%s::uuid[], %s::int4[]) AS heard (game, version)",
            (number, [game for game, _ in heard], [version for _, version in heard]),
        )


def _wait_until_settled(conn: Connection) -> None:
    """Wait until every transaction that has begun so far is over."""
    (newest,) = conn.execute("SELECT pg_snapshot_xmax(pg_current_snapshot())::text").fetchone() or ("0",)
    while change_feed.feed_position(conn) < int(newest):
        time.sleep(0.01)


def _row(accounts: Connection, follower: int, there: set[tuple[str, int]], wanted: int, tally: Tally, note: str) -> Row:
    heard = [
        (str(game), version)
        for game, version in accounts.execute(
            "SELECT game_id, version FROM dobon.proof_heard WHERE follower = %s", (follower,)
        )
    ]
    failures = [f"version {version} of {game} was skipped" for game, version in sorted(there - set(heard))]
    if len(heard) > len(set(heard)):
        failures.append(f"{len(heard) - len(set(heard))} events were applied twice")
    if len(there) != tally["committed"]:
        failures.append(f"{tally['committed']:,} events were committed, but {len(there):,} are in the logs")
    return Row(f"events of two shards recorded once by follower {follower + 1}", len(there), failures, note, wanted)
