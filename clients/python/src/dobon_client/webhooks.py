"""The check of a webhook's signature, by the scheme Standard Webhooks."""

import hmac
import json
import time
from base64 import b64decode, b64encode
from collections.abc import Mapping
from hashlib import sha256

from dobon_client.types import Notification, WebhookMessage

TOLERANCE_SECONDS = 300
"""How far the time of a delivery may be from now. An older delivery may have been recorded and sent again."""


class WebhookProblem(Exception):
    """A delivery that does not come from the server, or not now."""


def verify_webhook(secret: str, headers: Mapping[str, str], body: bytes, now: float | None = None) -> Notification:
    """Return the notification of a delivery whose signature is right.

    `secret` is the text that was shown when the webhook was created, `body` the bytes as they came, and `now` the
    seconds since 1970, by default those of this machine. A delivery can come twice, with the same `webhook-id`.
    Raises `WebhookProblem`.
    """
    given = {name.lower(): value for name, value in headers.items()}
    try:
        message, sent, signatures = (given[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
        at = int(sent)
    except (KeyError, ValueError):
        raise WebhookProblem("The headers webhook-id, webhook-timestamp and webhook-signature are needed.") from None
    key = b64decode(secret.removeprefix("whsec_"))
    expected = b"v1," + b64encode(hmac.digest(key, f"{message}.{sent}.".encode() + body, sha256))
    if not any(hmac.compare_digest(expected, one.encode()) for one in signatures.split()):
        raise WebhookProblem("The signature is not that of the secret.")
    if abs((time.time() if now is None else now) - at) > TOLERANCE_SECONDS:
        raise WebhookProblem(f"The delivery was sent more than {TOLERANCE_SECONDS} seconds from now.")
    delivered: WebhookMessage = json.loads(body)
    return delivered["data"]
