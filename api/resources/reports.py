"""Reports of comments, names and plays to the admins, and the verdicts about my own."""

from typing import Any

from flask import Response

from api.auth.authentication import current_account
from api.auth.authorization import access_to, require_seat
from api.auth.idempotency import keyed_request
from api.dependencies import dependencies
from api.http.pagination import page_of, time_and_id
from api.http.responses import json_response
from api.middleware.rate_limit import limit_account_to
from api.presenters.reports import reports_json, verdict_json
from api.problems import Problem
from api.resources.operation import Blueprint
from api.schemas.admin import PageQuery
from api.schemas.reports import NewReport, Report, ReportPage, VerdictPage
from domain.game.decisions import role_of
from domain.game.game import PLAYING
from domain.log.errors import no_such_game
from domain.log.events import SPECTATOR
from domain.log.identifiers import is_uuid
from domain.log.upcasting import current
from domain.ruleset.catalogue import Role
from infra.accounts import accounts
from infra.moderation import reports, verdicts
from infra.moderation.kinds import COMMENT, NAME, PLAY, subject_key
from infra.moderation.reports import Subject
from infra.queries import history
from infra.social import comments

blueprint = Blueprint("reports", __name__, url_prefix="/v1", description="Reports to the admins, and their verdicts.")

NOT_SEATED = "Only players of the game can report what happens in it."


@blueprint.operation(
    "POST",
    "/reports",
    Report,
    status=201,
    body=NewReport,
    headers=["Idempotency-Key"],
    gives_headers=["Location"],
    problems=[
        "no-such-game", "not-seated", "no-such-comment", "no-such-player", "no-such-play", "own-name", "already-reported",
        "too-many-reports", "key-reused", "newer-event", "damaged-game",
    ],
)  # fmt: skip
def create_report(body: dict[str, Any]) -> Response:
    """Report a comment, a name or a play to the admins.

    A play is an event of a seat, such as a call, in a game of mine; it may be my own, to dispute a verdict. I get a
    notification of the verdict, and so does the reported player, who is not told who has reported.
    """
    me = current_account().id
    limit_account_to("reports", me)
    subject = SUBJECTS[body["kind"]](body)
    pool, now = dependencies().pool, dependencies().games.now()
    report = reports.add(pool, me, subject, body["reason"], body["text"].strip(), now, keyed_request(body))
    return json_response(reports_json(pool, [report])[0], 201, {"Location": f"/v1/reports/{report.id}"})


def comment_subject(body: dict[str, Any]) -> Subject:
    """Return a comment of another player as a subject."""
    game, comment = body["game"], body["comment"]
    if not is_uuid(game):
        raise no_such_game()
    require_seat(access_to(game).viewer, NOT_SEATED)
    found = comments.find(dependencies().pool, game, comment) if is_uuid(comment) else None
    if found is None or found.hidden or found.player == current_account().id:
        raise Problem("no-such-comment", "The game has no such comment of another player, or it is hidden.")
    return Subject(COMMENT, subject_key(COMMENT, found.id), found.player, game, found.version, found.id)


def name_subject(body: dict[str, Any]) -> Subject:
    """Return the name of another player as a subject."""
    player = body["player"]
    if player == current_account().id:
        raise Problem("own-name", "This is your own name, which you can change.")
    if not is_uuid(player) or player not in accounts.names(dependencies().pool, [player]):
        raise Problem("no-such-player", "No player has this id: the view of a game lists the ids of its players.")
    return Subject(NAME, subject_key(NAME, player), player)


def play_subject(body: dict[str, Any]) -> Subject:
    """Return the event of a seat as a subject; `reported` is empty for a bot and for the reporter."""
    game, version = body["game"], body["version"]
    if not is_uuid(game):
        raise no_such_game()
    found = access_to(game)
    viewer = require_seat(found.viewer, NOT_SEATED)
    events = history.visible_events(dependencies().pool, game, viewer, version - 1, 1) if version > 1 else []
    before = dependencies().games.view(game, SPECTATOR, version - 1) if events else None
    if before is None or before.status != PLAYING or role_of(before, current(events[0])) not in (Role.TURN, Role.CALL):
        raise Problem("no-such-play", "The game has no play or call of a seat at this version.", version=found.newest)
    seat = before.seats[events[0].public["seat"]]
    by_other = seat is not None and seat.bot is None and seat.player != current_account().id
    reported = seat.player if seat is not None and by_other and "by_clock" not in events[0].public else None
    return Subject(PLAY, subject_key(PLAY, game, version), reported, game, version)


SUBJECTS = {COMMENT: comment_subject, NAME: name_subject, PLAY: play_subject}


@blueprint.operation("GET", "/reports", ReportPage, query=PageQuery)
def list_reports(query: dict[str, Any]) -> Response:
    """List my reports, newest first.

    A decided one has the moment of its verdict, and the admin's note.
    """
    limit, pool = query["limit"], dependencies().pool
    rows = reports.of_reporter(pool, current_account().id, time_and_id(query), limit + 1)
    page = page_of(rows, limit, lambda report: [report.at, report.id])
    return page.response(reports=reports_json(pool, page.rows))


@blueprint.operation("GET", "/reports/<id:report>", Report, problems=["no-such-report"])
def get_report(report: str) -> Response:
    """Get a report of mine.

    Its status tells whether it is decided. Reports of other players are not there (404).
    """
    found = reports.find(dependencies().pool, report) if is_uuid(report) else None
    if found is None or found.reporter != current_account().id:
        raise no_such_report()
    return json_response(reports_json(dependencies().pool, [found])[0])


@blueprint.operation("GET", "/verdicts", VerdictPage, query=PageQuery)
def list_verdicts(query: dict[str, Any]) -> Response:
    """List the verdicts about comments, the name and plays of mine, newest first.

    They do not tell who has reported.
    """
    limit = query["limit"]
    rows = verdicts.about(dependencies().pool, current_account().id, time_and_id(query), limit + 1)
    page = page_of(rows, limit, lambda verdict: [verdict.at, verdict.id])
    return page.response(verdicts=[verdict_json(one) for one in page.rows])


def no_such_report() -> Problem:
    """Return the refusal of an unknown report."""
    return Problem("no-such-report", "You have no report with this id: GET /v1/reports lists them.")
