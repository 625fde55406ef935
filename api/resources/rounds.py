"""The ledger of a match: what each round that is over brought, and how everybody stands."""

from flask import Response

from api.auth.authorization import visible_game
from api.http.responses import json_response
from api.presenters.rounds import finished_rounds
from api.resources.operation import Blueprint
from api.schemas.rounds import Ledger

blueprint = Blueprint("ledger", __name__, url_prefix="/v1", description="How a match stands.")


@blueprint.operation("GET", "/games/<id:game>/rounds", Ledger, problems=["no-such-game"])
def list_rounds(game: str) -> Response:
    """The rounds that are over, oldest first: who won, who paid, and the standing after each. A running round has no line yet."""
    _, found = visible_game(game)
    return json_response(finished_rounds(found))
