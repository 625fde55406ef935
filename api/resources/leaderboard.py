"""Who plays how well: the list of a ruleset, and the profiles of players."""

from dataclasses import asdict
from typing import Any

from flask import Response

from api.dependencies import dependencies
from api.http import pagination
from api.http.responses import json_response
from api.presenters.player_names import player_names
from api.resources.operation import Blueprint
from api.schemas.leaderboard import Leaderboard, LeaderboardQuery
from domain.registry import ruleset
from domain.statistics import bot_of
from infra.projections.openskill import MILLION
from infra.queries.leaderboard import Standing, leaderboard_page, standings_of

leaderboard = Blueprint("leaderboard", __name__, url_prefix="/v1", description="Who plays how well.")

LARGEST = 2**62
"""Of a number in a cursor."""


@leaderboard.operation("GET", "/leaderboard", Leaderboard, query=LeaderboardQuery, problems=["unknown-ruleset"])
def get_leaderboard(query: dict[str, Any]) -> Response:
    """Those with a finished game in the ruleset, best first. A strategy of bots has one line, wherever it sits."""
    key, limit = ruleset(query["ruleset"]).key, query["limit"]
    first, after = 1, None
    if "cursor" in query:
        first, ordinal, entrant = pagination.decode_cursor(query["cursor"], (int, int, str))
        if not 1 <= first <= LARGEST or abs(ordinal) > LARGEST:
            raise pagination.invalid_cursor()
        after = (ordinal, entrant)
    rows = leaderboard_page(dependencies().pool, key, after, limit + 1)
    shown, following = rows[:limit], None
    if len(rows) > limit:
        last = shown[-1]
        assert last.rating is not None  # who has none is not in the list
        following = pagination.encode_cursor([first + limit, last.rating.ordinal, last.entrant])
    names = player_names().of([row.entrant for row in shown if bot_of(row.entrant) is None])
    players = [{"place": place, **_who(row, names), **counted(row)} for place, row in enumerate(shown, first)]
    return json_response(
        {"ruleset": key, "players": players, "next": following}, headers=pagination.next_link(following)
    )


def _who(row: Standing, names: dict[str, str]) -> dict[str, Any]:
    bot = bot_of(row.entrant)
    if bot is not None:
        return {"id": None, "name": bot, "kind": "bot"}
    return {"id": row.entrant, "name": names[row.entrant], "kind": "human"}


def counted(row: Standing) -> dict[str, Any]:
    """Statistics on the wire."""
    rating = row.rating
    shown = None
    if rating is not None:
        parts = {"value": rating.ordinal, "mu": rating.mu, "sigma": rating.sigma}
        shown = {name: part / MILLION for name, part in parts.items()}
    return {"ruleset": row.ruleset, "rating": shown, **asdict(row.tally)}


def statistics(player: str) -> list[dict[str, Any]]:
    """All there is of a player."""
    return [counted(row) for row in standings_of(dependencies().pool, player)]
