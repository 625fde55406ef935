"""Receipts of games, and the keys that sign them."""

from dataclasses import asdict
from typing import Any

from flask import Response, request
from marshmallow import fields

from api.auth.authorization import visible_game
from api.dependencies import dependencies
from api.http.responses import json_response, revalidated
from api.operations.operation import Blueprint
from api.representations import fields as f
from domain.game.game import Game
from domain.game.receipts import jwk
from infra.event_store.receipt_keys import Signer

KEY = "A6EHv_POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg"


KID = "1IG2tMH7J2wbJZnOf8LJzQitKf7LMvoAElsuDMVM54Y"


SIGNATURE = (
    "fa596ffffb5a6ffd2f8f99d0c5e5c3028ad523f22a34627a0ac9a8590f6ddc9f"
    "13d855bb879d53a3d5dedc5c6cdc2abc6a6ae3b6f6d04a9d0a7e452d75db6d0f"
)


def kid(note: str) -> fields.String:
    """Return a field for the name of a key."""
    return _base64url(KID, note)


def _base64url(example: str, note: str) -> fields.String:
    """Return a field for 32 bytes in Base64url."""
    pattern = f.Pattern(r"^[A-Za-z0-9_-]{43}$")
    return fields.String(required=True, validate=pattern, metadata={"description": note, "examples": [example]})


class Receipt(f.Answer):
    """The server's signed statement that the game had this head at this version."""

    game = f.uuid(required=True)
    version = f.version(required=True)
    head = f.digest(required=True)
    at = f.moment(required=True, note="When it was signed, by the server's clock.")
    kid = kid("The key that signed it.")
    signature = fields.String(
        required=True,
        validate=f.Pattern(r"^[0-9a-f]{128}$"),
        metadata={
            "description": "Ed25519 signature (RFC 8032) in hex of `dobon/receipt/1|` and the canonical JSON of `game`, "
            "`version`, `head` and `at`.",
            "examples": [SIGNATURE],
        },
    )


class ReceiptQuery(f.Body):
    """What the answer should hold."""

    receipt = f.QueryFlag(metadata={"description": "true: the answer holds a receipt of the version that it names."})


class PublicKey(f.Answer):
    """A public key as JWK (RFC 7517, RFC 8037), with the time in which it signs."""

    kty = fields.Constant("OKP", required=True)
    crv = fields.Constant("Ed25519", required=True)
    x = _base64url(KEY, "The key: 32 bytes in Base64url.")
    kid = kid("The name of the key: its thumbprint (RFC 7638).")
    use = fields.Constant("sig", required=True)
    signs_from = f.moment(required=True, note="It signs no receipt before. A new key is published some time earlier.")
    signs_until = f.moment(
        required=True, allow_none=True, note="It signs no receipt from then on; null while no other key follows."
    )


class KeySet(f.Answer):
    """All keys that sign receipts or did so (JWK Set), oldest first."""

    keys = fields.List(fields.Nested(PublicKey), required=True)


CACHED = "public, max-age=300"
"""Caches may keep the keys for this time. It is shorter than the time from the publication of a key to its use."""


blueprint = Blueprint(
    "receipts", __name__, url_prefix="/v1", scope="games:read", description="Signed statements about the log of a game."
)


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
    return revalidated(json_response(keys_json(dependencies().receipt_keys.signer())), request, CACHED)


def keys_json(signer: Signer) -> dict[str, Any]:
    """Return all public keys as a JWK Set."""
    return {"keys": [jwk(key) for key in signer.published()]}


def receipt_json(signer: Signer, game: Game) -> dict[str, Any]:
    """Return a receipt for the version of a game that a viewer sees; all viewers see the same head of a version."""
    return asdict(signer.sign(game.id, game.version, game.head))
