"""Players and their tokens."""

from marshmallow import fields, validate

from api.schemas import fields as f


class NewPlayer(f.Body):
    """Who wants to play."""

    name = fields.String(
        required=True,
        validate=[validate.Length(1, 40), f.Pattern(f.NAME, error="Must be one line of text.")],
        metadata={"examples": ["Aoi"]},
    )


class Player(f.Answer):
    """A player."""

    id = f.uuid(required=True)
    name = f.text("Aoi", required=True)


class FreshPlayer(Player):
    """A new player with the token to play with, shown this once."""

    token = f.text("dbn_mU4rPCyEo6nHLqS8eL3Vw0yvQn5t2dXkZb7aJgR1hFs", required=True)
