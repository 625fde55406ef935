"""Players: create, look up, rename, export and erase a player, revoke a token."""

from typing import Any

from flask import Response, request

from api.auth.authentication import current_account
from api.auth.idempotency import keyed_player
from api.dependencies import dependencies
from api.http.headers import bearer_token
from api.http.responses import json_response
from api.middleware.rate_limit import limit_account_to
from api.presenters.account_export import export_json
from api.presenters.devices import device_label
from api.presenters.look_alikes import is_reserved, skeleton
from api.presenters.player_names import player_names as shown_names
from api.presenters.statistics import statistics_of
from api.problems import Problem
from api.resources.operation import Blueprint
from api.schemas.account_export import AccountExport
from api.schemas.leaderboard import Profile
from api.schemas.players import FreshPlayer, NewPlayer, Player
from api.schemas.sessions import Confirmation
from domain.log.identifiers import is_uuid
from infra.accounts import accounts, player_names
from infra.commands.erasure import erase
from infra.queries.account_export import read_account

blueprint = Blueprint("players", __name__, url_prefix="/v1", description="Players and their tokens.")


@blueprint.operation(
    "POST",
    "/players",
    FreshPlayer,
    status=201,
    access="open",
    body=NewPlayer,
    headers=["Idempotency-Key: UUID"],
    problems=["key-reused", "name-not-allowed", "name-reserved"],
    gives_headers=["Location"],
)
def create_player(body: dict[str, Any]) -> Response:
    """Create a player.

    This response alone shows the token. With a key, a repeated request gets the same player and token, so the key is
    as secret as the token.
    """
    pool, name = dependencies().pool, name_in(body)
    player_names.check_free(pool, skeleton(name), dependencies().games.now())
    token, keyed = keyed_player(accounts.PLAYER_PREFIX, body)
    label = device_label(request.user_agent.string)
    player, name, token = accounts.create_player(pool, name, token, keyed, label)
    return json_response({"id": player, "name": name, "token": token}, 201, {"Location": f"/v1/players/{player}"})


@blueprint.operation("GET", "/players/me", Profile)
def get_me() -> Response:
    """Get the account of the token, with its statistics.

    The statistics count finished rounds, by ruleset.
    """
    me = current_account()
    return json_response({"id": me.id, "name": me.name, "statistics": statistics_of(me.id)})


@blueprint.operation(
    "PATCH", "/players/me", Player, body=NewPlayer, problems=["name-not-allowed", "name-reserved", "name-barred"]
)
def change_me(body: dict[str, Any]) -> Response:
    """Change my name.

    Other players see the new name within a minute, also in earlier games. The old name is reserved for me for 30 days
    if I have played under it and no other player has it.
    """
    me = current_account()
    limit_account_to("names", me.id)
    name = name_in(body)
    now = dependencies().games.now()
    player_names.rename(dependencies().pool, me.id, name, skeleton(name), skeleton(me.name), now)
    _forget(me.id)
    return json_response({"id": me.id, "name": name})


@blueprint.operation("GET", "/players/me/export", AccountExport)
def export_me() -> Response:
    """Get a file with everything about me.

    It has my account, sessions, ways to sign in, games with links, calls, comments, shares and statistics. The log of
    each game is in its own file (`GET /v1/games/{game}/events`).
    """
    me = current_account()
    limit_account_to("exports", me.id)
    found = export_json(read_account(dependencies().pool, me.id), request.host_url, statistics_of(me.id))
    return json_response(found, headers={"Content-Disposition": 'attachment; filename="dobon-account.json"'})


@blueprint.operation("DELETE", "/players/me", None, status=204, query=Confirmation, problems=["not-confirmed", "busy"])
def erase_me(query: dict[str, Any]) -> Response:
    """Erase my account.

    My name, sessions, passkeys, codes, comments and links to replays are deleted, and nobody can sign in to the account
    again. I leave my unfinished games. My games stay whole under the name `-`, and every log can be verified as before.
    """
    if not query["confirm"]:
        raise Problem("not-confirmed", "An erased account does not come back: send confirm=true to erase it.")
    me = current_account()
    erase(dependencies().pool, dependencies().games, me.id, dependencies().games.now())
    _forget(me.id)
    return Response(status=204)


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

    Every account can see every player. An erased player has the name `-` and no statistics.
    """
    pool = dependencies().pool
    names = accounts.names(pool, [player]) if is_uuid(player) else {}
    if player not in names:
        raise no_such_player()
    statistics = statistics_of(player) if accounts.has_profile(pool, player) else []
    return json_response({"id": player, "name": names[player], "statistics": statistics})


def no_such_player() -> Problem:
    """Return the problem of an absent player."""
    return Problem("no-such-player", "No player has this id: the view of a game lists the ids of its players.")


def name_in(body: dict[str, Any]) -> str:
    """Return the name that a player chooses. Raises `Problem("name-not-allowed")`."""
    name: str = body["name"].strip()
    if is_reserved(name):
        raise Problem(
            "name-not-allowed",
            "Players would take this name for the server, its operators or an erased player: choose another name.",
        )
    return name


def _forget(player: str) -> None:
    """Read the account and its name again, after this process has changed it."""
    dependencies().accounts.expire()
    shown_names().forget(player)
