"""The log of admins' acts. An act and its record are written in one transaction.

An act on a game, such as its abandonment, is recorded by the function that does it, in the table `game_acts`, which is
in the database of the game. All other acts are in the table `acts`. Reading what only admins see is an act too: one for
an admin and a path within an hour.

Every function raises `Unavailable` (`infra.postgres.retry`) if the database does not answer.
"""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any, LiteralString

import psycopg

from domain.log.identifiers import LOWEST_ID, is_uuid
from domain.log.moments import Moment, later
from infra.clock import now
from infra.databases.pool import AccountsPool
from infra.event_store.store import AdminAct
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry, write_once

ABANDON = "abandon-game"
SUSPEND = "suspend-player"
LIFT = "lift-suspension"
REBUILD = "rebuild-projection"
CHECK = "check-integrity"
PUT_BACK = "put-back-game"
ERASE = "erase-player"
HIDE, SHOW = "hide-comment", "show-comment"
RESET_NAME = "reset-name"
UPHOLD, DISMISS = "uphold-report", "dismiss-report"
NOTE_SIGNAL, CLOSE_SIGNAL, OPEN_SIGNAL = "note-signal", "close-signal", "open-signal"
ON_SIGNALS = (NOTE_SIGNAL, CLOSE_SIGNAL, OPEN_SIGNAL)
CHANGES = (
    ABANDON, SUSPEND, LIFT, REBUILD, CHECK, PUT_BACK, HIDE, SHOW, RESET_NAME, UPHOLD, DISMISS, ERASE, *ON_SIGNALS,
)  # fmt: skip
READ_CALL, READ_LOG, READ_PLAYER, READ_REPORT = "read-call", "read-log", "read-player", "read-report"
READ_SIGNAL = "read-signal"
ACTS = (*CHANGES, READ_CALL, READ_LOG, READ_PLAYER, READ_REPORT, READ_SIGNAL)

AGAIN_MS = 3_600_000
"""Time after the record of a reading in which the same reading is not recorded again."""

Connection = psycopg.Connection[Any]


def new_act(actor: str, act: str, subject: str, reason: str) -> AdminAct:
    """Return an act at the current moment."""
    return AdminAct(str(uuid.uuid4()), now(), actor, act, subject, reason)


_ACTS: LiteralString = """
SELECT id, at, actor, act, subject, reason FROM dobon.acts
WHERE (at, id) < (%(at)s, %(id)s::uuid){} ORDER BY at DESC, id DESC LIMIT %(limit)s"""
_GAME_ACTS: LiteralString = """
SELECT id, at, actor, act, game_id::text, reason FROM dobon.game_acts
WHERE (at, id) < (%(at)s, %(id)s::uuid){} ORDER BY at DESC, id DESC LIMIT %(limit)s"""
# Each part is one range of an index, if nothing or the subject alone is chosen.
_CHOSEN: dict[str, LiteralString] = {
    "subject": " AND subject = %(subject)s",
    "game": " AND game_id = %(game)s",
    "actor": " AND actor = %(actor)s::uuid",
    "kinds": " AND act = ANY(%(kinds)s)",
    "since": " AND at >= %(since)s",
}
_RECORD = "INSERT INTO dobon.acts (id, at, actor, act, subject, reason) VALUES (%s, %s, %s, %s, %s, %s)"
_RECORDED = """
SELECT 1 FROM dobon.acts WHERE subject = %s AND at > %s AND (actor, act, reason) = (%s::uuid, %s, %s) LIMIT 1"""


def insert_act(conn: Connection, act: AdminAct) -> None:
    """Insert an act in the caller's transaction."""
    conn.execute(_RECORD, (act.id, act.at, act.actor, act.act, act.subject, act.reason))


def append(pool: Pool, act: AdminAct) -> None:
    """Record an act that changes nothing itself."""
    write_once(pool, lambda conn: insert_act(conn, act))


def record_reading(pool: Pool, actor: str, act: str, subject: str, path: str) -> None:
    """Record that an admin has read something, unless that was recorded within an hour. The path is the reason."""
    reading = new_act(actor, act, subject, path)
    before = (subject, later(reading.at, ms=-AGAIN_MS), actor, act, path)
    if not read_with_retry(pool, lambda conn: conn.execute(_RECORDED, before).fetchone()):
        append(pool, reading)


def list_acts(
    pool: AccountsPool,
    after: tuple[Moment, str] | None = None,
    limit: int = 50,
    *,
    subject: str | None = None,
    actor: str | None = None,
    kinds: Sequence[str] | None = None,
    since: Moment | None = None,
    until: Moment | None = None,
) -> list[AdminAct]:
    """Return acts, newest first: all, or those on a subject, by an admin, of some kinds, or of a period.

    `after` is `(at, id)` of the last row of the previous page, `since` is included and `until` excluded.
    """
    # Of two bounds PostgreSQL would begin at one and skip row by row to the other.
    at, last = min(after or ("9999", LOWEST_ID), ("9999", LOWEST_ID) if until is None else (until, LOWEST_ID))
    game = subject if subject is not None and is_uuid(subject) else None
    chosen = {"actor": actor, "kinds": None if kinds is None else [*kinds], "since": since}
    values = {"at": at, "id": last, "limit": limit, "subject": subject, "game": game, **chosen}
    others = read_with_retry(pool, lambda conn: _read_acts(conn, _ACTS, {**values, "game": None}))
    if subject is not None and game is None:
        return others
    return pool.games.merge(
        lambda conn: _read_acts(conn, _GAME_ACTS, {**values, "subject": None}),
        lambda act: (act.at, act.id),
        limit,
        newest_first=True,
        others=others,
    )


def _read_acts(conn: Connection, statement: LiteralString, values: Mapping[str, Any]) -> list[AdminAct]:
    conditions: LiteralString = "".join(text for name, text in _CHOSEN.items() if values[name] is not None)
    return [AdminAct(*row) for row in conn.execute(statement.format(conditions), values)]
