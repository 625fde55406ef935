"""The log as viewers may read it.

A round is open once its secret is public (`REVEALING`); then every viewer may open all its sealed parts. Rounds follow
one another, so all events up to the last revealing one belong to open rounds, and all events after it to one that is
not open.

The log up to a version never changes. So if the version is known, a standby that has it answers as the primary does.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

import orjson
import psycopg

from domain.game.game import Game
from domain.game.reading import read_log
from domain.log.events import LoggedEvent, Viewer, seen_by
from domain.log.log_format import export
from domain.ruleset.ledger import lines
from infra.databases.pool import AccountsPool
from infra.event_store import store
from infra.event_store.claims import read_claims
from infra.postgres.connection_watchdog import WATCHDOG
from infra.postgres.retry import read_with_retry

Connection = psycopg.Connection[Any]
T = TypeVar("T")

LINE_END = "\n"


def visible_events(
    pool: AccountsPool, game_id: str, viewer: Viewer, after: int = 0, limit: int | None = None, upto: int = store.NEWEST
) -> list[LoggedEvent]:
    """Return at most `limit` events after a version, as the viewer may see them up to `upto`. Raises `Unavailable`."""

    def work(conn: Connection) -> list[LoggedEvent]:
        # The events are read first, so a round revealed in between only shows more of them.
        events = store.read(conn, game_id, after=after, limit=limit, upto=upto)
        known = revealed_until(conn, game_id, upto)
        return [event if event.version <= known else seen_by(event, viewer) for event in events]

    return read_with_retry(pool.games.of(game_id), work)


def revealed_events(pool: AccountsPool, game_id: str, upto: int = store.NEWEST) -> list[LoggedEvent]:
    """Return the log up to the last round that is over by `upto`, with all sealed parts. Raises `Unavailable`."""

    def work(conn: Connection) -> list[LoggedEvent]:
        return store.read(conn, game_id, upto=revealed_until(conn, game_id, upto))

    return _read_upto(pool, game_id, upto, work)


def revealed_event(pool: AccountsPool, game_id: str, version: int, upto: int = store.NEWEST) -> LoggedEvent | None:
    """Return one complete event of a round that is over by `upto`, or None. Raises `Unavailable`."""

    def work(conn: Connection) -> list[LoggedEvent]:
        known = revealed_until(conn, game_id, upto)
        return store.read(conn, game_id, after=version - 1, upto=version) if version <= known else []

    return next(iter(_read_upto(pool, game_id, upto, work)), None)


def log_file(pool: AccountsPool, game_id: str, viewer: Viewer, upto: int = store.NEWEST) -> list[str]:
    """Return the lines of the file of a log up to a version (`dobon-log/1`), with the envelopes open to the viewer.

    Raises `Unavailable`.
    """
    events = visible_events(pool, game_id, viewer, upto=upto)
    return [f"{line}{LINE_END}" for line in export(game_id, events[0], events[-1].digest, events)]


def with_log(about: dict[str, Any], log: list[str] | None) -> bytes:
    """Return one line with a JSON object and its last field `log`: the lines of a log's file as they are, or null."""
    lines = "null" if log is None else f"[{','.join(line.removesuffix(LINE_END) for line in log)}]"
    return b'%s,"log":%s}\n' % (orjson.dumps(about)[:-1], lines.encode())


def revealed_until(conn: Connection, game_id: str, upto: int = store.NEWEST) -> int:
    """Return the version of the newest revealing event up to a version; 0 if there is none."""
    row = conn.execute("SELECT dobon.revealed_until(%s, %s)", [game_id, upto]).fetchone()
    assert row is not None
    return int(row[0])


def reveal_versions(pool: AccountsPool, game_id: str) -> list[int]:
    """Return the versions of all revealing events of a game, in order. Raises `Unavailable`."""
    return [version for version, _ in _reveals(pool, game_id)]


def round_head(pool: AccountsPool, game_id: str, round_number: int) -> str | None:
    """Return the digest of the event that revealed a round; None if the round is not over. Raises `Unavailable`."""
    heads = [digest for _, digest in _reveals(pool, game_id)]
    return heads[round_number - 1] if 1 <= round_number <= len(heads) else None


def _reveals(pool: AccountsPool, game_id: str) -> list[tuple[int, str]]:
    statement = "SELECT version, digest FROM dobon.read_reveals(%s)"
    return read_with_retry(pool.games.of(game_id), lambda conn: conn.execute(statement, [game_id]).fetchall())


def revealed_claims(pool: AccountsPool, game_id: str, upto: int = store.NEWEST) -> list[store.Claim]:
    """Return the claims of all rounds that are over by `upto`, oldest first. Raises `Unavailable`."""

    def work(conn: Connection) -> list[store.Claim]:
        return read_claims(conn, game_id, revealed_until(conn, game_id, upto))

    return _read_upto(pool, game_id, upto, work)


def round_endings(pool: AccountsPool, game_id: str, upto: int) -> list[LoggedEvent]:
    """Return the `round-ended` events up to a version, oldest first. Nothing in them is sealed. Raises `Unavailable`.

    The list is empty before the end of the first round.
    """
    return _read_upto(pool, game_id, upto, lambda conn: store.read_endings(conn, game_id, upto))


def finished_rounds(pool: AccountsPool, game: Game) -> list[dict[str, Any]]:
    """Return a line of the ledger for each finished round of a viewer's game, oldest first. Raises `Unavailable`."""
    endings = read_log(round_endings(pool, game.id, game.version), game)
    return list(lines(endings, len(game.seats)))


def _read_upto(pool: AccountsPool, game_id: str, upto: int, work: Callable[[Connection], T]) -> T:
    """Return the result of `work`, which reads the log up to a version: from a standby that has the version, if any."""
    if pool.games.standby is not None and upto < store.NEWEST:
        with suppress(psycopg.Error), pool.games.standby.connection() as conn, WATCHDOG.watch(conn):
            row = conn.execute("SELECT version FROM dobon.read_game(%s)", (game_id,)).fetchone()
            if row is not None and row[0] >= upto:
                return work(conn)
    return read_with_retry(pool.games.of(game_id), work)


def reveal_of(pool: AccountsPool, game_id: str, head: str) -> int | None:
    """Return the version of the revealing event with this digest, or None. Raises `Unavailable`."""
    return next((version for version, digest in _reveals(pool, game_id) if digest == head), None)
