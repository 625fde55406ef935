"""Receipts, and the keys that sign them."""

from marshmallow import fields

from api.schemas import fields as f

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
