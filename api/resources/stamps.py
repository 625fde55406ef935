"""Stamps at the table: given by those who sit there, seen by whoever may follow the game."""

from typing import Any

from flask import Response

from api.auth.authentication import current_account
from api.auth.authorization import access_to, require_seat
from api.dependencies import dependencies
from api.http.responses import json_response
from api.middleware.rate_limit import limit_stamps
from api.presenters.events import stamp_json
from api.resources.operation import Blueprint
from api.schemas.stamps import NewStamp, Stamp, Stamps
from domain.errors import Refused
from domain.spectators import horizon
from infra.repositories import stamps

blueprint = Blueprint("stamps", __name__, url_prefix="/v1", description="A few words at the table, beside the game.")


@blueprint.operation(
    "POST",
    "/games/<id:game>/stamps",
    Stamp,
    status=201,
    body=NewStamp,
    problems=["no-such-game", "not-seated", "seat-left", "busy"],
)
def give_stamp(body: dict[str, Any], game: str) -> Response:
    """Say something at my table. It is no part of the game: no version, nothing in the log. Stamps have an allowance of their own."""
    limit_stamps(current_account().id)
    viewer, found, _ = access_to(game)
    seat = require_seat(viewer, "Only players of the game can send stamps.")
    holder = found.seats[seat]
    if holder is not None and holder.bot is not None:
        raise Refused("seat-left", "A bot plays on for you; take the seat again to come back.")
    at = dependencies().games.now()
    stamp = stamps.add(dependencies().pool, game, current_account().id, seat, body["stamp"], at, horizon(found))
    return json_response(stamp_json(stamp), 201)


@blueprint.operation("GET", "/games/<id:game>/stamps", Stamps, problems=["no-such-game"])
def list_stamps(game: str) -> Response:
    """The newest stamps, up to 20. Spectators who are some moves behind see those given up to the version that they see."""
    newest = stamps.newest(dependencies().pool, game, access_to(game).upto)
    return json_response({"stamps": [stamp_json(stamp) for stamp in newest]})
