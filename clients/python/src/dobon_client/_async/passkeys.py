"""The operations of `dobon.passkeys`."""

from dobon_client import types
from dobon_client._async.typed_requests import AsyncTypedRequests

ME = "/v1/players/me"
PASSKEY = "/v1/players/me/passkeys/{passkey}"


class AsyncPasskeys(AsyncTypedRequests):
    """My passkeys."""

    async def options(self) -> types.PasskeyOptions:
        """Return the options with which a browser makes a passkey."""
        return await self._send(types.PasskeyOptions, "POST", f"{ME}/passkey-options")

    async def add(self, passkey: types.NewPasskey) -> types.PasskeyEntry:
        """Add a passkey."""
        return await self._send(types.PasskeyEntry, "POST", f"{ME}/passkeys", body=passkey)

    async def list(self) -> types.PasskeyList:
        """Return my passkeys."""
        return await self._get(types.PasskeyList, f"{ME}/passkeys")

    async def rename(self, passkey: str, name: str) -> None:
        """Name a passkey."""
        await self._connection.request("PATCH", PASSKEY, values={"passkey": passkey}, body={"name": name})

    async def remove(self, passkey: str, *, confirm: bool = False) -> None:
        """Remove a passkey; the last way in has to be confirmed."""
        await self._connection.request("DELETE", PASSKEY, values={"passkey": passkey}, query={"confirm": confirm})
