"""Looking back at rounds that are over."""

from typing import Any

from flask import Response

from api.auth.authorization import finished_round, visible_game
from api.dependencies import dependencies
from api.http.responses import json_response
from api.presenters.reviews import claim_json, fairness_json, frame_json, review_json, reviewer
from api.problems import Problem
from api.resources.operation import Blueprint
from api.schemas.fairness import Fairness
from api.schemas.reviews import Claims, Frame, Review, ReviewQuery
from infra.queries import history

blueprint = Blueprint("reviews", __name__, url_prefix="/v1", description="Rounds that are over.")


@blueprint.operation(
    "GET",
    "/games/<id:game>/rounds/<number:round_number>/review",
    Review,
    query=ReviewQuery,
    problems=["no-such-game", "no-such-round", "round-not-over"],
)
def get_review(query: dict[str, Any], game: str, round_number: int) -> Response:
    """A round that is over, one frame a version: every hand, every wait, who could have called; with `as` what one seat knew of that."""
    upto = finished_round(game, round_number).upto
    return json_response(review_json(game, round_number, reviewer(game, query), upto))


@blueprint.operation(
    "GET",
    "/games/<id:game>/rounds/<number:round_number>/review/<number:version>",
    Frame,
    query=ReviewQuery,
    problems=["no-such-game", "no-such-round", "round-not-over", "no-such-version"],
)
def get_frame(query: dict[str, Any], game: str, round_number: int, version: int) -> Response:
    """One frame: what did everybody hold right after that event, or with `as` what did one seat know?"""
    upto = finished_round(game, round_number).upto
    frame = frame_json(game, round_number, version, reviewer(game, query), upto)
    if frame is None:
        raise Problem("no-such-version", "The versions of a round stand in its review.")
    return json_response(frame)


@blueprint.operation("GET", "/games/<id:game>/claims", Claims, problems=["no-such-game"])
def list_claims(game: str) -> Response:
    """Every call or doubt of the rounds that are over, with its verdict and the cards it was judged by."""
    _, found = visible_game(game)
    return json_response(
        {"claims": [claim_json(claim) for claim in history.revealed_claims(dependencies().pool, game, found.version)]}
    )


@blueprint.operation("GET", "/games/<id:game>/fairness", Fairness, problems=["no-such-game"])
def get_fairness(game: str) -> Response:
    """What the shuffles were bound to before the deal, and the secrets of rounds that are over."""
    return json_response(fairness_json(visible_game(game)[1]))
