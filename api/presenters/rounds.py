"""Finished rounds as JSON."""

from typing import Any

from api.dependencies import dependencies
from domain.game import Game
from domain.ledger import lines
from infra.queries import history


def finished_rounds(game: Game) -> dict[str, Any]:
    """The ledger of a game as it is now."""
    rounds = list(lines(history.round_endings(dependencies().pool, game.id, game.version), len(game.seats)))
    return {"rounds": rounds, "scores": rounds[-1]["scores"] if rounds else [0] * len(game.seats)}
