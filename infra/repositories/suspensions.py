"""Suspends accounts and lifts suspensions. Each change is recorded as an act of its admin."""

from domain.errors import Refused
from domain.moments import Moment
from infra.event_store.store import AdminAct
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry, write_once
from infra.repositories.admin_log import LIFT, SUSPEND, new_act

_SUSPENSION = """
WITH changed AS (
    UPDATE dobon.players SET suspended_at = %(since)s
    WHERE id = %(player)s AND (suspended_at IS NULL) = %(was_free)s RETURNING id
)
INSERT INTO dobon.acts (id, at, actor, act, subject, reason)
SELECT %(id)s, %(at)s, %(actor)s, %(act)s, id::text, %(reason)s FROM changed"""


def suspend(pool: Pool, actor: str, player: str, reason: str) -> AdminAct:
    """Refuse the player's tokens from now on. Raises `Refused` with `no-such-player` or `already-suspended`."""
    act = new_act(actor, SUSPEND, player, reason)
    if not _suspension(pool, act, since=act.at):
        _check_player(pool, player)
        raise Refused("already-suspended", "The player is suspended already.")
    return act


def lift(pool: Pool, actor: str, player: str, reason: str) -> AdminAct:
    """Accept the player's tokens again. Raises `Refused` with `no-such-player` or `not-suspended`."""
    act = new_act(actor, LIFT, player, reason)
    if not _suspension(pool, act, since=None):
        _check_player(pool, player)
        raise Refused("not-suspended", "The player is not suspended.")
    return act


def _suspension(pool: Pool, act: AdminAct, since: Moment | None) -> bool:
    values = {
        "since": since, "player": act.subject, "was_free": since is not None, "id": act.id, "at": act.at, "actor": act.actor,
        "act": act.act, "reason": act.reason,
    }  # fmt: skip
    return write_once(pool, lambda conn: conn.execute(_SUSPENSION, values).rowcount == 1)


def _check_player(pool: Pool, player: str) -> None:
    found = read_with_retry(
        pool, lambda conn: conn.execute("SELECT 1 FROM dobon.players WHERE id = %s", (player,)).fetchone()
    )
    if found is None:
        raise Refused(
            "no-such-player", "There is no player with this id. Views of games list the ids of their players."
        )
