"""Reviews of finished rounds, event by event, and their calls."""

from typing import Any

from marshmallow import fields, post_load, validate

from api.schemas import fields as f
from api.schemas.boards import Board
from api.schemas.events import Event


class Wait(f.Answer):
    """A number that a hand makes, and the formulas for it."""

    number = f.count(required=True)
    formulas = fields.List(f.text("7+3+2"), required=True)


class PossibleCall(f.Answer):
    """A seat that could have called, and its formulas."""

    seat = f.seat(required=True)
    formulas = fields.List(
        f.text("7+3+2"), metadata={"description": "In rulesets in which a call is made with a hand."}
    )


class MissedCall(PossibleCall):
    """A call, or a safe doubt, that was possible and was not made."""

    on = f.version(required=True)


class Known(f.Answer):
    """A seat's knowledge of a play."""

    seat = f.seat(required=True)
    possible = f.Whole(
        required=True,
        metadata={
            "description": "The largest number of matching cards the player could have, as far as this seat knew."
        },
    )
    certain = fields.Boolean(required=True, metadata={"description": "Whether it was certainly a lie."})


class SaidAndLaid(f.Answer):
    """The announcement of a play, and its cards."""

    seat = f.seat(required=True)
    number = f.count(required=True)
    count = f.count(required=True)
    version = f.version(required=True)
    cards = fields.List(f.seen_card(), required=True)
    lie = fields.Boolean(
        required=True, allow_none=True, metadata={"description": "null if the reviewing seat could not know."}
    )
    known = fields.List(fields.Nested(Known), required=True)


class Revealed(f.Answer):
    """Cards that became known."""

    all = fields.List(f.seen_card(), required=True, metadata={"description": "To every viewer."})
    seats = fields.Dict(
        keys=fields.String(),
        values=fields.List(f.seen_card()),
        required=True,
        metadata={"description": "By seat: to that seat alone."},
    )


class Faced(f.Answer):
    """An attack card to be beaten."""

    card = f.seen_card(required=True)
    beaten_by = fields.List(
        f.seen_card(), required=True, metadata={"description": "The cards of the defender's hand that beat it."}
    )


class Defence(f.Answer):
    """The attacks that a defender could beat."""

    seat = f.seat(required=True)
    attacks = fields.List(fields.Nested(Faced), required=True)
    best = fields.List(
        f.card_pair(),
        required=True,
        metadata={"description": "Pairs of attack card and own card that beat as many attacks as possible."},
    )
    all = fields.Boolean(required=True, metadata={"description": "Whether these pairs beat every attack."})


class TakenUp(f.Answer):
    """The cards that a seat took up, and whether it had to."""

    seat = f.seat(required=True)
    cards = fields.List(f.seen_card(), required=True)
    trumps = f.count(required=True, note="The number of trumps among them.")
    on_purpose = fields.Boolean(
        required=True,
        allow_none=True,
        metadata={
            "description": "Whether the seat could have beaten every attack when it gave up; null for another seat than the reviewing one."
        },
    )


class HeldBy(f.Answer):
    """Cards that a seat certainly holds."""

    seat = f.seat(required=True)
    cards = fields.List(f.seen_card(), required=True)


class SureOf(f.Answer):
    """The cards of other seats of which a seat could be certain."""

    seat = f.seat(required=True)
    of = fields.List(fields.Nested(HeldBy), required=True)


class Frame(f.Answer):
    """A round right after one event, with every hand open or as one seat knew it. Fields that the ruleset does not use
    are left out.
    """

    version = f.version(required=True)
    at = f.moment(required=True)
    event = fields.Nested(Event, required=True)
    hands = fields.List(fields.List(f.seen_card()), required=True)
    stock = f.count(required=True)
    board = fields.Nested(Board, required=True)
    waits = fields.List(
        fields.List(fields.Nested(Wait), allow_none=True),
        metadata={
            "description": "By seat; null for the hand of another seat if the review is limited to one seat's knowledge."
        },
    )
    claim = fields.Nested(
        SaidAndLaid, allow_none=True, metadata={"description": "Doubt: the play that can be doubted, or was."}
    )
    could_call = fields.List(
        fields.Nested(PossibleCall),
        metadata={"description": "The seats that were permitted and able to call right after the event."},
    )
    missed = fields.List(
        fields.Nested(MissedCall),
        metadata={
            "description": "Calls that were possible until this event and were not made. In rulesets with calls."
        },
    )
    defence = fields.Nested(
        Defence,
        allow_none=True,
        metadata={
            "description": "Beating games: the attacks that the defender, or the seat that gives up with the event, could beat."
        },
    )
    taken = fields.Nested(
        TakenUp, allow_none=True, metadata={"description": "Beating games: the cards taken up with the event."}
    )
    known = fields.List(
        fields.Nested(SureOf),
        metadata={
            "description": "Beating games: the cards of which each seat could be certain; empty if all hands are open."
        },
    )
    revealed = fields.Nested(
        Revealed, required=True, metadata={"description": "The cards that became known with the event."}
    )


MAX_FRAMES = 500
"""The maximum number of frames in an answer. A frame has up to 1.7 KB on average, so an answer stays below 1 MB."""


class ReviewQuery(f.Body):
    """The knowledge to which the review is limited."""

    seat = f.QueryNumber(
        data_key="as",
        validate=validate.Range(0, 63),
        metadata={
            "description": "A seat, to show only what it could know then; left out for open hands.",
            "examples": [1],
        },
    )


def range_start(what: str) -> f.QueryNumber:
    """Return the parameter `from` of a range of frames or moments."""
    return f.QueryNumber(
        data_key="from",
        validate=validate.Range(1, f.MOST),
        load_default=1,
        metadata={"description": f"The first {what}.", "examples": [1]},
    )


def range_end(what: str, most: int) -> f.QueryNumber:
    """Return the parameter `to` of a range; at most `most` are returned."""
    return f.QueryNumber(
        data_key="to",
        validate=validate.Range(1, f.MOST),
        load_default=f.MOST,
        metadata={"description": f"The last {what}. At most {most} {what}s are returned.", "examples": [100]},
    )


class ReviewRange(ReviewQuery):
    """The frames to return, numbered from 1 within the round, and the knowledge to which they are limited."""

    first = range_start("frame")
    last = range_end("frame", MAX_FRAMES)

    @post_load
    def numbers(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Return the query with the range of frames to return as `frames`."""
        first = data.pop("first")
        return {**data, "frames": range(first, min(data.pop("last") + 1, first + MAX_FRAMES))}


class Review(f.Answer):
    """Frames of a round, one for each version."""

    round = f.version(required=True)
    frames = fields.List(fields.Nested(Frame), required=True, validate=validate.Length(max=MAX_FRAMES))
    next = f.count(
        required=True, allow_none=True, note="The `from` of the frames that follow; null at the end of the round."
    )


class SaidOf(f.Answer):
    """The announcement of a play."""

    seat = f.seat(required=True)
    number = f.count(required=True)
    count = f.count(required=True)


class Claim(f.Answer):
    """A call or a doubt, and its verdict. Fields that the ruleset does not use are left out."""

    version = f.version(required=True)
    round = f.version(required=True)
    seat = f.seat(required=True)
    kind = f.call_kind(required=True)
    on = f.version(required=True)
    card = f.seen_card(note="Dobon: the card called.")
    hand = fields.List(f.seen_card(), metadata={"description": "Dobon: the caller's hand."})
    formulas = fields.List(
        f.text("7+3+2"), metadata={"description": "Dobon: the formulas by which the hand makes the card's number."}
    )
    claimed = fields.Nested(SaidOf, metadata={"description": "Doubt: the announcement."})
    cards = fields.List(f.seen_card(), metadata={"description": "Doubt: the cards of the play."})
    valid = fields.Boolean(required=True, metadata={"description": "Whether the call was correct."})
    at = f.moment(required=True)


class ClaimList(f.Answer):
    """Every call of the finished rounds."""

    claims = fields.List(fields.Nested(Claim), required=True)
