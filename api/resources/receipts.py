"""Receipts of games, and the keys that sign them."""

from flask import Response, request

from api.auth.authorization import visible_game
from api.dependencies import dependencies
from api.http.responses import json_response, revalidated
from api.presenters.receipts import receipt_json
from api.resources.operation import Blueprint
from api.schemas.receipts import KeySet, Receipt
from domain.game.receipts import jwk

CACHED = "public, max-age=300"
"""Caches may keep the keys for this time. It is shorter than the time from the publication of a key to its use."""

blueprint = Blueprint("receipts", __name__, url_prefix="/v1", description="Signed statements about the log of a game.")


@blueprint.operation("GET", "/games/<id:game>/receipt", Receipt, problems=["no-such-game"])
def get_receipt(game: str) -> Response:
    """Get a receipt: the server's signature under the head of the game.

    It is of the newest version that I can see. Keep receipts together with the keys: a log that contradicts one of them
    was rewritten after the receipt.
    """
    signer = dependencies().receipt_keys.signer()
    return json_response(receipt_json(signer, visible_game(game)[1]))


@blueprint.operation(
    "GET", "/keys", KeySet, access="open", headers=["If-None-Match"], not_modified=True, gives_headers=["ETag"]
)
def list_keys() -> Response:
    """List the public keys that sign receipts.

    Keys that were replaced stay in the list, so that old receipts can be checked.
    """
    keys = dependencies().receipt_keys.signer().published()
    return revalidated(json_response({"keys": [jwk(key) for key in keys]}), request, CACHED)
