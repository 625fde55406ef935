"""For admins. They see no more of a running round than a spectator does."""

from typing import Any

from flask import Response

from api.blueprint import Blueprint, answer
from api.events import page
from api.problems import Problem
from api.schemas.audit import Integrity, JudgedClaim
from api.schemas.events import Events, EventsQuery
from api.services import services
from domain.claims import rejudge
from domain.events import SERVER, SPECTATOR
from domain.game import ABANDONED, PLAYING
from infra import history

admin = Blueprint("admin", __name__, url_prefix="/v1/admin", description="For admins.")


@admin.operation(
    "GET",
    "/claims/<id:game>/<number:version>",
    JudgedClaim,
    access="admin",
    problems=["no-such-game", "no-such-claim", "round-not-over"],
)
def get_judged_claim(game: str, version: int) -> Response:
    """One call judged again from nothing but the log up to it."""
    game_now = services().tables.view(game, SPECTATOR)
    event = history.one(services().pool, game, version)
    # Between rounds, and after the last one, nothing that is not laid open belongs to a round.
    sealed = game_now.status in (PLAYING, ABANDONED) and version <= game_now.version
    if event is None and sealed:
        raise Problem("round-not-over", "Calls are judged again when their round is over.", version=game_now.version)
    if event is None or game_now.ruleset.claim(event) is None:
        raise Problem("no-such-claim", "Calls stand in the claims of the game.")
    judged = rejudge(services().tables.view(game, SERVER, version - 1), event)
    return answer({"game": game, "version": version, **judged})


@admin.operation("GET", "/games/<id:game>/events", Events, access="admin", query=EventsQuery, problems=["no-such-game"])
def list_raw_events(query: dict[str, Any], game: str) -> Response:
    """The log with every envelope of the rounds that are over open, and none of a running one."""
    services().tables.view(game, SPECTATOR)
    limit = query["limit"]
    return answer(page(history.seen(services().pool, game, SPECTATOR, query["after"], limit + 1), limit))


@admin.operation("GET", "/games/<id:game>/integrity", Integrity, access="admin", problems=["no-such-game"])
def get_integrity(game: str) -> Response:
    """Digests and seals of the whole log, computed again; names the first version that is wrong."""
    services().tables.game_row(game)
    found = history.integrity(services().pool, game)
    return answer(
        {
            "game": game,
            "version": found.version,
            "head": found.head,
            "computed": found.computed,
            "intact": found.first_bad is None,
            "first_bad": found.first_bad,
            "problem": found.problem,
        }
    )
