"""An authenticator in software: it makes passkeys and signs challenges as a browser on one page would."""

import json
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from secrets import token_bytes
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT_AND_VERIFIED, WITH_CREDENTIAL = 0x05, 0x40
"""Flags of the authenticator data (WebAuthn, section 6.1)."""

COSE_KEY = {1: 2, 3: -7, -1: 1}
"""An ES256 key on the curve P-256 in COSE form, without its coordinates."""


UNUSABLE = {
    "RSA of 512 bits": {1: 3, 3: -257, -1: ((1 << 511) + 187).to_bytes(64, "big"), -2: b"\1\0\1"},
    "RSA of 1,024 bits": {1: 3, 3: -257, -1: ((1 << 1023) + 1155).to_bytes(128, "big"), -2: b"\1\0\1"},
    "RSA with the exponent 1": {1: 3, 3: -257, -1: ((1 << 2047) + 1).to_bytes(256, "big"), -2: b"\1"},
    "a point off the curve": {**COSE_KEY, -2: bytes(31) + b"\1", -3: bytes(31) + b"\1"},
    "the point (0, 0)": {**COSE_KEY, -2: bytes(32), -3: bytes(32)},
    "a point that is too short": {**COSE_KEY, -2: b"\1", -3: b"\2"},
    "an Ed25519 key of one byte": {1: 1, 3: -8, -1: 6, -2: b"\1"},
    "a curve that the algorithm does not use": {1: 1, 3: -7, -1: 6, -2: bytes(32)},
}
"""Public keys in COSE form that nobody can sign with, or whose secret others can compute."""


def in_base64(data: bytes) -> str:
    """Return URL-safe Base64 without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


@dataclass
class Authenticator:
    """One passkey, on a page of this origin."""

    origin: str = "http://localhost"
    domain: str = "localhost"
    sign_count: int = 0
    "The counter of its signatures."
    counts: bool = True
    "Whether the counter grows; many authenticators always send 0."
    id: bytes = field(default_factory=lambda: token_bytes(32))
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    public: dict[int, Any] | None = None
    "Another public key in COSE form that it says it has made."
    framed: bool = False
    "The page is in a frame of a page of another origin."

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to options for a new passkey: `RegistrationResponseJSON`."""
        numbers = self.key.public_key().public_numbers()
        public = self.public or {**COSE_KEY, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        about = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public)
        data = self._data(PRESENT_AND_VERIFIED | WITH_CREDENTIAL) + about
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._answer(
            {
                "clientDataJSON": in_base64(self._client_data("webauthn.create", options)),
                "attestationObject": in_base64(attestation),
            }
        )

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to options for a sign-in: `AuthenticationResponseJSON`."""
        self.sign_count += self.counts
        data, client_data = self._data(PRESENT_AND_VERIFIED), self._client_data("webauthn.get", options)
        signature = self.key.sign(data + sha256(client_data).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(
            {
                "clientDataJSON": in_base64(client_data),
                "authenticatorData": in_base64(data),
                "signature": in_base64(signature),
            }
        )

    def _data(self, flags: int) -> bytes:
        return sha256(self.domain.encode()).digest() + bytes([flags]) + self.sign_count.to_bytes(4, "big")

    def _client_data(self, kind: str, options: dict[str, Any]) -> bytes:
        said = {"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": self.framed}
        return json.dumps(said).encode()

    def _answer(self, response: dict[str, str]) -> dict[str, Any]:
        return {"id": in_base64(self.id), "rawId": in_base64(self.id), "type": "public-key", "response": response}
