"""Comments on moments of rounds that are over, among those who sat at the table."""

from typing import Any

from flask import Response, request

from api.auth.authentication import current_account
from api.auth.authorization import finished_round
from api.dependencies import dependencies
from api.http import pagination
from api.http.headers import idempotency_key
from api.http.responses import json_response
from api.presenters.player_names import player_names
from api.presenters.reviews import frame_json
from api.problems import Problem
from api.resources.operation import Blueprint
from api.schemas.admin import PageQuery
from api.schemas.comments import Comment, Comments, NewComment
from domain.errors import Refused
from domain.events import SPECTATOR
from domain.identifiers import is_uuid
from infra.repositories import comments as said

comments = Blueprint("comments", __name__, url_prefix="/v1", description="Talk about rounds that are over.")

PROBLEMS = ("no-such-game", "not-seated", "no-such-round", "round-not-over")


@comments.operation(
    "POST",
    "/games/<id:game>/rounds/<number:round_number>/comments",
    Comment,
    status=201,
    body=NewComment,
    headers=["Idempotency-Key"],
    problems=[*PROBLEMS, "no-such-version", "too-many-comments", "key-reused"],
)
def add_comment(body: dict[str, Any], game: str, round_number: int) -> Response:
    """Say something about a moment of a round that is over. Those who sit at the table read it."""
    seated(game, round_number)
    if frame_json(game, round_number, body["version"], None) is None:
        raise Problem("no-such-version", "The versions of a round stand in its review.")
    text, key = body["text"].strip(), idempotency_key(request)
    return json_response(
        shown(
            game, [said.add(dependencies().pool, game, round_number, body["version"], current_account().id, text, key)]
        )[0],
        201,
    )


@comments.operation(
    "GET", "/games/<id:game>/rounds/<number:round_number>/comments", Comments, query=PageQuery, problems=PROBLEMS
)
def list_comments(query: dict[str, Any], game: str, round_number: int) -> Response:
    """What was said about a round, oldest first. For those who sit at the table."""
    seated(game, round_number)
    limit, after = query["limit"], None
    if "cursor" in query:
        at, comment = pagination.decode_cursor(query["cursor"], (str, str))
        if not is_uuid(comment):
            raise pagination.invalid_cursor()
        after = (at, comment)
    found = said.page(dependencies().pool, game, round_number, after, limit + 1)
    page = found[:limit]
    following = pagination.encode_cursor([page[-1].at, page[-1].id]) if len(found) > limit else None
    return json_response({"comments": shown(game, page), "next": following}, headers=pagination.next_link(following))


def seated(game: str, round_number: int) -> int:
    """The account's seat, in a game in which the round is over. Raises `Refused`."""
    viewer = finished_round(game, round_number).viewer
    if viewer == SPECTATOR:
        raise Refused("not-seated", "Rounds are talked about by those who sit at the table.")
    return viewer


def shown(game_id: str, found: list[said.Comment]) -> list[dict[str, Any]]:
    """Comments on the wire."""
    game = dependencies().games.view(game_id, SPECTATOR)
    names = player_names().of({one.player for one in found})
    return [
        {
            "id": one.id, "round": one.round, "version": one.version, "seat": game.seat_of(one.player), "player": one.player,
            "name": names[one.player], "text": one.text, "at": one.at,
        }
        for one in found
    ]  # fmt: skip
