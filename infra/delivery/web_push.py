"""Web push: the encryption of a message (RFC 8291, RFC 8188) and the identification of the server (VAPID, RFC 8292)."""

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from urllib.parse import urlsplit

import orjson
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from infra.notifications.push_subscriptions import PushKey
from infra.signatures import new_p256_pair, p256_key, p256_point, sign_p256

RECORD_SIZE = 4_096
"""The size of the only record. A message with its padding and tag fits into one."""

VAPID_SECONDS = 12 * 3_600
"""Time for which a token of the server is valid; push services accept at most 24 hours."""


def encrypt(
    message: bytes, public: bytes, auth: bytes, salt: bytes | None = None, secret: bytes | None = None
) -> bytes:
    """Return the body of a push in the coding `aes128gcm`.

    `public` and `auth` are those of the browser. `salt` (16 bytes) and `secret` (of P-256) are random by default.
    """
    salt = os.urandom(16) if salt is None else salt
    own = p256_key(new_p256_pair()[0] if secret is None else secret)
    own_public = p256_point(own.public_key())
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), public))
    key_material = _derive(shared, auth, b"WebPush: info\0" + public + own_public, 32)
    key = _derive(key_material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(key_material, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(own_public)]) + own_public
    return header + AESGCM(key).encrypt(nonce, message + b"\x02", None)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def headers(endpoint: str, key: PushKey, subject: str, now: int, ttl: int, topic: str) -> dict[str, str]:
    """Return the headers of a push.

    `now` is in seconds since 1970. `ttl` are the seconds for which the push service keeps it, and a later push with the
    same `topic` replaces it there.
    """
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now + VAPID_SECONDS, "sub": subject}
    signed = f"{to_base64(orjson.dumps({'typ': 'JWT', 'alg': 'ES256'}))}.{to_base64(orjson.dumps(claims))}"
    token = f"{signed}.{to_base64(sign_p256(key.secret, signed.encode()))}"
    return {
        "Authorization": f"vapid t={token}, k={to_base64(key.public)}",
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(ttl),
        "Urgency": "high",
        "Topic": to_base64(sha256(topic.encode()).digest()[:24]),
    }


def to_base64(data: bytes) -> str:
    """Return base64url without padding (RFC 7515)."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64(text: str) -> bytes:
    """Return the bytes of base64url with or without padding. Raises `ValueError`."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
