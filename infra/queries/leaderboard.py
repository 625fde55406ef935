"""Statistics and ratings of entrants, always from the live build."""

from dataclasses import dataclass
from typing import Any

import psycopg

from domain.statistics import Entrant, Tally
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry
from infra.postgres.tables import COUNTERS
from infra.projections.openskill import Rating

Connection = psycopg.Connection[Any]
Row = tuple[Any, ...]

_COUNTED = ", ".join(f"counted.{name}" for name in COUNTERS)
_LIVE = "(SELECT build FROM dobon.projections WHERE name = 'statistics' AND state = 'live')"


@dataclass(frozen=True, slots=True)
class Standing:
    """An entrant's statistics in one ruleset."""

    ruleset: str
    entrant: Entrant
    rating: Rating | None
    "None before the first finished game."
    tally: Tally


def leaderboard_page(
    pool: Pool, ruleset: str, after: tuple[int, Entrant] | None = None, limit: int = 50
) -> list[Standing]:
    """Return rated entrants of a ruleset, best first. Raises `Unavailable`.

    `after` is `(ordinal, entrant)` of the last row of the previous page.
    """
    beyond = "" if after is None else " AND (rated.ordinal, rated.entrant) < (%(ordinal)s, %(entrant)s)"
    statement = (
        f"SELECT rated.ruleset, rated.entrant, rated.mu, rated.sigma, {_COUNTED}"  # noqa: S608 - constants of this module
        " FROM dobon.ratings AS rated JOIN dobon.statistics AS counted USING (build, ruleset, entrant)"
        f" WHERE rated.build = {_LIVE} AND rated.ruleset = %(ruleset)s{beyond}"
        " ORDER BY rated.ordinal DESC, rated.entrant DESC LIMIT %(limit)s"
    )
    ordinal, entrant = after or (0, "")
    values = {"ruleset": ruleset, "ordinal": ordinal, "entrant": entrant, "limit": limit}
    return [_standing(row) for row in read_with_retry(pool, lambda conn: conn.execute(statement, values).fetchall())]


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
    ruleset, entrant, mu, sigma, *counters = row
    rating = None if mu is None else Rating(mu, sigma)
    return Standing(ruleset, entrant, rating, Tally(**dict(zip(COUNTERS, counters, strict=True))))
