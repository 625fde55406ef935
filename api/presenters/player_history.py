"""A finished game of a player as JSON."""

from typing import Any

from api.presenters.games import row_json
from api.presenters.statistics import rating_json
from infra.queries.player_history import HistoryRow


def played_game_json(row: HistoryRow, player: str) -> dict[str, Any]:
    """Return a finished game with the result and the ratings of the player."""
    game = row_json(row.game)
    seat = next(one["seat"] for one in row.game.players if one["id"] == player)
    result = next(one for one in game["standing"] or [] if one["seat"] == seat)
    return {
        "game": game,
        "seat": seat,
        "place": result["place"],
        "score": result["score"],
        "rating": {"before": rating_json(row.before), "after": rating_json(row.after)},
        "replay": f"/replay.html?game={row.game.id}",
    }
