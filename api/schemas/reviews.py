"""Looking back: rounds that are over, move by move, and their calls."""

from marshmallow import fields

from api.schemas import fields as f
from api.schemas.events import Event
from api.schemas.rulesets import Words


class Wait(f.Answer):
    """A number that a hand makes, and how."""

    number = f.count(required=True)
    formulas = fields.List(f.text("7+3+2"), required=True)


class PossibleCall(f.Answer):
    """A seat that could have called, and with what."""

    seat = f.seat(required=True)
    formulas = fields.List(f.text("7+3+2"), required=True)


class MissedCall(PossibleCall):
    """A call that could have been made and was not."""

    on = f.version(required=True)


class Revealed(f.Answer):
    """Cards that became known."""

    all = fields.List(f.seen_card(), required=True, metadata={"description": "To everybody."})
    seats = fields.Dict(
        keys=fields.String(),
        values=fields.List(f.seen_card()),
        required=True,
        metadata={"description": "To one seat alone, by seat."},
    )


class Frame(f.Answer):
    """A round right after one event, with every hand open."""

    version = f.version(required=True)
    at = f.moment(required=True)
    event = fields.Nested(Event, required=True)
    text = fields.Nested(Words, required=True, metadata={"description": "The event in words."})
    hands = fields.List(fields.List(f.seen_card()), required=True)
    stock = f.count(required=True)
    board = fields.Dict(required=True)
    waits = fields.List(fields.List(fields.Nested(Wait)), required=True, metadata={"description": "By seat."})
    could_call = fields.List(
        fields.Nested(PossibleCall),
        required=True,
        metadata={"description": "Permitted and able right after the event."},
    )
    missed = fields.List(
        fields.Nested(MissedCall), required=True, metadata={"description": "Calls whose right ended here unused."}
    )
    revealed = fields.Nested(Revealed, required=True, metadata={"description": "What became known with the event."})


class Review(f.Answer):
    """A round, one frame a version."""

    round = f.version(required=True)
    frames = fields.List(fields.Nested(Frame), required=True)


class Claim(f.Answer):
    """A call, its hand and its verdict."""

    version = f.version(required=True)
    round = f.version(required=True)
    seat = f.seat(required=True)
    kind = f.call_kind(required=True)
    on = f.version(required=True)
    card = f.seen_card(required=True)
    hand = fields.List(f.seen_card(), required=True)
    formulas = fields.List(f.text("7+3+2"), required=True)
    valid = fields.Boolean(required=True)
    at = f.moment(required=True)


class Claims(f.Answer):
    """Every call of the rounds that are over."""

    claims = fields.List(fields.Nested(Claim), required=True)
