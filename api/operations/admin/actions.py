"""Actions of admins. Each act is recorded permanently with the admin's account and the reason."""

from dataclasses import asdict
from typing import Any

from flask import Response
from marshmallow import fields

from api.auth.authentication import current_account
from api.dependencies import dependencies
from api.http.pagination import page_of, time_and_id
from api.http.responses import json_response
from api.operations.operation import Blueprint
from api.problems import Problem
from api.representations import fields as f
from api.representations.components import Component
from domain.log.identifiers import is_uuid
from domain.log.moments import Moment
from domain.log.sentences import Sentence, series
from infra import clock
from infra.accounts import admin_log, suspensions
from infra.accounts.admin_log import ACTS
from infra.event_store import store
from infra.projections import builds, lag, rebuild_requests
from infra.projections.lag import PROJECTION_NAMES

ACT = Component("AdminActKind", "The kind of an act.")


PROJECTION_NAME = Component("ProjectionName", "A projection: a table that is rebuilt from the logs.")


REASON = Component("ActReason", "Why an admin does something: one line of text that is not empty.")


TEXT = rf"^[^{f.CONTROL}]*[^{f.CONTROL}\s][^{f.CONTROL}]*$"


class NewAct(f.Body):
    """The reason of an act. It is recorded with the admin's account and shown to admins alone."""

    reason = fields.String(
        required=True,
        validate=[
            f.Length(1, 500),
            f.Pattern(TEXT, error=f.NOT_A_LINE),
        ],
        metadata={"component": REASON, "examples": ["the players asked for it"]},
    )


class AdminAct(f.Answer):
    """An act of an admin."""

    id = f.uuid(required=True)
    at = f.moment(required=True)
    actor = f.uuid(required=True, note="The admin's account.")
    kind = f.chosen(*ACTS, required=True, component=ACT)
    subject = f.text(
        "statistics",
        required=True,
        note="Id of a game, player, comment, report or signal, or name of a projection; `all` for all games.",
    )
    reason = f.text("the players asked for it", required=True)


class AdminActPage(f.Answer):
    """A page of acts, newest first."""

    acts = fields.List(fields.Nested(AdminAct), required=True)
    next = f.next_cursor()


class ActsQuery(f.Body):
    """The acts to list."""

    subject = f.short("00000000-0000-4000-8000-000000000000", 1, 64, note="Of one game, player, comment or report.")
    actor = f.short("00000000-0000-4000-8000-000000000000", 1, 64, note="Id of the admin's account.")
    kind = f.chosen(*ACTS, component=ACT)
    since = f.since()
    until = f.until()
    cursor = f.cursor()
    limit = f.page_limit()


class Rebuild(f.Answer):
    """A rebuild of a projection."""

    build = f.version(required=True)
    running = fields.Boolean(required=True)
    games = f.count(required=True, note="Games rebuilt so far.")
    differences = f.count(required=True, note="Rows that differ between the live projection and the rebuild.")
    first_difference = fields.String(required=True, allow_none=True)
    started_at = f.moment(required=True)
    ended_at = f.moment(required=True, allow_none=True)


class Projection(f.Answer):
    """A projection and its lag behind the logs."""

    name = f.chosen(*PROJECTION_NAMES, required=True, component=PROJECTION_NAME)
    build = f.version(required=True, note="The build in use.")
    games = f.count(required=True, note="All games.")
    behind = f.count(required=True, note="Games with events that the projection has not read, counted up to 1000.")
    since = f.moment(required=True, allow_none=True, note="Time of the oldest unread event of these games.")
    rebuild = fields.Nested(Rebuild, required=True, allow_none=True)


class ProjectionList(f.Answer):
    """All projections."""

    projections = fields.List(fields.Nested(Projection), required=True)


class PutBack(f.Answer):
    """A game that runs again."""

    game = f.uuid(required=True)
    act = fields.Nested(AdminAct, required=True)


class Abandoned(f.Answer):
    """A game that an admin has abandoned."""

    game = f.uuid(required=True)
    status = f.chosen("abandoned", required=True)
    version = f.version(required=True)
    head = f.digest(required=True)


class Suspension(f.Answer):
    """Whether the account of a player is suspended."""

    player = f.uuid(required=True)
    suspended = fields.Boolean(required=True)
    until = f.moment(required=True, allow_none=True, note="The end of the suspension; null without one.")
    act = fields.Nested(AdminAct, required=True)


LATER = "2126-11-21T03:24:00Z"
"""An example of the end of a suspension."""


class NewSuspension(NewAct):
    """The reason of a suspension, and its end."""

    until = f.requested_moment("The end; null or left out for a suspension without an end.", LATER, allow_none=True)


blueprint = Blueprint("admin_acts", __name__, url_prefix="/v1/admin", description="Actions of admins.")


@blueprint.operation("GET", "/acts", AdminActPage, access="admin", query=ActsQuery)
def list_acts(query: dict[str, Any]) -> Response:
    """List the acts of admins, newest first.

    An act holds the account of the admin and the reason. Reading a call's evidence, a log, a player or a report as an
    admin is an act too, once an hour; its reason is the path. The filters can be combined.
    """
    limit, actor, kind = query["limit"], query.get("actor"), query.get("kind")
    if actor is not None and not is_uuid(actor):
        return json_response({"acts": [], "next": None})
    chosen = {name: query.get(name) for name in ("subject", "since", "until")}
    kinds = None if kind is None else [kind]
    acts = admin_log.list_acts(dependencies().pool, time_and_id(query), limit + 1, actor=actor, kinds=kinds, **chosen)
    page = page_of(acts, limit, lambda act: [act.at, act.id])
    return page.response(acts=[act_json(act) for act in page.rows])


@blueprint.operation(
    "POST",
    "/games/<id:game>/abandonment",
    Abandoned,
    status=201,
    access="admin",
    body=NewAct,
    problems=["no-such-game", "game-over", "busy"],
)
def abandon_game(body: dict[str, Any], game: str) -> Response:
    """End a running game.

    The secret of its running round becomes public, and with it the hands.
    """
    outcome = dependencies().games.abandon(game, current_account().id, body["reason"].strip())
    return json_response(
        {"game": game, "status": outcome.game.status, "version": outcome.version, "head": outcome.head}, 201
    )


@blueprint.operation(
    "POST",
    "/games/<id:game>/recovery",
    PutBack,
    status=201,
    access="admin",
    body=NewAct,
    problems=["no-such-game", "game-not-damaged"],
)
def put_game_back(body: dict[str, Any], game: str) -> Response:
    """Put back a game that was set aside, after a repair of the database.

    The server reads the game at once, and refuses if it still cannot.
    """
    act = dependencies().games.put_back(game, current_account().id, body["reason"].strip())
    return json_response({"game": game, "act": act_json(act)}, 201)


@blueprint.operation(
    "POST",
    "/players/<id:player>/suspension",
    Suspension,
    status=201,
    access="admin",
    body=NewSuspension,
    problems=["no-such-player", "already-suspended"],
)
def suspend_player(body: dict[str, Any], player: str) -> Response:
    """Suspend a player, until a moment or without an end.

    All tokens of the account are refused. Its games continue, and turns with a time limit expire.
    """
    until, reason = check_future(body.get("until")), body["reason"].strip()
    act = suspensions.suspend(dependencies().pool, current_account().id, player_id(player), reason, until)
    dependencies().accounts.expire()
    return json_response({"player": player, "suspended": True, "until": until, "act": act_json(act)}, 201)


@blueprint.operation(
    "POST",
    "/players/<id:player>/reinstatement",
    Suspension,
    status=201,
    access="admin",
    body=NewAct,
    problems=["no-such-player", "not-suspended"],
)
def lift_suspension(body: dict[str, Any], player: str) -> Response:
    """Lift a suspension.

    The tokens of the account are accepted again.
    """
    act = suspensions.lift(dependencies().pool, current_account().id, player_id(player), body["reason"].strip())
    dependencies().accounts.expire()
    return json_response({"player": player, "suspended": False, "until": None, "act": act_json(act)}, 201)


def check_future(until: Moment | None) -> Moment | None:
    """Return the end of a suspension. Raises `Problem("bad-body")` for one that has passed."""
    if until is None:
        return None
    if until <= clock.now():
        raise Problem("bad-body", "Invalid `until`: send a time in the future.")
    return until


def player_id(player: str) -> str:
    """Return the id if it is a UUID. Raises `Problem("no-such-player")`."""
    if not is_uuid(player):
        raise Problem("no-such-player", "No player has this id: the view of a game lists the ids of its players.")
    return player


@blueprint.operation("GET", "/projections", ProjectionList, access="admin")
def list_projections() -> Response:
    """List the projections, each with its lag behind the logs and its last rebuild.

    A projection is a table that can be rebuilt from the logs, such as the statistics.
    """
    return json_response({"projections": [projection_json(one) for one in lag.projection_lags(dependencies().pool)]})


def projection_json(projection: lag.Lag) -> dict[str, Any]:
    """Return a projection as JSON values."""
    rebuild = None
    if projection.rebuild is not None:
        values = asdict(projection.rebuild)
        names = ("games", "differences", "first_difference", "started_at", "ended_at")
        running = projection.rebuild.state == builds.BUILDING
        rebuild = {"build": projection.rebuild.number, "running": running, **{name: values[name] for name in names}}
    return {**asdict(projection), "rebuild": rebuild}


@blueprint.operation(
    "POST",
    "/projections/<name>/rebuild",
    AdminAct,
    status=202,
    gives_headers=["Location"],
    access="admin",
    body=NewAct,
    problems=["no-such-projection", "rebuild-running"],
)
def rebuild_projection(body: dict[str, Any], name: str) -> Response:
    """Rebuild a projection beside the live one, compare the two and replace the live one.

    GET /v1/admin/projections reports the progress.
    """
    if name not in lag.PROJECTION_NAMES:
        raise Problem(
            "no-such-projection",
            Sentence("Unknown projection: send one of {projections}.", projections=series(lag.PROJECTION_NAMES)),
        )
    act = rebuild_requests.request_rebuild(dependencies().pool, current_account().id, name, body["reason"].strip())
    return json_response(act_json(act), 202, {"Location": "/v1/admin/projections"})


def act_json(act: store.AdminAct) -> dict[str, Any]:
    """Return an act as JSON values."""
    return {
        "id": act.id, "at": act.at, "actor": act.actor, "kind": act.act, "subject": act.subject, "reason": act.reason,
    }  # fmt: skip
