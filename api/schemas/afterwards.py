"""After a game: comments on moments, and links to its replay."""

from marshmallow import fields, validate

from api.schemas import fields as f
from api.schemas.games import SeatHolder
from api.schemas.rounds import FinishedRound

_NO_TEXT = r"\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069"
WORDS = rf"^[^{_NO_TEXT}]*[^{_NO_TEXT}\s][^{_NO_TEXT}]*$"
"""Text of several lines with something in it."""


class NewComment(f.Body):
    """Something to say about a moment of the round."""

    version = f.version(required=True, note="Of an event of the round: the moment it is about.")
    text = fields.String(
        required=True,
        validate=[validate.Length(1, 1000), f.Pattern(WORDS, error="Must be text, of one line or several.")],
        metadata={"examples": ["Here I should have called."]},
    )


class Comment(f.Answer):
    """What somebody said about a moment."""

    id = f.uuid(required=True)
    round = f.version(required=True)
    version = f.version(required=True)
    seat = f.seat(required=True, allow_none=True)
    player = f.uuid(required=True)
    name = f.text("Aoi", required=True)
    text = f.text("Here I should have called.", required=True)
    at = f.moment(required=True)


class Comments(f.Answer):
    """A page of comments, oldest first."""

    comments = fields.List(fields.Nested(Comment), required=True)
    next = fields.String(required=True, allow_none=True, metadata={"description": "The `cursor` of the next page."})


class Share(f.Answer):
    """A link to the replay of a game."""

    id = f.uuid(required=True)
    created_at = f.moment(required=True)
    revoked_at = f.moment(required=True, allow_none=True)


class FreshShare(Share):
    """A new link. Its token is shown this once; the server keeps only its hash."""

    token = f.text("dbnshr_mU4rPCyEo6nHLqS8eL3Vw0yvQn5t2dXkZb7aJgR1hFs", required=True)
    path = f.text("/v1/shares/dbnshr_mU4rPCyEo6nHLqS8eL3Vw0yvQn5t2dXkZb7aJgR1hFs", required=True)


class Shares(f.Answer):
    """The links that I made for a game."""

    shares = fields.List(fields.Nested(Share), required=True)


class Replay(f.Answer):
    """A finished game, for somebody who has a link to it."""

    game = f.uuid(required=True)
    ruleset = f.text("dobon-sato", required=True)
    options = fields.Dict(keys=fields.String(), values=f.option_value(), required=True)
    players = fields.List(fields.Nested(SeatHolder), required=True)
    rounds = fields.List(fields.Nested(FinishedRound), required=True)
    scores = fields.List(f.Whole(), required=True, metadata={"description": "By seat."})
