"""The names that players have and had, for admins who search for a player.

The names of one player are at most `KEPT`, and go with an erasure. The functions with a connection belong to a
transaction of the caller.
"""

from dataclasses import dataclass
from typing import Any
from unicodedata import normalize

import psycopg

from domain.log.identifiers import LOWEST_ID
from domain.log.moments import Moment
from infra.accounts.suspensions import SUSPENDED
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry

Connection = psycopg.Connection[Any]

KEPT = 20
"""The maximum number of names of one player; the oldest go first."""

HIGHEST = "\U0010ffff"
"""The character after all others in the collation of the index."""

_ADD = """
INSERT INTO dobon.known_names (player_id, name, folded, since) VALUES (%s, %s, %s, %s)
ON CONFLICT (player_id, name) DO UPDATE SET since = excluded.since, until = NULL"""
_END = "UPDATE dobon.known_names SET until = %s WHERE player_id = %s AND name <> %s AND until IS NULL"
_DROP_OLD = """
DELETE FROM dobon.known_names WHERE player_id = %(player)s AND name IN (
    SELECT name FROM dobon.known_names WHERE player_id = %(player)s ORDER BY since DESC, name OFFSET %(kept)s
)"""
_NAMES_OF = """
SELECT name, since, until FROM dobon.known_names WHERE player_id = %s ORDER BY until DESC NULLS FIRST, since DESC, name"""
_SEARCH = f"""
SELECT known.folded, known.name, player.id, player.name, player.created_at, {SUSPENDED}, player.suspended_until
FROM dobon.known_names AS known JOIN dobon.players AS player ON player.id = known.player_id
WHERE known.folded >= %(low)s AND known.folded < %(high)s
    AND (known.until IS NULL OR NOT %(present)s)
    AND (known.folded, known.player_id, known.name) > (%(folded)s, %(player)s::uuid, %(name)s)
ORDER BY known.folded, known.player_id, known.name LIMIT %(limit)s"""  # noqa: S608 - a constant
_PLAYERS = """
SELECT DISTINCT player_id FROM dobon.known_names WHERE folded >= %s AND folded < %s ORDER BY player_id LIMIT %s"""


@dataclass(frozen=True, slots=True)
class KnownName:
    """A name that a player has or had."""

    name: str
    since: Moment
    until: Moment | None
    "None for the present name."


@dataclass(frozen=True, slots=True)
class FoundPlayer:
    """A player found by a present or old name."""

    folded: str
    matched: str
    "The name that was found."
    id: str
    name: str
    "The present name."
    created_at: Moment
    suspended: bool
    suspended_until: Moment | None

    @property
    def position(self) -> list[str]:
        """Return the place in the list."""
        return [self.folded.encode().hex(), self.id, self.matched.encode().hex()]


def fold_name(name: str) -> str:
    """Return a name without case and width, so that a search finds it however it is written."""
    return normalize("NFKC", normalize("NFKC", name).casefold())


def note_name(conn: Connection, player: str, name: str, at: Moment) -> None:
    """Note the present name of a player, and that the names before it have ended."""
    conn.execute(_ADD, (player, name, fold_name(name), at))
    conn.execute(_END, (at, player, name))
    conn.execute(_DROP_OLD, {"player": player, "kept": KEPT})


def names_of(pool: Pool, player: str) -> list[KnownName]:
    """Return the names of a player, the present one first. Raises `Unavailable`."""
    rows = read_with_retry(pool, lambda conn: conn.execute(_NAMES_OF, [player]).fetchall())
    return [KnownName(*row) for row in rows]


def find_players(
    pool: Pool,
    prefix: str,
    now: Moment,
    after: tuple[str, str, str] | None = None,
    limit: int = 50,
    *,
    present: bool = False,
) -> list[FoundPlayer]:
    """Return the names that begin so, with their players, in the order of the names. Raises `Unavailable`.

    `present` leaves out the names that a player had before.

    `after` is the folded name, the player and the name of the last row of the previous page.
    """
    low = fold_name(prefix)
    folded, player, name = after or ("", LOWEST_ID, "")
    values = {
        "low": low,
        "high": low + HIGHEST,
        "folded": folded,
        "player": player,
        "name": name,
        "limit": limit,
        "present": present,
    }
    rows = read_with_retry(pool, lambda conn: conn.execute(_SEARCH, {**values, "now": now}).fetchall())
    return [FoundPlayer(*row) for row in rows]


def players_named(pool: Pool, prefix: str, limit: int) -> list[str]:
    """Return the players with a present or old name that begins so, at most `limit`. Raises `Unavailable`."""
    low = fold_name(prefix)
    rows = read_with_retry(pool, lambda conn: conn.execute(_PLAYERS, (low, low + HIGHEST, limit)).fetchall())
    return [str(player) for (player,) in rows]
