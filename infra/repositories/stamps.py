"""Stamps that players give at the table. They stand beside the log and its chain, and old ones go.

The stamps of a game are numbered without gaps, in the order in which they were committed: a number can only be taken by somebody who sees the one
before it. So a reader who knows a number misses nothing by asking for greater ones, whatever process wrote them.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from domain.errors import Refused
from domain.moments import Moment
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry, write_once

SHOWN = 20
"""How many are listed, and kept, of those that everybody who may follow the game may see."""

BATCH = 256
"""Of one game, that are read with one question."""

TRIES = 64
"""For a number that others take at the same moment: each try that fails is a stamp that somebody else has given."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """One that was given."""

    number: int
    seat: int
    player: str
    stamp: str
    version: int
    "That the game was at. Who may not see that version of the game yet, does not see the stamp either."
    at: Moment


# What is listed never depends on what is deleted: only those go that are older than the newest `SHOWN` up to `horizon`, which the listing of
# somebody who is farthest behind would not have either. Deleting hangs on having got the number, so nobody waits for a number with rows locked.
_ADD = """
WITH added AS (
    INSERT INTO dobon.stamps (game_id, number, seat, player_id, stamp, version, at)
    SELECT game.id, 1 + coalesce((SELECT max(number) FROM dobon.stamps WHERE game_id = game.id), 0),
        %(seat)s, %(player)s::uuid, %(stamp)s, game.version, %(at)s
    FROM dobon.games AS game WHERE game.id = %(game)s
    ON CONFLICT (game_id, number) DO NOTHING
    RETURNING number, seat, player_id, stamp, version, at
), gone AS (
    DELETE FROM dobon.stamps AS old USING added WHERE old.game_id = %(game)s AND old.number <= (
        SELECT max(number) FROM dobon.stamps WHERE game_id = %(game)s AND version <= %(horizon)s
    ) - %(shown)s
)
SELECT number, seat, player_id, stamp, version, at FROM added"""

_NEWEST = """
SELECT number, seat, player_id, stamp, version, at FROM dobon.stamps
WHERE game_id = %s AND version <= %s ORDER BY number DESC LIMIT %s"""

_AFTER = """
SELECT stamp.game_id, stamp.number, stamp.seat, stamp.player_id, stamp.stamp, stamp.version, stamp.at
FROM unnest(%s::uuid[], %s::int4[]) AS known (id, number) CROSS JOIN LATERAL (
    SELECT * FROM dobon.stamps WHERE game_id = known.id AND number > known.number ORDER BY number LIMIT %s
) AS stamp ORDER BY stamp.game_id, stamp.number"""


def add(pool: Pool, game: str, player: str, seat: int, stamp: str, at: Moment, horizon: int) -> Stamp:
    """Give one, and let old ones go; `horizon` is the newest version that everybody who may follow the game may see.

    Raises `Refused("busy")` where too many others do the same, and `Unavailable`.
    """
    values = {
        "game": game, "seat": seat, "player": player, "stamp": stamp, "at": at, "horizon": horizon, "shown": SHOWN,
    }  # fmt: skip
    for _ in range(TRIES):
        row = write_once(pool, lambda conn: conn.execute(_ADD, values).fetchone())
        if row is not None:
            return Stamp(*row)
    raise Refused("busy", "Others are giving stamps at this moment.")


def newest(pool: Pool, game: str, upto: int) -> list[Stamp]:
    """The newest ones of a game, oldest first, for somebody who may see the game up to a version. Raises `Unavailable`."""
    rows = read_with_retry(pool, lambda conn: conn.execute(_NEWEST, (game, upto, SHOWN)).fetchall())
    return [Stamp(*row) for row in reversed(rows)]


def after(pool: Pool, known: Mapping[str, int]) -> dict[str, list[Stamp]]:
    """Of each of these games the stamps that follow the number known, for those that have any. Raises `Unavailable`."""
    values = [list(known), list(known.values()), BATCH]
    found: dict[str, list[Stamp]] = {}
    for game, *columns in read_with_retry(pool, lambda conn: conn.execute(_AFTER, values).fetchall()):
        found.setdefault(game, []).append(Stamp(*columns))
    return found


STAMPS = ("hello", "nice", "thanks", "thinking", "oops", "wow", "sorry", "good-game")
"""All there are. What each looks like, and how it is said in which language, is up to who shows it."""
