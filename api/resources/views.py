"""Views: what a player or a spectator sees of a game."""

from time import monotonic
from typing import Any

from flask import Response, request

from api.auth.authentication import require_account
from api.auth.authorization import Sight, looked
from api.dependencies import services
from api.resources.operation import Blueprint, answer
from api.schemas.views import View, ViewQuery
from api.streaming.hub import Waited
from api.streaming.sse import LINK, link
from domain import game as games
from domain.errors import Refused
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
    gives_headers=ETAG | LINK,
)
def get_view(query: dict[str, Any], game: str) -> Response:
    """My view of a game, or the spectators'.

    With `wait` and the `If-None-Match` of the view already known the answer comes when the game moves on, or is a 304 after that time. A 304
    with `Retry-After` says that too many are waiting here already.
    """
    found = looked(game)
    at, wait = query.get("at"), query.get("wait", 0)
    tag = entity_tag(found.upto if at is None else at, found.viewer)
    if not request.if_none_match.contains_weak(tag):
        return shown(game, found, at)
    headers = {"ETag": f'"{tag}"'}
    if at is None and wait:
        waited, found = moved(game, found, wait)
        if waited is Waited.MOVED:
            return shown(game, found, None)
        if waited is Waited.REFUSED:
            headers["Retry-After"] = "1"
    return Response(status=304, headers=headers)


def moved(game_id: str, known: Sight, seconds: float) -> tuple[Waited, Sight]:
    """What there is to see once it is something else than is known; waits for it at most so long. Whoever asks has to be allowed to, still."""
    end = monotonic() + seconds
    found = known
    while True:
        waited = services().tail.wait(game_id, found.newest, end - monotonic())
        if waited is not Waited.MOVED:
            return waited, found
        require_account()
        found = looked(game_id)
        # A game moves on without those who watch from behind seeing it yet.
        if (found.viewer, found.upto) != (known.viewer, known.upto):
            return waited, found


def shown(game_id: str, found: Sight, at: int | None) -> Response:
    """A view with its entity tag. Raises `Refused("no-such-version")` for one that the account may not see, as for one that is not there."""
    if at is not None and not 1 <= at <= found.upto:
        raise Refused("no-such-version", f"Versions of this game go from 1 to {found.upto}.")
    if found.viewer == SPECTATOR and at in (None, found.upto):
        game = found.game
    else:
        game = services().tables.view(game_id, found.viewer, found.upto if at is None else at)
    tag = {"ETag": f'"{entity_tag(game.version, found.viewer)}"'}
    return answer(body(game, found.viewer), headers=tag | link(game_id))


def body(game: Game, viewer: Viewer) -> dict[str, Any]:
    """The view of a viewer's game, with names."""
    view = games.view(game, viewer)
    view["players"] = services().names.into(view["players"])
    return view


def entity_tag(version: int, viewer: Viewer) -> str:
    """`17-s1` or `17-watch`: nothing but version and viewer, so nothing hidden shows in it."""
    return f"{version}-{'watch' if viewer == SPECTATOR else f's{viewer}'}"
