"""Dangers of a finished round."""

from typing import Any

from marshmallow import fields, post_load, validate

from api.schemas import fields as f
from api.schemas.reviews import ReviewRange, range_end, range_start

MAX_MOMENTS = 100
"""The maximum number of moments in an answer. A moment takes up to some milliseconds."""


class HandWait(f.Answer):
    """A hand with which a seat would call."""

    numbers = fields.List(
        f.count(),
        required=True,
        metadata={"description": "The numbers of the whole hand, ascending; a joker is 0.", "examples": [[3, 4]]},
    )
    chance = f.share("The chance of exactly this hand.")


class Caller(f.Answer):
    """The chance that one seat calls on a play, or doubts it."""

    seat = f.seat(required=True)
    chance = f.share()
    waits = fields.List(
        fields.Nested(HandWait),
        required=True,
        metadata={"description": "Its most likely hands of that kind, the likeliest first; empty where nobody calls."},
    )


class Danger(f.Answer):
    """The chance that a play is called, or doubted."""

    cards = fields.List(f.card(), required=True, metadata={"description": "The cards of the play."})
    chance = f.share("The chance that at least one seat calls or doubts.")
    callers = fields.List(
        fields.Nested(Caller),
        required=True,
        metadata={"description": "The seats that may do so, the likeliest first."},
    )


class Lie(f.Answer):
    """The chance that the newest play of Doubt is a lie."""

    seat = f.seat(required=True)
    number = f.count(required=True)
    laid = f.count(required=True, note="The number of cards laid.")
    chance = f.share()


class Moment(f.Answer):
    """What each card of a seat's hand risked right after one event, by what the seat could know."""

    version = f.version(required=True)
    dangers = fields.List(
        fields.Nested(Danger),
        required=True,
        metadata={
            "description": "One for each card of the hand, if it were laid alone now. Empty in rulesets without calls "
            "and doubts, and when the round is over."
        },
    )
    lie = fields.Nested(
        Lie,
        required=True,
        allow_none=True,
        metadata={"description": "Doubt: the newest play, if the seat could not know it."},
    )


class DangerRange(ReviewRange):
    """The seat whose knowledge counts, and the moments to return, numbered from 1 like the frames of the review."""

    seat = f.QueryNumber(
        required=True,
        data_key="as",
        validate=validate.Range(0, 63),
        metadata={"description": "The seat whose knowledge counts.", "examples": [1]},
    )
    first = range_start("moment")
    last = range_end("moment", MAX_MOMENTS)

    @post_load
    def numbers(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Return the query with the range of moments to return as `frames`."""
        found = super().numbers(data)
        return {**found, "frames": found["frames"][:MAX_MOMENTS]}


class Dangers(f.Answer):
    """Moments of a round, one for each frame of its review."""

    round = f.version(required=True)
    seat = f.seat(required=True)
    moments = fields.List(fields.Nested(Moment), required=True, validate=validate.Length(max=MAX_MOMENTS))
    next = f.count(
        required=True, allow_none=True, note="The `from` of the moments that follow; null at the end of the round."
    )
