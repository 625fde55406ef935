"""Moves a partition of games to another shard, and finishes or undoes a move that was interrupted.

At every moment at most one shard owns the partition. The source gives it up in a transaction of its own, and the target
takes it with the mark that the source wrote afterwards (`infra.sharding.channel`). To undo a move, the mark at the
target is deleted before the source gets the partition back. So a process that was held up can no longer hand it over.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from random import SystemRandom
from typing import Any

import psycopg
from psycopg import errors, sql

from infra.postgres import router
from infra.postgres.connection_watchdog import ConnectionWatchdog
from infra.postgres.partitions import ID_COLUMNS, LOCK_KEY, bounds
from infra.postgres.replication import take_unconfirmed
from infra.settings import Settings
from infra.sharding import channel, rows
from infra.sharding.rows import MARK
from infra.sharding.servers import NotMovable, Servers, Shard, open_servers, public_address

Connection = psycopg.Connection[Any]
Note = Callable[[str], None]
"""Receives the name of each step of a move when it is done."""

MOVE_LOCK = 0x646F63
"""First key of the advisory locks, in the first shard, under which one process at a time moves a partition."""

MOVE_LOCK_SECONDS = 10
"""Time in which PostgreSQL notices that another process, which was moving the partition, has ended."""

FREE_SECONDS = 0.1
"""Time for which a move looks for a moment without calls in progress, so that later calls need not wait for it."""

LOCK_MILLISECONDS = 30
"""Time for which later calls then wait at most for a move that waits for the calls in progress."""

WRITERS_SECONDS = 0.2
"""Time in which statements over many games, which began before the partition was given up, have to end."""

ARRIVAL_SECONDS = 1.0
"""Time in which the last changes have to reach the target. Otherwise the source gets the partition back."""

CLOSE_SECONDS = 0.1
"""A target follows closely enough for a switch if a mark reaches it within this time."""

CATCH_UP_SECONDS = 3600.0
"""Time in which the target has to follow the source that closely."""

SWITCHES, PAUSE_SECONDS = 100, 0.1
"""How often the partition is handed over before the move is given up, and the pause after a failure."""

SETTLE_SECONDS = 30.0
"""Time in which a move whose connection was lost is finished or undone."""

_watchdog = ConnectionWatchdog(3.0)
"""Closes connections to a server that does not answer during the switch."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A move that was done."""

    games: int
    seconds: float
    "Duration of the whole move."
    refused_seconds: float
    "Upper bound of the time for which nobody owned the partition."
    switches: int
    "Attempts to hand the partition over."


def move(settings: Settings, partition: int, to: int, note: Note = lambda _: None) -> Moved | None:
    """Move a partition to the shard with a number from 1; return None if that shard has it.

    First finishes or undoes a move of the partition that was interrupted. Raises `NotMovable`; then the partition has
    an owner again, unless the message says otherwise.
    """
    try:
        with open_servers(settings) as servers, _only_one(servers, partition):
            if not 1 <= to <= len(servers.shards):
                raise NotMovable(f"There is no shard {to}. The shards have the numbers 1 to {len(servers.shards)}.")
            source, target = settle(servers, partition), servers.shards[to - 1]
            if source is target:
                return None
            _check(servers, source, target)
            return _Move(servers, partition, source, target, note).run()
    except (psycopg.Error, KeyboardInterrupt) as failure:
        owner = _settle_anew(settings, partition)
        raise NotMovable(
            f"The move of partition {partition} was interrupted ({str(failure).strip() or 'by a signal'}). "
            f"Shard {owner} owns it. Repeat the move."
        ) from failure


def settle(servers: Servers, partition: int) -> Shard:
    """Finish or undo a move that was interrupted, and return the owner of the partition. Raises `NotMovable`."""
    owner = find_owner(servers, partition) or _take_back(servers, partition)
    _set_routes(servers, partition, owner)
    for shard in servers.answering:
        channel.unsubscribe(shard.conn, partition)
    if any(channel.is_published(shard.conn, partition) for shard in servers.answering):
        _wait_for_standby(owner)
    for shard in servers.answering:
        channel.drop_slot(shard.conn, partition)
        channel.unmark(shard.conn, partition)
        if shard is not owner:
            rows.delete(shard.conn, partition)
    for shard in servers.answering:  # last, because the publication tells that something has to be done
        channel.unpublish(shard.conn, partition)
    return owner


def find_owner(servers: Servers, partition: int) -> Shard | None:
    """Return the owner of a partition among the shards that answer. Raises `NotMovable` if there are several."""
    query = "SELECT FROM dobon.partitions WHERE number = %s AND owned"
    found = [shard for shard in servers.answering if shard.conn.execute(query, (partition,)).fetchone() is not None]
    if len(found) > 1:
        names = " and ".join(str(shard.number) for shard in found)
        raise NotMovable(
            f"The shards {names} both own partition {partition}. A failover has lost the end of a move. The newer owner "
            "has the higher number in the column arrivals of the table dobon.partitions; set owned = false in the other."
        )
    return found[0] if found else None


def _take_back(servers: Servers, partition: int) -> Shard:
    """Give a partition without an owner back to the shard from which it was moved."""
    sources = [shard for shard in servers.answering if channel.is_published(shard.conn, partition)]
    silent = [shard for shard in servers.shards if shard.connection is None]
    missing = "; ".join(f"shard {shard.number} does not answer ({public_address(shard.url)})" for shard in silent)
    if len(sources) != 1:
        raise NotMovable(f"No shard owns partition {partition}. {missing or 'No move of it is under way'}.")
    (source,) = sources
    targets = [shard for shard in servers.answering if channel.is_subscribed(shard.conn, partition)]
    if silent and not targets:
        raise NotMovable(f"A move of partition {partition} was interrupted. It cannot be undone, because {missing}.")
    for shard in servers.answering:
        channel.unsubscribe(shard.conn, partition)
        if shard is not source:
            channel.unmark(shard.conn, partition)
            _wait_for_standby(shard)
    owner = find_owner(servers, partition)  # another process may have handed it over until then
    if owner is None:
        with source.conn.transaction():
            channel.unmark(source.conn, partition)
            source.conn.execute("UPDATE dobon.partitions SET owned = true WHERE number = %s", (partition,))
    return owner or source


def _wait_for_standby(shard: Shard) -> None:
    """Wait until the synchronous standby has everything that was committed. Raises `NotMovable`."""
    shard.conn.execute("SELECT pg_logical_emit_message(true, 'dobon', '')")
    if take_unconfirmed(shard.conn):
        raise NotMovable(f"The standby of shard {shard.number} has not confirmed a commit. Repeat the move later.")


def _set_routes(servers: Servers, partition: int, owner: Shard) -> None:
    if servers.silent_routers:
        raise NotMovable(
            f"Routers do not answer: {', '.join(servers.silent_routers)}. Start them, and repeat the move."
        )
    for conn in servers.routers:
        try:
            router.set_route(conn, partition, owner.address)
        except errors.UndefinedObject as error:
            raise NotMovable("A router was not set up. Run: dobon migrate") from error


def _settle_anew(settings: Settings, partition: int) -> int:
    """Finish or undo a move whose connection was lost; return the number of the owner. Raises `NotMovable`."""
    end = time.monotonic() + SETTLE_SECONDS
    while True:
        try:
            with open_servers(settings) as servers, _only_one(servers, partition):
                return settle(servers, partition).number
        except (psycopg.OperationalError, NotMovable):
            if time.monotonic() > end:
                raise
        time.sleep(PAUSE_SECONDS)


@contextmanager
def _only_one(servers: Servers, partition: int) -> Iterator[None]:
    """Let no other process move the partition. Raises `NotMovable` if one does."""
    conn = servers.answering[0].conn if servers.answering else servers.shards[0].conn
    conn.execute(f"SET lock_timeout = '{MOVE_LOCK_SECONDS}s'")
    try:
        conn.execute("SELECT pg_advisory_lock(%s, %s)", (MOVE_LOCK, partition))
    except errors.LockNotAvailable as error:
        raise NotMovable(f"Another process is moving partition {partition}.") from error
    conn.execute("SET lock_timeout = 0")
    try:
        yield
    finally:
        with suppress(psycopg.Error):  # a lost connection has released it
            conn.execute("SELECT pg_advisory_unlock(%s, %s)", (MOVE_LOCK, partition))


_STATE = """
SELECT (SELECT rolsuper FROM pg_roles WHERE rolname = session_user), current_setting('wal_level'),
    (SELECT count(*) FROM pg_replication_slots) < current_setting('max_replication_slots')::int,
    (SELECT version_num FROM dobon.alembic_version)"""


def _check(servers: Servers, source: Shard, target: Shard) -> None:
    """Raise `NotMovable` unless everything is there that a move needs."""
    for shard in servers.shards:
        _ = shard.conn  # a shard that does not answer may have remains of an earlier move
    states = {}
    for shard in (source, target):
        row = shard.conn.execute(_STATE).fetchone()
        assert row is not None
        states[shard.number] = row
        if not row[0]:
            raise NotMovable(
                f"{shard.conn.info.user} is not a superuser of shard {shard.number}. Subscriptions need one: give the "
                "address of such an account in DOBON_OWNER_SHARD_URLS."
            )
    _, level, has_slot, revision = states[source.number]
    if level != "logical":
        raise NotMovable(
            f"Shard {source.number} has wal_level = {level}. Run there: ALTER SYSTEM SET wal_level = 'logical'; and "
            "restart PostgreSQL."
        )
    if not has_slot:
        raise NotMovable(f"Shard {source.number} has no free replication slot. Raise max_replication_slots there.")
    if states[target.number][3] != revision:
        raise NotMovable("The shards have tables of different versions. Run: dobon migrate")


class _Move:
    """One move."""

    def __init__(self, servers: Servers, partition: int, source: Shard, target: Shard, note: Note) -> None:
        self._servers = servers
        self._partition = partition
        self._from, self._to = source, target
        self._source, self._target = source.conn, target.conn
        self._note = note
        self._token = 0
        self._arrivals = 0
        "How often the partition had arrived at a shard before."

    def run(self) -> Moved:
        """Move the partition. Raises `NotMovable` and psycopg's errors."""
        began = time.monotonic()
        query = "SELECT arrivals FROM dobon.partitions WHERE number = %s"
        (self._arrivals,) = self._source.execute(query, (self._partition,)).fetchone() or (0,)
        games = self._copy()
        self._catch_up()
        switches, refused = 1, self._switch()
        while refused is None and switches < SWITCHES:
            time.sleep(PAUSE_SECONDS)
            switches, refused = switches + 1, self._switch()
        settle(self._servers, self._partition)
        if refused is None:
            raise NotMovable(
                f"Partition {self._partition} stays in shard {self._from.number}: it could not be handed over within "
                f"{SWITCHES} attempts, because of long transactions there, or a target that cannot follow."
            )
        self._note("cleared")
        return Moved(games, time.monotonic() - began, refused, switches)

    def _copy(self) -> int:
        """Copy the rows of one snapshot, begin to apply all later changes, and return the number of games."""
        channel.publish(self._source, self._partition)
        self._note("published")
        slot = channel.slot_name(self._source, self._partition)
        with psycopg.connect(self._from.url, autocommit=True) as reader:
            with channel.new_slot(self._from.url, slot) as snapshot:
                reader.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                reader.execute(sql.SQL("SET TRANSACTION SNAPSHOT {}").format(sql.Literal(snapshot)))
            self._note("slot created")
            games = rows.count_games(reader, self._partition)
            for number, of in enumerate(rows.copy(reader, self._target, self._partition), 1):
                self._note(f"copied {number} of {of} parts")
        self._note("copied")
        channel.subscribe(self._target, self._partition, self._from.url, slot)
        self._note("subscribed")
        return games

    def _catch_up(self) -> None:
        """Wait until changes reach the target at once. Raises `NotMovable` if they do not reach it at all."""
        end = time.monotonic() + CATCH_UP_SECONDS
        while time.monotonic() < end:
            token = self._new_token()
            channel.mark(self._source, self._partition, token)
            sent = time.monotonic()
            while not channel.wait_for_mark(self._target, self._partition, token, 1.0):
                self._check_channel()
                if time.monotonic() > end:
                    break
            if time.monotonic() - sent < CLOSE_SECONDS:
                self._note("caught up")
                return
        settle(self._servers, self._partition)
        raise NotMovable(f"Shard {self._to.number} does not follow the changes of shard {self._from.number}.")

    def _check_channel(self) -> None:
        """Undo the move and raise `NotMovable` if its changes can no longer come."""
        slot = channel.slot_name(self._source, self._partition)
        query = "SELECT FROM pg_replication_slots WHERE slot_name = %s AND wal_status IS DISTINCT FROM 'lost'"
        if channel.is_stopped(self._target, self._partition):
            what = f"shard {self._to.number} could not apply a change; its log says why"
        elif self._source.execute(query, (slot,)).fetchone() is None:
            what = f"the replication slot in shard {self._from.number} is lost, as after a failover"
        else:
            return
        settle(self._servers, self._partition)
        raise NotMovable(f"Partition {self._partition} was not moved: {what}. Repeat the move.")

    def _new_token(self) -> int:
        self._token = SystemRandom().randrange(1, 2**31)
        return self._token

    def _switch(self) -> float | None:
        """Hand the partition over, and return `refused_seconds`; None if the source keeps it.

        Raises `psycopg.OperationalError` if it cannot be known which of them owns it.
        """
        self._new_token()
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
        with ThreadPoolExecutor(max(1, len(self._servers.routers))) as threads:
            # The routers learn it meanwhile. Until the target is the owner, both shards refuse.
            routing = [threads.submit(self._route, conn, self._to) for conn in self._servers.routers]
            try:
                self._run(self._target, _TAKE, "taken")
            except psycopg.Error:
                if self._target.closed:
                    raise
                return False
        for done in routing:
            done.result()
        self._note("routed")
        return True

    def _run(self, conn: Connection, block: str, step: str) -> None:
        """Run a block of PL/pgSQL, which is one round trip, and note the step."""
        values = {
            "number": self._partition,
            "key": LOCK_KEY,
            "place": bounds(self._partition)[0],
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
        self._note(step)

    def _give_back(self) -> None:
        """Make the source the owner again. The target has not taken the partition, and will not.

        Raises `psycopg.errors.RaiseException` if another process has undone the move.
        """
        self._run(self._source, _GIVE_BACK, "given back")
        for conn in self._servers.routers:
            self._route(conn, self._from)

    def _route(self, conn: Connection, shard: Shard) -> None:
        router.set_route(conn, self._partition, shard.address)


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
