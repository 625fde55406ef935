"""The leaderboard of a ruleset."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from flask import Response
from marshmallow import fields

from api.auth.authentication import current_account
from api.dependencies import dependencies
from api.http.pagination import cursor_position, invalid_cursor, page_of
from api.http.responses import json_response
from api.operations.operation import Blueprint
from api.representations import fields as f
from domain.game.statistics import bot_of
from infra.projections.openskill import MILLION, Rating
from infra.queries.leaderboard import Standing, leaderboard_page, neighbours


class Rated(f.Answer):
    """A rating by OpenSkill (the model of Plackett and Luce)."""

    value = fields.Float(
        required=True,
        metadata={
            "description": "mu - 3 sigma: a lower bound of the strength. The leaderboard is sorted by it.",
            "examples": [12.5],
        },
    )
    mu = fields.Float(
        required=True, metadata={"description": "The estimated strength; 25 at the start.", "examples": [27.3]}
    )
    sigma = fields.Float(required=True, metadata={"description": "The uncertainty of the estimate.", "examples": [4.9]})


class Counted(f.Answer):
    """Counts of finished rounds. Running rounds are left out."""

    games = f.count(required=True, note="Finished games.")
    games_won = f.count(
        required=True, note="Games that ended with no better score at the table and at least one worse."
    )
    rounds = f.count(required=True)
    wins = f.count(required=True, note="Rounds won.")
    losses = f.count(required=True, note="Rounds lost.")
    points = f.Whole(required=True)
    calls = f.count(required=True, note="Calls, counters and doubts made.")
    called = f.count(required=True, note="Correct calls on an own card; own lies that were caught.")
    countered = f.count(required=True, note="Own correct calls that were countered.")
    false_calls = f.count(required=True)
    cuts = f.count(required=True, note="Rounds whose deck the player's own link has shuffled.")
    withheld = f.count(required=True, note="Rounds for which the player has an anchor and revealed no link.")
    abandoned = f.count(required=True, note="Games that were abandoned after the first link or the first deal.")
    turns = f.count(required=True, note="Decisions in turn. `timeouts` of them are the share that ran out.")
    timeouts = f.count(required=True, note="Turns that the clock played.")
    missed = f.count(
        required=True, note="Calls, counters and safe doubts that would have been right, and were not made."
    )


class Statistics(Counted):
    """Statistics in one ruleset."""

    ruleset = f.ruleset_key(required=True)
    bot_accounts = fields.Boolean(
        required=True,
        metadata={
            "description": "Those of the games in which bot accounts take part, which are counted and rated apart."
        },
    )
    rating = fields.Nested(
        Rated, required=True, allow_none=True, metadata={"description": "null before the first finished game."}
    )


class Ranked(Statistics):
    """An entry of the leaderboard."""

    place = f.version(required=True, note="The position, from 1.")
    id = f.uuid(required=True, allow_none=True, note="The player; null for a strategy.")
    name = f.text("Aoi", required=True)
    kind = f.seat_kind(required=True)


class Leaderboard(f.Answer):
    """A page of the leaderboard of a ruleset, best first."""

    ruleset = f.ruleset_key(required=True)
    players = fields.List(fields.Nested(Ranked), required=True)
    next = f.next_cursor()


class MyPlace(f.Answer):
    """My place on a leaderboard, and the entries around it."""

    ruleset = f.ruleset_key(required=True)
    place = f.version(required=True, allow_none=True, note="null before my first finished game in the ruleset.")
    players = fields.List(
        fields.Nested(Ranked),
        required=True,
        metadata={"description": "My entry, with those above and below it, best first. Empty without a place."},
    )


def with_bot_accounts() -> fields.Field[Any]:
    """Return the filter of a query for games with or without bot accounts."""
    return f.QueryFlag(
        load_default=False,
        metadata={"description": "true: the games in which bot accounts take part; else the others."},
    )


class MyPlaceQuery(f.Body):
    """The leaderboard, and how many entries around mine."""

    ruleset = f.ruleset_key(required=True)
    bot_accounts = with_bot_accounts()
    around = f.QueryNumber(
        validate=f.Range(0, 20), load_default=2, metadata={"description": "Entries above mine, and below it."}
    )


class LeaderboardQuery(f.Body):
    """The leaderboard to list."""

    ruleset = f.ruleset_key(required=True)
    bot_accounts = with_bot_accounts()
    cursor = f.cursor()
    limit = f.page_limit()


blueprint = Blueprint(
    "leaderboard", __name__, url_prefix="/v1", scope="games:read", description="Ratings and statistics."
)


MAX_CURSOR_NUMBER = 2**62
"""Limit of a number in a cursor."""


@blueprint.operation("GET", "/leaderboard", Leaderboard, query=LeaderboardQuery)
def get_leaderboard(query: dict[str, Any]) -> Response:
    """List the players with a finished game in the ruleset, best first.

    Each bot strategy has one entry for all its seats. Games in which bot accounts take part have a leaderboard of
    their own.
    """
    key, limit = query["ruleset"], query["limit"]
    first, after = 1, None
    position = cursor_position(query, (int, int, str))
    if position is not None:
        first, ordinal, entrant = position
        if not 1 <= first <= MAX_CURSOR_NUMBER or abs(ordinal) > MAX_CURSOR_NUMBER:
            raise invalid_cursor()
        after = (ordinal, entrant)
    rows = leaderboard_page(dependencies().pool, key, after, limit + 1, bot_accounts=query["bot_accounts"])
    page = page_of(rows, limit, lambda last: [first + limit, _ordinal(last), last.entrant])
    return page.response(ruleset=key, players=_entries(page.rows, first))


@blueprint.operation("GET", "/leaderboard/me", MyPlace, query=MyPlaceQuery)
def get_my_place(query: dict[str, Any]) -> Response:
    """Get my place on the leaderboard of a ruleset, with the entries around it.

    The cost does not depend on the number of players.
    """
    me, key, around = current_account().id, query["ruleset"], query["around"]
    found = neighbours(dependencies().pool, key, me, around, bot_accounts=query["bot_accounts"])
    if found is None:
        return json_response({"ruleset": key, "place": None, "players": []})
    place, rows = found
    above = next(number for number, row in enumerate(rows) if row.entrant == me)
    return json_response({"ruleset": key, "place": place, "players": _entries(rows, place - above)})


def _entries(rows: Sequence[Standing], first: int) -> list[dict[str, Any]]:
    """Return entries of the leaderboard; `first` is the place of the first one."""
    players = dependencies().names.players([row.entrant for row in rows if bot_of(row.entrant) is None])
    return [
        {"place": place, **_entrant_json(row, players), **statistics_json(row)} for place, row in enumerate(rows, first)
    ]


def _ordinal(row: Standing) -> int:
    assert row.rating is not None  # the list holds rated entrants only
    return row.rating.ordinal


def _entrant_json(row: Standing, players: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    bot = bot_of(row.entrant)
    if bot is not None:
        return {"id": None, "name": bot, "kind": "bot"}
    return players[row.entrant]


def statistics_json(row: Standing) -> dict[str, Any]:
    """Return statistics in one ruleset; the rating is None before the first finished game."""
    rating = None if row.rating is None else rating_json(row.rating)
    return {"ruleset": row.ruleset, "bot_accounts": row.bot_accounts, "rating": rating, **asdict(row.tally)}


def rating_json(rating: Rating) -> dict[str, float]:
    """Return a rating."""
    parts = {"value": rating.ordinal, "mu": rating.mu, "sigma": rating.sigma}
    return {name: part / MILLION for name, part in parts.items()}
