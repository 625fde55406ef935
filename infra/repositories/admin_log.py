"""The log of admins' acts. An act and its record are written in one transaction.

Every function raises `Unavailable` (`infra.postgres.retry`) if the database does not answer.
"""

import uuid
from typing import Any

import psycopg

from domain.identifiers import LOWEST_ID
from domain.moments import Moment
from infra.clock import now
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


_RECORD = "INSERT INTO dobon.acts (id, at, actor, act, subject, reason) VALUES (%s, %s, %s, %s, %s, %s)"


def insert_act(conn: Connection, act: AdminAct) -> None:
    """Insert an act in the caller's transaction."""
    conn.execute(_RECORD, (act.id, act.at, act.actor, act.act, act.subject, act.reason))


def append(pool: Pool, act: AdminAct) -> None:
    """Record an act that changes nothing itself."""
    write_once(pool, lambda conn: insert_act(conn, act))


def list_acts(
    pool: Pool, after: tuple[Moment, str] | None = None, limit: int = 50, subject: str | None = None
) -> list[AdminAct]:
    """Return acts, newest first, of all subjects or of one.

    `after` is `(at, id)` of the last row of the previous page.
    """
    about = "" if subject is None else " AND subject = %(subject)s"
    at, last = after or ("9999", LOWEST_ID)
    values = {"at": at, "id": last, "limit": limit, "subject": subject}
    rows = read_with_retry(
        pool,
        lambda conn: conn.execute(
            f"SELECT id, at, actor, act, subject, reason FROM dobon.acts WHERE (at, id) < (%(at)s, %(id)s::uuid){about}"  # noqa: S608 - constants
            " ORDER BY at DESC, id DESC LIMIT %(limit)s",
            values,
        ).fetchall(),
    )
    return [AdminAct(*row) for row in rows]
