"""The requests of an app for its token. None is repeated, because a code is valid once."""

from collections.abc import Mapping
from typing import cast

import httpx

from dobon_client.errors import NO_ANSWER, DobonError
from dobon_client.oauth import WRONG_ISSUER, AppProblem, refusal
from dobon_client.types import AppToken, ServerMetadata

METADATA = "/.well-known/oauth-authorization-server"
TIMEOUT_SECONDS = 30.0


async def read_metadata(base_url: str) -> ServerMetadata:
    """Return the addresses of a server for apps (RFC 8414). Raises `AppProblem`, and `DobonError` without an answer."""
    issuer = base_url.rstrip("/")
    found = cast("ServerMetadata", (await _send("GET", f"{issuer}{METADATA}")).json())
    if found["issuer"] != issuer:
        raise AppProblem(WRONG_ISSUER)
    return found


async def exchange_code(
    metadata: ServerMetadata, *, client_id: str, redirect_uri: str, code: str, verifier: str
) -> AppToken:
    """Return the token of a player for a code. Raises as `read_metadata`."""
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": redirect_uri,
        "client_id": client_id,
        "code_verifier": verifier,
    }
    return cast("AppToken", (await _send("POST", metadata["token_endpoint"], form)).json())


async def revoke_token(metadata: ServerMetadata, *, client_id: str, token: str) -> None:
    """Give a token back: nobody can use it any more. Raises as `read_metadata`."""
    await _send("POST", metadata["revocation_endpoint"], {"token": token, "client_id": client_id})


async def _send(method: str, address: str, form: Mapping[str, str] | None = None) -> httpx.Response:
    async with httpx.AsyncClient(timeout=TIMEOUT_SECONDS) as http:
        try:
            response = await http.request(method, address, data=form)
        except httpx.TransportError as error:
            raise DobonError(NO_ANSWER) from error
    if not response.is_success:
        raise refusal(response)
    return response
