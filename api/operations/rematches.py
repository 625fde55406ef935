"""Rematches: another game at the same table."""

from typing import Any

from flask import Response
from marshmallow import fields

from api.auth.authentication import current_account
from api.auth.authorization import require_seat, visible_game
from api.dependencies import dependencies
from api.http.responses import json_response
from api.operations.games import Game, game_json
from api.operations.operation import Blueprint
from api.operations.seats import TAKING
from api.problems import Problem
from api.representations import fields as f
from api.representations.games import anchor
from api.texts.codes.games import OPENING
from domain.game.game import ABANDONED, FINISHED
from domain.game.game import Game as DomainGame
from domain.log.errors import Refused
from domain.log.events import SPECTATOR
from infra.commands.service import game_id_of
from infra.queries.games import game_row
from infra.social import rematches


class NewRematch(f.Body):
    """A request for a rematch."""

    optional = True

    anchor = anchor()


class Rematch(f.Answer):
    """The rematch of a game."""

    game = fields.UUID(
        required=True, allow_none=True, metadata={"description": "The new game; null while nobody has asked for one."}
    )


blueprint = Blueprint("rematches", __name__, url_prefix="/v1", description="Another game at the same table.")


PLAYERS_ONLY = "Only players of the game can ask for a rematch."


@blueprint.operation(
    "POST",
    "/games/<id:game>/rematch",
    Game,
    status=201,
    body=NewRematch,
    problems=["not-seated", "game-not-over", *OPENING, *TAKING],
    scope="games:play",
)
def join_rematch(body: dict[str, Any], game: str) -> Response:
    """Play again at the same table.

    The first player who asks opens a game with the same options, seats and bots; players who ask later take a seat in
    it. A repeated request gets the same game.
    """
    viewer, found = visible_game(game)
    require_seat(viewer, PLAYERS_ONLY)
    if found.status not in (FINISHED, ABANDONED):
        raise Problem("game-not-over", "A rematch can be asked for when the game is over.")
    pool, games, account = dependencies().pool, dependencies().games, current_account().id
    host, anchor = rematches.claim(pool, game, account, body.get("anchor"))
    opened = open_rematch(found, host, anchor)
    if host != account:
        try:
            games.sit(opened, account, body.get("anchor"), game_row(pool, opened).join_code)
        except Refused as refusal:
            if refusal.code != "already-seated":
                raise
    described = {**game_json(games.view(opened, SPECTATOR)), "join_code": game_row(pool, opened).join_code}
    return json_response(described, 201, {"Location": f"/v1/games/{opened}"})


@blueprint.operation(
    "GET", "/games/<id:game>/rematch", Rematch, problems=["no-such-game", "not-seated"], scope="games:read"
)
def get_rematch(game: str) -> Response:
    """Get the rematch of a game.

    `game` is null until a player has asked for one.
    """
    viewer, _ = visible_game(game)
    require_seat(viewer, PLAYERS_ONLY)
    host = rematches.host(dependencies().pool, game)
    return json_response({"game": None if host is None else game_id_of(host, key_of(game))})


def open_rematch(game: DomainGame, host: str, anchor: str | None) -> str:
    """Open the rematch for its host and return its id; every process opens the same game."""
    bots = [seat.bot for seat in game.seats if seat is not None and seat.player is None and seat.bot is not None]
    return dependencies().games.create(
        host, game.ruleset.key, game.options, len(game.seats), bots, listed=False, anchor=anchor, key=key_of(game.id),
        admits_bots=game.bot_accounts,
    ).game.id  # fmt: skip


def key_of(game: str) -> str:
    """Return the idempotency key with which the rematch of a game is opened."""
    return f"rematch of {game}"
