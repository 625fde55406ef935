"""Games: opening one, finding one, and seats."""

from typing import Any
from urllib.parse import urlencode

from flask import Response, request

from api.auth.authentication import account
from api.auth.authorization import hidden, seen
from api.dependencies import services
from api.http import pagination
from api.http.request_body import idempotency_key
from api.middleware.rate_limit import code_spends
from api.presenters.commands import acted, requested
from api.problems import OPENING, SEATS
from api.resources.operation import Blueprint, answer
from api.resources.views import ETAG
from api.schemas.games import Game, Games, GamesQuery, NewGame, NewSeat
from api.schemas.views import Acted
from api.streaming.sse import LINK, link
from domain import game as games_domain
from domain.errors import Refused
from domain.events import SPECTATOR
from domain.identifiers import is_uuid
from domain.spectators import DELAYED, LIVE
from infra.commands.repository import no_such_game
from infra.queries.games import GameRow

games = Blueprint("games", __name__, url_prefix="/v1", description="Tables to play at.")


@games.operation(
    "POST",
    "/games",
    Game,
    status=201,
    body=NewGame,
    headers=["Idempotency-Key"],
    problems=[*OPENING, "key-reused"],
    examples={"table": {"value": {"ruleset": "dobon-sato", "seats": 4, "bots": ["careful", "careful", "novice"]}}},
)
def open_game(body: dict[str, Any]) -> Response:
    """Open a game. I sit on seat 0, bots on the last seats; the round is dealt when the last seat is taken.

    Give `join_code` to those who are to sit down too.
    """
    outcome = services().tables.create(
        account().id,
        body["ruleset"],
        body.get("options", {}),
        body["seats"],
        body.get("bots", []),
        body["listed"],
        body.get("entropy", ""),
        key=idempotency_key(request),
        request=requested(body),
        spectators=body.get("spectators", LIVE),
        spectator_delay=body.get("spectator_delay"),
    )
    game = outcome.game
    row = services().tables.game_row(game.id)
    described = {**public(game), "join_code": row.join_code}
    return answer(described, 201, {"Location": f"/v1/games/{game.id}"})


@games.operation("GET", "/games", Games, query=GamesQuery)
def list_games(query: dict[str, Any]) -> Response:
    """Listed games, newest first; with `mine=true` all games in which I sit; with `join_code` the game that waits for whoever has that code.

    A page may be shorter than `limit`, since some games show strangers another status than they have; `next` says whether there are more.
    """
    if "join_code" in query:
        code_spends(account().id)
        rows = services().tables.waiting(query["join_code"], query["limit"])
        return answer({"games": [game for row in rows if (game := awaited(row)) is not None], "next": None})
    limit = query["limit"]
    rows = services().tables.listing(
        query.get("status"),
        query.get("ruleset"),
        account().id if query.get("mine") else None,
        read_cursor(query["cursor"]) if "cursor" in query else None,
        limit + 1,
    )
    shown = rows[:limit]
    following = cursor(shown[-1]) if len(rows) > limit else None
    headers = {}
    if following is not None:
        address = urlencode({**request.args, "cursor": following})
        headers["Link"] = f'</v1/games?{address}>; rel="next"'
    games = [game for row in shown if (game := listed(row)) is not None]
    fitting = [game for game in games if game["status"] == query.get("status", game["status"])]
    return answer({"games": fitting, "next": following}, headers=headers)


@games.operation("GET", "/games/<id:game>", Game, problems=["no-such-game"], gives_headers=LINK)
def get_game(game: str) -> Response:
    """A game from outside. Its `join_code` is there for those who sit in it."""
    viewer, found = seen(game)
    described = public(found)
    if viewer != SPECTATOR:
        described["join_code"] = services().tables.game_row(game).join_code
    return answer(described, headers=link(game))


@games.operation(
    "POST",
    "/games/<id:game>/seats",
    Acted,
    status=201,
    body=NewSeat,
    headers=["Idempotency-Key"],
    problems=["no-such-game", "already-seated", "game-started", "game-over", "bad-entropy", "key-reused", "busy"],
    gives_headers=ETAG,
)
def take_seat(body: dict[str, Any], game: str) -> Response:
    """Take the first free seat, or come back to my own after leaving. A game that is not listed asks for its `join_code`."""
    try:
        outcome = services().tables.sit(
            game,
            account().id,
            body.get("entropy", ""),
            body.get("join_code"),
            key=idempotency_key(request),
            request=requested(body),
        )
    except Refused as refusal:
        raise unseated(game, refusal) from None
    return acted(outcome, 201)


@games.operation(
    "DELETE",
    "/games/<id:game>/seats/me",
    Acted,
    headers=["Idempotency-Key"],
    problems=["no-such-game", *SEATS, "key-reused", "busy"],
    gives_headers=ETAG,
)
def leave_seat(game: str) -> Response:
    """Stand up before the start; later a bot plays on for me, and everybody sees that."""
    try:
        outcome = services().tables.leave(game, account().id, key=idempotency_key(request))
    except Refused as refusal:
        raise hidden(game, refusal) from None
    return acted(outcome)


def unseated(game_id: str, refusal: Refused) -> Refused:
    """Why somebody could not sit down, as that account may hear it."""
    if refusal.code == "bad-join-code":
        return no_such_game()  # without the code the game is not this account's to see
    if refusal.code == "no-such-game" or not services().tables.game_row(game_id).listed:
        return refusal
    return hidden(game_id, refusal)


def public(game: games_domain.Game) -> dict[str, Any]:
    """What a game is, from anybody's fold of it."""
    view = games_domain.view(game, SPECTATOR)
    watched: dict[str, Any] = {"spectators": game.spectators}
    if game.spectators == DELAYED:
        watched["spectator_delay"] = game.spectator_delay
    return {
        "id": game.id,
        "ruleset": view["ruleset"],
        "options": view["options"],
        "seats": len(game.seats),
        "status": view["status"],
        "version": view["version"],
        "head": view["head"],
        "listed": game.listed,
        **watched,
        "players": services().names.into(view["players"]),
    }


def listed(row: GameRow) -> dict[str, Any] | None:
    """A row of a listing, as the account may see that game; None where it may no longer."""
    try:
        return public(seen(row.id)[1])
    except Refused:
        return None


def awaited(row: GameRow) -> dict[str, Any] | None:
    """A row found by its join code, which opens the game as long as it waits; None where it has begun meanwhile."""
    found = services().tables.view(row.id, SPECTATOR)
    return public(found) if found.status == games_domain.WAITING else None


def cursor(row: GameRow) -> str:
    """Where the page after this row begins."""
    return pagination.write([row.created_at, row.id])


def read_cursor(text: str) -> tuple[str, str]:
    """What `cursor` made. Raises `Problem("bad-parameter")`."""
    created_at, game = pagination.read(text, (str, str))
    if len(created_at) != len("2026-11-21T03:24:00.123456Z") or not is_uuid(game):
        raise pagination.wrong()
    return created_at, game
