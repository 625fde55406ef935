"""Games: opening, listing, taking and leaving seats."""

from typing import Any

from flask import Response, request

from api.auth.authentication import current_account
from api.auth.authorization import mask_refusal, visible_game
from api.dependencies import dependencies
from api.http.headers import idempotency_key
from api.http.pagination import invalid_cursor, page_of, time_and_id
from api.http.responses import json_response
from api.middleware.rate_limit import limit_join_codes
from api.presenters.commands import command_response, request_fingerprint
from api.presenters.games import game_json, row_json
from api.problems import OPENING, SEATS
from api.resources.operation import Blueprint
from api.schemas.games import Game, GamePage, GamesQuery, NewSeat
from api.schemas.new_games import EXAMPLES, NewGame
from api.schemas.views import CommandResult
from domain.game.game import BETWEEN_ROUNDS, PLAYING
from domain.game.spectators import DELAYED, LIVE, horizon, may_watch
from domain.log.errors import Refused, no_such_game
from domain.log.events import SERVER, SPECTATOR
from infra.event_store.damaged_games import DamagedGame
from infra.queries.games import GameRow, find_games, game_row, games_with_join_code

TAKING = ("no-such-game", "already-seated", "game-started", "game-over", "too-many-games", "seat-refused", "bad-anchor")
"""Refusals of taking a seat."""

blueprint = Blueprint("games", __name__, url_prefix="/v1", description="Games and their seats.")


@blueprint.operation(
    "POST",
    "/games",
    Game,
    status=201,
    body=NewGame,
    headers=["Idempotency-Key"],
    problems=[*OPENING, "too-many-games", "key-reused"],
    examples=EXAMPLES,
    gives_headers=["Location"],
)
def open_game(body: dict[str, Any]) -> Response:
    """Open a game.

    I take seat 0 and bots take the last seats; the first round is dealt when every seat is taken, and when all players
    with an `anchor` are ready. Give `join_code` to
    the players who should take the other seats.
    """
    outcome = dependencies().games.create(
        current_account().id,
        body["ruleset"],
        body.get("options", {}),
        body["seats"],
        body.get("bots", []),
        body.get("listed", False),
        body.get("anchor"),
        key=idempotency_key(request),
        request=request_fingerprint(body),
        spectators=body.get("spectators", LIVE),
        spectator_delay=body.get("spectator_delay"),
    )
    game = outcome.game
    row = game_row(dependencies().pool, game.id)
    described = {**game_json(game), "join_code": row.join_code}
    return json_response(described, 201, {"Location": f"/v1/games/{game.id}"})


@blueprint.operation("GET", "/games", GamePage, query=GamesQuery)
def list_games(query: dict[str, Any]) -> Response:
    """List games, newest first.

    Without filters these are the listed games; with `mine=true` all games in which I sit; with `join_code` the waiting
    game of that code. The list without `mine` is the same for every account: it shows each game as its spectators see
    it. A page may be shorter than `limit`, if a game changes at that moment; `next` says whether another page follows.
    """
    if "join_code" in query:
        limit_join_codes(current_account().id)
        rows = games_with_join_code(dependencies().pool, query["join_code"], query["limit"])
        return json_response({"games": [row_json(row) for row in rows], "next": None})
    limit, after = query["limit"], time_and_id(query)
    if after is not None and len(after[0]) != len("2026-11-21T03:24:00.123456Z"):
        raise invalid_cursor()
    player = current_account().id if query.get("mine") else None
    rows = find_games(dependencies().pool, query.get("status"), query.get("ruleset"), player, after, limit + 1)
    page = page_of(rows, limit, lambda row: [row.created_at, row.id])
    games = [row_json(row) if player is not None else watched_game_json(row) for row in page.rows]
    return page.response(
        games=[game for game in games if game and game["status"] == query.get("status", game["status"])]
    )


@blueprint.operation("GET", "/games/<id:game>", Game, problems=["no-such-game"])
def get_game(game: str) -> Response:
    """Get a game as seen from outside.

    The response holds its `join_code` if I have a seat.
    """
    viewer, found = visible_game(game)
    described = game_json(found)
    if viewer != SPECTATOR:
        described["join_code"] = game_row(dependencies().pool, game).join_code
    return json_response(described)


@blueprint.operation(
    "POST",
    "/games/<id:game>/seats",
    CommandResult,
    status=201,
    body=NewSeat,
    headers=["Idempotency-Key"],
    problems=[*TAKING, "key-reused", "busy"],
    gives_headers=["ETag"],
)
def take_seat(body: dict[str, Any], game: str) -> Response:
    """Take the first free seat, or return to my own after leaving.

    A game that is not listed requires its `join_code`. A return needs no code: the bot stops, `bot` in `players` is
    null again, and the cards are those of that moment.
    """
    try:
        outcome = dependencies().games.sit(
            game,
            current_account().id,
            body.get("anchor"),
            body.get("join_code"),
            key=idempotency_key(request),
            request=request_fingerprint(body),
        )
    except Refused as refusal:
        raise mask_seat_refusal(game, refusal) from None
    return command_response(outcome, 201)


@blueprint.operation(
    "DELETE",
    "/games/<id:game>/seats/me",
    CommandResult,
    headers=["Idempotency-Key"],
    problems=["no-such-game", *SEATS, "key-reused", "busy"],
    gives_headers=["ETag"],
)
def leave_seat(game: str) -> Response:
    """Leave my seat.

    Before the start the seat is free again, and a game that its last player leaves is abandoned. After the start a bot
    plays on in my place: my seat in `players` keeps its `id` and its `kind`, and `bot` names the strategy. `POST
    /v1/games/{game}/seats` gives the seat back to me at any time until the game is over. Until then I see the game as
    my seat does.
    """
    try:
        outcome = dependencies().games.leave(game, current_account().id, key=idempotency_key(request))
    except Refused as refusal:
        raise mask_refusal(game, refusal) from None
    return command_response(outcome)


def mask_seat_refusal(game_id: str, refusal: Refused) -> Refused:
    """Return the refusal of a seat without anything hidden from the account."""
    if refusal.code == "bad-join-code":
        return no_such_game()  # without the code the game is hidden from this account
    if refusal.code == "no-such-game" or not game_row(dependencies().pool, game_id).listed:
        return refusal
    return mask_refusal(game_id, refusal)


def watched_game_json(row: GameRow) -> dict[str, Any] | None:
    """Return a row of a listing as spectators see the game; None if it is hidden from them by now, or damaged."""
    if row.spectators != DELAYED or row.status not in (PLAYING, BETWEEN_ROUNDS):
        return row_json(row)
    games = dependencies().games
    try:
        game = games.view(row.id, SERVER)
        return game_json(games.view(row.id, SPECTATOR, horizon(game))) if may_watch(game) else None
    except DamagedGame:  # it must not fail the list
        return None
