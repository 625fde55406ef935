"""What admins do. Each act is recorded with the admin's account and the reason, for good."""

from dataclasses import asdict
from typing import Any

from flask import Response

from api.auth.authentication import current_account
from api.dependencies import dependencies
from api.http import pagination
from api.http.responses import json_response
from api.problems import Problem
from api.resources.operation import Blueprint
from api.schemas.admin import Abandoned, Act, Acts, PageQuery, Projections, Reason, Suspension
from domain.identifiers import is_uuid
from infra.projections import builds, lag, rebuild_requests
from infra.repositories import admin_log, suspensions

admin_acts = Blueprint("acts", __name__, url_prefix="/v1/admin", description="What admins do.")


@admin_acts.operation("GET", "/acts", Acts, access="admin", query=PageQuery)
def list_acts(query: dict[str, Any]) -> Response:
    """What admins did, newest first."""
    limit, after = query["limit"], None
    if "cursor" in query:
        at, act = pagination.decode_cursor(query["cursor"], (str, str))
        if not is_uuid(act):
            raise pagination.invalid_cursor()
        after = (at, act)
    found = admin_log.list_acts(dependencies().pool, after, limit + 1)
    shown = found[:limit]
    following = pagination.encode_cursor([shown[-1].at, shown[-1].id]) if len(found) > limit else None
    return json_response(
        {"acts": [asdict(one) for one in shown], "next": following}, headers=pagination.next_link(following)
    )


@admin_acts.operation(
    "POST",
    "/games/<id:game>/abandonment",
    Abandoned,
    status=201,
    access="admin",
    body=Reason,
    problems=["no-such-game", "game-over", "busy"],
)
def abandon_game(body: dict[str, Any], game: str) -> Response:
    """End a game that is not over. What is sealed of a running round stays sealed for ever, for admins too."""
    outcome = dependencies().games.abandon(game, current_account().id, body["reason"].strip())
    return json_response(
        {"game": game, "status": outcome.game.status, "version": outcome.version, "head": outcome.head}, 201
    )


@admin_acts.operation(
    "POST",
    "/players/<id:player>/suspension",
    Suspension,
    status=201,
    access="admin",
    body=Reason,
    problems=["no-such-player", "already-suspended"],
)
def suspend_player(body: dict[str, Any], player: str) -> Response:
    """From now on the player's tokens are refused. Games go on: the clock plays where a turn has a limit."""
    act = suspensions.suspend(dependencies().pool, current_account().id, known(player), body["reason"].strip())
    return json_response({"player": player, "suspended": True, "act": asdict(act)}, 201)


@admin_acts.operation(
    "POST",
    "/players/<id:player>/reinstatement",
    Suspension,
    status=201,
    access="admin",
    body=Reason,
    problems=["no-such-player", "not-suspended"],
)
def lift_suspension(body: dict[str, Any], player: str) -> Response:
    """The player's tokens are good again."""
    act = suspensions.lift(dependencies().pool, current_account().id, known(player), body["reason"].strip())
    return json_response({"player": player, "suspended": False, "act": asdict(act)}, 201)


def known(player: str) -> str:
    """An id that can be asked for. Raises `Problem("no-such-player")`."""
    if not is_uuid(player):
        raise Problem("no-such-player", "Ids of players stand in the views of their games.")
    return player


@admin_acts.operation("GET", "/projections", Projections, access="admin")
def list_projections() -> Response:
    """What is made of the logs, how far each is behind them, and how its last rebuild went."""
    return json_response({"projections": [projected(one) for one in lag.projection_lags(dependencies().pool)]})


def projected(found: lag.Lag) -> dict[str, Any]:
    """A projection on the wire."""
    again = None
    if found.rebuild is not None:
        asked = asdict(found.rebuild)
        names = ("games", "differences", "first_difference", "started_at", "ended_at")
        running = found.rebuild.state == builds.BUILDING
        again = {"build": found.rebuild.number, "running": running, **{name: asked[name] for name in names}}
    return {**asdict(found), "rebuild": again}


@admin_acts.operation(
    "POST",
    "/projections/<id:name>/rebuild",
    Act,
    status=202,
    access="admin",
    body=Reason,
    problems=["no-such-projection", "rebuild-running"],
)
def rebuild_projection(body: dict[str, Any], name: str) -> Response:
    """Have a projection made again beside the live one, compared with it and put in its place. GET /v1/admin/projections says how far it is."""
    if name not in lag.PROJECTION_NAMES:
        raise Problem("no-such-projection", f"Projections: {', '.join(lag.PROJECTION_NAMES)}.")
    act = rebuild_requests.request_rebuild(dependencies().pool, current_account().id, name, body["reason"].strip())
    return json_response(asdict(act), 202, {"Location": "/v1/admin/projections"})
