"""The operations of `dobon.account`."""

from typing import cast

from dobon_client import types
from dobon_client._async.account_stream import AsyncAccountStream
from dobon_client._async.stream import SILENCE
from dobon_client._async.typed_requests import AsyncTypedRequests

ME = "/v1/players/me"


class AsyncAccount(AsyncTypedRequests):
    """My account and its token."""

    async def me(self) -> types.Profile:
        """Return my profile."""
        return await self._get(types.Profile, ME)

    async def change_name(self, name: str) -> types.Player:
        """Change my name."""
        return await self._send(types.Player, "PATCH", ME, body={"name": name})

    async def export(self) -> types.AccountExport:
        """Return everything about me."""
        return await self._get(types.AccountExport, f"{ME}/export")

    async def erase(self, *, confirm: bool = False) -> None:
        """Erase my account, which has to be confirmed."""
        await self._connection.request("DELETE", ME, query={"confirm": confirm})

    async def become_bot(self, *, confirm: bool = False) -> types.Player:
        """Make my account a bot account, permanently, which has to be confirmed."""
        answer = await self._connection.request("PUT", "/v1/players/me/bot", query={"confirm": confirm})
        return cast("types.Player", answer.data)

    async def revoke_token(self) -> None:
        """Revoke my token."""
        await self._connection.request("DELETE", f"{ME}/token")
        self._connection.token = None

    async def rotate_token(self, *, key: str | None = None) -> types.FreshToken:
        """Replace the token of this session, and use the new one from now on."""
        fresh = await self._send(types.FreshToken, "POST", f"{ME}/token", key=key)
        self._connection.token = fresh["token"]
        return fresh

    async def create_ticket(self, *, key: str | None = None) -> types.StreamTicket:
        """Create a ticket, which opens my stream once in place of my token."""
        return await self._send(types.StreamTicket, "POST", f"{ME}/tickets", key=key)

    async def set_page(self, page: str, visible: bool) -> None:
        """Tell whether I can see a page of a client, whose random UUID the client has chosen."""
        await self._connection.request("PUT", f"{ME}/pages/{{page}}", values={"page": page}, body={"visible": visible})

    def notifications(self, after: int | None = None, *, silence: float = SILENCE) -> AsyncAccountStream:
        """Follow what happens in all my games, after a position or from now on."""
        return AsyncAccountStream(self._connection, after, silence)
