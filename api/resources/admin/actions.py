"""Actions of admins. Each act is recorded permanently with the admin's account and the reason."""

from dataclasses import asdict
from typing import Any

from flask import Response

from api.auth.authentication import current_account
from api.dependencies import dependencies
from api.http.pagination import page_of, time_and_id
from api.http.responses import json_response
from api.presenters.moderation import act_json
from api.problems import Problem
from api.resources.operation import Blueprint
from api.schemas.admin import Abandoned, ActsQuery, AdminAct, AdminActPage, NewAct, ProjectionList, PutBack, Suspension
from api.schemas.moderation import NewSuspension
from domain.log.identifiers import is_uuid
from domain.log.moments import Moment, instant, moment
from infra import clock
from infra.accounts import admin_log, suspensions
from infra.projections import builds, lag, rebuild_requests

blueprint = Blueprint("admin_acts", __name__, url_prefix="/v1/admin", description="Actions of admins.")


@blueprint.operation("GET", "/acts", AdminActPage, access="admin", query=ActsQuery)
def list_acts(query: dict[str, Any]) -> Response:
    """List the acts of admins, newest first.

    An act holds the account of the admin and the reason.
    """
    limit = query["limit"]
    acts = admin_log.list_acts(dependencies().pool, time_and_id(query), limit + 1, query.get("subject"))
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


def check_future(until: str | None) -> Moment | None:
    """Return the end of a suspension. Raises `Problem("bad-body")` for one that has passed."""
    if until is None:
        return None
    end = moment(instant(until))
    if end <= clock.now():
        raise Problem("bad-body", "Invalid `until`: send a time in the future.")
    return end


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
        raise Problem("no-such-projection", f"Unknown projection: send one of {', '.join(lag.PROJECTION_NAMES)}.")
    act = rebuild_requests.request_rebuild(dependencies().pool, current_account().id, name, body["reason"].strip())
    return json_response(act_json(act), 202, {"Location": "/v1/admin/projections"})
