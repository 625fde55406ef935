"""The operations of `dobon.tokens`."""

from collections.abc import Mapping

from dobon_client import types
from dobon_client._async.typed_requests import AsyncTypedRequests

ME = "/v1/players/me"


class AsyncTokens(AsyncTypedRequests):
    """Tokens of programs, and permission for apps."""

    async def list(self) -> types.PersonalTokenList:
        """Return my personal tokens, oldest first."""
        return await self._get(types.PersonalTokenList, f"{ME}/personal-tokens")

    async def create(self, token: types.NewPersonalToken, *, key: str | None = None) -> types.FreshPersonalToken:
        """Create a token for a program; it is shown this once."""
        return await self._send(types.FreshPersonalToken, "POST", f"{ME}/personal-tokens", body=token, key=key)

    async def end(self, token: str) -> None:
        """End a personal token."""
        await self._connection.request(
            "DELETE", f"{ME}/personal-tokens/{{personal_token}}", values={"personal_token": token}
        )

    async def authorization_request(self, asked: Mapping[str, str]) -> types.AuthorizationRequest:
        """Return what an app asks for; `asked` are the parameters with which it has opened the page."""
        return await self._get(types.AuthorizationRequest, "/v1/authorization", query=dict(asked))

    async def decide_authorization(self, decision: types.AuthorizationDecision) -> types.AuthorizationResponse:
        """Give an app the permission that it asks for, or refuse it; return the address that tells the app."""
        return await self._send(types.AuthorizationResponse, "POST", "/v1/authorization", body=decision)
