"""Reviews of finished rounds."""

from typing import Any

from flask import Response, request
from marshmallow import fields, post_load

from api.auth.authorization import finished_round
from api.dependencies import dependencies
from api.http.responses import json_response, revalidated
from api.operations.operation import Blueprint
from api.problems import Problem
from api.representations import fields as f
from api.representations.boards import Board
from api.representations.event_types import forms
from api.representations.events import Event
from domain.log.events import SPECTATOR
from domain.log.sentences import Sentence
from infra.queries.reviews import Part


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
        validate=f.Range(0, 63),
        metadata={
            "description": "A seat, to show only what it could know then; left out for open hands.",
            "examples": [1],
        },
    )


def range_start(what: str) -> f.QueryNumber:
    """Return the parameter `from` of a range of frames or moments."""
    return f.QueryNumber(
        data_key="from",
        validate=f.Range(1, f.MOST),
        load_default=1,
        metadata={"description": f"The first {what}.", "examples": [1]},
    )


def range_end(what: str, most: int) -> f.QueryNumber:
    """Return the parameter `to` of a range; at most `most` are returned."""
    return f.QueryNumber(
        data_key="to",
        validate=f.Range(1, f.MOST),
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
    frames = fields.List(fields.Nested(Frame), required=True, validate=f.Length(max=MAX_FRAMES))
    next = f.count(
        required=True, allow_none=True, note="The `from` of the frames that follow; null at the end of the round."
    )


KEPT = "private, max-age=86400, immutable"
"""`Cache-Control` of a review: a round that is over does not change. Erased names and new versions show after a day."""


blueprint = Blueprint(
    "reviews", __name__, url_prefix="/v1", scope="reviews:read", description="Reviews of finished rounds."
)


@blueprint.operation(
    "GET",
    "/games/<id:game>/rounds/<number:round_number>/review",
    Review,
    query=ReviewRange,
    headers=["If-None-Match"],
    problems=["no-such-game", "no-such-round", "round-not-over"],
    not_modified=True,
    gives_headers=["ETag"],
)
def get_review(query: dict[str, Any], game: str, round_number: int) -> Response:
    """Review a finished round, one frame for each version: every hand, every wait, every possible call.

    With `as` the frames show only what that seat knew. A long round takes several requests: `next` of an answer is the
    `from` of the next one.
    """
    upto = finished_round(game, round_number).upto
    seat = review_seat(game, query)
    found = dependencies().reviews.frames(game, round_number, seat, query["frames"], upto)
    answer = json_response(review_json(round_number, found))
    answer.vary.add("Authorization")  # a browser may have several accounts, and not each may see the game
    return revalidated(answer, request, KEPT)


@blueprint.operation(
    "GET",
    "/games/<id:game>/rounds/<number:round_number>/review/<number:version>",
    Frame,
    query=ReviewQuery,
    problems=["no-such-game", "no-such-round", "round-not-over", "no-such-version"],
)
def get_frame(query: dict[str, Any], game: str, round_number: int, version: int) -> Response:
    """Get one frame: every hand right after that event, or with `as` what that seat knew.

    The version is that of an event of the round, as the review lists them.
    """
    upto = finished_round(game, round_number).upto
    frame = dependencies().reviews.frame(game, round_number, version, review_seat(game, query), upto)
    if frame is None:
        raise Problem("no-such-version", "The round has no event with this version: its review lists the versions.")
    return json_response(with_words(frame))


def review_seat(game_id: str, query: dict[str, Any]) -> int | None:
    """Return the seat whose knowledge the review is limited to; None for open hands. Raises
    `Problem("bad-parameter")`.
    """
    seat: int | None = query.get("seat")
    seats = len(dependencies().games.view(game_id, SPECTATOR).seats)
    if seat is not None and seat >= seats:
        raise Problem(
            "bad-parameter",
            Sentence("This game has no seat {seat}: send one from 0 to {last}.", seat=seat, last=seats - 1),
        )
    return seat


def review_json(round_number: int, part: Part) -> dict[str, Any]:
    """Return a part of a review."""
    return {"round": round_number, "frames": [with_words(frame) for frame in part.shown], "next": part.next}


def with_words(frame: dict[str, Any]) -> dict[str, Any]:
    """Return a frame whose event has its form and its words, as in every answer with events."""
    text, event = frame["text"], frame["event"]
    shown = {name: value for name, value in frame.items() if name != "text"}
    return {**shown, "event": {**event, "form": forms(frame["board"]["family"])[event["type"]], "text": text}}
