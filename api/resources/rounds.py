"""The ledger of a match: the result of each finished round, and the scores."""

from flask import Response

from api.auth.authorization import visible_game
from api.http.responses import json_response
from api.presenters.rounds import finished_rounds
from api.resources.operation import Blueprint
from api.schemas.rounds import Ledger

blueprint = Blueprint("ledger", __name__, url_prefix="/v1", description="Results and scores of a match.")


@blueprint.operation("GET", "/games/<id:game>/rounds", Ledger, problems=["no-such-game"])
def list_rounds(game: str) -> Response:
    """List the finished rounds, oldest first, each with its winner, its payments and the scores after it.

    A running round has no entry yet.
    """
    _, found = visible_game(game)
    return json_response(finished_rounds(found))
