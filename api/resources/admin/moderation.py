"""Reports for admins, verdicts about them, and measures against players and comments."""

from typing import Any

from flask import Response

from api.auth.authentication import current_account
from api.dependencies import dependencies
from api.http.pagination import cursor_position, invalid_cursor, page_of, time_and_id
from api.http.responses import json_response
from api.presenters.look_alikes import skeleton
from api.presenters.moderation import act_json, entries_json, play_json, player_json
from api.presenters.player_names import player_names
from api.problems import Problem
from api.resources.admin.actions import check_future, player_id
from api.resources.comments import comments_json
from api.resources.operation import Blueprint
from api.schemas.admin import NewAct
from api.schemas.moderation import (
    Decided,
    FoundPlayerPage,
    HiddenComment,
    ModeratedPlayer,
    NameReset,
    NewVerdict,
    PlayersQuery,
    ReportEntryPage,
    ReportFile,
    ReportsQuery,
)
from domain.log.errors import no_such_game
from domain.log.identifiers import is_uuid
from infra import clock
from infra.accounts import admin_log, known_names
from infra.accounts import player_names as stored_names
from infra.accounts.keyed_requests import Connection
from infra.event_store.store import AdminAct
from infra.moderation import reports, verdicts
from infra.moderation.kinds import ABANDON, MEASURES, ON_PLAYER, OPEN
from infra.moderation.reports import Report
from infra.social import comments

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
)
def get_report_file(report: str) -> Response:
    """Get a report with everything that is needed for a verdict.

    Of a play this is the table at that moment, a call judged again, and the events around it. Hands of a running round
    are not shown before its end.
    """
    found, pool = existing_report(report), dependencies().pool
    comment = comments.find(pool, found.game, found.comment) if found.game and found.comment else None
    shown = [] if comment is None or found.game is None else comments_json(found.game, [comment], admin=True)
    return json_response(
        {
            "report": entries_json([found])[0],
            "same_subject": reports.count_open(pool, found.subject) - (found.status == OPEN),
            "measures": possible_measures(found),
            "comment": next(iter(shown), None),
            "player": None if found.reported is None else player_json(found.reported),
            "play": play_json(found.game, found.version) if found.kind == "play" and found.game and found.version else None,
            "acts": [act_json(act) for act in admin_log.list_acts(pool, limit=10, subject=found.id)],
        }
    )  # fmt: skip


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
                "no-such-measure", f"This report may lead to: {', '.join(possible_measures(found)) or 'no measure'}."
            )
    decision = verdicts.Decision(
        current_account().id, body["verdict"], body["reason"].strip(), body["note"].strip(),
        tuple(dict.fromkeys(body["measures"])), check_future(body.get("until")),
    )  # fmt: skip
    acts = take(found, decision)
    if found.reported is not None:
        player_names().forget(found.reported)
    dependencies().accounts.expire()
    return json_response({"report": report, "verdict": body["verdict"], "acts": [act_json(act) for act in acts]}, 201)


def take(report: Report, decision: verdicts.Decision) -> list[AdminAct]:
    """Decide a report, and abandon the game if that is a measure; return the acts."""
    if ABANDON not in decision.measures or report.game is None:
        return verdicts.decide(dependencies().pool, report, decision, skeleton)
    acts: list[AdminAct] = []

    def decide(conn: Connection, games: Connection) -> None:
        acts[:] = verdicts.decide_in(conn, games, report, decision, skeleton)  # once more if the game has changed

    dependencies().games.abandon(report.game, decision.admin, decision.reason, decide)
    return acts + admin_log.list_acts(dependencies().pool, limit=1, subject=report.game)


def possible_measures(report: Report) -> list[str]:
    """Return the measures that a verdict about the report may take."""
    return [one for one in MEASURES[report.kind] if report.reported is not None or one not in ON_PLAYER]


def existing_report(report: str) -> Report:
    """Return a report. Raises `Problem("no-such-report")`."""
    found = reports.find(dependencies().pool, report) if is_uuid(report) else None
    if found is None:
        raise Problem("no-such-report", "There is no report with this id: GET /v1/admin/reports lists them.")
    return found


@blueprint.operation("GET", "/players", FoundPlayerPage, access="admin", query=PlayersQuery)
def find_players(query: dict[str, Any]) -> Response:
    """Find players by name.

    The beginning of a present or old name is enough, in any case and width of letters.
    """
    limit, after = query["limit"], None
    position = cursor_position(query, (str, str, str))
    if position is not None:
        try:
            folded, name = (bytes.fromhex(position[place]).decode() for place in (0, 2))
        except ValueError:
            raise invalid_cursor() from None
        if not is_uuid(position[1]) or "\0" in folded + name:
            raise invalid_cursor()
        after = (folded, position[1], name)
    rows = known_names.find_players(dependencies().pool, query["name"], clock.now(), after, limit + 1)
    page = page_of(rows, limit, lambda one: one.position)
    shown = ("id", "name", "matched", "created_at", "suspended", "suspended_until")
    return page.response(players=[{name: getattr(one, name) for name in shown} for one in page.rows])


@blueprint.operation("GET", "/players/<id:player>", ModeratedPlayer, access="admin", problems=["no-such-player"])
def get_moderated_player(player: str) -> Response:
    """Get a player as admins see it.

    The answer has all names, the suspension, the number of reports, and the last acts.
    """
    found = player_json(player_id(player))
    if found is None:
        raise Problem("no-such-player", "No player has this id: the view of a game lists the ids of its players.")
    return json_response(found)


@blueprint.operation(
    "POST",
    "/players/<id:player>/name-reset",
    NameReset,
    status=201,
    access="admin",
    body=NewAct,
    problems=["no-such-player"],
)
def reset_name(body: dict[str, Any], player: str) -> Response:
    """Give a player a new name that says nothing.

    The player may choose another name, but not the old one for 90 days.
    """
    act = admin_log.new_act(current_account().id, admin_log.RESET_NAME, player_id(player), body["reason"].strip())
    name = stored_names.reset(dependencies().pool, act, skeleton)
    player_names().forget(player)
    dependencies().accounts.expire()
    return json_response({"player": player, "name": name, "act": act_json(act)}, 201)


COMMENT_PATH = "/games/<id:game>/comments/<id:comment>"
COMMENT_PROBLEMS = ("no-such-game", "no-such-comment")


@blueprint.operation(
    "POST",
    f"{COMMENT_PATH}/hiding",
    HiddenComment,
    status=201,
    access="admin",
    body=NewAct,
    problems=[*COMMENT_PROBLEMS, "already-hidden"],
)
def hide_comment(body: dict[str, Any], game: str, comment: str) -> Response:
    """Hide a comment.

    From now on its author alone can read it. The others see that an admin has hidden it.
    """
    return change_comment(body, game, comment, admin_log.HIDE)


@blueprint.operation(
    "POST",
    f"{COMMENT_PATH}/restoration",
    HiddenComment,
    status=201,
    access="admin",
    body=NewAct,
    problems=[*COMMENT_PROBLEMS, "not-hidden"],
)
def restore_comment(body: dict[str, Any], game: str, comment: str) -> Response:
    """Show a hidden comment again.

    All players who may read the comments of the game can read it.
    """
    return change_comment(body, game, comment, admin_log.SHOW)


def change_comment(body: dict[str, Any], game: str, comment: str, kind: str) -> Response:
    """Hide or show a comment."""
    if not is_uuid(game):
        raise no_such_game()
    found = comments.find(dependencies().pool, game, comment) if is_uuid(comment) else None
    if found is None:
        raise Problem("no-such-comment", "The game has no comment with this id.")
    act = admin_log.new_act(current_account().id, kind, comment, body["reason"].strip())
    hide = kind == admin_log.HIDE
    if not comments.change_once(dependencies().pool, game, act):
        raise (
            Problem("already-hidden", "The comment is hidden already.")
            if hide
            else Problem("not-hidden", "The comment is not hidden.")
        )
    return json_response({"comment": comment, "hidden": hide, "act": act_json(act)}, 201)
