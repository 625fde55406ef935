"""Signatures of webhooks by the scheme Standard Webhooks: HMAC-SHA256 over id, time and body."""

import hmac
from base64 import b64encode
from hashlib import sha256

PREFIX = "whsec_"


def secret_text(secret: bytes) -> str:
    """Return a secret as accounts get it."""
    return PREFIX + b64encode(secret).decode()


def headers(secret: bytes, message: str, now: int, body: bytes) -> dict[str, str]:
    """Return the headers that sign a delivery. `now` is the time of the attempt in seconds since 1970."""
    signed = f"{message}.{now}.".encode() + body
    signature = b64encode(hmac.digest(secret, signed, sha256)).decode()
    return {
        "Content-Type": "application/json",
        "User-Agent": "dobon",
        "webhook-id": message,
        "webhook-timestamp": str(now),
        "webhook-signature": f"v1,{signature}",
    }
