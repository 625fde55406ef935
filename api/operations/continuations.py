"""What if: finished rounds, continued from any moment against bots."""

from typing import Any

from flask import Response
from marshmallow import fields

from api.auth.authentication import current_account
from api.auth.authorization import finished_round
from api.dependencies import dependencies
from api.http.responses import json_response
from api.middleware.rate_limit import charge
from api.operations.operation import Blueprint
from api.operations.reviews import Frame, with_words
from api.operations.views import View, view_json
from api.problems import Problem, language
from api.representations import fields as f
from api.representations.actions import Action
from api.texts.codes.games import RULES
from domain.game.game import Game
from domain.log.events import SERVER
from domain.log.sentences import Sentence
from domain.review.what_if import BOTS, MAX_ACTIONS
from domain.review.what_if import Continuation as ContinuedRound
from domain.ruleset.actions import from_wire


class NewContinuation(f.Body):
    """What if: the moment, the seat to play, and its actions since."""

    version = f.version(required=True, note="The event after which the round is continued, as the review lists them.")
    seat = f.seat(required=True, note="The seat that is played by hand.")
    actions = fields.List(
        fields.Nested(Action, allow_none=True),
        validate=f.Length(max=MAX_ACTIONS),
        metadata={
            "description": "The actions of the seat in order, each taken when the seat has its next choice. Null stands "
            "for waiting, which is possible while `may_wait` is true."
        },
    )
    bots = f.chosen(*BOTS, note="The strategy that plays all other seats; `careful` if it is left out.")


class Continuation(f.Answer):
    """A round continued against bots, as the seat knows it. It is recorded nowhere."""

    version = f.version(required=True, note="The event after which the round was continued.")
    seat = f.seat(required=True)
    frames = fields.List(
        fields.Nested(Frame),
        required=True,
        metadata={
            "description": "From the last of the given actions on, or all new ones if there are none. Their events are "
            "numbered on from `version`."
        },
    )
    view = fields.Nested(
        View,
        required=True,
        metadata={
            "description": "The view of the seat at the end, with the actions to choose from. Its options leave nothing "
            "to the clock, and its players are those of the real round."
        },
    )
    over = fields.Boolean(required=True, metadata={"description": "Whether the round has ended."})
    points = fields.List(
        f.Whole(),
        required=True,
        allow_none=True,
        metadata={"description": "The points of each seat from the round; null before its end."},
    )
    may_wait = fields.Boolean(
        required=True,
        metadata={"description": "Whether null may be the next action: the seat may call or play out of turn, or not."},
    )
    version_now = f.version(required=True, note="The version of the view.")


blueprint = Blueprint(
    "continuations", __name__, url_prefix="/v1", scope="reviews:read", description="Finished rounds continued: what if."
)


@blueprint.operation(
    "POST",
    "/games/<id:game>/rounds/<number:round_number>/continuations",
    Continuation,
    body=NewContinuation,
    problems=["no-such-game", "no-such-round", "round-not-over", "no-such-version", *RULES],
)
def continue_round(body: dict[str, Any], game: str, round_number: int) -> Response:
    """Continue a finished round from one of its moments, with one seat played by me and all others by bots.

    The hands and the stock are the true ones of that moment; the answer shows what the seat can know. Nothing is
    recorded: for the next choice, repeat the request with one more action. A refused action has its position as
    `action`.
    """
    upto = finished_round(game, round_number).upto
    charge("continuations", current_account().id)
    start, seat = moment(game, round_number, body["version"], upto), body["seat"]
    if seat >= len(start.seats):
        raise Problem(
            "bad-body",
            Sentence("This game has no seat {seat}: send one from 0 to {last}.", seat=seat, last=len(start.seats) - 1),
        )
    actions = [None if action is None else from_wire(action) for action in body.get("actions", ())]
    found = dependencies().reviews.continuation(start, body["version"], seat, actions, body.get("bots", "careful"))
    return json_response(continuation_json(body["version"], seat, found), headers={"Content-Language": language()})


def moment(game_id: str, round_number: int, version: int, upto: int) -> Game:
    """Return the server's game at a version of the round. Raises `Problem("no-such-version")`."""
    if version <= upto:
        found = dependencies().games.view(game_id, SERVER, version)
        if found.round == round_number and found.table is not None:
            return found
    raise Problem("no-such-version", "The round has no event with this version: its review lists the versions.")


def continuation_json(version: int, seat: int, found: ContinuedRound) -> dict[str, Any]:
    """Return how a round continues from a version, as the seat knows it."""
    return {
        "version": version,
        "seat": seat,
        "frames": [with_words(frame) for frame in found.frames],
        "view": view_json(found.game, seat, found.game.at),
        "over": found.over,
        "points": found.points,
        "may_wait": found.may_wait,
        "version_now": found.game.version,
    }
