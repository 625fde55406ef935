"""The ledger of a match: the result of each finished round, and the scores."""

from typing import Any

from flask import Response
from marshmallow import fields

from api.auth.authorization import visible_game
from api.dependencies import dependencies
from api.http.responses import json_response
from api.operations.operation import Blueprint
from api.representations import fields as f
from api.representations.components import Component
from domain.game.game import Game
from domain.game.registry import RULESETS
from infra.queries import history

REASONS = (*dict.fromkeys(reason for rules in RULESETS.values() for reason in rules.end_reasons),)


END_REASON = Component("EndReason", "The reason for which a round ended.")


class Score(f.Answer):
    """The payment of each loser, and its calculation."""

    addends = fields.List(
        f.count(),
        required=True,
        metadata={"description": "The card's number and the numbers added to it.", "examples": [[9, 11, 5]]},
    )
    doublings = fields.List(
        f.text("H2"),
        required=True,
        metadata={
            "description": "One entry for each doubling: the code of a 2, `joker` or `counter`.",
            "examples": [["H2", "joker"]],
        },
    )
    payment = f.count(required=True, note="Points from each loser.")
    arithmetic = f.text("(9 + 11 + 5) x 2 [H2] x 2 [joker] = 100", required=True)


class Transfer(f.Answer):
    """Points that one seat pays to another."""

    payer = f.seat(required=True, data_key="from")
    to = f.seat(required=True)
    points = f.count(required=True)


class Result(f.Answer):
    """The result of a round. Fields that the ruleset does not use are left out."""

    round = f.version(required=True, note="The number of the round.")
    winner = f.seat(required=True, allow_none=True, note="null without a winner.")
    losers = fields.List(f.seat(), required=True)
    reason = f.chosen(*REASONS, required=True, component=END_REASON)
    points = fields.List(f.Whole(), required=True, metadata={"description": "By seat: points of the round."})
    score = fields.Nested(Score, allow_none=True, metadata={"description": "null if no seat pays."})
    transfers = fields.List(fields.Nested(Transfer))
    ranks = fields.List(
        f.count(allow_none=True),
        metadata={"description": "By seat: the place, shared by equal seats; null if only the winner has a place."},
    )
    next_dealer = f.seat(note="The seat that deals the next round.")


class FinishedRound(Result):
    """An entry of the ledger."""

    version = f.version(required=True, note="The version of the event that ended the round.")
    scores = fields.List(f.Whole(), required=True, metadata={"description": "By seat: the scores after the round."})


class Ledger(f.Answer):
    """The finished rounds, oldest first, and the scores after the last of them."""

    rounds = fields.List(fields.Nested(FinishedRound), required=True)
    scores = fields.List(f.Whole(), required=True, metadata={"description": "By seat."})


blueprint = Blueprint(
    "ledger", __name__, url_prefix="/v1", scope="reviews:read", description="Results and scores of a match."
)


@blueprint.operation("GET", "/games/<id:game>/rounds", Ledger, problems=["no-such-game"])
def list_rounds(game: str) -> Response:
    """List the finished rounds, oldest first, each with its winner, its payments and the scores after it.

    A running round has no entry yet.
    """
    _, found = visible_game(game)
    return json_response(ledger_json(history.finished_rounds(dependencies().pool, found), found))


def ledger_json(rounds: list[dict[str, Any]], game: Game) -> dict[str, Any]:
    """Return the finished rounds of a game and the scores after them."""
    return {"rounds": rounds, "scores": rounds[-1]["scores"] if rounds else [0] * len(game.seats)}
