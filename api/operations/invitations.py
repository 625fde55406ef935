"""Invitations: the address of a table that waits for players, also as a QR code."""

from flask import Response, request
from marshmallow import fields

from api.auth.authorization import require_seat, visible_game
from api.dependencies import dependencies
from api.http.responses import json_response
from api.operations.operation import Blueprint
from api.representations import fields as f
from api.representations.qr import QrCode, qr_code
from domain.game.game import ABANDONED, FINISHED, WAITING
from domain.log.errors import Refused
from infra.queries.games import game_row


class Invitation(f.Answer):
    """What other players need to take a seat."""

    join_code = f.short("KMRTWX", 6, 6, required=True)
    url = fields.String(
        required=True, metadata={"description": "The address of the page that takes a seat.", "format": "uri"}
    )
    qr = fields.Nested(QrCode, required=True, metadata={"description": "The address as a QR code."})


blueprint = Blueprint(
    "invitations", __name__, url_prefix="/v1", scope="games:read", description="Invitations to a game."
)


@blueprint.operation(
    "GET",
    "/games/<id:game>/invitation",
    Invitation,
    problems=["no-such-game", "not-seated", "game-started", "game-over"],
)
def get_invitation(game: str) -> Response:
    """Get the invitation to a game that waits for players.

    For its players.
    """
    viewer, found = visible_game(game)
    require_seat(viewer, "Only players of the game can invite others.")
    if found.status in (FINISHED, ABANDONED):
        raise Refused("game-over", "The game is over.")
    if found.status != WAITING:
        raise Refused("game-started", "Seats can be taken until the first round is dealt.")
    code = game_row(dependencies().pool, game).join_code
    url = f"{request.host_url}table.html?game={game}&code={code}"
    return json_response({"join_code": code, "url": url, "qr": qr_code(url)})
