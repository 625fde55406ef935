"""Looking back: rounds that are over, move by move, and their calls."""

from marshmallow import fields, validate

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
    formulas = fields.List(f.text("7+3+2"), metadata={"description": "Where a call is made of a hand."})


class MissedCall(PossibleCall):
    """A call, or a safe doubt, that could have been made and was not."""

    on = f.version(required=True)


class Known(f.Answer):
    """What a seat could know of a play."""

    seat = f.seat(required=True)
    possible = f.Whole(
        required=True, metadata={"description": "How many fitting cards the player could have, for all this seat knew."}
    )
    certain = fields.Boolean(required=True, metadata={"description": "It was certainly a lie."})


class SaidAndLaid(f.Answer):
    """What was said of a play, and what lay there."""

    seat = f.seat(required=True)
    number = f.count(required=True)
    count = f.count(required=True)
    version = f.version(required=True)
    cards = fields.List(f.seen_card(), required=True)
    lie = fields.Boolean(
        required=True, allow_none=True, metadata={"description": "null where the seat that looks back could not know."}
    )
    known = fields.List(fields.Nested(Known), required=True)


class Revealed(f.Answer):
    """Cards that became known."""

    all = fields.List(f.seen_card(), required=True, metadata={"description": "To everybody."})
    seats = fields.Dict(
        keys=fields.String(),
        values=fields.List(f.seen_card()),
        required=True,
        metadata={"description": "To one seat alone, by seat."},
    )


class Faced(f.Answer):
    """An attack card that is to be beaten."""

    card = f.seen_card(required=True)
    beaten_by = fields.List(
        f.seen_card(), required=True, metadata={"description": "Each card of the defender's hand that beats it."}
    )


class Defence(f.Answer):
    """What a defender could beat."""

    seat = f.seat(required=True)
    attacks = fields.List(fields.Nested(Faced), required=True)
    best = fields.List(
        fields.List(f.seen_card(), validate=validate.Length(equal=2)),
        required=True,
        metadata={"description": "Pairs of attack card and own card that beat as many as can be beaten."},
    )
    all = fields.Boolean(required=True, metadata={"description": "Do they beat everything?"})


class TakenUp(f.Answer):
    """What a seat took up, and whether it had to."""

    seat = f.seat(required=True)
    cards = fields.List(f.seen_card(), required=True)
    trumps = f.count(required=True, note="Of these cards.")
    on_purpose = fields.Boolean(
        required=True,
        allow_none=True,
        metadata={
            "description": "All that lay there when the seat gave up could have been beaten; null for another seat than the one that looks back."
        },
    )


class HeldBy(f.Answer):
    """Cards that a seat surely holds."""

    seat = f.seat(required=True)
    cards = fields.List(f.seen_card(), required=True)


class SureOf(f.Answer):
    """Of which cards of the others a seat could be sure."""

    seat = f.seat(required=True)
    of = fields.List(fields.Nested(HeldBy), required=True)


class Frame(f.Answer):
    """A round right after one event, with every hand open, or as one seat knew it. What a ruleset has no use for is left out."""

    version = f.version(required=True)
    at = f.moment(required=True)
    event = fields.Nested(Event, required=True)
    text = fields.Nested(Words, required=True, metadata={"description": "The event in words."})
    hands = fields.List(fields.List(f.seen_card()), required=True)
    stock = f.count(required=True)
    board = fields.Dict(required=True)
    waits = fields.List(
        fields.List(fields.Nested(Wait), allow_none=True),
        metadata={
            "description": "By seat; null where the review is of one seat's own knowledge and this is another's hand."
        },
    )
    claim = fields.Nested(
        SaidAndLaid, allow_none=True, metadata={"description": "Doubt: the play that may be doubted, or was."}
    )
    could_call = fields.List(
        fields.Nested(PossibleCall),
        metadata={"description": "Permitted and able right after the event."},
    )
    missed = fields.List(
        fields.Nested(MissedCall),
        metadata={"description": "Calls whose right ended here unused. Where there are calls."},
    )
    defence = fields.Nested(
        Defence,
        allow_none=True,
        metadata={"description": "Beating games: what the seat that defends, or gives up with the event, could beat."},
    )
    taken = fields.Nested(
        TakenUp, allow_none=True, metadata={"description": "Beating games: what was taken up with the event."}
    )
    known = fields.List(
        fields.Nested(SureOf),
        metadata={"description": "Beating games: what each seat could be sure of; empty when all hands lie open."},
    )
    revealed = fields.Nested(Revealed, required=True, metadata={"description": "What became known with the event."})


class ReviewQuery(f.Body):
    """From whose knowledge."""

    seat = f.QueryNumber(
        data_key="as",
        validate=validate.Range(0, 63),
        metadata={
            "description": "A seat: only what it could know then. Missing: with every hand open.",
            "examples": [1],
        },
    )


class Review(f.Answer):
    """A round, one frame a version."""

    round = f.version(required=True)
    frames = fields.List(fields.Nested(Frame), required=True)


class SaidOf(f.Answer):
    """What was said of a play."""

    seat = f.seat(required=True)
    number = f.count(required=True)
    count = f.count(required=True)


class Claim(f.Answer):
    """A call or a doubt, and its verdict. What a ruleset has no use for is left out."""

    version = f.version(required=True)
    round = f.version(required=True)
    seat = f.seat(required=True)
    kind = f.call_kind(required=True)
    on = f.version(required=True)
    card = f.seen_card(note="Dobon: the card called.")
    hand = fields.List(f.seen_card(), metadata={"description": "Dobon: the caller's."})
    formulas = fields.List(f.text("7+3+2"), metadata={"description": "Dobon: how the hand makes the card's number."})
    claimed = fields.Nested(SaidOf, metadata={"description": "Doubt: what was said."})
    cards = fields.List(f.seen_card(), metadata={"description": "Doubt: what lay there."})
    valid = fields.Boolean(required=True, metadata={"description": "Was whoever called right?"})
    at = f.moment(required=True)


class Claims(f.Answer):
    """Every call of the rounds that are over."""

    claims = fields.List(fields.Nested(Claim), required=True)
