"""The finished games of a player, and the player's rating over time, from the live build."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import psycopg

from domain.game.statistics import pool_of
from domain.log.identifiers import LOWEST_ID
from domain.log.moments import Moment, later, milliseconds_between
from infra.databases.pool import AccountsPool
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry
from infra.projections.openskill import Rating
from infra.queries.games import GameRow, rows_of

Connection = psycopg.Connection[Any]

PAGE = 50
"""The games that a download reads at once."""

_LIVE = "(SELECT build FROM dobon.projections WHERE name = 'statistics' AND state = 'live')"


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """A finished game of a player."""

    game: GameRow
    ended_at: Moment
    before: Rating
    after: Rating


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """The rating of a player after a game."""

    at: Moment
    rating: Rating


# Each part is one range of one index, and reads the rows of a page at most.
_PART = f"""(
SELECT one.* FROM dobon.player_games AS one
WHERE one.build = {_LIVE} AND one.player_id = %(player)s{{conditions}}
ORDER BY one.ended_at DESC, one.game_id DESC LIMIT %(limit)s)"""  # noqa: S608 - constants of this module

# Games that are hidden from accounts without a seat, and in which both have one.
_SHARED = f"""(
SELECT one.* FROM dobon.player_games AS one
JOIN dobon.player_games AS mine
    ON mine.build = one.build AND mine.game_id = one.game_id AND mine.player_id = %(viewer)s AND NOT mine.public
WHERE one.build = {_LIVE} AND one.player_id = %(player)s AND NOT one.public{{conditions}}
ORDER BY one.ended_at DESC, one.game_id DESC LIMIT %(limit)s)"""  # noqa: S608 - constants of this module

_OF_POOLS = (" AND one.ruleset = %(pool_False)s", " AND one.ruleset = %(pool_True)s")
"""The conditions of the games of a ruleset, without bot accounts and with them."""

_PAGE = """
SELECT game_id, ended_at, mu_before, sigma_before, mu, sigma FROM ({parts}) AS found
ORDER BY ended_at DESC, game_id DESC LIMIT %(limit)s"""


def history_page(
    pool: AccountsPool,
    player: str,
    viewer: str,
    ruleset: str | None = None,
    after: tuple[Moment, str] | None = None,
    limit: int = 50,
) -> list[HistoryRow]:
    """Return finished games of a player that the viewer may open, the last one to end first. Raises `Unavailable`.

    `after` is `(ended_at, id)` of the last row of the previous page. Games without a row are left out.
    """
    found: list[HistoryRow] = []
    while True:
        wanted = limit - len(found)
        played = _played(pool, player, viewer, ruleset, after, wanted)
        games = rows_of(pool, [game for game, *_ in played])
        found += [
            HistoryRow(games[game], ended_at, Rating(mu_before, sigma_before), Rating(mu, sigma))
            for game, ended_at, mu_before, sigma_before, mu, sigma in played
            if game in games
        ]
        if len(played) < wanted or len(found) == limit:
            return found
        after = played[-1][1], played[-1][0]


def played_games(
    pool: AccountsPool,
    player: str,
    viewer: str,
    ruleset: str | None = None,
    since: Moment | None = None,
    until: Moment | None = None,
) -> Iterator[list[HistoryRow]]:
    """Yield all finished games of a player that the viewer may open, in lists, the last one to end first.

    The games ended in the period that includes `since` and excludes `until`. Raises `Unavailable`.
    """
    after = None if until is None else (until, LOWEST_ID)
    while True:
        page = history_page(pool, player, viewer, ruleset, after, PAGE)
        found = page if since is None else [row for row in page if row.ended_at >= since]
        yield found
        if len(page) < PAGE or len(found) < len(page):
            return
        after = page[-1].ended_at, page[-1].game.id


def _played(
    pool: Pool, player: str, viewer: str, ruleset: str | None, after: tuple[Moment, str] | None, limit: int
) -> list[tuple[Any, ...]]:
    """Return the games of a page, each with its end and the ratings before and after it."""
    beyond = "" if after is None else " AND (one.ended_at, one.game_id) < (%(at)s, %(game)s::uuid)"
    found = [f"{condition}{beyond}" for condition in ([""] if ruleset is None else _OF_POOLS)]
    if viewer == player:
        parts = [_PART.format(conditions=conditions) for conditions in found]
    else:
        parts = [_PART.format(conditions=f" AND one.public{conditions}") for conditions in found]
        parts += [_SHARED.format(conditions=conditions) for conditions in found]
    at, game = after or ("", None)
    values = {"player": player, "viewer": viewer, "at": at, "game": game, "limit": limit}
    if ruleset is not None:
        values |= {f"pool_{has_bots}": pool_of(ruleset, bot_accounts=has_bots) for has_bots in (False, True)}
    statement = _PAGE.format(parts=" UNION ALL ".join(parts))
    return read_with_retry(pool, lambda conn: conn.execute(statement, values).fetchall())


_OF_RULESET = f"""
FROM dobon.player_games AS one
WHERE one.build = {_LIVE} AND one.player_id = %(player)s AND one.ruleset = %(ruleset)s"""

_NEWEST = (
    f"SELECT one.ended_at, one.mu, one.sigma{_OF_RULESET} ORDER BY one.ended_at DESC, one.game_id DESC LIMIT %(limit)s"
)

_FIRST = f"SELECT one.ended_at{_OF_RULESET} ORDER BY one.ended_at, one.game_id LIMIT 1"

_AT_MOMENTS = f"""
SELECT DISTINCT found.ended_at, found.mu, found.sigma, found.game_id
FROM unnest(%(moments)s::text[]) AS moment (at) CROSS JOIN LATERAL (
    SELECT one.ended_at, one.mu, one.sigma, one.game_id{_OF_RULESET} AND one.ended_at <= moment.at COLLATE "C"
    ORDER BY one.ended_at DESC, one.game_id DESC LIMIT 1
) AS found ORDER BY found.ended_at, found.game_id"""  # noqa: S608 - constants of this module


def rating_points(
    pool: Pool, player: str, ruleset: str, moments: int, *, bot_accounts: bool = False
) -> list[RatingPoint]:
    """Return the rating of a player after each game, with or without bot accounts, oldest first. Raises `Unavailable`.

    Of more than `moments` games these are the last ones before that many moments, at equal distances from the first
    game to the last. So the cost does not depend on the number of games.
    """
    values: dict[str, Any] = {
        "player": player, "ruleset": pool_of(ruleset, bot_accounts=bot_accounts), "limit": moments + 1,
    }  # fmt: skip

    def work(conn: Connection) -> list[tuple[Any, ...]]:
        newest = conn.execute(_NEWEST, values).fetchall()
        if len(newest) <= moments:
            return newest[::-1]
        (first,) = conn.execute(_FIRST, values).fetchone() or ("",)
        rows = conn.execute(_AT_MOMENTS, values | {"moments": evenly(first, newest[0][0], moments)}).fetchall()
        return [row[:3] for row in rows]

    return [RatingPoint(at, Rating(mu, sigma)) for at, mu, sigma in read_with_retry(pool, work)]


def evenly(first: Moment, last: Moment, count: int) -> list[Moment]:
    """Return that many moments at equal distances; the first and the last one are among them."""
    whole = milliseconds_between(first, last)
    return [*(later(first, ms=whole * number // (count - 1)) for number in range(count - 1)), last]
