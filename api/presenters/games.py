"""A game as JSON: the view of one viewer, with its entity tag."""

from typing import Any

from api.presenters.player_names import player_names
from domain import game as games
from domain.events import SPECTATOR, Viewer
from domain.game import Game

ETAG = {"ETag": {"description": "Names the view: version and viewer.", "schema": {"type": "string"}}}


def view_json(game: Game, viewer: Viewer) -> dict[str, Any]:
    """The view of a viewer's game, with names."""
    view = games.view(game, viewer)
    view["players"] = player_names().with_names(view["players"])
    return view


def entity_tag(version: int, viewer: Viewer) -> str:
    """`17-s1` or `17-watch`: nothing but version and viewer, so nothing hidden shows in it."""
    return f"{version}-{'watch' if viewer == SPECTATOR else f's{viewer}'}"
