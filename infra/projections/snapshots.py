"""Stored folds: a game as each viewer saw it at some versions, so that nobody has to fold a long log from its start.

A follower of the feed writes them, off the command path: for the server, for spectators and for every seat, every 64 versions and at the end of
every round. The row of a viewer holds only what that viewer's events gave.
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import orjson
import psycopg

from domain.automation import ViewerGames
from domain.events import SERVER, SPECTATOR, Event, Viewer
from domain.fold import fold_for
from domain.game import Game
from infra.event_store import store
from infra.event_store.canonical_json import canonical_text
from infra.postgres.pool import Pool
from infra.projections import checkpoints
from infra.projections.follower import Follower

NAME = "folds"
"""What the projection is called in `progress`."""

EVERY = 64
"""Versions between two stored folds of a game."""

ENDS = ("round-revealed", "game-ended", "game-abandoned")
"""Events after which a fold is stored whatever the version is."""

PROJECTING = 0x666F6C6473
"""Key of the advisory lock under which folds are written."""

_logger = logging.getLogger(__name__)

Connection = psycopg.Connection[Any]
State = tuple[Viewer, int, str]
"""Viewer, version, and the fold as text: what one row holds of a game."""


def is_stored(event: Event) -> bool:
    """Are folds stored after this event?"""
    return event.version % EVERY == 0 or event.type in ENDS


def states(folds: ViewerGames, events: Iterable[Event]) -> Iterator[State]:
    """The rows that following the events gives; moves the folds on."""
    for event in events:
        folds.apply([event])
        if is_stored(event):
            for viewer in (SERVER, *folds.viewers):
                yield viewer, event.version, canonical_text(folds.of(viewer).stored())


def beginning(game_id: str, created: Event) -> ViewerGames:
    """The folds of all viewers after the first event of a game."""
    server = fold_for(game_id, [created], SERVER)
    viewers = (SPECTATOR, *range(len(server.seats)))
    return ViewerGames(server, {viewer: fold_for(game_id, [created], viewer) for viewer in viewers})


def insert(conn: Connection, game_id: str, rows: Sequence[State]) -> None:
    """Write rows; those that are there already stay."""
    conn.execute(
        "INSERT INTO dobon.folds (game_id, viewer, version, state)"
        " SELECT %s, f.viewer, f.version, f.state FROM unnest(%b::int4[], %b::int4[], %b::text[]) AS f (viewer, version, state)"
        " ON CONFLICT (game_id, viewer, version) DO NOTHING",
        (game_id, [row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows]),
    )


class SnapshotProjector:
    """Follows the feed and stores folds. One process at a time does it; the others stand by."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._follower = Follower(NAME)

    def run(self) -> int:
        """Store what is owed now, and give for how many games that was done; 0 too where another process is at it."""
        with self._pool.connection() as conn:
            # Held by one session while it works, so that two processes do not fold the same games; it goes with the session.
            row = conn.execute("SELECT pg_try_advisory_lock(%s)", (PROJECTING,)).fetchone()
            if row is None or not row[0]:
                return 0
            try:
                return sum(self._store(conn, game_id) for game_id in self._follower.candidates(conn))
            finally:
                conn.execute("SELECT pg_advisory_unlock(%s)", (PROJECTING,))

    def _store(self, conn: Connection, game_id: str) -> bool:
        try:
            return self._owed(conn, game_id)
        except psycopg.Error:
            raise
        except Exception:
            # Stored folds only save time: a game that cannot be folded must not keep them from the others.
            _logger.exception("game %s cannot be folded", game_id)
            return False

    def _owed(self, conn: Connection, game_id: str) -> bool:
        """Store the folds that a game owes; did it owe any?"""
        last = checkpoints.read_up_to(conn, game_id, NAME)
        row = conn.execute(
            "SELECT max(version) FROM dobon.events WHERE game_id = %s AND version > %s AND (version %% %s = 0 OR type = ANY(%s))",
            (game_id, last, EVERY, list(ENDS)),
        ).fetchone()
        if row is None or row[0] is None:
            return False
        folds = _stored(conn, game_id, last)
        events = store.read(conn, game_id, after=0 if folds is None else last, upto=row[0])
        if folds is None:
            folds, events = beginning(game_id, events[0]), events[1:]
        with conn.transaction():
            insert(conn, game_id, list(states(folds, events)))
            checkpoints.note(conn, game_id, NAME, row[0])
        return True


def _stored(conn: Connection, game_id: str, version: int) -> ViewerGames | None:
    """The stored folds of a version, where all of them are there."""
    rows = conn.execute(
        "SELECT viewer, state FROM dobon.folds WHERE game_id = %s AND version = %s ORDER BY viewer", (game_id, version)
    )
    games: dict[Viewer, Game] = {viewer: Game.from_stored(orjson.loads(state)) for viewer, state in rows}
    server = games.pop(SERVER, None)
    if server is None or len(games) != len(server.seats) + 1:
        return None
    return ViewerGames(server, games)
