"""Statistics, ratings and the leaderboard."""

from marshmallow import fields, validate

from api.schemas import fields as f
from api.schemas.players import Player


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
    rating = fields.Nested(
        Rated, required=True, allow_none=True, metadata={"description": "null before the first finished game."}
    )


class Profile(Player):
    """A player and the statistics of finished rounds."""

    statistics = fields.List(fields.Nested(Statistics), required=True, metadata={"description": "By ruleset."})


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


class MyPlaceQuery(f.Body):
    """The leaderboard, and how many entries around mine."""

    ruleset = f.ruleset_key(required=True)
    around = f.QueryNumber(
        validate=validate.Range(0, 20), load_default=2, metadata={"description": "Entries above mine, and below it."}
    )


class LeaderboardQuery(f.Body):
    """The leaderboard to list."""

    ruleset = f.ruleset_key(required=True)
    cursor = f.cursor()
    limit = f.page_limit()
