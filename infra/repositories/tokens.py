"""Random tokens of players, admins and shared links. The database keeps only their SHA-256."""

import hashlib
import secrets


def new_token(prefix: str) -> str:
    """Return the prefix with 256 random bits in URL-safe Base64."""
    return prefix + secrets.token_urlsafe(32)


def token_hash(token: str) -> bytes:
    """Return the SHA-256 of a token. The token may come from a client, so it may hold lone surrogates."""
    # A token has 256 random bits, so a fast hash cannot be reversed by guessing.
    return hashlib.sha256(token.encode(errors="surrogatepass")).digest()
