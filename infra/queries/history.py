"""The log for those who look back: what each may see of it, the record of calls, and whether it still is what was written.

A round is open once its secret is public (`round-revealed`): from then on everybody may open every envelope of it. Rounds follow one another, so
all events up to the last `round-revealed` belong to open rounds, and all after it to one that is not.
"""

from typing import Any

import psycopg

from domain.events import Event, Viewer, seen_by
from infra.event_store import store
from infra.event_store.claims import read_claims
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry

Connection = psycopg.Connection[Any]


def visible_events(
    pool: Pool, game_id: str, viewer: Viewer, after: int = 0, limit: int | None = None, upto: int = store.NEWEST
) -> list[Event]:
    """At most `limit` events after a version, as the viewer may see them who may see the log up to `upto`. Raises `Unavailable`."""

    def work(conn: Connection) -> list[Event]:
        # Read first: what is revealed meanwhile then only shows more of what is there.
        events = store.read(conn, game_id, after=after, limit=limit, upto=upto)
        known = revealed_until(conn, game_id, upto)
        return [event if event.version <= known else seen_by(event, viewer) for event in events]

    return read_with_retry(pool, work)


def revealed_events(pool: Pool, game_id: str, upto: int = store.NEWEST) -> list[Event]:
    """The log up to the last round that is over by version `upto`, every envelope open. Raises `Unavailable`."""
    return read_with_retry(pool, lambda conn: store.read(conn, game_id, upto=revealed_until(conn, game_id, upto)))


def revealed_event(pool: Pool, game_id: str, version: int, upto: int = store.NEWEST) -> Event | None:
    """One event of a round that is over by version `upto`, opened; None where there is none. Raises `Unavailable`."""

    def work(conn: Connection) -> list[Event]:
        known = revealed_until(conn, game_id, upto)
        return store.read(conn, game_id, after=version - 1, upto=version) if version <= known else []

    return next(iter(read_with_retry(pool, work)), None)


def revealed_until(conn: Connection, game_id: str, upto: int = store.NEWEST) -> int:
    """The version of the newest `round-revealed` up to a version; 0 while no round is over."""
    row = conn.execute(
        "SELECT version FROM dobon.events WHERE game_id = %s AND version <= %s AND type = 'round-revealed'"
        " ORDER BY version DESC LIMIT 1",
        [game_id, upto],
    ).fetchone()
    return 0 if row is None else row[0]


def reveal_versions(pool: Pool, game_id: str) -> list[int]:
    """The versions at which rounds of the game were laid open, in order. Raises `Unavailable`."""
    statement = "SELECT version FROM dobon.events WHERE game_id = %s AND type = 'round-revealed' ORDER BY version"
    return [row[0] for row in read_with_retry(pool, lambda conn: conn.execute(statement, [game_id]).fetchall())]


def revealed_claims(pool: Pool, game_id: str, upto: int = store.NEWEST) -> list[store.Claim]:
    """Every call of the rounds that are over by version `upto`, oldest first, from the record of calls. Raises `Unavailable`."""
    return read_with_retry(pool, lambda conn: read_claims(conn, game_id, revealed_until(conn, game_id, upto)))


def round_endings(pool: Pool, game_id: str, upto: int) -> list[Event]:
    """How rounds ended up to a version, oldest first: events `round-ended`, of which nothing is sealed. Raises `Unavailable`."""
    return read_with_retry(pool, lambda conn: store.read_endings(conn, game_id, upto))
