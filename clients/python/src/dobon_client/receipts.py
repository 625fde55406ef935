"""The check of receipts: the server's signature under a log (`docs/receipts.md` of the server).

It needs `cryptography`, which `pip install "dobon-client[receipts]"` brings.
"""

import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable

from dobon_client.cuts import canonical, genesis, next_digest
from dobon_client.types import Event, KeySet, PublicKey, Receipt

UNKNOWN_KEY, WRONG_TIME, BAD_SIGNATURE = "unknown-key", "wrong-time", "bad-signature"
CONTRADICTED, CUT_OFF = "contradicted", "cut-off"

MEANINGS = {
    UNKNOWN_KEY: "Its key is not among the keys.",
    WRONG_TIME: "Its key did not sign at that time.",
    BAD_SIGNATURE: "It was changed, or the server never made it.",
    CONTRADICTED: "The log has another head at that version, so it was changed after the signature.",
    CUT_OFF: "The log ends before that version.",
}
"""What is wrong with a receipt, or with the log that it signs, in plain words."""


class ReceiptProblem(Exception):
    """A receipt that proves nothing, or a log that it contradicts. `code` is a key of `MEANINGS`."""

    def __init__(self, code: str) -> None:
        super().__init__(MEANINGS[code])
        self.code = code


def check_receipt(receipt: Receipt, keys: KeySet, events: Iterable[Event] | None = None) -> None:
    """Check the signature of a receipt, and with events that they are the log that it signs.

    `keys` are those that the server publishes (`dobon.server.keys()`), kept together with the receipt. `events` are those of
    the game from the first one on. Raises `ReceiptProblem`, and `ImportError` without `cryptography`.
    """
    # Programs that check no receipts need no `cryptography`.
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    key = next((one for one in keys["keys"] if one["kid"] == receipt["kid"] == thumbprint(one)), None)
    if key is None:
        raise ReceiptProblem(UNKNOWN_KEY)
    # Moments have one form, so their order is that of their texts.
    if receipt["at"] < key["signs_from"] or (key["signs_until"] is not None and receipt["at"] >= key["signs_until"]):
        raise ReceiptProblem(WRONG_TIME)
    signed = {"game": receipt["game"], "version": receipt["version"], "head": receipt["head"], "at": receipt["at"]}
    public = Ed25519PublicKey.from_public_bytes(urlsafe_b64decode(key["x"] + "="))
    try:
        public.verify(bytes.fromhex(receipt["signature"]), b"dobon/receipt/1|" + canonical(signed))
    except (InvalidSignature, ValueError):
        raise ReceiptProblem(BAD_SIGNATURE) from None
    if events is not None:
        _compare(receipt, events)


def thumbprint(key: PublicKey) -> str:
    """Return the name that a key must have: its JWK thumbprint (RFC 7638)."""
    digest = hashlib.sha256(canonical({"crv": key["crv"], "kty": key["kty"], "x": key["x"]})).digest()
    return urlsafe_b64encode(digest).rstrip(b"=").decode()


def _compare(receipt: Receipt, events: Iterable[Event]) -> None:
    """Raise `ReceiptProblem` if the receipt contradicts a log."""
    head, version = genesis(receipt["game"]), 0
    for event in events:
        if version == receipt["version"]:
            break
        head, version = next_digest(head, receipt["game"], event), version + 1
    if version < receipt["version"]:
        raise ReceiptProblem(CUT_OFF)
    if head != receipt["head"]:
        raise ReceiptProblem(CONTRADICTED)
