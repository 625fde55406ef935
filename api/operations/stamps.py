"""Stamps: short messages from players, shown to every viewer of the game."""

from typing import Any

from flask import Response
from marshmallow import fields

from api.auth.authentication import current_account
from api.auth.authorization import access_to, require_seat
from api.auth.idempotency import keyed_request
from api.dependencies import dependencies
from api.http.responses import json_response
from api.middleware.rate_limit import charge
from api.operations.operation import Blueprint
from api.representations import fields as f
from api.representations.events import STAMP_NAME, StampMessage, stamp_json
from domain.game.spectators import horizon
from domain.log.errors import Refused
from infra.social import stamps
from infra.social.stamps import STAMPS


class NewStamp(f.Body):
    """A stamp to send."""

    stamp = f.chosen(*STAMPS, required=True, component=STAMP_NAME)


class StampList(f.Answer):
    """The newest stamps, oldest first."""

    stamps = fields.List(fields.Nested(StampMessage), required=True)


blueprint = Blueprint("stamps", __name__, url_prefix="/v1", description="Short messages at the table.")


@blueprint.operation(
    "POST",
    "/games/<id:game>/stamps",
    StampMessage,
    status=201,
    body=NewStamp,
    headers=["Idempotency-Key"],
    problems=["no-such-game", "not-seated", "seat-left", "busy", "key-reused"],
    scope="games:play",
)
def give_stamp(body: dict[str, Any], game: str) -> Response:
    """Send a stamp to my table.

    Stamps are not part of the log and change no version. They have a rate limit of their own.
    """
    charge("stamps", current_account().id)
    viewer, found, _ = access_to(game)
    seat = require_seat(viewer, "Only players of the game can send stamps.")
    holder = found.seats[seat]
    if holder is not None and holder.bot is not None:
        raise Refused("seat-left", "A bot plays in your place: take your seat again to return.")
    at = dependencies().games.now()
    pool, player = dependencies().pool, current_account().id
    stamp = stamps.add(pool, game, player, seat, body["stamp"], at, horizon(found), keyed_request(body))
    return json_response(stamp_json(stamp), 201)


@blueprint.operation("GET", "/games/<id:game>/stamps", StampList, problems=["no-such-game"], scope="games:read")
def list_stamps(game: str) -> Response:
    """List the newest stamps, up to 20.

    A delayed spectator sees those sent up to the visible version.
    """
    newest = stamps.newest(dependencies().pool, game, access_to(game).upto)
    return json_response({"stamps": [stamp_json(stamp) for stamp in newest]})
