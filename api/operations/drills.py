"""Drills: positions of a player's own analysed rounds, and the drill of the day.

Only the response to an answer has the losses of the choices.
"""

from contextlib import suppress
from datetime import date
from typing import Any

from flask import Response
from marshmallow import fields

from api.auth.authentication import account_if_any, current_account
from api.auth.authorization import finished_round
from api.dependencies import dependencies
from api.http.pagination import cursor_position, invalid_cursor, page_of
from api.http.responses import json_response
from api.operations.analyses import decision_mark, number
from api.operations.operation import Blueprint
from api.operations.reviews import Frame, with_words
from api.operations.rulesets import Words
from api.problems import Problem
from api.representations import fields as f
from api.representations.actions import Action
from api.representations.games import GameOptions, SeatHolder
from domain.analysis.marks import unit
from domain.analysis.questions import ASKS, Question
from domain.game.game import Game
from domain.log.identifiers import is_uuid
from domain.log.moments import Moment, instant
from domain.log.sentences import Sentence
from domain.review import daily_drill
from domain.review.daily_drill import DailyDrill as PreparedDrill
from infra.analyser import daily_drills, drills
from infra.analyser.daily_drills import Answer
from infra.analyser.drills import OTHERS, Position
from infra.analyser.drills import Drill as StoredDrill

DAY = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"


class DrillAnswered(f.Answer):
    """The first answer to a drill."""

    choice = f.count(required=True, note="The place of the choice.")
    right = fields.Boolean(required=True)
    at = f.moment(required=True)


class Drill(f.Answer):
    """A position of a finished, analysed round in which one action was clearly the best."""

    id = f.uuid(required=True)
    game = f.uuid(required=True)
    round = f.version(required=True)
    version = f.version(required=True, note="The event of the decision, as in the analysis.")
    position = f.version(required=True, note="The event after which the seat had the choice.")
    seat = f.seat(required=True)
    ruleset = f.ruleset_key(required=True)
    asks = f.chosen(
        *ASKS, required=True, note="Which action to take, whether to call, whether to doubt, or how to answer a window."
    )
    own = fields.Boolean(required=True, metadata={"description": "Whether it was the player's own decision."})
    mark = decision_mark("The mark of the decision that was taken.")
    answered = fields.Nested(
        DrillAnswered, required=True, allow_none=True, metadata={"description": "The first answer; null before it."}
    )


class DrillPage(f.Answer):
    """Drills of a player: unanswered ones first, and own mistakes first among them."""

    drills = fields.List(fields.Nested(Drill), required=True)
    next = f.next_cursor()


def frame() -> fields.Nested:
    """Return a field for the position of a drill."""
    return fields.Nested(Frame, required=True, metadata={"description": "The position as the seat knew it."})


def choices() -> fields.List[object]:
    """Return a field for the choices of a drill."""
    return fields.List(
        fields.Nested(Action, allow_none=True),
        required=True,
        metadata={"description": "The actions to choose from; null stands for waiting."},
    )


class DrillQuestion(Drill):
    """A drill with its position and its choices."""

    frame = frame()
    choices = choices()
    players = fields.List(fields.Nested(SeatHolder), required=True)
    options = fields.Nested(GameOptions, required=True)


class DailyDrill(f.Answer):
    """The drill of a day, the same for everybody, from a game of bots."""

    day = f.text("2026-11-21", "The day in UTC.", required=True)
    seat = f.seat(required=True)
    ruleset = f.ruleset_key(required=True)
    asks = f.chosen(*ASKS, required=True)
    answered = fields.Nested(
        DrillAnswered,
        required=True,
        allow_none=True,
        metadata={"description": "The first answer of the account; null before it, and without a token."},
    )
    frame = frame()
    choices = choices()
    players = fields.List(fields.Nested(SeatHolder), required=True)
    options = fields.Nested(GameOptions, required=True)


class DrillResult(f.Answer):
    """The losses of all choices of a drill."""

    choice = f.count(required=True, note="The place of the choice that was sent.")
    right = fields.Boolean(required=True, metadata={"description": "Whether it is the best one."})
    best = f.count(required=True, note="The place of the best choice.")
    played = f.count(required=True, note="The place of the choice that was taken in the game.")
    unit = number("Points of one unit, in which losses are measured.")
    losses = fields.List(
        fields.Float(),
        required=True,
        metadata={"description": "What each choice loses against the best one, in the units of the analysis."},
    )
    errors = fields.List(
        fields.Float(), required=True, metadata={"description": "The standard errors of these losses."}
    )
    mark = decision_mark("The mark of the choice that was taken.")
    reason = fields.Nested(
        Words,
        required=True,
        allow_none=True,
        metadata={"description": "The reason of the mark; null without a mark."},
    )
    answered = fields.Nested(
        DrillAnswered,
        required=True,
        allow_none=True,
        metadata={"description": "The first answer, which is kept; null if none is kept."},
    )


class DrillChoice(f.Body):
    """An answer to a drill."""

    choice = f.Whole(required=True, validate=f.Range(0, 999), metadata={"description": "Place of the choice."})


class DailyChoice(DrillChoice):
    """An answer to the drill of a day."""

    day = fields.String(
        validate=f.Pattern(DAY, error="Must be a day such as 2026-11-21."),
        metadata={
            "description": "The day of the drill that is answered; by default today.",
            "examples": ["2026-11-21"],
        },
    )


class DrillsQuery(f.Body):
    """The drills to list."""

    done = f.QueryFlag(metadata={"description": "Answered ones, or unanswered ones; both if it is left out."})
    cursor = f.cursor()
    limit = f.page_limit()


MAX_RANK = 9
"""Limit of a rank in a cursor."""


RETRY_SECONDS = "5"
"""`Retry-After` of a drill of the day that is being prepared."""


blueprint = Blueprint(
    "drills", __name__, url_prefix="/v1", scope="reviews:read", description="Drills from analysed rounds."
)


@blueprint.operation("GET", "/drills", DrillPage, query=DrillsQuery)
def list_drills(query: dict[str, Any]) -> Response:
    """List my drills, from all analysed rounds of games in which I have a seat.

    Unanswered ones come first, and among them my own mistakes, then my other decisions, then those of other seats.
    """
    limit = query["limit"]
    rows = drills.page(dependencies().pool, current_account().id, query.get("done"), drill_position(query), limit + 1)
    page = page_of(rows, limit, lambda drill: drill.position)
    return page.response(drills=[drill_json(drill) for drill in page.rows])


@blueprint.operation("GET", "/drills/<id:drill>", DrillQuestion, problems=["no-such-drill"])
def get_drill(drill: str) -> Response:
    """Get one of my drills.

    It has the position as its seat knew it, and the choices, in an order that tells nothing.
    """
    found = own_drill(drill)
    number, position, seat = (found.question[name] for name in ("round", "position", "seat"))
    upto = finished_round(found.game, number).upto
    frame = dependencies().reviews.frame(found.game, number, position, seat, upto)
    if frame is None:
        raise no_such_drill()
    return json_response(question_json(found, dependencies().games.view(found.game, seat, position), frame))


@blueprint.operation("POST", "/drills/<id:drill>/answers", DrillResult, body=DrillChoice, problems=["no-such-drill"])
def answer_drill(body: dict[str, Any], drill: str) -> Response:
    """Answer one of my drills, and get the losses of all choices.

    The first answer is kept. Further answers are judged, and change nothing.
    """
    found, account = own_drill(drill), current_account().id
    check_choice(found.question, body["choice"])
    drills.answer(dependencies().pool, account, drill, body["choice"], dependencies().games.now())
    kept = own_drill(drill)
    return json_response(result_json(found.question, body["choice"], kept.choice, kept.answered_at))


@blueprint.operation("GET", "/drills/daily", DailyDrill, access="open", scope="reviews:read", problems=["no-drill-yet"])
def get_daily_drill() -> Response:
    """Get the drill of the day (UTC). It is the same for everybody, and from a game of bots.

    With a token the answer also has the account's first answer.
    """
    day, account = today(), account_if_any()
    found = drill_of(day)
    kept = None if account is None else daily_drills.answered(dependencies().pool, day, account.id)
    return json_response(daily_json(day.isoformat(), found, kept))


@blueprint.operation(
    "POST",
    "/drills/daily/answers",
    DrillResult,
    access="open",
    scope="reviews:read",
    body=DailyChoice,
    problems=["no-drill-yet"],
)
def answer_daily_drill(body: dict[str, Any]) -> Response:
    """Answer the drill of a day, and get the losses of all choices.

    With a token the first answer of the account is kept; without one nothing is.
    """
    day, pool, account = today(), dependencies().pool, account_if_any()
    if "day" in body:
        day = asked_day(body["day"], day)
    question = drill_of(day)["question"]
    check_choice(question, body["choice"])
    if account is None:
        return json_response(result_json(question, body["choice"], None, None))
    daily_drills.answer(pool, day, account.id, body["choice"], dependencies().games.now())
    kept = daily_drills.answered(pool, day, account.id)
    assert kept is not None
    return json_response(result_json(question, body["choice"], kept.choice, kept.at))


def own_drill(drill: str) -> StoredDrill:
    """Return a drill of the account. Raises `Problem("no-such-drill")`, the same for an absent one and another's."""
    found = drills.find(dependencies().pool, current_account().id, drill) if is_uuid(drill) else None
    if found is None:
        raise no_such_drill()
    return found


def drill_position(query: dict[str, Any]) -> Position | None:
    """Return the position that the query's `cursor` names. Raises `Problem("bad-parameter")`."""
    position = cursor_position(query, (bool, int, str, str))
    if position is None:
        return None
    done, rank, at, drill = position
    if not 0 <= rank <= MAX_RANK or not is_uuid(drill):
        raise invalid_cursor()
    return done, rank, at, drill


def today() -> date:
    """Return the day in UTC."""
    return instant(dependencies().games.now()).date()


def asked_day(text: str, newest: date) -> date:
    """Return the day, which is at most `newest`. Raises `Problem("no-drill-yet")`."""
    with suppress(ValueError):
        day = date.fromisoformat(text)
        if day <= newest:
            return day
    raise no_drill_yet()


def drill_of(day: date) -> daily_drill.DailyDrill:
    """Return the drill of a day. Raises `Problem("no-drill-yet")`."""
    found = daily_drills.find(dependencies().pool, day)
    if found is None:
        raise no_drill_yet()
    return found


def no_drill_yet() -> Problem:
    """Return the error for a day without a drill."""
    return Problem(
        "no-drill-yet", "The drill of the day is prepared in the background.", {"Retry-After": RETRY_SECONDS}
    )


def drill_json(drill: StoredDrill) -> dict[str, Any]:
    """Return a drill as lists show it."""
    question = drill.question
    shown = {name: question[name] for name in ("round", "version", "position", "seat", "ruleset", "asks", "mark")}
    return {
        "id": drill.id,
        "game": drill.game,
        **shown,
        "own": drill.rank < OTHERS,
        "answered": _answered(question, drill.choice, drill.answered_at),
    }


def question_json(drill: StoredDrill, game: Game, frame: dict[str, Any]) -> dict[str, Any]:
    """Return a drill with its position: the game of its seat, and the frame."""
    return {
        **drill_json(drill),
        "frame": with_words(frame),
        "choices": drill.question["choices"],
        "players": dependencies().names.with_names(game.players),
        "options": game.options,
    }


def daily_json(day: str, drill: PreparedDrill, answer: Answer | None) -> dict[str, Any]:
    """Return the drill of a day with its position."""
    question = drill["question"]
    return {
        "day": day,
        "seat": question["seat"],
        "ruleset": question["ruleset"],
        "asks": question["asks"],
        "answered": None if answer is None else _answered(question, answer.choice, answer.at),
        "frame": with_words(drill["frame"]),
        "choices": question["choices"],
        "players": dependencies().names.with_names(drill["players"]),
        "options": drill["options"],
    }


def result_json(question: Question, choice: int, kept: int | None, at: Moment | None) -> dict[str, Any]:
    """Return the losses of all choices; `kept` is the first answer, given at that moment."""
    known = {name: question[name] for name in ("best", "played", "losses", "errors", "mark", "reason")}
    right = choice == question["best"]
    size = unit(question["ruleset"])
    return {"choice": choice, "right": right, "unit": size, **known, "answered": _answered(question, kept, at)}


def check_choice(question: Question, choice: int) -> None:
    """Raise `Problem("bad-body")` unless the question has that choice."""
    last = len(question["choices"]) - 1
    if choice > last:
        raise Problem("bad-body", Sentence("The drill has the choices 0 to {last}.", last=last))


def no_such_drill() -> Problem:
    """Return the error for a drill that does not exist, or is not one of the account."""
    return Problem("no-such-drill", "Your drills are those of GET /v1/drills.")


def _answered(question: Question, choice: int | None, at: Moment | None) -> dict[str, Any] | None:
    return None if choice is None else {"choice": choice, "right": choice == question["best"], "at": at}
