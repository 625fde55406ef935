"""Random tokens of players, admins and shared links. The database keeps only their SHA-256."""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode


def new_token(prefix: str) -> str:
    """Return the prefix with 256 random bits in URL-safe Base64."""
    return prefix + secrets.token_urlsafe(32)


def derived_token(prefix: str, secret: str, purpose: str) -> str:
    """Return the prefix with 256 bits that follow from a secret of the client and a purpose, as `new_token` does."""
    derived = hmac.digest(secret.encode(), f"dobon/token/1|{purpose}".encode(), "sha256")
    return prefix + urlsafe_b64encode(derived).rstrip(b"=").decode()


def token_hash(token: str) -> bytes:
    """Return the SHA-256 of a token. The token may come from a client, so it may hold lone surrogates."""
    # A token has 256 random bits, so a fast hash cannot be reversed by guessing.
    return hashlib.sha256(token.encode(errors="surrogatepass")).digest()
