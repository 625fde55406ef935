"""For admins. They see no more of a running round than a spectator does."""

from dataclasses import asdict
from time import monotonic
from typing import Any

from flask import Response

from api.auth.authentication import current_account
from api.dependencies import dependencies
from api.http import pagination
from api.http.responses import json_response
from api.presenters.events import event_page
from api.presenters.reviews import claim_json
from api.problems import Problem
from api.resources.operation import Blueprint
from api.schemas.admin import Checked, ClaimsQuery, FoundClaims, NewCheck
from api.schemas.events import Events, EventsQuery
from api.schemas.fairness import JudgedClaim
from api.schemas.fields import MOST
from api.schemas.integrity import Integrity
from domain.claims import claim_in, rejudge
from domain.events import SERVER, SPECTATOR
from domain.game import ABANDONED, PLAYING
from domain.identifiers import is_uuid
from domain.moments import instant, moment
from domain.upcasting import current
from infra.event_store import integrity
from infra.queries import claims, history
from infra.repositories import admin_log

SECONDS = 1
"""After which a part of a check ends."""

admin = Blueprint("admin", __name__, url_prefix="/v1/admin", description="For admins.")


@admin.operation("GET", "/claims", FoundClaims, access="admin", query=ClaimsQuery)
def find_claims(query: dict[str, Any]) -> Response:
    """Calls of all games, newest first. Those of running rounds are not among them."""
    limit, after = query["limit"], None
    if "cursor" in query:
        at, game, version = pagination.decode_cursor(query["cursor"], (str, str, int))
        if not is_uuid(game) or abs(version) > MOST:
            raise pagination.invalid_cursor()
        after = (at, game, version)
    if "player" in query and not is_uuid(query["player"]):
        return json_response({"claims": [], "next": None})
    found = claims.find(dependencies().pool, wanted(query), after, limit + 1)
    shown = found[:limit]
    following = pagination.encode_cursor([*shown[-1].place]) if len(found) > limit else None
    return json_response(
        {"claims": [placed(one) for one in shown], "next": following}, headers=pagination.next_link(following)
    )


def wanted(query: dict[str, Any]) -> claims.ClaimFilter:
    """Which calls a query asks for."""
    verdict = query.get("verdict")
    return claims.ClaimFilter(
        None if verdict is None else verdict == "true",
        query.get("kind"),
        query.get("player"),
        query.get("ruleset"),
        *(None if name not in query else moment(instant(query[name])) for name in ("since", "until")),
    )


def placed(found: claims.FoundClaim) -> dict[str, Any]:
    """A call on the wire, with where it was made."""
    return {"game": found.game, "ruleset": found.ruleset, "player": found.claim.player, **claim_json(found.claim)}


@admin.operation(
    "GET",
    "/claims/<id:game>/<number:version>",
    JudgedClaim,
    access="admin",
    problems=["no-such-game", "no-such-claim", "round-not-over"],
)
def get_judged_claim(game: str, version: int) -> Response:
    """One call judged again from nothing but the log up to it."""
    game_now = dependencies().games.view(game, SPECTATOR)
    event = history.revealed_event(dependencies().pool, game, version)
    # Between rounds, and after the last one, nothing that is not laid open belongs to a round.
    sealed = game_now.status in (PLAYING, ABANDONED) and version <= game_now.version
    if event is None and sealed:
        raise Problem("round-not-over", "Calls are judged again when their round is over.", version=game_now.version)
    if event is None or claim_in(game_now.ruleset, current(event)) is None:
        raise Problem("no-such-claim", "Calls stand in the claims of the game.")
    judged = rejudge(dependencies().games.view(game, SERVER, version - 1), event)
    return json_response({"game": game, "version": version, **judged})


@admin.operation("GET", "/games/<id:game>/events", Events, access="admin", query=EventsQuery, problems=["no-such-game"])
def list_raw_events(query: dict[str, Any], game: str) -> Response:
    """The log with every envelope of the rounds that are over open, and none of a running one."""
    dependencies().games.view(game, SPECTATOR)
    limit = query["limit"]
    return json_response(
        event_page(history.visible_events(dependencies().pool, game, SPECTATOR, query["after"], limit + 1), limit)
    )


@admin.operation("GET", "/games/<id:game>/integrity", Integrity, access="admin", problems=["no-such-game"])
def get_integrity(game: str) -> Response:
    """Digests and seals of the whole log, computed again; names the first version that is wrong."""
    dependencies().games.game_row(game)
    return json_response(checked(game, integrity.check_game(dependencies().pool, game)))


def checked(game: str, found: integrity.Integrity) -> dict[str, Any]:
    """What came of a check on the wire."""
    return {"game": game, **asdict(found), "intact": found.first_bad is None}


@admin.operation(
    "POST",
    "/integrity",
    Checked,
    access="admin",
    body=NewCheck,
    examples={"all": {"value": {"reason": "weekly check"}}},
)
def check_integrity(body: dict[str, Any]) -> Response:
    """Digests and seals of all logs, computed again part by part: as many games as `limit` says, and no more than fit in a second.

    Go on with `next` as `after` until it is null. `dobon check` does all of it on the command line.
    """
    after = body.get("after")
    if after is not None and not is_uuid(after):
        raise Problem("bad-body", "`after` is the `next` of the part before.")
    if after is None:
        admin_log.recorded(
            dependencies().pool, admin_log.new_act(current_account().id, admin_log.CHECK, "all", body["reason"])
        )
    until, games, events, last = monotonic() + SECONDS, 0, 0, None
    broken = []
    for game, found in integrity.check_all(dependencies().pool, after, body["limit"]):
        games, events, last = games + 1, events + found.version, game
        if found.first_bad is not None:
            broken.append(checked(game, found))
        if monotonic() > until:
            break
    remaining = integrity.count_remaining(dependencies().pool, last) if last is not None else 0
    return json_response(
        {
            "checked": games,
            "games": integrity.count_remaining(dependencies().pool, None),
            "events": events,
            "broken": broken,
            "next": last if remaining else None,
        }
    )
