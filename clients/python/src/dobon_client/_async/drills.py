"""The operations of `dobon.drills`."""

from dobon_client import types
from dobon_client._async.typed_requests import AsyncTypedRequests


class AsyncDrills(AsyncTypedRequests):
    """Drills from games that are over."""

    async def list(
        self, *, done: bool | None = None, cursor: str | None = None, limit: int | None = None
    ) -> types.DrillPage:
        """Return a page of the drills from my games."""
        return await self._get(types.DrillPage, "/v1/drills", query={"done": done, "cursor": cursor, "limit": limit})

    async def get(self, drill: str) -> types.DrillQuestion:
        """Return a drill with its position and its choices."""
        return await self._get(types.DrillQuestion, "/v1/drills/{drill}", {"drill": drill})

    async def answer(self, drill: str, answer: types.DrillChoice) -> types.DrillResult:
        """Answer a drill; the first answer is kept."""
        return await self._send(types.DrillResult, "POST", "/v1/drills/{drill}/answers", {"drill": drill}, answer)

    async def daily(self) -> types.DailyDrill:
        """Return the drill of the day."""
        return await self._get(types.DailyDrill, "/v1/drills/daily")

    async def answer_daily(self, answer: types.DailyChoice) -> types.DrillResult:
        """Answer the drill of a day."""
        return await self._send(types.DrillResult, "POST", "/v1/drills/daily/answers", body=answer)
