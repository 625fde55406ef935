"""Analyses of finished rounds, which a process of its own computes."""

from typing import Any

from flask import Response, request

from api.auth.authentication import current_account
from api.auth.authorization import finished_round
from api.dependencies import dependencies
from api.http.responses import json_response, revalidated
from api.middleware.rate_limit import limit_account_to
from api.presenters.dangers import dangers_json
from api.presenters.reviews import review_seat
from api.problems import Problem
from api.resources.operation import Blueprint
from api.resources.reviews import KEPT
from api.schemas.analyses import Analysis, AnalysisProgress
from api.schemas.dangers import DangerRange, Dangers
from domain.analysis.round_analysis import shown
from domain.game.game import Game
from infra.analyser import analyses
from infra.analyser.analyses import Progress
from infra.queries import history

RETRY_SECONDS = "2"
"""`Retry-After` of an analysis that is being computed."""

blueprint = Blueprint("analyses", __name__, url_prefix="/v1", description="Analyses of finished rounds.")


@blueprint.operation(
    "GET",
    "/games/<id:game>/rounds/<number:round_number>/analysis",
    Analysis,
    headers=["If-None-Match"],
    problems=["no-such-game", "no-such-round", "round-not-over", "analysis-failed"],
    accepted=(AnalysisProgress, "The analysis is being computed. Repeat the request after `Retry-After`."),
    not_modified=True,
    gives_headers=["ETag"],
)
def get_analysis(game: str, round_number: int) -> Response:
    """Analyse a finished round: what each decision lost against the best one, by what its seat could know.

    The first request starts the computation, which takes some seconds. Until it is complete, the answer is 202 with the
    progress. Losses, chances and reasons come from the seat's own view. `luck` uses the result as well.
    """
    found = finished_round(game, round_number).game
    progress = requested_analysis(found, round_number)
    if progress.result is None:
        body = {"done": progress.done, "total": progress.total}
        return json_response(body, 202, {"Retry-After": RETRY_SECONDS})
    answer = json_response(shown(progress.result))
    answer.vary.add("Authorization")
    return revalidated(answer, request, KEPT)


def requested_analysis(game: Game, round_number: int) -> Progress:
    """Return how far the analysis of a finished round is; the first request starts it.

    Raises `Problem` with `analysis-failed` or `rate-limited`.
    """
    pool = dependencies().pool
    head = history.round_head(pool, game.id, round_number)
    assert head is not None  # the round is over
    found = analyses.find(pool, game.id, head)
    if found is None:
        account = current_account().id
        limit_account_to("analyses", account)
        analyses.request(pool, game.id, head, round_number, dependencies().games.now(), account)
        return Progress(0, None, failed=False, result=None)
    if found.failed and found.result is None:
        raise Problem("analysis-failed", "This round could not be analysed; the operators of the server see why.")
    return found


@blueprint.operation(
    "GET",
    "/games/<id:game>/rounds/<number:round_number>/dangers",
    Dangers,
    query=DangerRange,
    headers=["If-None-Match"],
    problems=["no-such-game", "no-such-round", "round-not-over"],
    not_modified=True,
    gives_headers=["ETag"],
)
def get_dangers(query: dict[str, Any], game: str, round_number: int) -> Response:
    """Tell what each card of a seat's hand risked at each moment of a finished round, by what the seat could know.

    There is one moment for each frame of the review. `next` of an answer is the `from` of the next one.
    """
    upto = finished_round(game, round_number).upto
    seat = review_seat(game, query)
    assert seat is not None
    answer = json_response(dangers_json(game, round_number, seat, query["frames"], upto))
    answer.vary.add("Authorization")
    return revalidated(answer, request, KEPT)
