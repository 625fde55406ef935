"""A game as JSON: the view of one viewer with its entity tag, and the game as seen from outside."""

from typing import Any

from api.presenters.player_names import player_names
from api.problems import localized
from domain.game.game import Game, view
from domain.game.spectators import DELAYED
from domain.log.events import SPECTATOR, Viewer
from domain.log.moments import Moment
from domain.running.summary import summary
from infra.queries.games import GameRow


def view_json(game: Game, viewer: Viewer, now: Moment) -> dict[str, Any]:
    """Return the view of a viewer's game at `now`, with names of players."""
    shown = view(game, viewer, now)
    shown["players"] = player_names().with_names(shown["players"])
    if "refused" in shown:
        shown["refused"] = [{**card, "detail": localized(card["detail"])} for card in shown["refused"]]
    return shown


def game_json(game: Game) -> dict[str, Any]:
    """Return a game as seen from outside, which is the same for every viewer of that version."""
    shown = view(game, SPECTATOR)
    watched: dict[str, Any] = {"spectators": game.spectators}
    if game.spectators == DELAYED:
        watched["spectator_delay"] = game.spectator_delay
    return {
        "id": game.id,
        "ruleset": shown["ruleset"],
        "options": shown["options"],
        "seats": len(game.seats),
        "status": shown["status"],
        "version": shown["version"],
        "head": shown["head"],
        "listed": game.listed,
        **watched,
        **summary(game),
        "players": player_names().with_names(shown["players"]),
    }


def row_json(row: GameRow) -> dict[str, Any]:
    """Return the game of a row, at its newest version, as `game_json` does."""
    watched: dict[str, Any] = {"spectators": row.spectators}
    if row.spectators == DELAYED:
        watched["spectator_delay"] = row.spectator_delay
    players = [{name: player[name] for name in ("seat", "id", "kind", "bot")} for player in row.players]
    return {
        "id": row.id,
        "ruleset": row.ruleset,
        "options": row.options,
        "seats": row.seats,
        "status": row.status,
        "version": row.version,
        "head": row.head,
        "listed": row.listed,
        **watched,
        **row.summary,
        "players": player_names().with_names(players),
    }


def entity_tag(version: int, viewer: Viewer, *, early: bool) -> str:
    """Return `17-s1` or `17-watch`, and `17-s1-early` while actions of the seat wait for `allowed_from`.

    All of it follows from what every seat knows, so the tag reveals nothing hidden.
    """
    return f"{version}-{'watch' if viewer == SPECTATOR else f's{viewer}'}{'-early' if early else ''}"
