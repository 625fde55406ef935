"""The handover of a partition from its owner, the source, to a target that has its rows and follows their changes.

The source gives the partition up in a transaction of its own, and the target takes it with the mark that the source
wrote afterwards (`infra.sharding.channel`). So at every moment at most one of them owns it.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg import errors, sql

from infra.postgres.connection_watchdog import ConnectionWatchdog
from infra.postgres.partitions import ID_COLUMNS, LOCK_KEY, bounds
from infra.postgres.replication import take_unconfirmed
from infra.sharding import router
from infra.sharding.channel import new_token
from infra.sharding.rows import MARK
from infra.sharding.servers import Servers, Shard

Connection = psycopg.Connection[Any]
Note = Callable[[str], None]
"""Receives the name of each step of a move when it is done."""

FREE_SECONDS = 0.1
"""Time for which a move looks for a moment without calls in progress, so that later calls need not wait for it."""

LOCK_MILLISECONDS = 30
"""Time for which later calls then wait at most for a move that waits for the calls in progress."""

WRITERS_SECONDS = 0.2
"""Time in which statements over many games, which began before the partition was given up, have to end."""

ARRIVAL_SECONDS = 1.0
"""Time in which the last changes have to reach the target. Otherwise the source gets the partition back."""

_watchdog = ConnectionWatchdog(3.0)
"""Closes connections to a server that does not answer during the switch."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """A partition on its way to another shard."""

    servers: Servers
    partition: int
    source: Shard
    target: Shard
    note: Note


class Handover:
    """Attempts to hand over one partition."""

    def __init__(self, transfer: Transfer) -> None:
        self._transfer = transfer
        self._source, self._target = transfer.source.conn, transfer.target.conn
        self._token = 0
        query = "SELECT arrivals FROM dobon.partitions WHERE number = %s"
        row = self._source.execute(query, (transfer.partition,)).fetchone()
        self._arrivals: int = row[0] if row else 0
        "How often the partition had arrived at a shard before."

    def attempt(self) -> float | None:
        """Hand the partition over; return the longest time without an owner in seconds, or None if the source keeps it.

        Raises `psycopg.OperationalError` if it cannot be known which of them owns it.
        """
        self._token = new_token()
        with _watchdog.watch(self._source), _watchdog.watch(self._target):
            began = time.monotonic()
            try:
                self._run(self._source, _GIVE_UP, "marked")
            except (errors.LockNotAvailable, errors.DeadlockDetected):
                return None
            except errors.RaiseException:
                self._give_back()
                return None
            # If the source lost this commit with its primary, it would own the partition again.
            if take_unconfirmed(self._source) or not self._take():
                self._give_back()
                return None
        return time.monotonic() - began

    def _take(self) -> bool:
        """Let the target take the partition, and tell whether it has."""
        with ThreadPoolExecutor(max(1, len(self._transfer.servers.routers))) as threads:
            # The routers learn it meanwhile. Until the target is the owner, both shards refuse.
            routing = [
                threads.submit(self._route, conn, self._transfer.target) for conn in self._transfer.servers.routers
            ]
            try:
                self._run(self._target, _TAKE, "taken")
            except psycopg.Error:
                if self._target.closed:
                    raise
                return False
        for done in routing:
            done.result()
        self._transfer.note("routed")
        return True

    def _run(self, conn: Connection, block: str, step: str) -> None:
        """Run a block of PL/pgSQL, which is one round trip, and note the step."""
        values = {
            "number": self._transfer.partition,
            "key": LOCK_KEY,
            "place": bounds(self._transfer.partition)[0],
            "mark": MARK,
            "token": self._token,
            "arrivals": self._arrivals,
            "free_seconds": FREE_SECONDS,
            "timeout": f"{LOCK_MILLISECONDS}ms",
            "tables": [f"dobon.{table}" for table in (*ID_COLUMNS, "closed_games") if table != "progress"],
            "writers_seconds": WRITERS_SECONDS,
            "arrival_seconds": ARRIVAL_SECONDS,
        }
        conn.execute(sql.SQL(block).format(**{name: sql.Literal(value) for name, value in values.items()}))
        self._transfer.note(step)

    def _give_back(self) -> None:
        """Make the source the owner again. The target has not taken the partition, and will not.

        Raises `psycopg.errors.RaiseException` if another process has undone the move.
        """
        self._run(self._source, _GIVE_BACK, "given back")
        for conn in self._transfer.servers.routers:
            self._route(conn, self._transfer.source)

    def _route(self, conn: Connection, shard: Shard) -> None:
        router.set_route(conn, self._transfer.partition, shard.address)


# The first commit need not wait for the disk and the standby, because that of the mark does.
# Calls of functions hold the lock of a partition. Statements over many games do not. One that holds the lock of a table
# may have seen the source as the owner; one that comes later sees that it is not, and so finds no rows.
_GIVE_UP = """
DO $$
DECLARE
    began text[];
    until timestamptz := clock_timestamp() + {free_seconds} * interval '1 s';
BEGIN
    PERFORM set_config('lock_timeout', {timeout}, true), set_config('synchronous_commit', 'off', true);
    WHILE NOT pg_try_advisory_xact_lock({key}, {number}) LOOP
        IF clock_timestamp() > until THEN
            PERFORM pg_advisory_xact_lock({key}, {number});
            EXIT;
        END IF;
        PERFORM pg_sleep(0.001);
    END LOOP;
    UPDATE dobon.partitions SET owned = false WHERE number = {number} AND owned;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'this database does not own partition %', {number};
    END IF;
    INSERT INTO dobon.progress (game_id, name, version) VALUES ({place}, {mark}, -{token})
    ON CONFLICT (game_id, name) DO UPDATE SET version = excluded.version;
    COMMIT;
    until := clock_timestamp() + {writers_seconds} * interval '1 s';
    LOOP
        SELECT array_agg(DISTINCT held.virtualtransaction) INTO began FROM pg_locks AS held
        WHERE held.locktype = 'relation' AND held.mode = 'RowExclusiveLock' AND held.pid <> pg_backend_pid()
            AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database())
            AND held.relation = ANY({tables}::regclass[])
            AND (began IS NULL OR held.virtualtransaction = ANY(began)) AND NOT EXISTS (
                SELECT FROM pg_locks AS other WHERE other.virtualtransaction = held.virtualtransaction
                    AND other.locktype = 'advisory' AND other.classid = {key} AND other.objsubid = 2
            );
        EXIT WHEN began IS NULL;
        IF clock_timestamp() > until THEN
            RAISE EXCEPTION 'statements over many games do not end';
        END IF;
        PERFORM pg_sleep(0.001);
    END LOOP;
    UPDATE dobon.progress SET version = {token} WHERE game_id = {place} AND name = {mark} AND version = -{token};
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the move of partition % was undone', {number};
    END IF;
END $$"""
"""The source gives the partition up, waits until all statements have ended that saw it as the owner, and marks that."""

_TAKE = """
DO $$
DECLARE
    until timestamptz := clock_timestamp() + {arrival_seconds} * interval '1 s';
BEGIN
    PERFORM set_config('lock_timeout', '1s', true);
    LOOP
        DELETE FROM dobon.progress WHERE game_id = {place} AND name = {mark} AND version = {token};
        EXIT WHEN FOUND;
        IF clock_timestamp() > until THEN
            RAISE EXCEPTION 'the last changes have not come';
        END IF;
        PERFORM pg_sleep(0.001);
    END LOOP;
    UPDATE dobon.partitions SET owned = true, arrivals = greatest(arrivals, {arrivals}) + 1 WHERE number = {number};
END $$"""
"""The target waits for the mark and takes the partition with it."""

_GIVE_BACK = """
DO $$ BEGIN
    DELETE FROM dobon.progress WHERE game_id = {place} AND name = {mark} AND abs(version) = {token};
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the move of partition % was undone', {number};
    END IF;
    UPDATE dobon.partitions SET owned = true WHERE number = {number};
END $$"""
"""The source takes the partition back, unless another process has undone the move."""
