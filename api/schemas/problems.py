"""The body of every error."""

from marshmallow import fields, validate

from api.problems import PROBLEMS
from api.schemas import fields as f


class FieldProblem(f.Answer):
    """What is wrong with one field."""

    pointer = f.text("#/cards/0", required=True)
    detail = fields.String(required=True)


class Problem(f.Answer):
    """RFC 9457. A code may bring members of its own, such as `version`, `allowed_from`, `on` or `turn`."""

    type = f.text("/problems/too-late", required=True)
    title = fields.String(required=True)
    status = f.count(required=True)
    code = fields.String(required=True, validate=validate.OneOf(sorted(PROBLEMS)))
    detail = fields.String()
    version = f.count(note="The version of the game that the refusal speaks of.")
    allowed_from = f.moment()
    on = f.version(allow_none=True, note="The version that could be named as `on` now; null where none can.")
    turn = f.seat(note="Whose turn it is.")
    phase = f.text("defending", note="In which the game is.")
    limit = f.count(note="Cards at most.")
    ranks = fields.List(f.count(), metadata={"description": "Numbers on the table."})
    option = f.text("hand_size")
    errors = fields.List(fields.Nested(FieldProblem))
