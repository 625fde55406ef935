"""Queries of admins. Of a running round an admin sees no more than a spectator does."""

from collections.abc import Mapping
from dataclasses import asdict
from time import monotonic
from typing import Any

from flask import Response
from marshmallow import fields

from api.auth.authentication import current_account
from api.dependencies import dependencies
from api.http.pagination import cursor_position, invalid_cursor, page_of
from api.http.responses import json_response
from api.operations.claims import Claim, JudgedClaim, claim_json
from api.operations.events import EventsQuery
from api.operations.operation import Blueprint
from api.problems import Problem
from api.representations import fields as f
from api.representations.events import EventPage, event_page
from api.representations.fields import MOST, PageQuery
from domain.game.claims import claim_in, rejudge
from domain.game.game import ABANDONED, PLAYING
from domain.game.reading import read
from domain.log.events import SERVER, SPECTATOR
from domain.log.identifiers import is_uuid
from infra.accounts import admin_log, known_names
from infra.event_store import damaged_games, integrity
from infra.queries import claims, history
from infra.queries.games import game_row


class Integrity(f.Answer):
    """Recomputed digests and seals of a game."""

    game = f.uuid(required=True)
    version = f.version(required=True)
    head = f.digest(required=True, note="As stored in the game's row.")
    computed = f.digest(required=True, note="As computed from the log.")
    intact = fields.Boolean(required=True)
    first_bad = f.version(required=True, allow_none=True)
    problem = fields.String(required=True, allow_none=True)


class FoundClaim(Claim):
    """A call with its game and player."""

    game = f.uuid(required=True)
    ruleset = f.ruleset_key(required=True)
    player = f.uuid(required=True, allow_none=True, note="The player who called; null for a bot.")
    name = f.text("Aoi", "The present name of the player; null for a bot.", required=True, allow_none=True)


class FoundClaimPage(f.Answer):
    """A page of calls, newest first. Calls of running rounds are left out."""

    claims = fields.List(fields.Nested(FoundClaim), required=True)
    next = f.next_cursor()


class ClaimsFilter(f.Body):
    """The calls that are meant."""

    verdict = f.chosen("true", "false")
    kind = f.call_kind()
    player = f.short("00000000-0000-4000-8000-000000000000", 1, 64, note="Id of the player who called.")
    name = f.short("Rowan", 1, 40, note="The beginning of a present or old name of the player, in any case.")
    ruleset = f.ruleset_key()
    since = f.since()
    until = f.until()


class ClaimsQuery(ClaimsFilter):
    """The calls to list."""

    cursor = f.cursor()
    limit = f.page_limit()


class NewCheck(f.Body):
    """The part of all logs to check, and the reason."""

    optional = True

    after = f.short(
        "00000000-0000-4000-8000-000000000000", 1, 64, note="`next` of the previous part; left out for the first part."
    )
    limit = f.Whole(
        validate=f.Range(1, 1000), metadata={"description": "The most games of the part; the default is 100."}
    )
    reason = f.short("weekly check", None, 500)


class CheckedPart(f.Answer):
    """A part of a check of all logs."""

    checked = f.count(required=True, note="Games in this part.")
    games = f.count(required=True, note="All games.")
    events = f.count(required=True, note="Events in this part.")
    broken = fields.List(
        fields.Nested(Integrity), required=True, metadata={"description": "Games that are not intact."}
    )
    next = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "`after` of the next part; null after the last part."},
    )


class DamagedGame(f.Answer):
    """A game that cannot be read and is set aside."""

    game = f.uuid(required=True)
    found_at = f.moment(required=True)
    reason = f.text(
        "invalid page in block 7 of relation base/16384/16403", required=True, note="The error of the read."
    )


class DamagedGamePage(f.Answer):
    """A page of games that are set aside, by id."""

    games = fields.List(fields.Nested(DamagedGame), required=True)
    next = f.next_cursor()


CHECK_GAMES = 100
"""Default limit of games in one part of a check."""


CHECK_SECONDS = 1
"""Time limit of one part of a check."""


MOST_PLAYERS = 50
"""The most players whose calls one search merges."""


blueprint = Blueprint("admin", __name__, url_prefix="/v1/admin", description="Queries of admins.")


@blueprint.operation("GET", "/claims", FoundClaimPage, access="admin", query=ClaimsQuery)
def find_claims(query: dict[str, Any]) -> Response:
    """List calls of finished rounds of all games, newest first.

    The filters can be combined. Calls of running rounds are left out.
    """
    limit, after = query["limit"], None
    position = cursor_position(query, (str, str, int))
    if position is not None:
        at, game, version = position
        if not is_uuid(game) or abs(version) > MOST:
            raise invalid_cursor()
        after = (at, game, version)
    records = claims.find_claims(dependencies().pool, claim_filter(query), after, limit + 1)
    page = page_of(records, limit, lambda record: record.position)
    names = dependencies().names.of({record.claim.player for record in page.rows if record.claim.player is not None})
    return page.response(claims=[record_json(record, names) for record in page.rows])


def claim_filter(query: dict[str, Any]) -> claims.ClaimFilter:
    """Return the filter that the query describes. Raises `Problem("bad-parameter")` for a name of many players."""
    verdict = query.get("verdict")
    players: list[str] | None = None
    if "name" in query:
        players = known_names.players_named(dependencies().pool, query["name"], MOST_PLAYERS + 1)
        if len(players) > MOST_PLAYERS:
            raise Problem("bad-parameter", "Too many players have such a name: send more of it.")
    if "player" in query:
        known = is_uuid(query["player"]) and (players is None or query["player"] in players)
        players = [query["player"]] if known else []
    return claims.ClaimFilter(
        None if verdict is None else verdict == "true",
        query.get("kind"),
        players,
        query.get("ruleset"),
        query.get("since"),
        query.get("until"),
    )


def record_json(record: claims.ClaimRecord, names: Mapping[str, str]) -> dict[str, Any]:
    """Return a call with its game and player."""
    player = record.claim.player
    about = {"player": player, "name": None if player is None else names[player]}
    return {"game": record.game, "ruleset": record.ruleset, **about, **claim_json(record.claim)}


@blueprint.operation(
    "GET",
    "/claims/<id:game>/<number:version>",
    JudgedClaim,
    access="admin",
    problems=["no-such-game", "no-such-claim", "round-not-over"],
    reading=admin_log.READ_CALL,
)
def get_judged_claim(game: str, version: int) -> Response:
    """Judge one call again, from the log up to it alone.

    The answer holds the recorded verdict beside the new one.
    """
    game_now = dependencies().games.view(game, SPECTATOR)
    logged = history.revealed_event(dependencies().pool, game, version)
    # Between rounds, and after the last one, an event that is not revealed belongs to no round.
    sealed = game_now.status in (PLAYING, ABANDONED) and version <= game_now.version
    if logged is None and sealed:
        raise Problem(
            "round-not-over",
            "The round of this call is still running: a call can be judged again after its round is over.",
            version=game_now.version,
        )
    event = None if logged is None else read(game_now.ruleset, logged)
    if event is None or claim_in(game_now.ruleset, event) is None:
        raise Problem("no-such-claim", "The game has no call at this version: the claims of the game list its calls.")
    judged = rejudge(dependencies().games.view(game, SERVER, version - 1), event)
    return json_response({"game": game, "version": version, **judged})


@blueprint.operation(
    "GET",
    "/games/<id:game>/events",
    EventPage,
    access="admin",
    query=EventsQuery,
    problems=["no-such-game"],
    reading=admin_log.READ_LOG,
)
def list_raw_events(query: dict[str, Any], game: str) -> Response:
    """List the log with all envelopes of finished rounds and none of a running round.

    It is what a spectator of a listed game sees, for every game.
    """
    found = dependencies().games.view(game, SPECTATOR)
    limit = query["limit"]
    events = history.visible_events(dependencies().pool, game, SPECTATOR, query["after"], limit + 1)
    return json_response(event_page(found, events, limit))


@blueprint.operation("GET", "/games/<id:game>/integrity", Integrity, access="admin", problems=["no-such-game"])
def get_integrity(game: str) -> Response:
    """Recompute the digests and seals of a whole log.

    The response names the first invalid version.
    """
    game_row(dependencies().pool, game)
    return json_response(integrity_json(game, integrity.check_game(dependencies().pool, game)))


def integrity_json(game: str, found: integrity.Integrity) -> dict[str, Any]:
    """Return the result of a check as JSON values."""
    return {"game": game, **asdict(found), "intact": found.first_bad is None}


@blueprint.operation("GET", "/damaged-games", DamagedGamePage, access="admin", query=PageQuery)
def list_damaged_games(query: dict[str, Any]) -> Response:
    """List the games that cannot be read.

    Each is set aside: its deadlines and bots stand still, and requests for it are answered with `damaged-game`. The
    server tries to read it again every few minutes.
    """
    limit, position = query["limit"], cursor_position(query, (str,))
    if position is not None and not is_uuid(position[0]):
        raise invalid_cursor()
    after = None if position is None else str(position[0])
    records = damaged_games.list_damaged(dependencies().pool, after, limit + 1)
    page = page_of(records, limit, lambda record: [record.game])
    return page.response(games=[asdict(record) for record in page.rows])


@blueprint.operation(
    "POST",
    "/integrity",
    CheckedPart,
    access="admin",
    body=NewCheck,
    examples={"all": {"value": {"reason": "weekly check"}}},
)
def check_integrity(body: dict[str, Any]) -> Response:
    """Recompute the digests and seals of all logs, part by part.

    A part has at most `limit` games and ends after a second. Send `next` as `after` to continue, until it is null. On
    the command line `dobon check` checks all logs.
    """
    after = body.get("after")
    if after is not None and not is_uuid(after):
        raise Problem("bad-body", "Invalid `after`: send the `next` of the previous part.")
    if after is None:
        admin_log.append(
            dependencies().pool, admin_log.new_act(current_account().id, admin_log.CHECK, "all", body.get("reason", ""))
        )
    until, games, events, last = monotonic() + CHECK_SECONDS, 0, 0, None
    broken = []
    for game, found in integrity.check_all(dependencies().pool, after, body.get("limit", CHECK_GAMES)):
        games, events, last = games + 1, events + found.version, game
        if found.first_bad is not None:
            broken.append(integrity_json(game, found))
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
