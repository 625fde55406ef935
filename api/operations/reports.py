"""Reports of comments, names and plays to the admins, and the verdicts about my own."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, ClassVar

from flask import Response
from marshmallow import Schema, fields

from api.auth.authentication import current_account
from api.auth.authorization import access_to, require_seat
from api.auth.idempotency import keyed_request
from api.dependencies import dependencies
from api.http.pagination import page_of, time_and_id
from api.http.responses import json_response
from api.middleware.rate_limit import charge
from api.operations.comments import WORDS
from api.operations.operation import Blueprint
from api.problems import Problem
from api.representations import fields as f
from api.representations.components import Component
from api.representations.fields import PageQuery
from domain.game.decisions import role_of
from domain.game.game import PLAYING
from domain.game.reading import read
from domain.log.errors import no_such_game
from domain.log.events import SPECTATOR
from domain.log.identifiers import is_uuid
from domain.ruleset.catalogue import Role
from infra.accounts import accounts
from infra.moderation import reports, verdicts
from infra.moderation.kinds import (
    ALL_MEASURES,
    ALL_REASONS,
    COMMENT,
    KINDS,
    NAME,
    PLAY,
    REASONS,
    STATUSES,
    VERDICTS,
    subject_key,
)
from infra.moderation.reports import Report as StoredReport
from infra.moderation.reports import Subject
from infra.moderation.verdicts import Verdict
from infra.queries import history
from infra.social import comments

KIND = Component("ReportKind", "What a report is about.")


REASON = Component("ReportReason", "Why something is reported; which reasons a report may have depends on its kind.")


STATUS = Component("ReportStatus", "The status of a report.")


VERDICT = Component("VerdictKind", "What an admin has decided about a report.")


MEASURE = Component("Measure", "What an admin does together with a verdict.")


def free_text(most: int, note: str, example: str, **kwargs: Any) -> fields.String:
    """Return a field for text of one or more lines, which may be empty."""
    words = f.Pattern(f"({WORDS})?", error="Must be text with a visible character and without control characters.")
    metadata = {"description": note, "examples": [example]}
    return fields.String(validate=[f.Length(max=most), words], metadata=metadata, **kwargs)


def _note() -> fields.String:
    return free_text(500, "What the admins should know.", "Please look at this.", load_default=str)


def _reason(kind: str) -> fields.String:
    return f.chosen(*REASONS[kind], required=True)


class NewCommentReport(f.Body):
    """A report of a comment of another player, in a game of mine."""

    kind = fields.Constant(COMMENT, required=True)
    game = f.short("00000000-0000-4000-8000-000000000000", 1, 64, required=True)
    comment = f.short("00000000-0000-4000-8000-000000000000", 1, 64, note="The id of the comment.", required=True)
    reason = _reason(COMMENT)
    text = _note()


class NewNameReport(f.Body):
    """A report of the name of another player."""

    kind = fields.Constant(NAME, required=True)
    player = f.short("00000000-0000-4000-8000-000000000000", 1, 64, required=True)
    reason = _reason(NAME)
    text = _note()


class NewPlayReport(f.Body):
    """A report of a play in a game of mine, such as a call whose verdict is disputed."""

    kind = fields.Constant(PLAY, required=True)
    game = f.short("00000000-0000-4000-8000-000000000000", 1, 64, required=True)
    version = f.version(required=True, note="Of the event of a seat.")
    reason = _reason(PLAY)
    text = _note()


class NewReport(f.Union):
    """A report, by its kind."""

    discriminator = "kind"
    variants: ClassVar[Mapping[str, type[Schema]]] = {
        COMMENT: NewCommentReport,
        NAME: NewNameReport,
        PLAY: NewPlayReport,
    }


class Report(f.Answer):
    """A report of mine."""

    id = f.uuid(required=True)
    at = f.moment(required=True)
    kind = f.chosen(*KINDS, required=True, component=KIND)
    game = f.uuid(required=True, allow_none=True)
    version = f.version(required=True, allow_none=True, note="Of a play, or the moment of a comment.")
    comment = f.uuid(required=True, allow_none=True)
    player = f.uuid(required=True, allow_none=True, note="The reported player; null for a play of a bot or my own.")
    name = f.text("Aoi", "The name that was reported.", required=True, allow_none=True)
    reason = f.chosen(*ALL_REASONS, required=True, component=REASON)
    text = fields.String(required=True)
    status = f.chosen(*STATUSES, required=True, component=STATUS)
    decided_at = f.moment(required=True, allow_none=True)
    note = f.text("The call was right: 7+3+2.", "The admin's words about the verdict.", required=True)


class ReportPage(f.Answer):
    """A page of my reports, newest first."""

    reports = fields.List(fields.Nested(Report), required=True)
    next = f.next_cursor()


class ReceivedVerdict(f.Answer):
    """A verdict about a comment, a name or a play of mine. It does not tell who has reported it."""

    id = f.uuid(required=True)
    at = f.moment(required=True)
    kind = f.chosen(*KINDS, required=True, component=KIND)
    game = f.uuid(required=True, allow_none=True)
    version = f.version(required=True, allow_none=True)
    verdict = f.chosen(*VERDICTS, required=True, component=VERDICT)
    measures = fields.List(f.chosen(*ALL_MEASURES, component=MEASURE), required=True)
    note = f.text("The call was right: 7+3+2.", required=True)


class VerdictPage(f.Answer):
    """A page of verdicts about me, newest first."""

    verdicts = fields.List(fields.Nested(ReceivedVerdict), required=True)
    next = f.next_cursor()


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
scope="social:write",)  # fmt: skip
def create_report(body: dict[str, Any]) -> Response:
    """Report a comment, a name or a play to the admins.

    A play is an event of a seat, such as a call, in a game of mine; it may be my own, to dispute a verdict. I get a
    notification of the verdict, and so does the reported player, who is not told who has reported.
    """
    me = current_account().id
    charge("reports", me)
    subject = SUBJECTS[body["kind"]](body)
    pool, now = dependencies().pool, dependencies().games.now()
    report = reports.add(pool, me, subject, body["reason"], body["text"].strip(), now, keyed_request(body))
    return json_response(with_verdicts([report])[0], 201, {"Location": f"/v1/reports/{report.id}"})


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
    event = None if before is None else read(before.ruleset, events[0])
    if (
        before is None
        or event is None
        or before.status != PLAYING
        or role_of(before, event) not in (Role.TURN, Role.CALL)
    ):
        raise Problem("no-such-play", "The game has no play or call of a seat at this version.", version=found.newest)
    seat = before.seats[event.public.seat]
    by_other = seat is not None and seat.bot is None and seat.player != current_account().id
    reported = seat.player if seat is not None and by_other and "by_clock" not in event.public else None
    return Subject(PLAY, subject_key(PLAY, game, version), reported, game, version)


SUBJECTS = {COMMENT: comment_subject, NAME: name_subject, PLAY: play_subject}


@blueprint.operation("GET", "/reports", ReportPage, query=PageQuery, scope="account:read")
def list_reports(query: dict[str, Any]) -> Response:
    """List my reports, newest first.

    A decided one has the moment of its verdict, and the admin's note.
    """
    limit, pool = query["limit"], dependencies().pool
    rows = reports.of_reporter(pool, current_account().id, time_and_id(query), limit + 1)
    page = page_of(rows, limit, lambda report: [report.at, report.id])
    return page.response(reports=with_verdicts(page.rows))


@blueprint.operation("GET", "/reports/<id:report>", Report, problems=["no-such-report"], scope="account:read")
def get_report(report: str) -> Response:
    """Get a report of mine.

    Its status tells whether it is decided. Reports of other players are not there (404).
    """
    found = reports.find(dependencies().pool, report) if is_uuid(report) else None
    if found is None or found.reporter != current_account().id:
        raise no_such_report()
    return json_response(with_verdicts([found])[0])


@blueprint.operation("GET", "/verdicts", VerdictPage, query=PageQuery, scope="account:read")
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


def with_verdicts(found: Sequence[StoredReport]) -> list[dict[str, Any]]:
    """Return reports with the notes of their verdicts, for their reporter."""
    ids = [one.verdict for one in found if one.verdict is not None]
    decided = verdicts.verdicts_of(dependencies().pool, ids)
    return [report_json(one, decided.get(one.verdict or "")) for one in found]


def report_json(report: StoredReport, verdict: Verdict | None) -> dict[str, Any]:
    """Return a report with its verdict, for its reporter."""
    names = ("id", "at", "kind", "game", "version", "comment", "name", "reason", "text", "status")
    return {
        **{name: getattr(report, name) for name in names},
        "player": report.reported,
        "decided_at": verdict.at if verdict else None,
        "note": verdict.note if verdict else "",
    }


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict for the reported player."""
    return {name: value for name, value in asdict(verdict).items() if name != "reported"}
