"""Stamps that players send at the table. They are not part of the log, and old ones are deleted.

The stamps of a game are numbered without gaps in the order of their commits, because a number can be taken only after
the previous one is visible. So a reader that knows a number misses nothing by asking for greater ones, whichever
process wrote them.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from domain.log.errors import Refused
from domain.log.moments import Moment
from infra.accounts.keyed_requests import KeyedRequest, do_on_game
from infra.databases.pool import AccountsPool
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry, write_once

SHOWN = 20
"""The number of newest stamps that are listed, and kept, for the viewers farthest behind."""

BATCH = 256
"""The maximum number of stamps of one game in one query."""

TRIES = 64
"""The maximum number of attempts to get a number. Each failed attempt means that another stamp was added."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """A stamp that a player has sent."""

    number: int
    seat: int
    player: str
    stamp: str
    version: int
    "The game's version at that moment. A viewer that may not see this version does not see the stamp either."
    at: Moment


_ADD = """
SELECT first_request, result
FROM dobon.add_stamp(%(game)s, %(key)s, %(request)s, %(seat)s, %(player)s, %(stamp)s, %(at)s, %(horizon)s, %(shown)s)"""

_NEWEST = "SELECT number, seat, player_id, stamp, version, at FROM dobon.newest_stamps(%s, %s, %s)"

_AFTER = """
SELECT stamp.game_id, stamp.number, stamp.seat, stamp.player_id, stamp.stamp, stamp.version, stamp.at
FROM unnest(%s::uuid[], %s::int4[]) AS known (id, number) CROSS JOIN LATERAL (
    SELECT * FROM dobon.stamps WHERE game_id = known.id AND number > known.number ORDER BY number LIMIT %s
) AS stamp ORDER BY stamp.game_id, stamp.number"""


def add(
    pool: AccountsPool,
    game: str,
    player: str,
    seat: int,
    stamp: str,
    at: Moment,
    horizon: int,
    keyed: KeyedRequest | None = None,
) -> Stamp:
    """Add a stamp and delete old ones. `horizon` is the newest version that all viewers may see.

    With a key, repetitions return the same stamp. Raises `Refused` with `key-reused`, and with `busy` if too many
    stamps are added at the same time, and `Unavailable`.
    """
    values = {
        "game": game, "seat": seat, "player": player, "stamp": stamp, "at": at, "horizon": horizon, "shown": SHOWN,
    }  # fmt: skip

    for _ in range(TRIES):
        added = write_once(pool.games.of(game), lambda games: do_on_game(games, keyed, _ADD, values, {}))
        if added is not None:  # otherwise another stamp took the number
            return Stamp(**added)
    raise Refused("busy", "Too many stamps are being added to this game; try again.")


def newest(pool: AccountsPool, game: str, upto: int, most: int | None = None) -> list[Stamp]:
    """Return the newest stamps of a game, oldest first, for a viewer of versions up to `upto`.

    By default these are as many as are listed. Raises `Unavailable`.
    """
    values = (game, upto, SHOWN if most is None else most)
    rows = read_with_retry(pool.games.of(game), lambda conn: conn.execute(_NEWEST, values).fetchall())
    return [Stamp(*row) for row in reversed(rows)]


def after(database: Pool, known: Mapping[str, int]) -> dict[str, list[Stamp]]:
    """Return stamps after the known number of each of these games that a database has. Raises `Unavailable`."""
    values = [list(known), list(known.values()), BATCH]
    found: dict[str, list[Stamp]] = {}
    for game, *columns in read_with_retry(database, lambda conn: conn.execute(_AFTER, values).fetchall()):
        found.setdefault(game, []).append(Stamp(*columns))
    return found


STAMPS = ("hello", "nice", "thanks", "thinking", "oops", "wow", "sorry", "good-game")
"""All kinds of stamps. Clients choose their pictures and words."""
