"""Comments on moments of finished rounds, among the players of the game."""

from collections.abc import Sequence
from typing import Any

from flask import Response
from marshmallow import fields

from api.auth.authentication import current_account
from api.auth.authorization import finished_round, require_seat
from api.auth.idempotency import keyed_request
from api.dependencies import dependencies
from api.http.pagination import page_of, time_and_id
from api.http.responses import json_response
from api.operations.operation import Blueprint
from api.problems import Problem
from api.representations import fields as f
from api.representations.fields import PageQuery
from domain.game.game import Game
from domain.log.events import SPECTATOR
from infra.social import comments

_CONTROL = r"\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069"


WORDS = rf"^[^{_CONTROL}]*[^{_CONTROL}\s][^{_CONTROL}]*$"
"""Text of one or more lines with a visible character."""


class NewComment(f.Body):
    """A comment on a moment of the round."""

    version = f.version(required=True, note="The version of an event of the round: the moment of the comment.")
    text = fields.String(
        required=True,
        validate=[
            f.Length(1, 1000),
            f.Pattern(WORDS, error="Must be text with a visible character and without control characters."),
        ],
        metadata={"examples": ["Here I should have called."]},
    )


class Comment(f.Answer):
    """A comment of a player on a moment."""

    id = f.uuid(required=True)
    round = f.version(required=True)
    version = f.version(required=True)
    seat = f.seat(required=True, allow_none=True)
    player = f.uuid(required=True)
    name = f.text("Aoi", required=True)
    text = f.text(
        "Here I should have called.", "Null if the comment is hidden and not mine.", required=True, allow_none=True
    )
    hidden = fields.Boolean(required=True, metadata={"description": "Whether an admin has hidden it from others."})
    at = f.moment(required=True)


class CommentPage(f.Answer):
    """A page of comments, oldest first."""

    comments = fields.List(fields.Nested(Comment), required=True)
    next = f.next_cursor()


blueprint = Blueprint("comments", __name__, url_prefix="/v1", description="Comments on finished rounds.")


PROBLEMS = ("no-such-game", "not-seated", "no-such-round", "round-not-over")


@blueprint.operation(
    "POST",
    "/games/<id:game>/rounds/<number:round_number>/comments",
    Comment,
    status=201,
    body=NewComment,
    headers=["Idempotency-Key"],
    problems=[*PROBLEMS, "no-such-version", "too-many-comments", "key-reused"],
    scope="social:write",
)
def add_comment(body: dict[str, Any], game: str, round_number: int) -> Response:
    """Comment on a moment of a finished round.

    The players of the game can read it.
    """
    check_seat(game, round_number)
    if dependencies().reviews.frame(game, round_number, body["version"], None) is None:
        raise Problem("no-such-version", "The round has no event with this version: its review lists the versions.")
    pool, author, text = dependencies().pool, current_account().id, body["text"].strip()
    found = dependencies().games.view(game, SPECTATOR)
    others = [seat.player for seat in found.seats if seat is not None and seat.player not in (None, author)]
    comment = comments.add(pool, game, round_number, body["version"], author, text, keyed_request(body), others)
    return json_response(comments_json(found, [comment], author)[0], 201)


@blueprint.operation(
    "GET",
    "/games/<id:game>/rounds/<number:round_number>/comments",
    CommentPage,
    query=PageQuery,
    problems=PROBLEMS,
    scope="reviews:read",
)
def list_comments(query: dict[str, Any], game: str, round_number: int) -> Response:
    """List the comments on a finished round, oldest first.

    For players of the game. Comments of players whom I block are left out, and of comments that an admin has hidden
    only the author gets the text.
    """
    check_seat(game, round_number)
    limit, me = query["limit"], current_account().id
    rows = comments.page(dependencies().pool, game, round_number, me, time_and_id(query), limit + 1)
    page = page_of(rows, limit, lambda comment: [comment.at, comment.id])
    found = dependencies().games.view(game, SPECTATOR)
    return page.response(comments=comments_json(found, page.rows, me))


def check_seat(game: str, round_number: int) -> None:
    """Raise `Refused` unless the round is over and the account has a seat in the game."""
    require_seat(finished_round(game, round_number).viewer, "Only players of the game can comment on its rounds.")


def comments_json(game: Game, found: Sequence[comments.Comment], reader: str | None) -> list[dict[str, Any]]:
    """Return comments as JSON values; the text of a hidden one for its author and for an admin (None) alone."""
    names = dependencies().names.of({one.player for one in found})
    names |= {player["id"]: player["name"] for player in dependencies().names.players_of(game) if player["id"] in names}
    return [
        {
            "id": one.id, "round": one.round, "version": one.version, "seat": game.seat_of(one.player), "player": one.player,
            "name": names[one.player], "text": one.text if reader in (None, one.player) or not one.hidden else None,
            "hidden": one.hidden, "at": one.at,
        }
        for one in found
    ]  # fmt: skip
