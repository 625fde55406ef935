"""The view of a game for a player or a spectator."""

from time import monotonic
from typing import Any

from flask import Response, request

from api.auth.authentication import require_account
from api.auth.authorization import GameAccess, access_to
from api.dependencies import dependencies
from api.http.exchange import exchange_of, placeholder
from api.http.responses import json_response
from api.presenters.games import entity_tag, view_json
from api.problems import Problem, language
from api.resources.operation import Blueprint
from api.schemas.views import View, ViewQuery
from api.streaming.hub import MAX_WAITING_OF_ACCOUNT, Wait, WaitResult, current_reader, update_hub
from domain.game.game import waits_until
from domain.log.errors import Refused
from domain.log.events import SPECTATOR
from domain.log.moments import Moment, milliseconds_between

blueprint = Blueprint("views", __name__, url_prefix="/v1", description="The view of a player or a spectator.")


@blueprint.operation(
    "GET",
    "/games/<id:game>/view",
    View,
    query=ViewQuery,
    headers=["If-None-Match"],
    problems=["no-such-game", "no-such-version", "too-many-open"],
    not_modified=True,
    gives_headers=["ETag"],
)
def get_view(query: dict[str, Any], game: str) -> Response:
    """Get my view of a game, or the spectators' view.

    With `wait` and the `If-None-Match` of a known view the response comes when the view changes, or as a 304 after that
    time. The view also changes when actions that had to wait are allowed. A 304 with `Retry-After` means that too many
    requests wait in this process.
    """
    found = access_to(game)
    at, wait = query.get("at"), query.get("wait", 0)
    tag = newest_tag(found) if at in (None, found.upto) else entity_tag(at, found.viewer, early=False)
    if not request.if_none_match.contains_weak(tag):
        return view_response(game, found, at)
    headers = {"ETag": f'"{tag}"'}
    if at is None and wait:
        exchange = exchange_of(request)
        if exchange is None:
            waited, found = wait_in_thread(game, found, wait)
        elif exchange.waited in (None, WaitResult.MOVED):
            exchange.wait = new_wait(game, found, exchange.wait_until or monotonic() + wait, again=exchange.runs > 0)
            return placeholder()
        else:
            waited = exchange.waited
        if waited is WaitResult.MOVED:
            return view_response(game, found, None)
        if waited is WaitResult.REFUSED:
            headers["Retry-After"] = "1"
    return Response(status=304, headers=headers)


def wait_in_thread(game_id: str, known: GameAccess, seconds: float) -> tuple[WaitResult, GameAccess]:
    """Wait up to `seconds` for the view to change; access is checked again after each wake-up."""
    end = monotonic() + seconds
    found, tag = known, newest_tag(known)
    while True:
        waited = update_hub().wait(new_wait(game_id, found, end, again=found is not known))
        if waited is not WaitResult.MOVED:
            return waited, found
        require_account()
        found = access_to(game_id)
        # The game can change without a change that a delayed spectator sees.
        if newest_tag(found) != tag:
            return waited, found


def new_wait(game_id: str, found: GameAccess, until: float, *, again: bool) -> Wait:
    """Return a wait for the next version. Raises `Problem("too-many-open")` unless the request has waited before."""
    reader = current_reader()
    if not again and not update_hub().has_room_for(reader.account):
        raise Problem(
            "too-many-open",
            f"{MAX_WAITING_OF_ACCOUNT} requests of an account may wait at this process: end one.",
            {"Retry-After": "1"},
        )
    early_until, now = _early_until(found), dependencies().games.time_of(found.game)
    ends_early = None if early_until is None else monotonic() + milliseconds_between(now, early_until) / 1000 + 0.001
    return Wait(game_id, found.newest, reader, until, ends_early)


def newest_tag(found: GameAccess) -> str:
    """Return the entity tag of the newest view that the account can see."""
    return entity_tag(found.upto, found.viewer, early=_early_until(found) is not None)


def _early_until(found: GameAccess) -> Moment | None:
    """Return the moment for which actions of the account's seat wait; None if none has to wait."""
    return waits_until(found.game, found.viewer, dependencies().games.time_of(found.game))


def view_response(game_id: str, found: GameAccess, at: int | None) -> Response:
    """Return a view with its entity tag. Raises `Refused("no-such-version")`, the same for a hidden version and an
    absent one.
    """
    if at is not None and not 1 <= at <= found.upto:
        raise Refused("no-such-version", f"This game has versions 1 to {found.upto}.")
    if found.viewer == SPECTATOR and at in (None, found.upto):
        game = found.game
    else:
        game = dependencies().games.view(game_id, found.viewer, found.upto if at is None else at)
    tag = newest_tag(found) if game.version == found.upto else entity_tag(game.version, found.viewer, early=False)
    shown = view_json(game, found.viewer, dependencies().games.time_of(game))
    return json_response(shown, headers={"ETag": f'"{tag}"', "Content-Language": language()})
