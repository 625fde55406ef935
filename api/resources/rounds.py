"""The ledger of a match: what each round that is over brought, and how everybody stands."""

from typing import Any

from flask import Response

from api.auth.authorization import seen
from api.dependencies import services
from api.resources.operation import Blueprint, answer
from api.schemas.rounds import Ledger
from domain.game import Game
from domain.ledger import lines
from infra.queries import history

ledger = Blueprint("ledger", __name__, url_prefix="/v1", description="How a match stands.")


@ledger.operation("GET", "/games/<id:game>/rounds", Ledger, problems=["no-such-game"])
def list_rounds(game: str) -> Response:
    """The rounds that are over, oldest first: who won, who paid, and the standing after each. A running round has no line yet."""
    _, found = seen(game)
    return answer(standing(found))


def standing(game: Game) -> dict[str, Any]:
    """The ledger of a game as it is now."""
    rounds = list(lines(history.endings(services().pool, game.id, game.version), len(game.seats)))
    return {"rounds": rounds, "scores": rounds[-1]["scores"] if rounds else [0] * len(game.seats)}
