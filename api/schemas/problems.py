"""The body of every error."""

from marshmallow import fields, validate

from api.problems import PROBLEMS
from api.schemas import fields as f


class FieldProblem(f.Answer):
    """The error of one field."""

    pointer = f.text("#/cards/0", required=True)
    detail = fields.String(required=True)


class Problem(f.Answer):
    """An error (RFC 9457). A code may have further members, such as `version`, `allowed_from`, `on` or `turn`."""

    type = f.text("/problems/too-late", required=True)
    title = fields.String(required=True)
    status = f.count(required=True)
    code = fields.String(required=True, validate=validate.OneOf(sorted(PROBLEMS)))
    now = f.moment(note="The moment of the answer, by the server's clock.", required=True)
    detail = fields.String()
    version = f.count(note="The version of the game to which the refusal applies.")
    allowed_from = f.moment(note="The moment from which the refused action may be sent again.")
    on = f.version(allow_none=True, note="The version that `on` would have to name now; null if there is none.")
    turn = f.seat(note="The seat whose turn it is.")
    phase = f.text("defending", note="The phase of the round.")
    limit = f.count(note="The limit of cards.")
    ranks = fields.List(f.count(), metadata={"description": "Numbers on the table."})
    option = f.text("hand_size")
    errors = fields.List(fields.Nested(FieldProblem))
