"""Statistics and ratings as JSON."""

from dataclasses import asdict
from typing import Any

from api.dependencies import dependencies
from infra.projections.openskill import MILLION, Rating
from infra.queries.leaderboard import Standing, standings_of


def statistics_of(player: str) -> list[dict[str, Any]]:
    """Return the statistics of a player, one entry for each ruleset."""
    return [statistics_json(row) for row in standings_of(dependencies().pool, player)]


def statistics_json(row: Standing) -> dict[str, Any]:
    """Return statistics in one ruleset; the rating is None before the first finished game."""
    rating = None if row.rating is None else rating_json(row.rating)
    return {"ruleset": row.ruleset, "rating": rating, **asdict(row.tally)}


def rating_json(rating: Rating) -> dict[str, float]:
    """Return a rating."""
    parts = {"value": rating.ordinal, "mu": rating.mu, "sigma": rating.sigma}
    return {name: part / MILLION for name, part in parts.items()}


def rates_json(row: Standing) -> dict[str, Any]:
    """Return how often games of a ruleset were abandoned, and links withheld."""
    names = ("games", "abandoned", "rounds", "cuts", "withheld")
    return {"ruleset": row.ruleset, **{name: getattr(row.tally, name) for name in names}}
