"""Drills: positions of a player's own analysed rounds, and the drill of the day."""

from contextlib import suppress
from datetime import date
from typing import Any

from flask import Response

from api.auth.authentication import account_if_any, current_account
from api.auth.authorization import finished_round
from api.dependencies import dependencies
from api.http.pagination import cursor_position, invalid_cursor, page_of
from api.http.responses import json_response
from api.presenters.drills import check_choice, daily_json, drill_json, no_such_drill, question_json, result_json
from api.problems import Problem
from api.resources.operation import Blueprint
from api.schemas.drills import DailyChoice, DailyDrill, DrillChoice, DrillPage, DrillQuestion, DrillResult, DrillsQuery
from domain.log.identifiers import is_uuid
from domain.log.moments import instant
from domain.review import daily_drill
from infra.analyser import daily_drills, drills
from infra.analyser.drills import Drill, Position

MAX_RANK = 9
"""Limit of a rank in a cursor."""

RETRY_SECONDS = "5"
"""`Retry-After` of a drill of the day that is being prepared."""

blueprint = Blueprint("drills", __name__, url_prefix="/v1", description="Drills from analysed rounds.")


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
    return json_response(question_json(found, finished_round(found.game, found.question["round"]).upto))


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


@blueprint.operation("GET", "/drills/daily", DailyDrill, access="open", problems=["no-drill-yet"])
def get_daily_drill() -> Response:
    """Get the drill of the day (UTC). It is the same for everybody, and from a game of bots.

    With a token the answer also has the account's first answer.
    """
    day, account = today(), account_if_any()
    found = drill_of(day)
    kept = None if account is None else daily_drills.answered(dependencies().pool, day, account.id)
    return json_response(daily_json(day.isoformat(), found, kept))


@blueprint.operation(
    "POST", "/drills/daily/answers", DrillResult, access="open", body=DailyChoice, problems=["no-drill-yet"]
)
def answer_daily_drill(body: dict[str, Any]) -> Response:
    """Answer the drill of a day, and get the losses of all choices.

    With a token the first answer of the account is kept; without one nothing is.
    """
    day, pool = today(), dependencies().pool
    if "day" in body:
        day = asked_day(body["day"], day)
    question = drill_of(day)["question"]
    check_choice(question, body["choice"])
    account = account_if_any()
    if account is None:
        return json_response(result_json(question, body["choice"], None, None))
    daily_drills.answer(pool, day, account.id, body["choice"], dependencies().games.now())
    kept = daily_drills.answered(pool, day, account.id)
    assert kept is not None
    return json_response(result_json(question, body["choice"], kept.choice, kept.at))


def own_drill(drill: str) -> Drill:
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
