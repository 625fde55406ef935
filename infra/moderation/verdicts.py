"""Verdicts of admins about reports, with the measures that they take.

A verdict decides all open reports about one subject. The verdict, its measures, their acts and the notifications are
one transaction, so two admins cannot both decide a report. Locks are taken in this order: the reported player, the
number of rights (by the trigger of a change of that player), the reports, the comment, the positions of notifications,
the game if it is abandoned. An erasure takes them in the same order. If games are in databases of their own, a comment
is hidden and a game abandoned there before the transaction is committed.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import orjson
import psycopg

from domain.log.errors import Refused
from domain.log.identifiers import LOWEST_ID
from domain.log.moments import Moment
from domain.running.notifications import REPORT_DECIDED, VERDICT, Notification
from infra.accounts import admin_log, player_names, suspensions
from infra.databases.pool import AccountsPool
from infra.event_store.canonical_json import canonical_text
from infra.event_store.store import AdminAct
from infra.moderation.kinds import ABANDON, HIDE_COMMENT, RESET_NAME, SUSPEND, UPHELD
from infra.moderation.reports import Report, open_reports
from infra.notifications import notifications
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry, write_once
from infra.social.comments import hide_in

Connection = psycopg.Connection[Any]


@dataclass(frozen=True, slots=True)
class Decision:
    """What an admin decides about a report."""

    admin: str
    verdict: str
    reason: str
    "Recorded with the acts, for admins."
    note: str = ""
    "For the reporters and the reported player."
    measures: Sequence[str] = ()
    until: Moment | None = None
    "The end of a suspension; None without an end."


@dataclass(frozen=True, slots=True)
class Verdict:
    """A verdict."""

    id: str
    at: Moment
    reported: str | None
    kind: str
    game: str | None
    version: int | None
    verdict: str
    measures: list[str]
    note: str


COLUMNS = "id, at, reported, kind, game_id, version, verdict, measures, note"
_LOCK_REPORTED = "SELECT erased_at IS NULL FROM dobon.players WHERE id = %s FOR NO KEY UPDATE"
_ADD = f"INSERT INTO dobon.verdicts ({COLUMNS}) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)"  # noqa: S608 - constants
_DECIDE = "UPDATE dobon.reports SET status = %s, verdict_id = %s WHERE id = ANY(%s::uuid[])"
_GET = f"SELECT {COLUMNS} FROM dobon.verdicts WHERE id = ANY(%s::uuid[]) ORDER BY id"  # noqa: S608 - constants
_ABOUT = f"""
SELECT {COLUMNS} FROM dobon.verdicts WHERE reported = %s AND (at, id) < (%s, %s::uuid)
ORDER BY at DESC, id DESC LIMIT %s"""  # noqa: S608 - constants


def decide(pool: AccountsPool, report: Report, decision: Decision) -> list[AdminAct]:
    """Decide a report in a transaction of its own, as `decide_in` does; return the acts."""
    database = pool if report.game is None else pool.games.of(report.game)

    def work(conn: Connection) -> list[AdminAct]:
        with conn.transaction(), database.connection_beside(pool, conn) as games:
            return decide_in(conn, games, report, decision)

    return write_once(pool, work)


def decide_in(conn: Connection, games: Connection, report: Report, decision: Decision) -> list[AdminAct]:
    """Decide a report in a transaction of the caller, which abandons the game if that is one of the measures.

    `games` is a connection for calls of the functions of games. Measures that have been taken before,
    such as a suspension, are left out. Returns the acts of the others. Raises `Refused` with `report-decided`.
    """
    found = conn.execute(_LOCK_REPORTED, [report.reported]).fetchone()
    reader = report.reported if found is not None and found[0] else None
    taken = _measures_on_player(conn, report, decision)
    reports = open_reports(conn, report.subject)
    if report.id not in {one.id for one in reports}:
        raise report_decided()
    taken = _measures_on_comment(conn, games, report, decision) + taken
    kind = admin_log.UPHOLD if decision.verdict == UPHELD else admin_log.DISMISS
    act = admin_log.new_act(decision.admin, kind, report.id, decision.reason)
    admin_log.insert_act(conn, act)
    measures = [one.act for one in taken] + [ABANDON] * (ABANDON in decision.measures)
    verdict = str(uuid.uuid4())
    about = (report.reported, report.kind, report.game, report.version)
    conn.execute(_ADD, (verdict, act.at, *about, decision.verdict, canonical_text(measures), decision.note))
    conn.execute(_DECIDE, (decision.verdict, verdict, [one.id for one in reports]))
    notifications.add(conn, _notes(reports, report, reader, decision.verdict, measures, act.at), act.at)
    return [act, *taken]


def _measures_on_player(conn: Connection, report: Report, decision: Decision) -> list[AdminAct]:
    taken: list[AdminAct] = []
    if report.reported is None:
        return taken
    if RESET_NAME in decision.measures:
        act = admin_log.new_act(decision.admin, admin_log.RESET_NAME, report.reported, decision.reason)
        player_names.reset_in(conn, act, [report.name] if report.name else [])
        taken.append(act)
    if SUSPEND in decision.measures:
        act = admin_log.new_act(decision.admin, admin_log.SUSPEND, report.reported, decision.reason)
        taken += [act] if suspensions.suspend_in(conn, act, decision.until) else []
    return taken


def _measures_on_comment(conn: Connection, games: Connection, report: Report, decision: Decision) -> list[AdminAct]:
    if HIDE_COMMENT not in decision.measures or report.game is None or report.comment is None:
        return []
    act = admin_log.new_act(decision.admin, admin_log.HIDE, report.comment, decision.reason)
    return [act] if hide_in(conn, games, report.game, act) else []


def _notes(
    reports: Sequence[Report], report: Report, reader: str | None, verdict: str, measures: Sequence[str], at: Moment
) -> Sequence[Notification]:
    """Return the notifications of the reporters, and that of the reported player `reader`, which names no reporter.

    The game is a fact of the verdict and not the game of the notification, whose push would replace that of a turn.
    """
    place = {"game": report.game, "version": report.version}
    facts = {"about": report.kind, "verdict": verdict, **{name: value for name, value in place.items() if value}}
    told = [
        Notification(one.reporter, REPORT_DECIDED, at, facts={**facts, "report": one.id})
        for one in reports
        if one.reporter is not None
    ]
    if reader is not None:
        told.append(Notification(reader, VERDICT, at, facts={**facts, "measures": list(measures)}))
    return told


def verdicts_of(pool: Pool, ids: Sequence[str]) -> dict[str, Verdict]:
    """Return verdicts by id. Raises `Unavailable`."""
    if not ids:
        return {}
    rows = read_with_retry(pool, lambda conn: conn.execute(_GET, [list(ids)]).fetchall())
    return {row[0]: _verdict(*row) for row in rows}


def about(pool: Pool, reported: str, after: tuple[Moment, str] | None = None, limit: int = 50) -> list[Verdict]:
    """Return the verdicts about a player, newest first, after the position `(at, id)`. Raises `Unavailable`."""
    values = (reported, *(after or ("9999", LOWEST_ID)), limit)
    return [_verdict(*row) for row in read_with_retry(pool, lambda conn: conn.execute(_ABOUT, values).fetchall())]


def report_decided() -> Refused:
    """Return the refusal of a second verdict."""
    return Refused("report-decided", "An admin has decided this report already.")


def _verdict(*row: Any) -> Verdict:
    *facts, measures, note = row
    return Verdict(*[*facts, orjson.loads(measures), note])
