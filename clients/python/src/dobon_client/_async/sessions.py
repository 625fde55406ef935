"""The operations of `dobon.sessions`."""

from dobon_client import types
from dobon_client._async.typed_requests import AsyncTypedRequests

ME = "/v1/players/me"
SESSION = "/v1/players/me/sessions/{session}"


class AsyncSessions(AsyncTypedRequests):
    """My sessions, one for each device."""

    async def list(self) -> types.SessionList:
        """Return my sessions."""
        return await self._get(types.SessionList, f"{ME}/sessions")

    async def label(self, session: str, label: str) -> None:
        """Name the device of a session."""
        await self._connection.request("PATCH", SESSION, values={"session": session}, body={"label": label})

    async def end(self, session: str, *, confirm: bool = False) -> None:
        """End a session; that of this client, if it is the last way in, has to be confirmed."""
        await self._connection.request("DELETE", SESSION, values={"session": session}, query={"confirm": confirm})

    async def end_others(self) -> None:
        """End all other sessions."""
        await self._connection.request("DELETE", f"{ME}/sessions")
