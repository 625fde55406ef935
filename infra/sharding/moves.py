"""Moves a partition of games to another shard.

At every moment at most one shard owns the partition (`infra.sharding.handover`), also if the move is interrupted
(`infra.sharding.ownership`).
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import psycopg
from psycopg import errors, sql

from infra.settings import Settings
from infra.sharding import channel, rows
from infra.sharding.handover import Handover, Note, Transfer
from infra.sharding.ownership import settle
from infra.sharding.servers import NotMovable, Servers, Shard, open_servers

MOVE_LOCK = 0x646F63
"""First key of the advisory locks, in the first shard, under which one process at a time moves a partition."""

MOVE_LOCK_SECONDS = 10
"""Time in which PostgreSQL notices that another process, which was moving the partition, has ended."""

CLOSE_SECONDS = 0.1
"""A target follows closely enough for a switch if a mark reaches it within this time."""

CATCH_UP_SECONDS = 3600.0
"""Time in which the target has to follow the source that closely."""

SWITCHES, PAUSE_SECONDS = 100, 0.1
"""How often the partition is handed over before the move is given up, and the pause after a failure."""

SETTLE_SECONDS = 30.0
"""Time in which a move whose connection was lost is finished or undone."""


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
            return _Move(Transfer(servers, partition, source, target, note)).run()
    except (psycopg.Error, KeyboardInterrupt) as failure:
        owner = _settle_anew(settings, partition)
        raise NotMovable(
            f"The move of partition {partition} was interrupted ({str(failure).strip() or 'by a signal'}). "
            f"Shard {owner} owns it. Repeat the move."
        ) from failure


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

    def __init__(self, transfer: Transfer) -> None:
        self._transfer = transfer
        self._partition, self._note = transfer.partition, transfer.note
        self._source, self._target = transfer.source.conn, transfer.target.conn

    def run(self) -> Moved:
        """Move the partition. Raises `NotMovable` and psycopg's errors."""
        began = time.monotonic()
        games = self._copy()
        self._catch_up()
        handover = Handover(self._transfer)
        switches, refused = 1, handover.attempt()
        while refused is None and switches < SWITCHES:
            time.sleep(PAUSE_SECONDS)
            switches, refused = switches + 1, handover.attempt()
        settle(self._transfer.servers, self._partition)
        if refused is None:
            raise NotMovable(
                f"Partition {self._partition} stays in shard {self._transfer.source.number}: it could not be handed over "
                f"within {SWITCHES} attempts, because of long transactions there, or a target that cannot follow."
            )
        self._note("cleared")
        return Moved(games, time.monotonic() - began, refused, switches)

    def _copy(self) -> int:
        """Copy the rows of one snapshot, begin to apply all later changes, and return the number of games."""
        channel.publish(self._source, self._partition)
        self._note("published")
        slot = channel.slot_name(self._source, self._partition)
        with psycopg.connect(self._transfer.source.url, autocommit=True) as reader:
            with channel.new_slot(self._transfer.source.url, slot) as snapshot:
                reader.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                reader.execute(sql.SQL("SET TRANSACTION SNAPSHOT {}").format(sql.Literal(snapshot)))
            self._note("slot created")
            games = rows.count_games(reader, self._partition)
            for number, of in enumerate(rows.copy(reader, self._target, self._partition), 1):
                self._note(f"copied {number} of {of} parts")
        self._note("copied")
        channel.subscribe(self._target, self._partition, self._transfer.source.url, slot)
        self._note("subscribed")
        return games

    def _catch_up(self) -> None:
        """Wait until changes reach the target at once. Raises `NotMovable` if they do not reach it at all."""
        end = time.monotonic() + CATCH_UP_SECONDS
        while time.monotonic() < end:
            token = channel.new_token()
            channel.mark(self._source, self._partition, token)
            sent = time.monotonic()
            while not channel.wait_for_mark(self._target, self._partition, token, 1.0):
                self._check_channel()
                if time.monotonic() > end:
                    break
            if time.monotonic() - sent < CLOSE_SECONDS:
                self._note("caught up")
                return
        settle(self._transfer.servers, self._partition)
        raise NotMovable(
            f"Shard {self._transfer.target.number} does not follow the changes of shard {self._transfer.source.number}."
        )

    def _check_channel(self) -> None:
        """Undo the move and raise `NotMovable` if its changes can no longer come."""
        slot = channel.slot_name(self._source, self._partition)
        query = "SELECT FROM pg_replication_slots WHERE slot_name = %s AND wal_status IS DISTINCT FROM 'lost'"
        if channel.is_stopped(self._target, self._partition):
            what = f"shard {self._transfer.target.number} could not apply a change; its log says why"
        elif self._source.execute(query, (slot,)).fetchone() is None:
            what = f"the replication slot in shard {self._transfer.source.number} is lost, as after a failover"
        else:
            return
        settle(self._transfer.servers, self._partition)
        raise NotMovable(f"Partition {self._partition} was not moved: {what}. Repeat the move.")
