"""The log of admins' acts. An act and its record are written in one transaction.

An act on a game, such as its abandonment, is recorded by the function that does it, in the table `game_acts`, which is
in the database of the game. All other acts are in the table `acts`.

Every function raises `Unavailable` (`infra.postgres.retry`) if the database does not answer.
"""

import uuid
from collections.abc import Mapping
from typing import Any, LiteralString

import psycopg

from domain.log.identifiers import LOWEST_ID, is_uuid
from domain.log.moments import Moment
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
ACTS = (ABANDON, SUSPEND, LIFT, REBUILD, CHECK, PUT_BACK, HIDE, SHOW, RESET_NAME, UPHOLD, DISMISS, ERASE)

Connection = psycopg.Connection[Any]


def new_act(actor: str, act: str, subject: str, reason: str) -> AdminAct:
    """Return an act at the current moment."""
    return AdminAct(str(uuid.uuid4()), now(), actor, act, subject, reason)


# Each part is one range of an index.
_ACTS: LiteralString = """
SELECT id, at, actor, act, subject, reason FROM dobon.acts
WHERE (at, id) < (%(at)s, %(id)s::uuid){} ORDER BY at DESC, id DESC LIMIT %(limit)s"""
_GAME_ACTS: LiteralString = """
SELECT id, at, actor, act, game_id::text, reason FROM dobon.game_acts
WHERE (at, id) < (%(at)s, %(id)s::uuid){} ORDER BY at DESC, id DESC LIMIT %(limit)s"""
_ALL = _ACTS.format(""), _GAME_ACTS.format("")
_ABOUT = _ACTS.format(" AND subject = %(subject)s"), _GAME_ACTS.format(" AND game_id = %(game)s")
_RECORD = "INSERT INTO dobon.acts (id, at, actor, act, subject, reason) VALUES (%s, %s, %s, %s, %s, %s)"


def insert_act(conn: Connection, act: AdminAct) -> None:
    """Insert an act in the caller's transaction."""
    conn.execute(_RECORD, (act.id, act.at, act.actor, act.act, act.subject, act.reason))


def append(pool: Pool, act: AdminAct) -> None:
    """Record an act that changes nothing itself."""
    write_once(pool, lambda conn: insert_act(conn, act))


def list_acts(
    pool: AccountsPool, after: tuple[Moment, str] | None = None, limit: int = 50, subject: str | None = None
) -> list[AdminAct]:
    """Return acts, newest first, of all subjects or of one.

    `after` is `(at, id)` of the last row of the previous page.
    """
    at, last = after or ("9999", LOWEST_ID)
    game = subject if subject is not None and is_uuid(subject) else None
    values = {"at": at, "id": last, "limit": limit, "subject": subject, "game": game}
    acts, game_acts = _ALL if subject is None else _ABOUT
    others = read_with_retry(pool, lambda conn: _read_acts(conn, acts, values))
    if subject is not None and game is None:
        return others
    return pool.games.merge(
        lambda conn: _read_acts(conn, game_acts, values),
        lambda act: (act.at, act.id),
        limit,
        newest_first=True,
        others=others,
    )


def _read_acts(conn: Connection, statement: LiteralString, values: Mapping[str, Any]) -> list[AdminAct]:
    return [AdminAct(*row) for row in conn.execute(statement, values)]
