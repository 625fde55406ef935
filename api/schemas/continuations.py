"""Continuations of finished rounds."""

from marshmallow import fields, validate

from api.schemas import fields as f
from api.schemas.actions import Action
from api.schemas.reviews import Frame
from api.schemas.views import View
from domain.review.what_if import BOTS, MAX_ACTIONS


class NewContinuation(f.Body):
    """What if: the moment, the seat to play, and its actions since."""

    version = f.version(required=True, note="The event after which the round is continued, as the review lists them.")
    seat = f.seat(required=True, note="The seat that is played by hand.")
    actions = fields.List(
        fields.Nested(Action, allow_none=True),
        validate=validate.Length(max=MAX_ACTIONS),
        metadata={
            "description": "The actions of the seat in order, each taken when the seat has its next choice. Null stands "
            "for waiting, which is possible while `may_wait` is true."
        },
    )
    bots = f.chosen(*BOTS, note="The strategy that plays all other seats; `careful` if it is left out.")


class Continuation(f.Answer):
    """A round continued against bots, as the seat knows it. It is recorded nowhere."""

    version = f.version(required=True, note="The event after which the round was continued.")
    seat = f.seat(required=True)
    frames = fields.List(
        fields.Nested(Frame),
        required=True,
        metadata={
            "description": "From the last of the given actions on, or all new ones if there are none. Their events are "
            "numbered on from `version`."
        },
    )
    view = fields.Nested(
        View,
        required=True,
        metadata={
            "description": "The view of the seat at the end, with the actions to choose from. Its options leave nothing "
            "to the clock, and its players are those of the real round."
        },
    )
    over = fields.Boolean(required=True, metadata={"description": "Whether the round has ended."})
    points = fields.List(
        f.Whole(),
        required=True,
        allow_none=True,
        metadata={"description": "The points of each seat from the round; null before its end."},
    )
    may_wait = fields.Boolean(
        required=True,
        metadata={"description": "Whether null may be the next action: the seat may call or play out of turn, or not."},
    )
    version_now = f.version(required=True, note="The version of the view.")
