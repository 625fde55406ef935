"""Snapshots: stored folds at some versions, so that long logs need not be folded from the start.

A projector writes them outside the command path, every 64 versions. They are the server's; what a viewer knows follows
from them. Most games are shorter than 64 events and have no snapshot: the fold
of so few events takes less time than a reader notices, and snapshots of each round took more space than the logs.
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import orjson
import psycopg

from domain.game.fold import apply, fold
from domain.game.game import Game
from domain.game.reading import read_log
from domain.log.events import Event
from infra.databases.pool import AccountsPool
from infra.event_store import store
from infra.event_store.canonical_json import canonical_text
from infra.postgres.advisory_lock import try_advisory_lock
from infra.postgres.damage import is_damage
from infra.postgres.partitions import is_not_owned
from infra.postgres.pool import Pool
from infra.projections import checkpoints
from infra.projections.follower import Follower, followers

NAME = "folds"
"""The name of the projection in its checkpoints."""

SNAPSHOT_INTERVAL = 64
"""The number of versions between two snapshots of a game."""

SNAPSHOT_LOCK = 0x666F6C6473
"""Key of the advisory lock under which snapshots are written."""

_logger = logging.getLogger(__name__)

Connection = psycopg.Connection[Any]
Snapshot = tuple[int, str]
"""Version, and the fold as JSON: one row of a game."""


def is_snapshot_due(event: Event) -> bool:
    """Tell whether snapshots are stored after this event."""
    return event.version % SNAPSHOT_INTERVAL == 0


def take_snapshots(game: Game, events: Iterable[Event]) -> Iterator[Snapshot]:
    """Apply the events to the game, and yield the snapshots that are due."""
    for event in events:
        apply(game, event)
        if is_snapshot_due(event):
            yield event.version, canonical_text(game.stored())


def insert_snapshots(conn: Connection, game_id: str, rows: Sequence[Snapshot]) -> None:
    """Insert snapshots; existing rows stay."""
    conn.execute("SELECT dobon.store_folds(%s, %b::int4[], %b::text[])", (game_id, *_columns(rows)))


def replace_snapshots(conn: Connection, game_id: str, rows: Sequence[Snapshot], upto: int) -> None:
    """Replace the snapshots of a game up to a version."""
    conn.execute("SELECT dobon.replace_folds(%s, %s, %b::int4[], %b::text[])", (game_id, upto, *_columns(rows)))


def _columns(rows: Sequence[Snapshot]) -> tuple[list[int], list[str]]:
    return [row[0] for row in rows], [row[1] for row in rows]


class SnapshotProjector:
    """Follows the change feed of each database of games and stores snapshots there.

    In each database only one process at a time works; the others stand by.
    """

    def __init__(self, pool: AccountsPool, only: Pool | None = None) -> None:
        """`only` is the database that is followed; by default all are."""
        self._followers = followers(pool.games.each(only), NAME)

    def run(self) -> int:
        """Store pending snapshots and return the number of games; 0 also if another process is working."""
        return sum(self._follow(database, follower) for database, follower in self._followers.items())

    def _follow(self, database: Pool, follower: Follower) -> int:
        # The lock keeps two processes from folding the same games. Correctness does not depend on it.
        with database.connection() as conn, try_advisory_lock(conn, SNAPSHOT_LOCK) as taken:
            if not taken:
                return 0
            return sum(
                self._store_or_log(conn, game_id) for page in follower.changed_games(conn, conn) for game_id in page
            )

    def _store_or_log(self, conn: Connection, game_id: str) -> bool:
        try:
            return self._store_pending(conn, game_id)
        except Exception as failure:
            if is_not_owned(failure):  # it has just moved to another database
                return False
            if isinstance(failure, psycopg.Error) and not is_damage(failure):
                raise
            # Snapshots only save time, so a game that cannot be folded must not stop the others.
            _logger.exception("game %s cannot be folded", game_id)
            return False

    def _store_pending(self, conn: Connection, game_id: str) -> bool:
        """Store the pending snapshots of a game, and tell whether there were any."""
        last = checkpoints.read(conn, game_id, NAME)
        row = conn.execute("SELECT version FROM dobon.read_game(%s)", (game_id,)).fetchone()
        upto = 0 if row is None else row[0] - row[0] % SNAPSHOT_INTERVAL
        if upto <= last:
            return False
        game = _read_fold(conn, game_id, last)
        logged = store.read(conn, game_id, after=0 if game is None else last, upto=upto)
        events = [*read_log(logged, game)]
        if game is None:
            game, events = fold(game_id, events[:1]), events[1:]
        with conn.transaction():
            insert_snapshots(conn, game_id, list(take_snapshots(game, events)))
            checkpoints.advance(conn, NAME, {game_id: upto})
        return True


def _read_fold(conn: Connection, game_id: str, version: int) -> Game | None:
    """Return the stored fold of a version, or None if it is missing."""
    row = conn.execute("SELECT state FROM dobon.read_folds(%s, %s, %s)", (game_id, version - 1, version)).fetchone()
    return None if row is None else Game.from_stored(orjson.loads(row[0]))
