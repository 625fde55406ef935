"""Views: what a player or a spectator sees of a game."""

from typing import Any

from flask import Response, request

from api.access import seen
from api.blueprint import Blueprint, answer
from api.live import Waited
from api.schemas.views import View, ViewQuery
from api.services import services
from domain import game as games
from domain.events import SPECTATOR, Viewer
from domain.game import Game

views = Blueprint("views", __name__, url_prefix="/v1", description="What a player or a spectator sees.")

ETAG = {"ETag": {"description": "Names the view: version and viewer.", "schema": {"type": "string"}}}


@views.operation(
    "GET",
    "/games/<id:game>/view",
    View,
    query=ViewQuery,
    headers=["If-None-Match"],
    problems=["no-such-game", "no-such-version"],
    not_modified=True,
    gives_headers=ETAG,
)
def get_view(query: dict[str, Any], game: str) -> Response:
    """My view of a game, or the spectators'.

    With `wait` and the `If-None-Match` of the view already known the answer comes when the game moves on, or is a 304 after that time. A 304
    with `Retry-After` says that too many are waiting here already.
    """
    viewer, newest = seen(game)
    at, wait = query.get("at"), query.get("wait", 0)
    version = newest.version if at is None else at
    tag = entity_tag(version, viewer)
    if not request.if_none_match.contains_weak(tag):
        return shown(game, viewer, newest, at)
    headers = {"ETag": f'"{tag}"'}
    if at is None and wait:
        waited = services().tail.wait(game, version, wait)
        if waited is Waited.MOVED:
            viewer, newest = seen(game)
            return shown(game, viewer, newest, None)
        if waited is Waited.REFUSED:
            headers["Retry-After"] = "1"
    return Response(status=304, headers=headers)


def shown(game_id: str, viewer: Viewer, newest: Game, at: int | None) -> Response:
    """A view with its entity tag. `newest` is the spectators' game as it is now."""
    if at is None and viewer == SPECTATOR:
        game = newest
    else:
        game = services().tables.view(game_id, viewer, newest.version if at is None else at)
    return answer(body(game, viewer), headers={"ETag": f'"{entity_tag(game.version, viewer)}"'})


def body(game: Game, viewer: Viewer) -> dict[str, Any]:
    """The view of a viewer's game, with names."""
    view = games.view(game, viewer)
    view["players"] = services().names.into(view["players"])
    return view


def entity_tag(version: int, viewer: Viewer) -> str:
    """`17-s1` or `17-watch`: nothing but version and viewer, so nothing hidden shows in it."""
    return f"{version}-{'watch' if viewer == SPECTATOR else f's{viewer}'}"
