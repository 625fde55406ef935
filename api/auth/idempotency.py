"""Idempotency keys of requests that create something outside the log, and secrets that a repetition gets again.

A secret is derived from the key and from a secret that only the client has: its token, or for a new player the key
itself. So a repetition gets the same secret although the server stores neither.
"""

from hashlib import sha256
from typing import Any

from flask import request

from api.auth.authentication import current_account, current_token
from api.http.headers import bearer_token, idempotency_key
from api.problems import Problem
from domain.log.identifiers import is_uuid
from domain.log.log_format import canonical
from infra.accounts.keyed_requests import KeyedRequest
from infra.accounts.tokens import derived_token, new_token

NEW_PLAYERS, NEW_SESSIONS = "players", "sessions"
"""The scopes of keys of clients without a token."""


def keyed_request(body: dict[str, Any] | None = None) -> KeyedRequest | None:
    """Return the request of the account with its key, or None without a key. Raises `Problem("bad-header")`."""
    key = idempotency_key(request)
    return None if key is None else _keyed(current_account().id, key, body, "")


def keyed_secret(prefix: str, body: dict[str, Any] | None = None) -> tuple[str, KeyedRequest | None]:
    """Return a new secret for the account, and the request as `keyed_request` does."""
    key, token = idempotency_key(request), bearer_token(request)
    if key is None or token is None:
        return new_token(prefix), None
    secret = derived_token(prefix, token, f"{request.path}|{key}")
    # The secret depends on the token, so another token of the account makes another request.
    return secret, _keyed(current_account().id, key, body, current_token().hex())


def keyed_player(prefix: str, body: dict[str, Any]) -> tuple[str, KeyedRequest | None]:
    """Return a token for a new player, and the request with its key.

    The key has to be a UUID: a client that guessed it would get the token. Raises `Problem("bad-header")`.
    """
    key = idempotency_key(request)
    if key is None:
        return new_token(prefix), None
    if not is_uuid(key):
        raise Problem("bad-header", "Invalid Idempotency-Key: for a new player send a random UUID in lower case.")
    return derived_token(prefix, key, NEW_PLAYERS), _keyed(NEW_PLAYERS, key, body, "")


def keyed_session(prefix: str, body: dict[str, Any]) -> tuple[str, KeyedRequest | None]:
    """Return a token for a new session of a client without a token, as `keyed_player` does for a new player."""
    key = idempotency_key(request)
    if key is None:
        return new_token(prefix), None
    if not is_uuid(key):
        raise Problem("bad-header", "Invalid Idempotency-Key: for a new session send a random UUID in lower case.")
    return derived_token(prefix, key, NEW_SESSIONS), _keyed(NEW_SESSIONS, key, body, "")


def _keyed(scope: str, key: str, body: dict[str, Any] | None, more: str) -> KeyedRequest:
    asked = {"method": request.method, "path": request.path, "body": body, "more": more}
    return KeyedRequest(scope, key, sha256(canonical(asked)).digest())
