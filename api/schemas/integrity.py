"""The result of an integrity check."""

from marshmallow import fields

from api.schemas import fields as f


class Integrity(f.Answer):
    """Recomputed digests and seals of a game."""

    game = f.uuid(required=True)
    version = f.version(required=True)
    head = f.digest(required=True, note="As stored in the game's row.")
    computed = f.digest(required=True, note="As computed from the log.")
    intact = fields.Boolean(required=True)
    first_bad = f.version(required=True, allow_none=True)
    problem = fields.String(required=True, allow_none=True)
