"""The integrity of a log."""

from marshmallow import fields

from api.schemas import fields as f


class Integrity(f.Answer):
    """Digests and seals of a game, computed again."""

    game = f.uuid(required=True)
    version = f.version(required=True)
    head = f.digest(required=True, note="As the game's row has it.")
    computed = f.digest(required=True, note="As the log gives it.")
    intact = fields.Boolean(required=True)
    first_bad = f.version(required=True, allow_none=True)
    problem = fields.String(required=True, allow_none=True)
