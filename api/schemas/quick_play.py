"""Quick play: a place in the queue for a table."""

from marshmallow import fields, validate

from api.schemas import fields as f
from api.schemas.games import anchor

LONGEST_SECONDS = 600


class NewPlace(f.Body):
    """The table that a player waits for. The game has the default options of its ruleset, and is not listed."""

    ruleset = f.ruleset_key(required=True)
    seats = f.Whole(required=True, validate=validate.Range(2, 8), metadata={"examples": [4]})
    within = f.Whole(
        allow_none=True,
        validate=validate.Range(1, 100),
        metadata={"description": "The largest difference of ratings at the table; null or left out for any."},
    )
    bots_after = f.Whole(
        allow_none=True,
        validate=validate.Range(0, LONGEST_SECONDS),
        metadata={
            "description": "The seconds after which bots take the seats that are left; null or left out for never."
        },
    )
    anchor = anchor()


class QueuePlace(f.Answer):
    """My place in the queue."""

    ruleset = f.ruleset_key(required=True)
    seats = f.count(required=True)
    within = f.count(required=True, allow_none=True)
    bots_after = f.count(required=True, allow_none=True)
    joined_at = f.moment(required=True)
    game = fields.UUID(
        required=True,
        allow_none=True,
        metadata={"description": "The game in which I have a seat now; null while I wait."},
    )
