"""The operations of `dobon.queue`."""

from dobon_client import types
from dobon_client._async.typed_requests import AsyncTypedRequests


class AsyncQueue(AsyncTypedRequests):
    """Quick play: a table with anybody."""

    async def join(self, place: types.NewPlace) -> types.QueuePlace:
        """Wait for a table with anybody; `queue_place` keeps the place."""
        return await self._seat(types.QueuePlace, "/v1/queue", body=place)

    async def place(self) -> types.QueuePlace:
        """Return my place in the queue, and keep it; its `game` is set as soon as there is a table."""
        return await self._get(types.QueuePlace, "/v1/queue/me")

    async def leave(self) -> None:
        """Give up my place in the queue."""
        await self._connection.request("DELETE", "/v1/queue/me")
