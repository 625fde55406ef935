"""Reviews of finished rounds, their calls and the fairness of their shuffles."""

from typing import Any

from flask import Response, request

from api.auth.authorization import finished_round, visible_game
from api.dependencies import dependencies
from api.http.responses import json_response, revalidated
from api.presenters.reviews import claim_json, fairness_json, frame_json, review_json, review_seat
from api.presenters.statistics import rates_json
from api.problems import Problem
from api.resources.operation import Blueprint
from api.schemas.fairness import Fairness, FairnessRates
from api.schemas.reviews import ClaimList, Frame, Review, ReviewQuery, ReviewRange
from domain.game.statistics import EVERYBODY
from infra.queries import history
from infra.queries.leaderboard import standings_of

KEPT = "private, max-age=86400, immutable"
"""`Cache-Control` of a review: a round that is over does not change. Erased names and new versions show after a day."""

blueprint = Blueprint("reviews", __name__, url_prefix="/v1", description="Reviews of finished rounds.")


@blueprint.operation(
    "GET",
    "/games/<id:game>/rounds/<number:round_number>/review",
    Review,
    query=ReviewRange,
    headers=["If-None-Match"],
    problems=["no-such-game", "no-such-round", "round-not-over"],
    not_modified=True,
    gives_headers=["ETag"],
)
def get_review(query: dict[str, Any], game: str, round_number: int) -> Response:
    """Review a finished round, one frame for each version: every hand, every wait, every possible call.

    With `as` the frames show only what that seat knew. A long round takes several requests: `next` of an answer is the
    `from` of the next one.
    """
    upto = finished_round(game, round_number).upto
    seat = review_seat(game, query)
    answer = json_response(review_json(game, round_number, seat, query["frames"], upto))
    answer.vary.add("Authorization")  # a browser may have several accounts, and not each may see the game
    return revalidated(answer, request, KEPT)


@blueprint.operation(
    "GET",
    "/games/<id:game>/rounds/<number:round_number>/review/<number:version>",
    Frame,
    query=ReviewQuery,
    problems=["no-such-game", "no-such-round", "round-not-over", "no-such-version"],
)
def get_frame(query: dict[str, Any], game: str, round_number: int, version: int) -> Response:
    """Get one frame: every hand right after that event, or with `as` what that seat knew.

    The version is that of an event of the round, as the review lists them.
    """
    upto = finished_round(game, round_number).upto
    frame = frame_json(game, round_number, version, review_seat(game, query), upto)
    if frame is None:
        raise Problem("no-such-version", "The round has no event with this version: its review lists the versions.")
    return json_response(frame)


@blueprint.operation("GET", "/games/<id:game>/claims", ClaimList, problems=["no-such-game"])
def list_claims(game: str) -> Response:
    """List the calls and doubts of finished rounds, each with its verdict and the cards that decided it.

    Calls of a running round are left out until it is over.
    """
    _, found = visible_game(game)
    return json_response(
        {"claims": [claim_json(claim) for claim in history.revealed_claims(dependencies().pool, game, found.version)]}
    )


@blueprint.operation("GET", "/games/<id:game>/fairness", Fairness, problems=["no-such-game"])
def get_fairness(game: str) -> Response:
    """Get what shuffles the decks of a game: the anchors that were public before, and the links that are public now.

    They are enough to repeat the shuffles and to verify every seal of the log.
    """
    return json_response(fairness_json(visible_game(game)[1]))


@blueprint.operation("GET", "/fairness", FairnessRates, access="open")
def get_fairness_rates() -> Response:
    """Get how often games of this server were abandoned, and links withheld.

    An abandoned game reveals the cards of its last round. High rates of either may mean that somebody breaks off rounds
    whose deck they do not like.
    """
    return json_response({"rulesets": [rates_json(row) for row in standings_of(dependencies().pool, EVERYBODY)]})
