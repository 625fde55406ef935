"""The operations of `dobon.sign_in`."""

from dobon_client import types
from dobon_client._async.typed_requests import AsyncTypedRequests

ME = "/v1/players/me"


class AsyncSignIn(AsyncTypedRequests):
    """Ways back into an account. The answers of authenticators are JSON objects, which browsers make."""

    async def passkey_options(self) -> types.PasskeyOptions:
        """Return the options with which a browser signs in by a passkey."""
        return await self._send(types.PasskeyOptions, "POST", "/v1/sessions/passkey-options")

    async def by_passkey(self, answer: types.PasskeySignIn, *, key: str | None = None) -> types.FreshSession:
        """Sign in by a passkey, and use the new token from now on."""
        return await self._sign_in("passkey", answer, key)

    async def by_recovery_code(self, code: types.CodeSignIn, *, key: str | None = None) -> types.FreshSession:
        """Sign in by a recovery code, and use the new token from now on."""
        return await self._sign_in("recovery", code, key)

    async def by_device_link(self, code: types.CodeSignIn, *, key: str | None = None) -> types.FreshSession:
        """Sign in by a code from another device, and use the new token from now on."""
        return await self._sign_in("device-link", code, key)

    async def _sign_in(self, way: str, body: object, key: str | None) -> types.FreshSession:
        fresh = await self._send(types.FreshSession, "POST", f"/v1/sessions/{way}", body=body, key=key)
        self._connection.token = fresh["token"]
        return fresh

    async def recovery_codes_left(self) -> types.CodesLeft:
        """Return how many of my recovery codes are unused."""
        return await self._get(types.CodesLeft, f"{ME}/recovery-codes")

    async def create_recovery_codes(self) -> types.FreshCodes:
        """Return ten new recovery codes, which replace the old ones."""
        return await self._send(types.FreshCodes, "POST", f"{ME}/recovery-codes")

    async def create_device_link(self) -> types.FreshDeviceLink:
        """Return a code that signs in my next device."""
        return await self._send(types.FreshDeviceLink, "POST", f"{ME}/device-links")

    async def device_link(self, link: str) -> types.DeviceLinkEntry:
        """Return the state of a code for my next device."""
        return await self._get(types.DeviceLinkEntry, f"{ME}/device-links/{{link}}", {"link": link})
