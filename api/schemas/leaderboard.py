"""Statistics, ratings and the list of the best."""

from marshmallow import fields, validate

from api.schemas import fields as f
from api.schemas.players import Player


class Rated(f.Answer):
    """How well somebody plays, by OpenSkill (the model of Plackett and Luce)."""

    value = fields.Float(
        required=True,
        metadata={
            "description": "mu - 3 sigma: surely at least this good. Lists are ordered by it.",
            "examples": [12.5],
        },
    )
    mu = fields.Float(required=True, metadata={"description": "The guess; 25 to begin with.", "examples": [27.3]})
    sigma = fields.Float(required=True, metadata={"description": "How uncertain it is.", "examples": [4.9]})


class Counted(f.Answer):
    """What came of the rounds that are over. Nothing of a running round is in it."""

    games = f.count(required=True, note="Finished games.")
    games_won = f.count(required=True, note="Games in which nobody stood better at the end, and somebody worse.")
    rounds = f.count(required=True)
    wins = f.count(required=True, note="Rounds won.")
    losses = f.count(required=True, note="Rounds lost.")
    points = f.Whole(required=True)
    calls = f.count(required=True, note="Calls, counters and doubts made.")
    called = f.count(required=True, note="True calls on an own card; own lies that were caught.")
    countered = f.count(required=True, note="Own true calls that were countered.")
    false_calls = f.count(required=True)


class Statistics(Counted):
    """Statistics in one ruleset."""

    ruleset = f.text("dobon-sato", required=True)
    rating = fields.Nested(
        Rated, required=True, allow_none=True, metadata={"description": "null before the first finished game."}
    )


class Profile(Player):
    """A player, and what came of the rounds that are over."""

    statistics = fields.List(fields.Nested(Statistics), required=True, metadata={"description": "By ruleset."})


class Ranked(Statistics):
    """A line of the list."""

    place = f.version(required=True, note="From 1.")
    id = f.uuid(required=True, allow_none=True, note="The player; null for a strategy.")
    name = f.text("Aoi", required=True)
    kind = f.chosen("human", "bot", required=True)


class Leaderboard(f.Answer):
    """A page of the list of a ruleset, best first."""

    ruleset = f.text("dobon-sato", required=True)
    players = fields.List(fields.Nested(Ranked), required=True)
    next = fields.String(required=True, allow_none=True, metadata={"description": "The `cursor` of the next page."})


class LeaderboardQuery(f.Body):
    """Which list."""

    ruleset = f.short("dobon-sato", 1, 64, required=True)
    cursor = f.short("WyIyMDI2Il0", 1, 200)
    limit = f.QueryNumber(validate=validate.Range(1, 100), load_default=20)
