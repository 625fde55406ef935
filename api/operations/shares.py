"""Links that open the replay of a finished game without an account."""

from dataclasses import asdict
from typing import Any

from flask import Response, request
from marshmallow import fields

from api.auth.authentication import current_account
from api.auth.authorization import require_seat, visible_game
from api.auth.idempotency import keyed_secret
from api.dependencies import dependencies
from api.http.pagination import page_of, time_and_id
from api.http.responses import json_response, revalidated
from api.operations.events import EventsQuery
from api.operations.fairness import Fairness, fairness_json
from api.operations.inclusion import Inclusion, inclusion_answer
from api.operations.operation import Blueprint
from api.operations.reviews import Review, ReviewRange, review_json, review_seat
from api.operations.rounds import FinishedRound, ledger_json
from api.problems import Problem
from api.representations import fields as f
from api.representations.events import EventPage, event_page
from api.representations.fields import PageQuery
from api.representations.games import GameOptions, SeatHolder
from domain.game.game import FINISHED
from domain.log.events import SPECTATOR
from domain.log.identifiers import is_uuid
from domain.log.sentences import Sentence
from infra.queries import history
from infra.social import shares


class Share(f.Answer):
    """A link to the replay of a game."""

    id = f.uuid(required=True)
    created_at = f.moment(required=True)
    revoked_at = f.moment(required=True, allow_none=True)


class FreshShare(Share):
    """A new link. This response alone shows its token; the server stores only its hash."""

    token = f.text("dbnshr_mU4rPCyEo6nHLqS8eL3Vw0yvQn5t2dXkZb7aJgR1hFs", required=True)
    path = f.text(
        "/replay.html?share=dbnshr_mU4rPCyEo6nHLqS8eL3Vw0yvQn5t2dXkZb7aJgR1hFs",
        "The page of the replay, for people.",
        required=True,
    )
    api_path = f.text(
        "/v1/shares/dbnshr_mU4rPCyEo6nHLqS8eL3Vw0yvQn5t2dXkZb7aJgR1hFs",
        "The address of the replay in this API, for programs.",
        required=True,
    )


class SharePage(f.Answer):
    """A page of the links that I created for a game."""

    shares = fields.List(fields.Nested(Share), required=True)
    next = f.next_cursor()


class Replay(f.Answer):
    """A finished game, for the holder of a link."""

    game = f.uuid(required=True)
    ruleset = f.ruleset_key(required=True)
    options = fields.Nested(GameOptions, required=True)
    players = fields.List(fields.Nested(SeatHolder), required=True)
    rounds = fields.List(fields.Nested(FinishedRound), required=True)
    scores = fields.List(f.Whole(), required=True, metadata={"description": "By seat."})


blueprint = Blueprint("shares", __name__, url_prefix="/v1", description="Links to replays.")


@blueprint.operation(
    "POST",
    "/games/<id:game>/shares",
    FreshShare,
    status=201,
    headers=["Idempotency-Key"],
    gives_headers=["Location"],
    problems=["no-such-game", "not-seated", "game-not-over", "too-many-shares", "key-reused"],
    scope="social:write",
)
def create_share(game: str) -> Response:
    """Create a link to the replay of a finished game.

    The holder of the link sees every hand. This response alone shows the token: `path` opens the page of the replay,
    and `api_path` is its address in this API.
    """
    check_seat(game)
    if dependencies().games.view(game, SPECTATOR).status != FINISHED:
        raise Problem("game-not-over", "A replay can be shared after the game is finished.")
    token, keyed = keyed_secret(shares.PREFIX)
    share = shares.create(dependencies().pool, game, current_account().id, token, keyed)
    paths = {"path": f"/replay.html?share={token}", "api_path": f"/v1/shares/{token}"}
    return json_response({**asdict(share), "token": token, **paths}, 201, {"Location": paths["api_path"]})


@blueprint.operation(
    "GET",
    "/games/<id:game>/shares",
    SharePage,
    query=PageQuery,
    problems=["no-such-game", "not-seated"],
    scope="reviews:read",
)
def list_shares(query: dict[str, Any], game: str) -> Response:
    """List the links that I created for a game, oldest first and including revoked ones.

    Their tokens are not stored.
    """
    check_seat(game)
    limit = query["limit"]
    rows = shares.page(dependencies().pool, game, current_account().id, time_and_id(query), limit + 1)
    page = page_of(rows, limit, lambda share: [share.created_at, share.id])
    return page.response(shares=[asdict(share) for share in page.rows])


@blueprint.operation(
    "DELETE",
    "/games/<id:game>/shares/<id:share>",
    None,
    status=204,
    problems=["no-such-game", "not-seated", "no-such-share"],
    scope="social:write",
)
def revoke_share(game: str, share: str) -> Response:
    """Revoke a link that I created.

    From then on its replay is answered like that of an unknown link.
    """
    check_seat(game)
    if not is_uuid(share) or not shares.revoke(dependencies().pool, game, current_account().id, share):
        raise no_such_share()
    return Response(status=204)


@blueprint.operation("GET", "/shares/<token>", Replay, access="open", problems=["no-such-share"])
def open_share(token: str) -> Response:
    """Get the game behind a link: its players and the results of its rounds.

    The token in the path is the only right that the request needs.
    """
    game = shared_game(token)
    found = dependencies().games.view(game, SPECTATOR)
    replay = {"game": game, "ruleset": found.ruleset.key, "options": found.options}
    players = dependencies().names.with_names(found.players)
    return json_response(
        {**replay, "players": players, **ledger_json(history.finished_rounds(dependencies().pool, found), found)}
    )


@blueprint.operation(
    "GET",
    "/shares/<token>/rounds/<number:round_number>",
    Review,
    access="open",
    query=ReviewRange,
    headers=["If-None-Match"],
    problems=["no-such-share", "no-such-round"],
    not_modified=True,
    gives_headers=["ETag"],
)
def open_shared_round(query: dict[str, Any], token: str, round_number: int) -> Response:
    """Review a round of the game behind a link, one frame for each version.

    With `as` the frames show only what that seat knew. A long round takes several requests: `next` of an answer is the
    `from` of the next one.
    """
    game = shared_game(token)
    rounds = dependencies().games.view(game, SPECTATOR).round
    if not 1 <= round_number <= rounds:
        raise Problem("no-such-round", Sentence("This game has rounds 1 to {last}.", last=rounds))
    found = dependencies().reviews.frames(game, round_number, review_seat(game, query), query["frames"])
    answer = json_response(review_json(round_number, found))
    return revalidated(answer, request, "private, no-cache")  # the link may be revoked


@blueprint.operation(
    "GET", "/shares/<token>/events", EventPage, access="open", query=EventsQuery, problems=["no-such-share"]
)
def list_shared_events(query: dict[str, Any], token: str) -> Response:
    """List the log of the game behind a link.

    Every envelope is open, so a reader of the log can verify it.
    """
    game, limit = shared_game(token), query["limit"]
    found = history.visible_events(dependencies().pool, game, SPECTATOR, query["after"], limit + 1)
    return json_response(event_page(dependencies().games.view(game, SPECTATOR), found, limit))


@blueprint.operation("GET", "/shares/<token>/fairness", Fairness, access="open", problems=["no-such-share"])
def get_shared_fairness(token: str) -> Response:
    """Get the commitments and secrets of the game behind a link.

    The commitments bound the shuffles before the deal.
    """
    return json_response(fairness_json(dependencies().games.view(shared_game(token), SPECTATOR)))


@blueprint.operation("GET", "/shares/<token>/inclusion", Inclusion, access="open", problems=["no-such-share"])
def get_shared_inclusion(token: str) -> Response:
    """Get the entries of the game behind a link in the public log, with proofs.

    The keys that sign the checkpoint need no account either.
    """
    seen = dependencies().games.view(shared_game(token), SPECTATOR)
    return inclusion_answer(seen.id, seen.version)


def shared_game(token: str) -> str:
    """Return the game behind a link. Raises `Problem("no-such-share")`, the same for an unknown and a revoked one."""
    game = shares.game_of(dependencies().pool, token)
    if game is None:
        raise no_such_share()
    return game


def no_such_share() -> Problem:
    """Return the error for an unknown or revoked link."""
    return Problem("no-such-share", "The link is invalid or revoked.")


def check_seat(game: str) -> None:
    """Raise `Refused` with `no-such-game` or `not-seated` unless the account has a seat in the game."""
    require_seat(visible_game(game)[0], "Only players of the game can share its replay.")
