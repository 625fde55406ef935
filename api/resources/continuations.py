"""What if: finished rounds, continued from any moment against bots."""

from typing import Any

from flask import Response

from api.auth.authentication import current_account
from api.auth.authorization import finished_round
from api.dependencies import dependencies
from api.http.responses import json_response
from api.middleware.rate_limit import limit_account_to
from api.presenters.continuations import continuation_json
from api.problems import RULES, Problem, language
from api.resources.operation import Blueprint
from api.schemas.continuations import Continuation, NewContinuation
from domain.game.game import Game
from domain.log.events import SERVER
from domain.ruleset.actions import from_wire

blueprint = Blueprint("continuations", __name__, url_prefix="/v1", description="Finished rounds continued: what if.")


@blueprint.operation(
    "POST",
    "/games/<id:game>/rounds/<number:round_number>/continuations",
    Continuation,
    body=NewContinuation,
    problems=["no-such-game", "no-such-round", "round-not-over", "no-such-version", *RULES],
)
def continue_round(body: dict[str, Any], game: str, round_number: int) -> Response:
    """Continue a finished round from one of its moments, with one seat played by me and all others by bots.

    The hands and the stock are the true ones of that moment; the answer shows what the seat can know. Nothing is
    recorded: for the next choice, repeat the request with one more action. A refused action has its position as
    `action`.
    """
    upto = finished_round(game, round_number).upto
    limit_account_to("continuations", current_account().id)
    start, seat = moment(game, round_number, body["version"], upto), body["seat"]
    if seat >= len(start.seats):
        raise Problem("bad-body", f"This game has no seat {seat}: send one from 0 to {len(start.seats) - 1}.")
    actions = [None if action is None else from_wire(action) for action in body.get("actions", ())]
    answer = continuation_json(start, body["version"], seat, actions, body.get("bots", "careful"))
    return json_response(answer, headers={"Content-Language": language()})


def moment(game_id: str, round_number: int, version: int, upto: int) -> Game:
    """Return the server's game at a version of the round. Raises `Problem("no-such-version")`."""
    if version <= upto:
        found = dependencies().games.view(game_id, SERVER, version)
        if found.round == round_number and found.table is not None:
            return found
    raise Problem("no-such-version", "The round has no event with this version: its review lists the versions.")
