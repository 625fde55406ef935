"""Finished rounds as JSON."""

from typing import Any

from api.dependencies import dependencies
from domain.game.game import Game
from domain.ruleset.ledger import lines
from infra.queries import history


def finished_rounds(game: Game) -> dict[str, Any]:
    """Return the finished rounds of a game and the scores after them."""
    rounds = list(lines(history.round_endings(dependencies().pool, game.id, game.version), len(game.seats)))
    return {"rounds": rounds, "scores": rounds[-1]["scores"] if rounds else [0] * len(game.seats)}
