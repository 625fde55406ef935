"""What an app does itself to get the permission of a player: PKCE, the address to open, and the way back."""

import hashlib
import secrets
from base64 import urlsafe_b64encode
from urllib.parse import parse_qsl, urlencode, urlsplit

import httpx

from dobon_client.types import ServerMetadata

WRONG_STATE, WRONG_ISSUER, NO_CODE = "wrong-state", "wrong-issuer", "no-code"

MEANINGS = {
    WRONG_STATE: "The answer belongs to another request.",
    WRONG_ISSUER: "The answer comes from another server.",
    NO_CODE: "The answer has no code.",
    "access_denied": "The player did not allow it.",
}
"""What is wrong with the answer to an app, in plain words."""


class AppProblem(Exception):
    """An app gets no token. `code` is a key of `MEANINGS`, an `error` of OAuth, or `http-502` and the like."""

    def __init__(self, code: str, description: str | None = None) -> None:
        super().__init__(MEANINGS.get(code) or (f"{code}: {description}" if description else code))
        self.code = code


def new_secret() -> str:
    """Return 43 random characters: a verifier, or a state. Keep both until the player comes back."""
    return secrets.token_urlsafe(32)


def challenge_of(verifier: str) -> str:
    """Return the challenge of a verifier (`S256` of RFC 7636)."""
    return urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()


def authorization_address(
    metadata: ServerMetadata, *, client_id: str, redirect_uri: str, scope: str, state: str, challenge: str
) -> str:
    """Return the address that the player opens. `scope` names permissions, separated by spaces."""
    asked = {
        "response_type": "code",
        "client_id": client_id,
        "redirect_uri": redirect_uri,
        "scope": scope,
        "state": state,
        "code_challenge": challenge,
        "code_challenge_method": "S256",
    }
    return f"{metadata['authorization_endpoint']}?{urlencode(asked)}"


def read_redirect(metadata: ServerMetadata, address: str, state: str) -> str:
    """Return the code from the address to which the player came back. Raises `AppProblem`.

    The answer has to belong to the request with this state, and to come from this server (RFC 9207).
    """
    found = dict(parse_qsl(urlsplit(address).query))
    if not secrets.compare_digest(found.get("state", "").encode(), state.encode()):
        raise AppProblem(WRONG_STATE)
    if found.get("iss") != metadata["issuer"]:
        raise AppProblem(WRONG_ISSUER)
    if "error" in found:
        raise AppProblem(found["error"], found.get("error_description"))
    if "code" not in found:
        raise AppProblem(NO_CODE)
    return found["code"]


def refusal(response: httpx.Response) -> AppProblem:
    """Return the refusal of a server as an error."""
    try:
        found = response.json()
        return AppProblem(found["error"], found.get("error_description"))
    except (ValueError, KeyError, TypeError):
        return AppProblem(f"http-{response.status_code}")
