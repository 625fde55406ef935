"""Receivers of what the server sends: a push service with a browser that decrypts, and a receiver of webhooks."""

import hmac
import os
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import orjson
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from infra.delivery.requests import NotSent
from infra.delivery.web_push import from_base64
from infra.signatures import p256_key, p256_point

URL = "https://receiver.example.org/dobon"


@dataclass
class Request:
    """A request as its receiver got it."""

    url: str
    body: bytes
    headers: Mapping[str, str]


@dataclass
class Network:
    """Replaces `infra.delivery.requests.Sender`, and answers with the next of some statuses, then with 201."""

    answers: list[int | str] = field(default_factory=list)
    "Statuses, or why a request was not sent."
    requests: list[Request] = field(default_factory=list)

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        self.requests.append(Request(url, body, headers))
        answer = self.answers.pop(0) if self.answers else 201
        if isinstance(answer, str):
            raise NotSent(answer)
        return answer


@dataclass
class Browser:
    """A browser with a subscription."""

    endpoint: str = "https://push.example.org/send/1"
    secret: bytes = field(default_factory=lambda: os.urandom(31) + b"\x01")
    auth: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def public(self) -> bytes:
        return p256_point(p256_key(self.secret).public_key())

    def decrypt(self, body: bytes) -> bytes:
        """Return the message of a push (RFC 8291 section 3.4, RFC 8188 section 2)."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        server, record = body[21 : 21 + length], body[21 + length :]
        assert len(record) <= size, "there is one record"
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), server)
        shared = p256_key(self.secret).exchange(ec.ECDH(), point)
        pseudo_random = hmac.digest(self.auth, shared, sha256)
        material = hmac.digest(pseudo_random, b"WebPush: info\0" + self.public + server + b"\x01", sha256)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(material)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(material)
        padded = AESGCM(key).decrypt(nonce, record, None).rstrip(b"\0")
        assert padded.endswith(b"\x02"), "the delimiter of the last record"
        return padded[:-1]

    def read(self, request: Request) -> dict[str, Any]:
        """Return the message of a push for this browser."""
        assert request.url == self.endpoint
        found: dict[str, Any] = orjson.loads(self.decrypt(request.body))
        return found


def vapid_claims(request: Request, public: bytes) -> dict[str, Any]:
    """Return the claims of a push's token, after checking its signature (RFC 8292)."""
    scheme, _, parameters = request.headers["Authorization"].partition(" ")
    values = dict(part.strip().split("=", 1) for part in parameters.split(","))
    assert scheme == "vapid"
    assert from_base64(values["k"]) == public
    signed, _, signature = values["t"].rpartition(".")
    numbers = from_base64(signature)
    r, s = (int.from_bytes(half, "big") for half in (numbers[:32], numbers[32:]))
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), public)
    point.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(hashes.SHA256()))
    head, claims = (orjson.loads(from_base64(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    found: dict[str, Any] = claims
    return found


def is_signed(request: Request, secret: str) -> bool:
    """Tell whether a delivery has the signature of Standard Webhooks, as a receiver with the secret computes it."""
    key = b64decode(secret.removeprefix("whsec_"))
    headers = request.headers
    signed = b".".join([headers["webhook-id"].encode(), headers["webhook-timestamp"].encode(), request.body])
    return headers["webhook-signature"] == "v1," + b64encode(hmac.digest(key, signed, sha256)).decode()
