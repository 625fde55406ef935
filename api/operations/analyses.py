"""Analyses of finished rounds, which a process of its own computes, and the dangers of each moment."""

from typing import Any

from flask import Response, request
from marshmallow import fields, post_load

from api.auth.authentication import current_account
from api.auth.authorization import finished_round
from api.dependencies import dependencies
from api.http.responses import json_response, revalidated
from api.middleware.rate_limit import charge
from api.operations.operation import Blueprint
from api.operations.reviews import KEPT, ReviewRange, range_end, range_start, review_seat
from api.operations.rulesets import Words
from api.problems import Problem
from api.representations import fields as f
from api.representations.actions import Action
from api.representations.components import Component
from domain.analysis.marks import MARKS
from domain.analysis.round_analysis import shown
from domain.game.game import Game
from infra.analyser import analyses
from infra.analyser.analyses import Progress
from infra.queries import history

MARK = Component(
    "Mark", f"The mark of a decision: {', '.join(f'`{name}` from a loss of {least}' for least, name in MARKS)}."
)


def number(note: str, **kwargs: Any) -> fields.Float:
    """Return a field for a number with a fraction."""
    return fields.Float(required=True, metadata={"description": note}, **kwargs)


def decision_mark(note: str) -> fields.String:
    """Return a field for the mark of a decision."""
    return f.chosen(*(name for _, name in MARKS), required=True, allow_none=True, note=note, component=MARK)


class AnalysisProgress(f.Answer):
    """How far an analysis is."""

    done = f.count(required=True, note="The number of decisions that are judged.")
    total = f.count(required=True, allow_none=True, note="The number of all decisions; null before it is known.")


class MarkCounts(f.Answer):
    """How many decisions of a seat have each mark."""

    blunder = f.count(required=True)
    mistake = f.count(required=True)
    inaccuracy = f.count(required=True)


class SeatAnalysis(f.Answer):
    """The decisions of one seat in a round."""

    seat = f.seat(required=True)
    decisions = f.count(required=True, note="The number of decisions that count.")
    accuracy = f.share("The mean of e^(-8 · loss) over these decisions; null without one.", allow_none=True)
    lost = number("The sum of their losses.")
    luck = number(
        "The result of the seat above the mean of all seats, plus `lost`, less the mean of what the other seats lost. "
        "So it is what the cards did, and its sum over the seats is 0. Null for an abandoned round.",
        allow_none=True,
    )
    marks = fields.Nested(MarkCounts, required=True)


class AnalysedDecision(f.Answer):
    """A decision of a seat, judged by what the seat could know."""

    version = f.version(
        required=True, note="The event of the decision, or the one with which a right to call ended unused."
    )
    seat = f.seat(required=True)
    chosen = fields.Nested(Action, required=True, allow_none=True, metadata={"description": "Null for waiting."})
    best = fields.Nested(Action, required=True, allow_none=True, metadata={"description": "Null for waiting."})
    choices = f.count(required=True, note="The number of actions that were compared.")
    loss = number("The expected units that the chosen action lost against the best one; 0 for the best one.")
    error = number("The standard error of the difference between the two.")
    value = number("The expected units of the seat after the chosen action.")
    won = f.share("The chance that the seat wins the round after the chosen action, by what it could know.")
    lost = f.share("The chance that it loses the round after that.")
    best_won = f.share("The chance that it wins the round after the best action.")
    best_lost = f.share("The chance that it loses the round after that.")
    mark = decision_mark("null for a small loss.")
    reason = fields.Nested(Words, required=True, allow_none=True, metadata={"description": "Null without a mark."})
    repeats = f.version(
        required=True,
        allow_none=True,
        note="The decision that missed the same play before; such a decision does not count again.",
    )
    playouts = f.count(required=True, note="The number of playouts that were compared.")


class Analysis(f.Answer):
    """What the decisions of a finished round lost against the best ones."""

    analyser = f.count(required=True, note="The version of the analyser.")
    round = f.count(required=True)
    unit = number("Points of one unit, in which losses, values and luck are measured.")
    accuracy = f.share("The mean accuracy of all decisions that count; null without one.", allow_none=True)
    seats = fields.List(fields.Nested(SeatAnalysis), required=True)
    decisions = fields.List(
        fields.Nested(AnalysedDecision), required=True, metadata={"description": "In the order of the log."}
    )


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
        validate=f.Range(0, 63),
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
    moments = fields.List(fields.Nested(Moment), required=True, validate=f.Length(max=MAX_MOMENTS))
    next = f.count(
        required=True, allow_none=True, note="The `from` of the moments that follow; null at the end of the round."
    )


RETRY_SECONDS = "2"
"""`Retry-After` of an analysis that is being computed."""


blueprint = Blueprint(
    "analyses", __name__, url_prefix="/v1", scope="reviews:read", description="Analyses of finished rounds."
)


@blueprint.operation(
    "GET",
    "/games/<id:game>/rounds/<number:round_number>/analysis",
    Analysis,
    headers=["If-None-Match"],
    problems=["no-such-game", "no-such-round", "round-not-over", "analysis-failed"],
    accepted=(AnalysisProgress, "The analysis is being computed. Repeat the request after `Retry-After`."),
    not_modified=True,
    gives_headers=["ETag"],
)
def get_analysis(game: str, round_number: int) -> Response:
    """Analyse a finished round: what each decision lost against the best one, by what its seat could know.

    The first request starts the computation, which takes some seconds. Until it is complete, the answer is 202 with the
    progress. Losses, chances and reasons come from the seat's own view. `luck` uses the result as well.
    """
    found = finished_round(game, round_number).game
    progress = requested_analysis(found, round_number)
    if progress.result is None:
        body = {"done": progress.done, "total": progress.total}
        return json_response(body, 202, {"Retry-After": RETRY_SECONDS})
    answer = json_response(shown(progress.result))
    answer.vary.add("Authorization")
    return revalidated(answer, request, KEPT)


def requested_analysis(game: Game, round_number: int) -> Progress:
    """Return how far the analysis of a finished round is; the first request starts it.

    Raises `Problem` with `analysis-failed` or `rate-limited`.
    """
    pool = dependencies().pool
    head = history.round_head(pool, game.id, round_number)
    assert head is not None  # the round is over
    found = analyses.find(pool, game.id, head)
    if found is None:
        account = current_account().id
        charge("analyses", account)
        analyses.request(pool, game.id, head, round_number, dependencies().games.now(), account)
        return Progress(0, None, failed=False, result=None)
    if found.failed and found.result is None:
        raise Problem("analysis-failed", "This round could not be analysed; the operators of the server see why.")
    return found


@blueprint.operation(
    "GET",
    "/games/<id:game>/rounds/<number:round_number>/dangers",
    Dangers,
    query=DangerRange,
    headers=["If-None-Match"],
    problems=["no-such-game", "no-such-round", "round-not-over"],
    not_modified=True,
    gives_headers=["ETag"],
)
def get_dangers(query: dict[str, Any], game: str, round_number: int) -> Response:
    """Tell what each card of a seat's hand risked at each moment of a finished round, by what the seat could know.

    There is one moment for each frame of the review. `next` of an answer is the `from` of the next one.
    """
    upto = finished_round(game, round_number).upto
    seat = review_seat(game, query)
    assert seat is not None
    found = dependencies().reviews.dangers(game, round_number, seat, query["frames"], upto)
    answer = json_response({"round": round_number, "seat": seat, "moments": found.shown, "next": found.next})
    answer.vary.add("Authorization")
    return revalidated(answer, request, KEPT)
