"""Reports for admins, and verdicts about them.

Of a running round an admin sees no more than a spectator does, so hands and judgements wait for its end.
"""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from flask import Response
from marshmallow import ValidationError, fields, validates_schema

from api.auth.authentication import current_account
from api.dependencies import dependencies
from api.http.pagination import page_of, time_and_id
from api.http.responses import json_response
from api.operations.admin.actions import LATER, AdminAct, NewAct, act_json, check_future
from api.operations.claims import JudgedClaim
from api.operations.comments import Comment, comments_json
from api.operations.operation import Blueprint
from api.operations.reports import KIND, MEASURE, REASON, STATUS, VERDICT, free_text
from api.operations.reviews import Frame, with_words
from api.problems import Problem
from api.representations import fields as f
from api.representations.events import Event, events_json
from domain.log.events import SPECTATOR
from domain.log.identifiers import is_uuid
from domain.log.sentences import Sentence, series
from infra.accounts import admin_log
from infra.accounts.keyed_requests import Connection
from infra.accounts.name_cache import named_seats
from infra.event_store.store import AdminAct as StoredAct
from infra.moderation import reports, verdicts
from infra.moderation.kinds import (
    ABANDON,
    ALL_MEASURES,
    ALL_REASONS,
    DISMISSED,
    KINDS,
    MEASURES,
    ON_PLAYER,
    OPEN,
    PLAY,
    STATUSES,
    SUSPEND,
    VERDICTS,
)
from infra.moderation.reports import Report
from infra.queries.moderation import PlayerRecord, PlayRecord, find_play, find_player
from infra.social import comments


class NewVerdict(NewAct):
    """A verdict about a report, with the measures that are taken together with it."""

    verdict = f.chosen(*VERDICTS, required=True, component=VERDICT)
    note = free_text(500, "For the reporters and the reported player.", "The call was right: 7+3+2.", load_default=str)
    measures = fields.List(
        f.chosen(*ALL_MEASURES, component=MEASURE),
        load_default=list,
        validate=f.Length(max=len(ALL_MEASURES)),
        metadata={"description": "Those that the report allows; none if it is dismissed.", "examples": [[SUSPEND]]},
    )
    until = f.requested_moment(
        "The end of the suspension; null or left out for one without an end.", LATER, allow_none=True
    )

    @validates_schema(skip_on_field_errors=True)
    def check_measures(self, data: dict[str, Any], **_: Any) -> None:
        """Raise `ValidationError` for measures of a dismissed report, and for an end of no suspension."""
        if data["verdict"] == DISMISSED and data["measures"]:
            raise ValidationError("A dismissed report has no measures.", "measures")
        if data.get("until") is not None and SUSPEND not in data["measures"]:
            raise ValidationError("Only a suspension has an end.", "until")


class ReportsQuery(f.Body):
    """The reports to list."""

    status = f.chosen(*STATUSES, load_default=OPEN, component=STATUS)
    kind = f.chosen(*KINDS, component=KIND)
    cursor = f.cursor()
    limit = f.page_limit()


class Person(f.Answer):
    """A player with the present name; an erased player has the name `-`."""

    id = f.uuid(required=True)
    name = f.text("Aoi", required=True)


class ReportEntry(f.Answer):
    """A report in the list of admins."""

    id = f.uuid(required=True)
    at = f.moment(required=True)
    kind = f.chosen(*KINDS, required=True, component=KIND)
    reason = f.chosen(*ALL_REASONS, required=True, component=REASON)
    text = fields.String(required=True)
    status = f.chosen(*STATUSES, required=True, component=STATUS)
    reporter = fields.Nested(Person, required=True, allow_none=True, metadata={"description": "Null after an erasure."})
    reported = fields.Nested(
        Person, required=True, allow_none=True, metadata={"description": "Null for a play of a bot or of the reporter."}
    )
    game = f.uuid(required=True, allow_none=True)
    version = f.version(required=True, allow_none=True)
    comment = f.uuid(required=True, allow_none=True)
    name = f.text("Aoi", "The name that was reported.", required=True, allow_none=True)


class ReportEntryPage(f.Answer):
    """A page of reports: open ones oldest first, decided ones newest first."""

    reports = fields.List(fields.Nested(ReportEntry), required=True)
    next = f.next_cursor()


class KnownName(f.Answer):
    """A name that a player has or had."""

    name = f.text("Aoi", required=True)
    since = f.moment(required=True)
    until = f.moment(required=True, allow_none=True, note="Null for the present name.")


class ModeratedPlayer(f.Answer):
    """A player with everything that a verdict may depend on."""

    id = f.uuid(required=True)
    name = f.text("Aoi", required=True)
    created_at = f.moment(required=True)
    erased = fields.Boolean(required=True)
    suspended = fields.Boolean(required=True)
    suspended_until = f.moment(required=True, allow_none=True, note="Null without an end.")
    names = fields.List(fields.Nested(KnownName), required=True, metadata={"description": "The present one first."})
    reports = fields.Dict(
        keys=f.chosen(*STATUSES),
        values=f.count(),
        required=True,
        metadata={"description": "The number of reports about the player, by status."},
    )
    acts = fields.List(fields.Nested(AdminAct), required=True, metadata={"description": "The last acts, newest first."})


class SeatedPlayer(f.Answer):
    """A player of a game, by seat."""

    seat = f.seat(required=True)
    id = f.uuid(required=True, allow_none=True, note="Null for a bot.")
    kind = f.seat_kind(required=True)
    bot = f.strategy(required=True, allow_none=True, note="The strategy that plays for the seat.")
    name = f.text("Aoi", required=True)


class ReportedPlay(f.Answer):
    """A play at its moment. Hands and judgements are there after the end of the round."""

    ruleset = f.ruleset_key(required=True)
    status = f.game_status(required=True)
    round = f.version(required=True)
    round_over = fields.Boolean(required=True)
    players = fields.List(fields.Nested(SeatedPlayer), required=True)
    claim = fields.Nested(
        JudgedClaim, required=True, allow_none=True, metadata={"description": "Of a call, judged again."}
    )
    frame = fields.Nested(
        Frame, required=True, allow_none=True, metadata={"description": "The table right after the play."}
    )
    events = fields.List(
        fields.Nested(Event),
        required=True,
        metadata={
            "description": "The events around the play; of a call from the play that it was made on. Without envelopes "
            "before the end of the round."
        },
    )


class ReportFile(f.Answer):
    """A report with everything that is needed for a verdict."""

    report = fields.Nested(ReportEntry, required=True)
    same_subject = f.count(required=True, note="Other open reports about the same thing; a verdict decides all.")
    measures = fields.List(
        f.chosen(*ALL_MEASURES, component=MEASURE), required=True, metadata={"description": "What a verdict may do."}
    )
    comment = fields.Nested(Comment, required=True, allow_none=True)
    player = fields.Nested(ModeratedPlayer, required=True, allow_none=True)
    play = fields.Nested(ReportedPlay, required=True, allow_none=True)
    acts = fields.List(fields.Nested(AdminAct), required=True, metadata={"description": "The acts of the verdict."})


class Decided(f.Answer):
    """A verdict that was given, and the acts that were recorded."""

    report = f.uuid(required=True)
    verdict = f.chosen(*VERDICTS, required=True, component=VERDICT)
    acts = fields.List(fields.Nested(AdminAct), required=True)


blueprint = Blueprint("moderation", __name__, url_prefix="/v1/admin", description="Reports and measures of admins.")


@blueprint.operation("GET", "/reports", ReportEntryPage, access="admin", query=ReportsQuery)
def find_reports(query: dict[str, Any]) -> Response:
    """List the reports of players.

    Open ones come oldest first, decided ones newest first.
    """
    limit = query["limit"]
    rows = reports.find_reports(dependencies().pool, query["status"], query.get("kind"), time_and_id(query), limit + 1)
    page = page_of(rows, limit, lambda report: [report.at, report.id])
    return page.response(reports=entries_json(page.rows))


@blueprint.operation(
    "GET",
    "/reports/<id:report>",
    ReportFile,
    access="admin",
    problems=["no-such-report", "newer-event", "damaged-game"],
    reading=admin_log.READ_REPORT,
)
def get_report_file(report: str) -> Response:
    """Get a report with everything that is needed for a verdict.

    Of a play this is the table at that moment, a call judged again, and the events around it. Hands of a running round
    are not shown before its end.
    """
    found, pool = existing_report(report), dependencies().pool
    player = None if found.reported is None else find_player(pool, found.reported)
    return json_response(
        {
            "report": entries_json([found])[0],
            "same_subject": reports.count_open(pool, found.subject) - (found.status == OPEN),
            "measures": possible_measures(found),
            "comment": reported_comment(found),
            "player": None if player is None else player_json(player),
            "play": reported_play(found),
            "acts": [
                act_json(act) for act in admin_log.list_acts(pool, limit=10, subject=found.id, kinds=admin_log.CHANGES)
            ],
        }
    )  # fmt: skip


def reported_comment(report: Report) -> dict[str, Any] | None:
    """Return the comment of a report as admins see it, or None for a report of anything else."""
    if report.game is None or report.comment is None:
        return None
    found = comments.find(dependencies().pool, report.game, report.comment)
    if found is None:
        return None
    return comments_json(dependencies().games.view(report.game, SPECTATOR), [found], None)[0]


def reported_play(report: Report) -> dict[str, Any] | None:
    """Return the play of a report, or None for a report of anything else."""
    if report.kind != PLAY or report.game is None or report.version is None:
        return None
    known = dependencies()
    return play_json(find_play(known.pool, known.games, known.reviews, report.game, report.version), report.version)


@blueprint.operation(
    "POST",
    "/reports/<id:report>/verdict",
    Decided,
    status=201,
    access="admin",
    body=NewVerdict,
    examples={"dismissed": {"value": {"verdict": "dismissed", "reason": "the call was right", "note": "7+3+2 = 12"}}},
    problems=[
        "no-such-report",
        "report-decided",
        "no-such-measure",
        "no-such-player",
        "game-over",
        "busy",
        "newer-event",
        "damaged-game",
    ],
)
def decide_report(body: dict[str, Any], report: str) -> Response:
    """Decide a report, and take measures.

    The verdict decides all open reports about the same thing. Each measure is recorded as an act with the reason. The
    reporters and the reported player get a notification with the verdict; the note is shown to them.
    """
    found = existing_report(report)
    for measure in body["measures"]:
        if measure not in possible_measures(found):
            raise Problem(
                "no-such-measure",
                Sentence(
                    "This report may lead to: {measures}.", measures=series(possible_measures(found)) or "no measure"
                ),
            )
    decision = verdicts.Decision(
        current_account().id, body["verdict"], body["reason"].strip(), body["note"].strip(),
        tuple(dict.fromkeys(body["measures"])), check_future(body.get("until")),
    )  # fmt: skip
    acts = take(found, decision)
    if found.reported is not None:
        dependencies().names.forget(found.reported)
    dependencies().accounts.expire()
    return json_response({"report": report, "verdict": body["verdict"], "acts": [act_json(act) for act in acts]}, 201)


def take(report: Report, decision: verdicts.Decision) -> list[StoredAct]:
    """Decide a report, and abandon the game if that is a measure; return the acts."""
    if ABANDON not in decision.measures or report.game is None:
        return verdicts.decide(dependencies().pool, report, decision)
    acts: list[StoredAct] = []

    def decide(conn: Connection, games: Connection) -> None:
        acts[:] = verdicts.decide_in(conn, games, report, decision)  # once more if the game has changed

    dependencies().games.abandon(report.game, decision.admin, decision.reason, decide)
    return acts + admin_log.list_acts(dependencies().pool, limit=1, subject=report.game, kinds=[admin_log.ABANDON])


def possible_measures(report: Report) -> list[str]:
    """Return the measures that a verdict about the report may take."""
    return [one for one in MEASURES[report.kind] if report.reported is not None or one not in ON_PLAYER]


def existing_report(report: str) -> Report:
    """Return a report. Raises `Problem("no-such-report")`."""
    found = reports.find(dependencies().pool, report) if is_uuid(report) else None
    if found is None:
        raise Problem("no-such-report", "There is no report with this id: GET /v1/admin/reports lists them.")
    return found


def entries_json(found: Sequence[Report]) -> list[dict[str, Any]]:
    """Return reports with the present names of their players."""
    names = dependencies().names.of({one for report in found for one in (report.reporter, report.reported) if one})

    def person(player: str | None) -> dict[str, Any] | None:
        return None if player is None else {"id": player, "name": names[player]}

    shown = ("id", "at", "kind", "reason", "text", "status", "game", "version", "comment", "name")
    return [
        {
            **{name: getattr(one, name) for name in shown},
            "reporter": person(one.reporter),
            "reported": person(one.reported),
        }
        for one in found
    ]


def player_json(record: PlayerRecord) -> dict[str, Any]:
    """Return a player with names, suspension, reports and acts."""
    names, acts = [asdict(one) for one in record.names], [act_json(act) for act in record.acts]
    return {**asdict(record.player), "names": names, "reports": record.reports, "acts": acts}


def play_json(record: PlayRecord, version: int) -> dict[str, Any]:
    """Return a play at its moment, with hands and judgement if its round is over."""
    game, claim = record.game, record.claim
    players = dependencies().names.players_of(game)
    return {
        "ruleset": game.ruleset.key,
        "status": game.status,
        "round": record.round,
        "round_over": record.round_over,
        "players": [{**one, "kind": "bot" if one["id"] is None else "human"} for one in players],
        "claim": None if claim is None else {"game": game.id, "version": version, **claim},
        "frame": None if record.frame is None else with_words(record.frame),
        "events": events_json(game, record.events, named_seats(players)),
    }
