"""Players and their tokens."""

from marshmallow import fields, validate

from api.schemas import fields as f
from api.schemas.names import readable


class NewPlayer(f.Body):
    """A player to create."""

    name = fields.String(
        required=True,
        validate=[
            validate.Length(1, 40),
            f.Pattern(f.NAME, error=f.NOT_A_LINE),
            readable,
        ],
        metadata={
            "description": "Begins with a visible character, without invisible ones. Other players may have the same name.",
            "examples": ["Aoi"],
        },
    )


class Player(f.Answer):
    """A player."""

    id = f.uuid(required=True)
    name = f.text("Aoi", required=True)


class FreshPlayer(Player):
    """A new player with its token. This response alone shows the token; the server stores only its hash."""

    token = f.text("dbn_mU4rPCyEo6nHLqS8eL3Vw0yvQn5t2dXkZb7aJgR1hFs", required=True)
