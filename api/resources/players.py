"""Players: creating and looking up a player, revoking a token."""

from typing import Any

from flask import Response, request

from api.auth.authentication import current_account
from api.auth.idempotency import keyed_player
from api.dependencies import dependencies
from api.http.headers import bearer_token
from api.http.responses import json_response
from api.presenters.statistics import statistics_of
from api.problems import Problem
from api.resources.operation import Blueprint
from api.schemas.leaderboard import Profile
from api.schemas.players import FreshPlayer, NewPlayer
from domain.identifiers import is_uuid
from infra.repositories import accounts

blueprint = Blueprint("players", __name__, url_prefix="/v1", description="Players and their tokens.")


@blueprint.operation(
    "POST",
    "/players",
    FreshPlayer,
    status=201,
    access="open",
    body=NewPlayer,
    headers=["Idempotency-Key: UUID"],
    problems=["key-reused"],
    gives_headers=["Location"],
)
def create_player(body: dict[str, Any]) -> Response:
    """Create a player.

    This response alone shows the token. With a key, a repeated request gets the same player and token, so the key is
    as secret as the token.
    """
    token, keyed = keyed_player(accounts.PLAYER_PREFIX, body)
    player, name, token = accounts.create_player(dependencies().pool, body["name"].strip(), token, keyed)
    return json_response({"id": player, "name": name, "token": token}, 201, {"Location": f"/v1/players/{player}"})


@blueprint.operation("GET", "/players/me", Profile)
def get_me() -> Response:
    """Get the account of the token, with its statistics.

    The statistics count finished rounds, by ruleset.
    """
    me = current_account()
    return json_response({"id": me.id, "name": me.name, "statistics": statistics_of(me.id)})


@blueprint.operation("DELETE", "/players/me/token", None, status=204)
def revoke_token() -> Response:
    """Revoke the token of this request.

    The server refuses it from now on.
    """
    token = bearer_token(request)
    assert token is not None
    accounts.revoke(dependencies().pool, token)
    dependencies().accounts.expire()
    return Response(status=204)


@blueprint.operation("GET", "/players/<id:player>", Profile, problems=["no-such-player"])
def get_player(player: str) -> Response:
    """Get a player by id, with statistics.

    Every account can see every player. An erased player has the name `-`.
    """
    names = accounts.names(dependencies().pool, [player]) if is_uuid(player) else {}
    if player not in names:
        raise Problem("no-such-player", "No player has this id: the view of a game lists the ids of its players.")
    return json_response({"id": player, "name": names[player], "statistics": statistics_of(player)})
