"""The operations of `dobon.webhooks`."""

from dobon_client import types
from dobon_client._async.typed_requests import AsyncTypedRequests

ME = "/v1/players/me"
WEBHOOK = "/v1/players/me/webhooks/{webhook}"


class AsyncWebhooks(AsyncTypedRequests):
    """Addresses that get my notifications."""

    async def create(self, webhook: types.NewWebhook, *, key: str | None = None) -> types.FreshWebhook:
        """Create a webhook; its secret is shown this once."""
        return await self._send(types.FreshWebhook, "POST", f"{ME}/webhooks", body=webhook, key=key)

    async def list(self) -> types.WebhookList:
        """Return my webhooks, oldest first."""
        return await self._get(types.WebhookList, f"{ME}/webhooks")

    async def get(self, webhook: str) -> types.Webhook:
        """Return a webhook."""
        return await self._get(types.Webhook, WEBHOOK, {"webhook": webhook})

    async def change(self, webhook: str, change: types.ChangedWebhook) -> types.Webhook:
        """Change the address of a webhook, or enable or disable it."""
        return await self._send(types.Webhook, "PATCH", WEBHOOK, {"webhook": webhook}, change)

    async def remove(self, webhook: str) -> None:
        """Delete a webhook."""
        await self._connection.request("DELETE", WEBHOOK, values={"webhook": webhook})

    async def deliveries(
        self, webhook: str, *, cursor: str | None = None, limit: int | None = None
    ) -> types.DeliveryPage:
        """Return a page of the deliveries of a webhook, newest first."""
        query = {"cursor": cursor, "limit": limit}
        return await self._get(types.DeliveryPage, f"{WEBHOOK}/deliveries", {"webhook": webhook}, query)

    async def test(self, webhook: str) -> types.Delivery:
        """Send a notification of the kind `test` to a webhook."""
        return await self._send(types.Delivery, "POST", f"{WEBHOOK}/tests", {"webhook": webhook})
