"""Reports of players to the admins.

A reporter has one open report about a subject at a time. Every function raises `Unavailable` (`infra.postgres.retry`)
if the database does not answer.
"""

import uuid
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from typing import Any

import psycopg
from psycopg.errors import UniqueViolation

from domain.log.errors import Refused
from domain.log.identifiers import LOWEST_ID
from domain.log.moments import Moment
from domain.log.sentences import Sentence
from infra.accounts.keyed_requests import KeyedRequest, Result, do_once
from infra.moderation.kinds import NAME, OPEN
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry

Connection = psycopg.Connection[Any]

MAX_OPEN = 20
"""The maximum number of open reports of one reporter."""

OLDEST, NEWEST = ("", LOWEST_ID), ("9999", LOWEST_ID)


@dataclass(frozen=True, slots=True)
class Report:
    """A report."""

    id: str
    at: Moment
    kind: str
    subject: str
    reporter: str | None
    "None after an erasure."
    reported: str | None
    "None for a play of a bot or of the reporter."
    game: str | None
    version: int | None
    comment: str | None
    name: str | None
    "The name that was reported."
    reason: str
    text: str
    status: str = OPEN
    verdict: str | None = None
    "The id of the verdict."


@dataclass(frozen=True, slots=True)
class Subject:
    """What a report is about."""

    kind: str
    key: str
    reported: str | None = None
    game: str | None = None
    version: int | None = None
    comment: str | None = None


COLUMNS = (
    "id, at, kind, subject, reporter, reported, game_id, version, comment_id, name, reason, text, status, verdict_id"
)
# The rows of both players are locked, so that an erasure, which locks them too, clears the report or prevents it.
_LOCK = """
SELECT id, name FROM dobon.players WHERE id IN (%(reporter)s, %(reported)s) AND erased_at IS NULL ORDER BY id FOR SHARE"""
_ADD = f"""
INSERT INTO dobon.reports ({COLUMNS})
SELECT %s::uuid, %s, %s, %s, %s::uuid, %s::uuid, %s::uuid, %s::int, %s::uuid, %s, %s, %s, %s, %s::uuid
WHERE (SELECT count(*) FROM dobon.reports WHERE reporter = %s AND status = 'open') < %s"""  # noqa: S608 - constants
_MINE = f"""
SELECT {COLUMNS} FROM dobon.reports WHERE reporter = %s AND (at, id) < (%s, %s::uuid)
ORDER BY at DESC, id DESC LIMIT %s"""  # noqa: S608 - constants
_GET = f"SELECT {COLUMNS} FROM dobon.reports WHERE id = %s"  # noqa: S608 - constants


def add(
    pool: Pool, reporter: str, subject: Subject, reason: str, text: str, at: Moment, keyed: KeyedRequest | None = None
) -> Report:
    """Add a report. With a key, repetitions return the same report.

    Raises `Refused` with `already-reported`, `too-many-reports`, `no-such-player` and `key-reused`.
    """
    new = str(uuid.uuid4())

    def work(conn: Connection) -> Result:
        with conn.transaction():
            found = dict(conn.execute(_LOCK, {"reporter": reporter, "reported": subject.reported}).fetchall())
            if {reporter, subject.reported} - {None} - {str(player) for player in found}:
                raise Refused("no-such-player", "The account was erased.")
            name = found[subject.reported] if subject.kind == NAME and subject.reported is not None else None
            row = Report(
                new, at, subject.kind, subject.key, reporter, subject.reported, subject.game, subject.version,
                subject.comment, name, reason, text,
            )  # fmt: skip
            try:
                with conn.transaction():
                    added = conn.execute(_ADD, (*astuple(row), reporter, MAX_OPEN)).rowcount
            except UniqueViolation:
                raise already_reported() from None
            if not added:
                raise Refused(
                    "too-many-reports",
                    Sentence("You have {count} open reports: wait for the verdicts.", count=MAX_OPEN),
                )
        return {"id": new}

    found = find(pool, do_once(pool, keyed, work)["id"])
    assert found is not None  # reports are never deleted
    return found


def already_reported() -> Refused:
    """Return the refusal of a second open report about one subject."""
    return Refused("already-reported", "You have reported this already: wait for the verdict.")


def find(pool: Pool, report: str) -> Report | None:
    """Return a report, or None."""
    row = read_with_retry(pool, lambda conn: conn.execute(_GET, [report]).fetchone())
    return None if row is None else Report(*row)


def of_reporter(pool: Pool, reporter: str, after: tuple[Moment, str] | None = None, limit: int = 50) -> list[Report]:
    """Return the reports of a reporter, newest first, after the position `(at, id)`."""
    values = (reporter, *(after or NEWEST), limit)
    return [Report(*row) for row in read_with_retry(pool, lambda conn: conn.execute(_MINE, values).fetchall())]


def find_reports(
    pool: Pool, status: str, kind: str | None = None, after: tuple[Moment, str] | None = None, limit: int = 50
) -> list[Report]:
    """Return the reports of a status: open ones oldest first, and decided ones newest first."""
    oldest_first = status == OPEN
    at, last = after or (OLDEST if oldest_first else NEWEST)
    conditions = ["status = %(status)s", f"(at, id) {'>' if oldest_first else '<'} (%(at)s, %(id)s::uuid)"]
    if kind is not None:
        conditions.append("kind = %(kind)s")
    way = "" if oldest_first else " DESC"
    statement = (
        f"SELECT {COLUMNS} FROM dobon.reports WHERE {' AND '.join(conditions)}"  # noqa: S608 - constants
        f" ORDER BY at{way}, id{way} LIMIT %(limit)s"
    )
    values = {"status": status, "kind": kind, "at": at, "id": last, "limit": limit}
    return [Report(*row) for row in read_with_retry(pool, lambda conn: conn.execute(statement, values).fetchall())]


def counts_about(pool: Pool, reported: str) -> dict[str, int]:
    """Return the number of reports about a player by status."""
    statement = "SELECT status, count(*) FROM dobon.reports WHERE reported = %s GROUP BY status ORDER BY status"
    return dict(read_with_retry(pool, lambda conn: conn.execute(statement, [reported]).fetchall()))


def count_open(pool: Pool, subject: str) -> int:
    """Return the number of open reports about a subject."""
    statement = "SELECT count(*) FROM dobon.reports WHERE subject = %s AND status = 'open'"
    row = read_with_retry(pool, lambda conn: conn.execute(statement, [subject]).fetchone())
    return 0 if row is None else int(row[0])


def open_reports(conn: Connection, subject: str) -> Sequence[Report]:
    """Lock the open reports of a subject in a transaction of the caller, in the order of their ids, and return them."""
    statement = f"SELECT {COLUMNS} FROM dobon.reports WHERE subject = %s AND status = 'open' ORDER BY id FOR UPDATE"  # noqa: S608 - constants
    return [Report(*row) for row in conn.execute(statement, [subject])]


assert len(fields(Report)) == COLUMNS.count(",") + 1
