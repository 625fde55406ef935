"""Changes of players' names. For a while after a change, no other player may take the old name.

Names are not unique (docs/decisions/0018), so a name is reserved only if it identified a player: the player has had a
seat under it, and no other player has the same name. Each player reserves one name, the last one. A name that an admin
resets is barred instead: its player may not take it again for a while. Every function raises `Unavailable`
(`infra.postgres.retry`) if the database does not answer.
"""

import secrets
from collections.abc import Iterable

from domain.log.errors import Refused
from domain.log.moments import Moment, later
from domain.log.sentences import Sentence
from infra.accounts import sessions
from infra.accounts.admin_log import insert_act
from infra.accounts.keyed_requests import Connection
from infra.accounts.known_names import note_name
from infra.accounts.look_alikes import skeleton
from infra.databases.pool import AccountsPool
from infra.event_store.store import AdminAct
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry, write_once

RESERVED_DAYS = 30
"""Days for which an old name is reserved."""

BARRED_DAYS = 90
"""Days for which a player may not take a name again that an admin has reset."""

SWEPT = 100
"""Expired reservations that a change of a name deletes."""

_RESERVED = """
SELECT until FROM dobon.reserved_names WHERE skeleton = %s AND until > %s AND player_id IS DISTINCT FROM %s::uuid
ORDER BY until DESC LIMIT 1"""
_NAME = "SELECT name FROM dobon.players WHERE id = %s"
_LOCKED_NAME = "SELECT name FROM dobon.players WHERE id = %s AND erased_at IS NULL FOR NO KEY UPDATE"
_BARRED = "SELECT until FROM dobon.barred_names WHERE player_id = %s AND skeleton = %s AND until > %s"
_BAR = """
INSERT INTO dobon.barred_names (player_id, skeleton, until) VALUES (%s, %s, %s)
ON CONFLICT (player_id, skeleton) DO UPDATE SET until = excluded.until"""
_RENAME = "UPDATE dobon.players SET name = %s WHERE id = %s"
HAD_SEAT = "SELECT 1 FROM dobon.game_seats WHERE player_id = %s LIMIT 1"
"""Whether a player has, or has had, a seat in the games of a database."""
_IS_SHARED = "SELECT 1 FROM dobon.players WHERE name = %s AND id <> %s LIMIT 1"
_RESERVE = """
INSERT INTO dobon.reserved_names (player_id, skeleton, until) VALUES (%s, %s, %s)
ON CONFLICT (player_id) DO UPDATE SET skeleton = excluded.skeleton, until = excluded.until"""
_SWEEP = """
DELETE FROM dobon.reserved_names WHERE player_id IN (
    SELECT player_id FROM dobon.reserved_names WHERE until <= %s ORDER BY until LIMIT %s FOR UPDATE SKIP LOCKED
)"""


def check_free(pool: Pool, name: str, at: Moment) -> None:
    """Raise `Refused("name-reserved")` if a new player may not take the name."""
    row = read_with_retry(pool, lambda conn: conn.execute(_RESERVED, [skeleton(name), at, None]).fetchone())
    if row is not None:
        raise name_reserved(row[0])


def rename(pool: AccountsPool, player: str, name: str, at: Moment) -> None:
    """Change the name of a player, and reserve the old one.

    Raises `Refused` with `name-reserved` and `name-barred`, and as `lock_player`.
    """
    look = skeleton(name)
    had_seat = pool.games.find(lambda conn: conn.execute(HAD_SEAT, [player]).fetchone()) is not None

    def work(conn: Connection) -> None:
        with conn.transaction():
            sessions.lock_player(conn, player)
            taken = conn.execute(_RESERVED, [look, at, player]).fetchone()
            if taken is not None:
                raise name_reserved(taken[0])
            barred = conn.execute(_BARRED, [player, look, at]).fetchone()
            if barred is not None:
                raise name_barred(barred[0])
            row = conn.execute(_NAME, [player]).fetchone()
            if row is None or row[0] == name:
                return
            identified = had_seat and conn.execute(_IS_SHARED, [row[0], player]).fetchone() is None
            old_look = skeleton(row[0])
            if identified and look != old_look:
                conn.execute(_RESERVE, [player, old_look, later(at, seconds=RESERVED_DAYS * 86_400)])
            conn.execute(_RENAME, [name, player])
            note_name(conn, player, name, at)
            conn.execute(_SWEEP, [at, SWEPT])

    write_once(pool, work)


def reset_in(conn: Connection, act: AdminAct, more: Iterable[str] = ()) -> str:
    """Give the subject of the act a new name in a transaction of the caller, record the act, and return the name.

    The name so far is barred, and so are the names `more`. Raises `Refused("no-such-player")`.
    """
    player, at = act.subject, act.at
    row = conn.execute(_LOCKED_NAME, [player]).fetchone()
    if row is None:
        raise Refused("no-such-player", "The account was erased, or never existed.")
    until = later(at, seconds=BARRED_DAYS * 86_400)
    for barred in sorted({skeleton(name) for name in (row[0], *more)}):
        conn.execute(_BAR, [player, barred, until])
    name = generated_name()
    conn.execute(_RENAME, [name, player])
    note_name(conn, player, name, at)
    insert_act(conn, act)
    return name


def reset(pool: Pool, act: AdminAct) -> str:
    """Give the subject of the act a new name, as `reset_in` in a transaction of its own."""

    def work(conn: Connection) -> str:
        with conn.transaction():
            return reset_in(conn, act)

    return write_once(pool, work)


def generated_name() -> str:
    """Return a name that says nothing."""
    return f"Player {secrets.randbelow(900_000) + 100_000}"


def name_barred(until: Moment) -> Refused:
    """Return the refusal of a name that an admin has taken from the player."""
    return Refused(
        "name-barred",
        Sentence("An admin has reset this name. You may not take it before {until}.", until=until[:10]),
        until=until,
    )


def name_reserved(until: Moment) -> Refused:
    """Return the refusal of a name that another player had."""
    return Refused(
        "name-reserved",
        Sentence(
            "Another player had this name until recently. It is reserved until {until}: choose another name.",
            until=until[:10],
        ),
        until=until,
    )
