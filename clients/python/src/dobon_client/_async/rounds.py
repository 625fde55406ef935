"""The operations of `dobon.rounds`."""

from collections.abc import AsyncIterator
from typing import cast

import httpx

from dobon_client import types
from dobon_client._async.paging import items
from dobon_client._async.typed_requests import AsyncTypedRequests
from dobon_client.retry import retry_after

PAUSE_SECONDS = 1.0
"""Between two questions for an analysis, if the server names no time."""
GAME = "/v1/games/{game}"
ROUND = "/v1/games/{game}/rounds/{round_number}"


class AsyncRounds(AsyncTypedRequests):
    """Finished rounds: reviews, analyses and comments."""

    async def list(self, game: str) -> types.Ledger:
        """Return the results of the finished rounds."""
        return await self._get(types.Ledger, f"{GAME}/rounds", {"game": game})

    async def review_page(
        self, game: str, number: int, *, seat: int | None = None, start: int | None = None, end: int | None = None
    ) -> types.Review:
        """Return a page of the frames of a finished round, with `seat` as that seat could know them."""
        values = {"game": game, "round_number": number}
        return await self._get(types.Review, f"{ROUND}/review", values, {"as": seat, "from": start, "to": end})

    def review(self, game: str, number: int, *, seat: int | None = None) -> AsyncIterator[types.Frame]:
        """Yield the frames of a finished round, page by page, with `seat` as that seat could know them."""
        return items(self.review_page, game, number, seat=seat)

    async def frame(self, game: str, number: int, version: int, *, seat: int | None = None) -> types.Frame:
        """Return one frame of a finished round."""
        values = {"game": game, "round_number": number, "version": version}
        return await self._get(types.Frame, f"{ROUND}/review/{{version}}", values, {"as": seat})

    async def analysis(self, game: str, number: int) -> types.Analysis | types.AnalysisProgress:
        """Return the analysis of a finished round, or its progress: the first request starts the computation."""
        values = {"game": game, "round_number": number}
        found = (await self._connection.request("GET", f"{ROUND}/analysis", values=values)).data
        return cast("types.Analysis | types.AnalysisProgress", found)

    async def wait_for_analysis(self, game: str, number: int, *, within: float = 60.0) -> types.Analysis:
        """Return the analysis of a finished round as soon as it is computed.

        Raises `TimeoutError` if that takes longer than `within` seconds; the server goes on with it.
        """
        end = self._connection.clock.local() + within
        values = {"game": game, "round_number": number}
        while True:
            answer = await self._connection.request("GET", f"{ROUND}/analysis", values=values)
            if answer.status != httpx.codes.ACCEPTED:
                return cast("types.Analysis", answer.data)
            pause = retry_after(answer.headers.get("Retry-After"), self._connection.clock.now()) or PAUSE_SECONDS
            if self._connection.clock.local() + pause > end:
                raise TimeoutError(f"{answer.data['done']} of {answer.data['total']} decisions are judged")
            await self._connection.clock.sleep(pause)

    async def dangers_page(
        self, game: str, number: int, seat: int, *, start: int | None = None, end: int | None = None
    ) -> types.Dangers:
        """Return how dangerous the cards of a seat were at each moment of a finished round, as far as it could know."""
        values = {"game": game, "round_number": number}
        return await self._get(types.Dangers, f"{ROUND}/dangers", values, {"as": seat, "from": start, "to": end})

    async def continue_round(self, game: str, number: int, continuation: types.NewContinuation) -> types.Continuation:
        """Continue a finished round from one of its moments against bots; nothing is recorded."""
        values = {"game": game, "round_number": number}
        return await self._send(types.Continuation, "POST", f"{ROUND}/continuations", values, continuation)

    async def add_comment(
        self, game: str, number: int, comment: types.NewComment, *, key: str | None = None
    ) -> types.Comment:
        """Comment on a finished round."""
        values = {"game": game, "round_number": number}
        return await self._send(types.Comment, "POST", f"{ROUND}/comments", values, comment, key)

    async def comments(
        self, game: str, number: int, *, cursor: str | None = None, limit: int | None = None
    ) -> types.CommentPage:
        """Return a page of the comments on a round."""
        values = {"game": game, "round_number": number}
        return await self._get(types.CommentPage, f"{ROUND}/comments", values, {"cursor": cursor, "limit": limit})
