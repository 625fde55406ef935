"""Taking and leaving seats."""

from typing import Any

from flask import Response, request

from api.auth.authentication import current_account
from api.auth.authorization import mask_refusal
from api.dependencies import dependencies
from api.http.headers import idempotency_key
from api.operations.actions import CommandResult, command_response, request_fingerprint
from api.operations.games import blueprint
from api.representations import fields as f
from api.representations.games import anchor
from api.texts.codes.games import SEATS
from domain.log.errors import Refused, no_such_game
from infra.queries.games import game_row


class NewSeat(f.Body):
    """A request for a seat."""

    optional = True

    anchor = anchor()
    join_code = f.short("KMRTWX", 1, 32, note="Required if the game is not listed.")


TAKING = (
    "no-such-game",
    "already-seated",
    "game-started",
    "game-over",
    "too-many-games",
    "seat-refused",
    "bots-not-admitted",
    "bad-anchor",
)
"""Refusals of taking a seat."""


@blueprint.operation(
    "POST",
    "/games/<id:game>/seats",
    CommandResult,
    status=201,
    body=NewSeat,
    headers=["Idempotency-Key"],
    problems=[*TAKING, "key-reused", "busy"],
    gives_headers=["ETag"],
    scope="games:play",
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
    scope="games:play",
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
