"""What admins do, and why: each act and its record are written together, or neither.

Everything here raises `Unavailable` (`infra.postgres.retry`) when the database does not answer.
"""

import uuid
from typing import Any

import psycopg

from domain.errors import Refused
from domain.moments import Moment
from infra.clock import now
from infra.event_store.store import Act
from infra.postgres.bootstrap import Pool
from infra.postgres.retry import reading, writing
from infra.projections import builds

ABANDON = "abandon-game"
SUSPEND = "suspend-player"
LIFT = "lift-suspension"
REBUILD = "rebuild-projection"
CHECK = "check-integrity"
ACTS = (ABANDON, SUSPEND, LIFT, REBUILD, CHECK)

Connection = psycopg.Connection[Any]


def made(actor: str, act: str, subject: str, reason: str) -> Act:
    """An act that is done now."""
    return Act(str(uuid.uuid4()), now(), actor, act, subject, reason)


_RECORD = "INSERT INTO dobon.acts (id, at, actor, act, subject, reason) VALUES (%s, %s, %s, %s, %s, %s)"


def record(conn: Connection, act: Act) -> None:
    """Write it down, with whatever else the transaction does."""
    conn.execute(_RECORD, (act.id, act.at, act.actor, act.act, act.subject, act.reason))


def recorded(pool: Pool, act: Act) -> None:
    """Write down an act that changes nothing itself."""
    writing(pool, lambda conn: record(conn, act))


def listing(pool: Pool, after: tuple[Moment, str] | None = None, limit: int = 50) -> list[Act]:
    """What was done, newest first; `after` is `(at, id)` of the last row of the page before."""
    rows = reading(
        pool,
        lambda conn: conn.execute(
            "SELECT id, at, actor, act, subject, reason FROM dobon.acts WHERE (at, id) < (%s, %s::uuid)"
            " ORDER BY at DESC, id DESC LIMIT %s",
            (*(after or ("9999", "00000000-0000-0000-0000-000000000000")), limit),
        ).fetchall(),
    )
    return [Act(*row) for row in rows]


_SUSPENSION = """
WITH changed AS (
    UPDATE dobon.players SET suspended_at = %(since)s
    WHERE id = %(player)s AND (suspended_at IS NULL) = %(was_free)s RETURNING id
)
INSERT INTO dobon.acts (id, at, actor, act, subject, reason)
SELECT %(id)s, %(at)s, %(actor)s, %(act)s, id::text, %(reason)s FROM changed"""


def suspend(pool: Pool, actor: str, player: str, reason: str) -> Act:
    """From now on the player's tokens are refused. Raises `Refused` with `no-such-player` or `already-suspended`."""
    act = made(actor, SUSPEND, player, reason)
    if not _suspension(pool, act, since=act.at):
        _check_there(pool, player)
        raise Refused("already-suspended", "The player is suspended already.")
    return act


def lift(pool: Pool, actor: str, player: str, reason: str) -> Act:
    """The player's tokens are good again. Raises `Refused` with `no-such-player` or `not-suspended`."""
    act = made(actor, LIFT, player, reason)
    if not _suspension(pool, act, since=None):
        _check_there(pool, player)
        raise Refused("not-suspended", "The player is not suspended.")
    return act


def _suspension(pool: Pool, act: Act, since: Moment | None) -> bool:
    values = {
        "since": since, "player": act.subject, "was_free": since is not None, "id": act.id, "at": act.at, "actor": act.actor,
        "act": act.act, "reason": act.reason,
    }  # fmt: skip
    return writing(pool, lambda conn: conn.execute(_SUSPENSION, values).rowcount == 1)


def _check_there(pool: Pool, player: str) -> None:
    found = reading(pool, lambda conn: conn.execute("SELECT 1 FROM dobon.players WHERE id = %s", (player,)).fetchone())
    if found is None:
        raise Refused("no-such-player", "Ids of players stand in the views of their games.")


def rebuild(pool: Pool, actor: str, name: str, reason: str) -> Act:
    """Have a projection made again in the background. Raises `Refused("rebuild-running")`."""
    act = made(actor, REBUILD, name, reason)

    def work(conn: Connection) -> None:
        with conn.transaction():
            builds.begin(conn, name)
            record(conn, act)

    writing(pool, work)
    return act
