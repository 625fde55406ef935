"""The history of a player: finished games with their ratings, and the rating over time."""

from marshmallow import fields

from api.schemas import fields as f
from api.schemas.games import Game
from api.schemas.leaderboard import Rated


class RatingChange(f.Answer):
    """The rating of a player before and after a game."""

    before = fields.Nested(Rated, required=True)
    after = fields.Nested(Rated, required=True)


class PlayedGame(f.Answer):
    """A finished game of a player."""

    game = fields.Nested(Game, required=True)
    seat = f.seat(required=True, note="The player's seat.")
    place = fields.Integer(required=True, metadata={"description": "The player's place.", "examples": [1]})
    score = f.Whole(required=True, metadata={"description": "The player's points.", "examples": [40]})
    rating = fields.Nested(RatingChange, required=True)
    replay = f.text("/replay.html?game=...", "The page with the replay of the game.", required=True)


class PlayerHistory(f.Answer):
    """A page of the finished games of a player, the last one to end first."""

    games = fields.List(fields.Nested(PlayedGame), required=True)
    next = f.next_cursor()


class PlayerHistoryQuery(f.Body):
    """The games to list."""

    ruleset = f.ruleset_key()
    cursor = f.cursor()
    limit = f.page_limit()


class RatingPoint(f.Answer):
    """The rating of a player after a game."""

    at = f.moment(required=True, note="The end of the game.")
    rating = fields.Nested(Rated, required=True)


class RatingHistory(f.Answer):
    """The rating of a player over time, oldest first."""

    ruleset = f.ruleset_key(required=True)
    points = fields.List(fields.Nested(RatingPoint), required=True)


class RatingHistoryQuery(f.Body):
    """The ruleset."""

    ruleset = f.ruleset_key(required=True)
