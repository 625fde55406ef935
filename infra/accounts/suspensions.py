"""Suspends accounts, until a moment or without an end, and lifts suspensions.

Each change is recorded as an act of its admin. A suspension that has ended needs no further change, because every check
compares its end with the present moment.
"""

from typing import Any

import psycopg

from domain.log.errors import Refused
from domain.log.moments import Moment
from infra.accounts.admin_log import LIFT, SUSPEND, insert_act, new_act
from infra.event_store.store import AdminAct
from infra.postgres.pool import Pool
from infra.postgres.retry import write_once

Connection = psycopg.Connection[Any]

SUSPENDED = "(player.suspended_at IS NOT NULL AND coalesce(player.suspended_until > %(now)s, true))"
"""Tells whether the row `player` is suspended at the moment `now`."""

_SUSPEND = f"""
UPDATE dobon.players AS player SET suspended_at = %(now)s, suspended_until = %(until)s
WHERE id = %(player)s AND NOT {SUSPENDED}"""  # noqa: S608 - a constant
_LIFT = f"""
UPDATE dobon.players AS player SET suspended_at = NULL, suspended_until = NULL
WHERE id = %(player)s AND {SUSPENDED}"""  # noqa: S608 - a constant


def suspend(pool: Pool, actor: str, player: str, reason: str, until: Moment | None = None) -> AdminAct:
    """Refuse the player's tokens from now on, or until a moment.

    Raises `Refused` with `no-such-player` or `already-suspended`.
    """
    act = new_act(actor, SUSPEND, player, reason)

    def work(conn: Connection) -> None:
        with conn.transaction():
            if not suspend_in(conn, act, until):
                _check_player(conn, player)
                raise Refused("already-suspended", "The player is suspended already.")

    write_once(pool, work)
    return act


def lift(pool: Pool, actor: str, player: str, reason: str) -> AdminAct:
    """Accept the player's tokens again. Raises `Refused` with `no-such-player` or `not-suspended`."""
    act = new_act(actor, LIFT, player, reason)

    def work(conn: Connection) -> None:
        with conn.transaction():
            if not conn.execute(_LIFT, {"player": player, "now": act.at}).rowcount:
                _check_player(conn, player)
                raise Refused("not-suspended", "The player is not suspended.")
            insert_act(conn, act)

    write_once(pool, work)
    return act


def suspend_in(conn: Connection, act: AdminAct, until: Moment | None) -> bool:
    """Suspend the subject of the act in a transaction of the caller, and record the act.

    Return False, without a record, for a player who is suspended already or does not exist.
    """
    if not conn.execute(_SUSPEND, {"player": act.subject, "now": act.at, "until": until}).rowcount:
        return False
    insert_act(conn, act)
    return True


def _check_player(conn: Connection, player: str) -> None:
    if conn.execute("SELECT 1 FROM dobon.players WHERE id = %s", (player,)).fetchone() is None:
        raise Refused(
            "no-such-player", "There is no player with this id. Views of games list the ids of their players."
        )
