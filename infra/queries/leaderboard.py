"""Statistics and ratings of entrants, always from the live build."""

from dataclasses import dataclass
from typing import Any

import psycopg

from domain.game.statistics import Entrant, Tally, parts_of, pool_of
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry
from infra.postgres.tables.records import COUNTERS
from infra.projections.bands import WIDTH
from infra.projections.openskill import Rating

Connection = psycopg.Connection[Any]
Row = tuple[Any, ...]

_COUNTED = ", ".join(f"counted.{name}" for name in COUNTERS)
_LIVE = "(SELECT build FROM dobon.projections WHERE name = 'statistics' AND state = 'live')"


@dataclass(frozen=True, slots=True)
class Standing:
    """An entrant's statistics in one ruleset."""

    ruleset: str
    bot_accounts: bool
    "Whether they are those of the games with bot accounts, or those of the others."
    entrant: Entrant
    rating: Rating | None
    "None before the first finished game."
    tally: Tally


_RATED = (
    f"SELECT rated.ruleset, rated.entrant, rated.mu, rated.sigma, {_COUNTED}"  # noqa: S608 - constants of this module
    " FROM dobon.ratings AS rated JOIN dobon.statistics AS counted USING (build, ruleset, entrant)"
)

_SAME = "rated.build = own.build AND rated.ruleset = own.ruleset AND (rated.ordinal, rated.entrant)"

# One statement, so that the place and the rows are those of one moment. Of the entrants with a better rating only those
# of the same band are counted one by one.
_NEIGHBOURS = f"""
WITH own AS MATERIALIZED (
    SELECT build, ruleset, ordinal, entrant, floor(ordinal::numeric / {WIDTH})::int4 AS band FROM dobon.ratings
    WHERE build = {_LIVE} AND ruleset = %(ruleset)s AND entrant = %(entrant)s
)
SELECT above.entrants + beside.entrants, near.* FROM own
CROSS JOIN LATERAL (
    SELECT coalesce(sum(entrants), 0)::int8 AS entrants FROM dobon.rating_bands AS band
    WHERE band.build = own.build AND band.ruleset = own.ruleset AND band.band > own.band
) AS above
CROSS JOIN LATERAL (
    SELECT count(*) AS entrants FROM dobon.ratings AS rated
    WHERE {_SAME} > (own.ordinal, own.entrant) AND rated.ordinal < (own.band + 1)::int8 * {WIDTH}
) AS beside
CROSS JOIN LATERAL (
    (SELECT 1 AS part, found.* FROM (
        {_RATED} WHERE {_SAME} > (own.ordinal, own.entrant) ORDER BY rated.ordinal, rated.entrant LIMIT %(count)s
    ) AS found)
    UNION ALL (SELECT 2, found.* FROM (
        {_RATED} WHERE {_SAME} <= (own.ordinal, own.entrant)
        ORDER BY rated.ordinal DESC, rated.entrant DESC LIMIT %(count)s + 1
    ) AS found)
) AS near"""  # noqa: S608 - constants of this module


def leaderboard_page(
    pool: Pool,
    ruleset: str,
    after: tuple[int, Entrant] | None = None,
    limit: int = 50,
    *,
    bot_accounts: bool = False,
) -> list[Standing]:
    """Return rated entrants of the games of a ruleset, with or without bot accounts, best first. Raises `Unavailable`.

    `after` is `(ordinal, entrant)` of the last row of the previous page.
    """
    beyond = "" if after is None else " AND (rated.ordinal, rated.entrant) < (%(ordinal)s, %(entrant)s)"
    statement = (
        f"{_RATED} WHERE rated.build = {_LIVE} AND rated.ruleset = %(ruleset)s{beyond}"
        " ORDER BY rated.ordinal DESC, rated.entrant DESC LIMIT %(limit)s"
    )
    ordinal, entrant = after or (0, "")
    key = pool_of(ruleset, bot_accounts=bot_accounts)
    values = {"ruleset": key, "ordinal": ordinal, "entrant": entrant, "limit": limit}
    return [_standing(row) for row in read_with_retry(pool, lambda conn: conn.execute(statement, values).fetchall())]


def neighbours(
    pool: Pool, ruleset: str, entrant: Entrant, count: int, *, bot_accounts: bool = False
) -> tuple[int, list[Standing]] | None:
    """Return the place of an entrant, and its row with at most that many rows above and below it, best first.

    None if the entrant has no rating in the ruleset. Raises `Unavailable`.
    """
    values = {"ruleset": pool_of(ruleset, bot_accounts=bot_accounts), "entrant": entrant, "count": count}
    rows = read_with_retry(pool, lambda conn: conn.execute(_NEIGHBOURS, values).fetchall())
    if not rows:
        return None
    standings = [_standing(row[2:]) for row in rows]
    rated = sorted(standings, key=lambda one: (one.rating.ordinal if one.rating else 0, one.entrant), reverse=True)
    return rows[0][0] + 1, rated


def standings_of(pool: Pool, entrant: Entrant) -> list[Standing]:
    """Return the statistics of one entrant by ruleset. Raises `Unavailable`."""
    statement = (
        f"SELECT counted.ruleset, counted.entrant, rated.mu, rated.sigma, {_COUNTED}"  # noqa: S608 - constants of this module
        " FROM dobon.statistics AS counted LEFT JOIN dobon.ratings AS rated USING (build, ruleset, entrant)"
        f" WHERE counted.build = {_LIVE} AND counted.entrant = %s ORDER BY counted.ruleset"
    )
    return [
        _standing(row) for row in read_with_retry(pool, lambda conn: conn.execute(statement, (entrant,)).fetchall())
    ]


def _standing(row: Row) -> Standing:
    key, entrant, mu, sigma, *counters = row
    rating = None if mu is None else Rating(mu, sigma)
    return Standing(*parts_of(key), entrant, rating, Tally(**dict(zip(COUNTERS, counters, strict=True))))
