"""Everything that the database holds about one player, for the player."""

from collections.abc import Mapping
from operator import itemgetter
from typing import Any

import psycopg
from psycopg.rows import dict_row

from domain.ruleset.catalogue import REVEALING
from infra.accounts import admin_log
from infra.databases.pool import AccountsPool
from infra.postgres.retry import read_with_retry

_SECTIONS = {
    "account": "SELECT id, name, created_at, bot_account FROM dobon.players WHERE id = %s",
    "reserved_names": "SELECT skeleton, until FROM dobon.reserved_names WHERE player_id = %s",
    "names": "SELECT name, since, until FROM dobon.known_names WHERE player_id = %s ORDER BY since, name",
    "barred_names": "SELECT skeleton, until FROM dobon.barred_names WHERE player_id = %s ORDER BY skeleton",
    "sessions": "SELECT id, label, created_at, used_at, revoked_at AS ended_at FROM dobon.tokens WHERE player_id = %s AND scopes IS NULL"
    " ORDER BY created_at, id",
    "programs": "SELECT id, label AS name, client, scopes, created_at, used_at, expires_at, revoked_at AS ended_at"
    " FROM dobon.tokens WHERE player_id = %s AND scopes IS NOT NULL ORDER BY created_at, id",
    "passkeys": "SELECT id, name, created_at, used_at FROM dobon.passkeys WHERE player_id = %s ORDER BY created_at, id",
    "recovery_codes": "SELECT created_at, used_at FROM dobon.recovery_codes WHERE player_id = %s ORDER BY used_at, hash",
    "history": "SELECT game_id AS game, ruleset, ended_at, mu_before, sigma_before, mu, sigma FROM dobon.player_games"
    " WHERE player_id = %s AND build = (SELECT build FROM dobon.projections WHERE name = 'statistics' AND state = 'live')"
    " ORDER BY ended_at, game_id",
    "drills": "SELECT game_id AS game, drill_id AS drill, created_at, choice, answered_at FROM dobon.player_drills"
    " WHERE player_id = %s ORDER BY created_at, drill_id",
    "daily_drills": "SELECT day, choice, answered_at FROM dobon.daily_answers WHERE player_id = %s ORDER BY day",
    "challenges": "SELECT id, challenger, player, ruleset, seats, at, expires_at, status, reason, ended_at, game"
    " FROM dobon.challenges WHERE %s IN (challenger, player) ORDER BY at, id",
    "follows": "SELECT other AS player, at FROM dobon.follows WHERE account = %s ORDER BY at, other",
    "blocks": "SELECT other AS player, at FROM dobon.blocks WHERE account = %s ORDER BY at, other",
    "browsers": "SELECT id, endpoint, language, created_at FROM dobon.push_subscriptions WHERE player_id = %s"
    " ORDER BY created_at, id",
    "webhooks": "SELECT id, url, enabled, created_at, disabled_at FROM dobon.webhooks WHERE player_id = %s"
    " ORDER BY created_at, id",
    "reports": "SELECT report.id, report.at, report.kind, report.reported AS player, report.game_id AS game,"
    " report.version, report.comment_id AS comment, report.name, report.reason, report.text, report.status, verdict.note"
    " FROM dobon.reports AS report LEFT JOIN dobon.verdicts AS verdict ON verdict.id = report.verdict_id"
    " WHERE report.reporter = %s ORDER BY report.at, report.id",
    "verdicts": "SELECT at, kind, game_id AS game, version, verdict, measures, note FROM dobon.verdicts"
    " WHERE reported = %s ORDER BY at, id",
    "acts_on_me": "SELECT act, reason, at FROM dobon.acts WHERE subject = %s"  # noqa: S608 - our kinds
    f" AND act IN {admin_log.CHANGES} ORDER BY at, id",
}
"""The statement of each section with data of the account; its parameter is the player."""

_SECTIONS_OF_GAMES = {
    "games": "SELECT game_id AS game, ruleset, seat, status, created_at FROM dobon.game_seats WHERE player_id = %s"
    " ORDER BY created_at, game_id",
    # verdicts of rounds that are not over would tell of hidden cards
    "calls": "SELECT game_id AS game, round, version, kind, valid, at FROM dobon.claims AS claim WHERE player_id = %s"  # noqa: S608 - our types
    " AND EXISTS (SELECT 1 FROM dobon.events AS event WHERE event.game_id = claim.game_id"
    f" AND event.version > claim.version AND event.type IN {REVEALING}) ORDER BY at, game_id, version",
    "comments": "SELECT game_id AS game, round, version, text, at, hidden_at FROM dobon.comments WHERE player_id = %s"
    " ORDER BY at, id",
    "shares": "SELECT game_id AS game, id, created_at, revoked_at FROM dobon.shares WHERE player_id = %s"
    " ORDER BY created_at, id",
    "stamps": "SELECT game_id AS game, stamp, at FROM dobon.stamps WHERE player_id = %s ORDER BY at, game_id, number",
}
"""The statement of each section with data of games, which runs in each database."""

_MOMENTS = {"games": "created_at", "calls": "at", "comments": "at", "shares": "created_at", "stamps": "at"}
"""The columns that order these sections."""

Rows = dict[str, list[dict[str, Any]]]
"""The rows of sections."""


def read_account(pool: AccountsPool, player: str) -> Rows:
    """Return the rows of each section. Raises `Unavailable`."""
    found = read_with_retry(pool, lambda conn: _read(conn, _SECTIONS, player))
    parts = pool.games.read(lambda conn: _read(conn, _SECTIONS_OF_GAMES, player))
    for name, moment in _MOMENTS.items():
        found[name] = sorted((row for part in parts for row in part[name]), key=itemgetter(moment))
    return found


def _read(conn: psycopg.Connection[Any], sections: Mapping[str, str], player: str) -> Rows:
    with conn.cursor(row_factory=dict_row) as cursor:
        return {name: cursor.execute(statement, [player]).fetchall() for name, statement in sections.items()}
