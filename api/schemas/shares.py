"""Links to replays, and the replays."""

from marshmallow import fields

from api.schemas import fields as f
from api.schemas.games import SeatHolder
from api.schemas.options import GameOptions
from api.schemas.rounds import FinishedRound


class Share(f.Answer):
    """A link to the replay of a game."""

    id = f.uuid(required=True)
    created_at = f.moment(required=True)
    revoked_at = f.moment(required=True, allow_none=True)


class FreshShare(Share):
    """A new link. This response alone shows its token; the server stores only its hash."""

    token = f.text("dbnshr_mU4rPCyEo6nHLqS8eL3Vw0yvQn5t2dXkZb7aJgR1hFs", required=True)
    path = f.text(
        "/replay.html?share=dbnshr_mU4rPCyEo6nHLqS8eL3Vw0yvQn5t2dXkZb7aJgR1hFs",
        "The page of the replay, for people.",
        required=True,
    )
    api_path = f.text(
        "/v1/shares/dbnshr_mU4rPCyEo6nHLqS8eL3Vw0yvQn5t2dXkZb7aJgR1hFs",
        "The address of the replay in this API, for programs.",
        required=True,
    )


class SharePage(f.Answer):
    """A page of the links that I created for a game."""

    shares = fields.List(fields.Nested(Share), required=True)
    next = f.next_cursor()


class Replay(f.Answer):
    """A finished game, for the holder of a link."""

    game = f.uuid(required=True)
    ruleset = f.ruleset_key(required=True)
    options = fields.Nested(GameOptions, required=True)
    players = fields.List(fields.Nested(SeatHolder), required=True)
    rounds = fields.List(fields.Nested(FinishedRound), required=True)
    scores = fields.List(f.Whole(), required=True, metadata={"description": "By seat."})
