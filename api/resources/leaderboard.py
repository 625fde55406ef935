"""The leaderboard of a ruleset."""

from collections.abc import Sequence
from typing import Any

from flask import Response

from api.auth.authentication import current_account
from api.dependencies import dependencies
from api.http.pagination import cursor_position, invalid_cursor, page_of
from api.http.responses import json_response
from api.presenters.player_names import player_names
from api.presenters.statistics import statistics_json
from api.resources.operation import Blueprint
from api.schemas.leaderboard import Leaderboard, LeaderboardQuery, MyPlace, MyPlaceQuery
from domain.game.statistics import bot_of
from infra.queries.leaderboard import Standing, leaderboard_page, neighbours

blueprint = Blueprint("leaderboard", __name__, url_prefix="/v1", description="Ratings and statistics.")

MAX_CURSOR_NUMBER = 2**62
"""Limit of a number in a cursor."""


@blueprint.operation("GET", "/leaderboard", Leaderboard, query=LeaderboardQuery)
def get_leaderboard(query: dict[str, Any]) -> Response:
    """List the players with a finished game in the ruleset, best first.

    Each bot strategy has one entry for all its seats.
    """
    key, limit = query["ruleset"], query["limit"]
    first, after = 1, None
    position = cursor_position(query, (int, int, str))
    if position is not None:
        first, ordinal, entrant = position
        if not 1 <= first <= MAX_CURSOR_NUMBER or abs(ordinal) > MAX_CURSOR_NUMBER:
            raise invalid_cursor()
        after = (ordinal, entrant)
    rows = leaderboard_page(dependencies().pool, key, after, limit + 1)
    page = page_of(rows, limit, lambda last: [first + limit, _ordinal(last), last.entrant])
    return page.response(ruleset=key, players=_entries(page.rows, first))


@blueprint.operation("GET", "/leaderboard/me", MyPlace, query=MyPlaceQuery)
def get_my_place(query: dict[str, Any]) -> Response:
    """Get my place on the leaderboard of a ruleset, with the entries around it.

    The cost does not depend on the number of players.
    """
    me, key, around = current_account().id, query["ruleset"], query["around"]
    found = neighbours(dependencies().pool, key, me, around)
    if found is None:
        return json_response({"ruleset": key, "place": None, "players": []})
    place, rows = found
    above = next(number for number, row in enumerate(rows) if row.entrant == me)
    return json_response({"ruleset": key, "place": place, "players": _entries(rows, place - above)})


def _entries(rows: Sequence[Standing], first: int) -> list[dict[str, Any]]:
    """Return entries of the leaderboard; `first` is the place of the first one."""
    names = player_names().of([row.entrant for row in rows if bot_of(row.entrant) is None])
    return [
        {"place": place, **_entrant_json(row, names), **statistics_json(row)} for place, row in enumerate(rows, first)
    ]


def _ordinal(row: Standing) -> int:
    assert row.rating is not None  # the list holds rated entrants only
    return row.rating.ordinal


def _entrant_json(row: Standing, names: dict[str, str]) -> dict[str, Any]:
    bot = bot_of(row.entrant)
    if bot is not None:
        return {"id": None, "name": bot, "kind": "bot"}
    return {"id": row.entrant, "name": names[row.entrant], "kind": "human"}
