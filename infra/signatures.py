"""Signatures: Ed25519 (RFC 8032), and ECDSA on P-256 for web pushes, which know no other (RFC 8292).

Keys are raw: 32 bytes each, and 65 bytes for a public key of P-256 (an uncompressed point). A signature has 64 bytes.
"""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature


def new_secret() -> bytes:
    """Return a new secret key."""
    return Ed25519PrivateKey.generate().private_bytes_raw()


def public_of(secret: bytes) -> bytes:
    """Return the public key of a secret key."""
    return Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()


def sign(secret: bytes, message: bytes) -> bytes:
    """Return the signature of a message, which is always the same."""
    return Ed25519PrivateKey.from_private_bytes(secret).sign(message)


def is_signed(public: bytes, message: bytes, signature: bytes) -> bool:
    """Tell whether the public key has signed the message with this signature."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):  # ValueError: an invalid key
        return False
    return True


def new_p256_pair() -> tuple[bytes, bytes]:
    """Return a new secret key of P-256 and its public key."""
    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_numbers().private_value.to_bytes(32, "big"), p256_point(key.public_key())


def p256_key(secret: bytes) -> ec.EllipticCurvePrivateKey:
    """Return the key of a raw secret."""
    return ec.derive_private_key(int.from_bytes(secret, "big"), ec.SECP256R1())


def p256_point(public: ec.EllipticCurvePublicKey) -> bytes:
    """Return a public key of P-256 as an uncompressed point."""
    return public.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def sign_p256(secret: bytes, message: bytes) -> bytes:
    """Return the ECDSA signature of a message with SHA-256, as the two numbers of RFC 7518 section 3.4."""
    r, s = decode_dss_signature(p256_key(secret).sign(message, ec.ECDSA(hashes.SHA256())))
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


def is_p256_point(public: bytes) -> bool:
    """Tell whether the bytes are an uncompressed point of P-256."""
    try:
        return len(public) == 65 and bool(ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), public))
    except ValueError:
        return False
