"""Views: what a player or a spectator sees of a game."""

from time import monotonic
from typing import Any

from flask import Response, request

from api.auth.authentication import require_account
from api.auth.authorization import GameAccess, access_to
from api.dependencies import dependencies
from api.http.responses import json_response
from api.presenters.games import ETAG, entity_tag, view_json
from api.resources.operation import Blueprint
from api.schemas.views import View, ViewQuery
from api.streaming.hub import WaitResult, update_hub
from api.streaming.sse import LINK, monitor_link
from domain.errors import Refused
from domain.events import SPECTATOR

blueprint = Blueprint("views", __name__, url_prefix="/v1", description="What a player or a spectator sees.")


@blueprint.operation(
    "GET",
    "/games/<id:game>/view",
    View,
    query=ViewQuery,
    headers=["If-None-Match"],
    problems=["no-such-game", "no-such-version"],
    not_modified=True,
    gives_headers=ETAG | LINK,
)
def get_view(query: dict[str, Any], game: str) -> Response:
    """My view of a game, or the spectators'.

    With `wait` and the `If-None-Match` of the view already known the answer comes when the game moves on, or is a 304 after that time. A 304
    with `Retry-After` says that too many are waiting here already.
    """
    found = access_to(game)
    at, wait = query.get("at"), query.get("wait", 0)
    tag = entity_tag(found.upto if at is None else at, found.viewer)
    if not request.if_none_match.contains_weak(tag):
        return view_response(game, found, at)
    headers = {"ETag": f'"{tag}"'}
    if at is None and wait:
        waited, found = wait_for_change(game, found, wait)
        if waited is WaitResult.MOVED:
            return view_response(game, found, None)
        if waited is WaitResult.REFUSED:
            headers["Retry-After"] = "1"
    return Response(status=304, headers=headers)


def wait_for_change(game_id: str, known: GameAccess, seconds: float) -> tuple[WaitResult, GameAccess]:
    """What there is to see once it is something else than is known; waits for it at most so long. Whoever asks has to be allowed to, still."""
    end = monotonic() + seconds
    found = known
    while True:
        waited = update_hub().wait(game_id, found.newest, end - monotonic())
        if waited is not WaitResult.MOVED:
            return waited, found
        require_account()
        found = access_to(game_id)
        # A game moves on without those who watch from behind seeing it yet.
        if (found.viewer, found.upto) != (known.viewer, known.upto):
            return waited, found


def view_response(game_id: str, found: GameAccess, at: int | None) -> Response:
    """A view with its entity tag. Raises `Refused("no-such-version")` for one that the account may not see, as for one that is not there."""
    if at is not None and not 1 <= at <= found.upto:
        raise Refused("no-such-version", f"Versions of this game go from 1 to {found.upto}.")
    if found.viewer == SPECTATOR and at in (None, found.upto):
        game = found.game
    else:
        game = dependencies().games.view(game_id, found.viewer, found.upto if at is None else at)
    tag = {"ETag": f'"{entity_tag(game.version, found.viewer)}"'}
    return json_response(view_json(game, found.viewer), headers=tag | monitor_link(game_id))
