"""The operations of `dobon.push_subscriptions`."""

from dobon_client import types
from dobon_client._async.typed_requests import AsyncTypedRequests

ME = "/v1/players/me"


class AsyncPushSubscriptions(AsyncTypedRequests):
    """The browsers that get web pushes."""

    async def list(self) -> types.PushSubscriptionList:
        """Return the browsers that get web pushes, and the server's key for new subscriptions."""
        return await self._get(types.PushSubscriptionList, f"{ME}/push-subscriptions")

    async def add(self, subscription: types.NewPushSubscription) -> types.PushSubscription:
        """Send web pushes to a browser."""
        return await self._send(types.PushSubscription, "POST", f"{ME}/push-subscriptions", body=subscription)

    async def remove(self, subscription: str) -> None:
        """Send no more web pushes to a browser."""
        values = {"subscription": subscription}
        await self._connection.request("DELETE", f"{ME}/push-subscriptions/{{subscription}}", values=values)
