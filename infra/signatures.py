"""Ed25519 signatures (RFC 8032). Keys are raw: 32 bytes each; a signature has 64 bytes."""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey


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
