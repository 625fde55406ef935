"""The body of every error."""

from marshmallow import fields

from api.representations import fields as f
from api.representations.components import Component
from api.texts.codes import PROBLEMS

CODE = Component(
    "ProblemCode", "The code of a problem. It never changes its meaning. `/problems/{code}` is its page, for people."
)


class FieldProblem(f.Answer):
    """The error of one field."""

    pointer = f.text("#/cards/0", required=True)
    detail = fields.String(required=True)


class Problem(f.Answer):
    """An error (RFC 9457). A code may have further members, such as `version`, `allowed_from`, `on` or `turn`."""

    type = f.text("/problems/too-late", required=True)
    title = fields.String(required=True)
    status = f.count(required=True)
    code = f.chosen(*sorted(PROBLEMS), required=True, component=CODE)
    now = f.moment(note="The moment of the answer, by the server's clock.", required=True)
    detail = fields.String()
    version = f.count(note="The version of the game to which the refusal applies.")
    allowed_from = f.moment(note="The moment from which the refused action may be sent again.")
    on = f.version(allow_none=True, note="The version that `on` would have to name now; null if there is none.")
    turn = f.seat(note="The seat whose turn it is.")
    phase = f.phase(note="The phase of the round.")
    limit = f.count(note="The limit of cards.")
    ranks = fields.List(f.count(), metadata={"description": "Numbers on the table."})
    option = f.text("hand_size", note="The option to which the refusal applies.")
    allowance = f.text("account", note="With `rate-limited`: the allowance that is used up.")
    errors = fields.List(fields.Nested(FieldProblem), metadata={"description": "The errors of single fields."})
