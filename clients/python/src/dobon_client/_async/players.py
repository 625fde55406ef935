"""The operations of `dobon.players`."""

import json
from collections.abc import AsyncGenerator

import httpx

from dobon_client import types
from dobon_client._async.stream import SILENCE
from dobon_client._async.typed_requests import AsyncTypedRequests
from dobon_client.errors import NO_ANSWER, DobonError

FOLLOW = "/v1/players/me/follows/{player}"
BLOCK = "/v1/players/me/blocks/{player}"


class AsyncPlayers(AsyncTypedRequests):
    """Other players, their results, and whom I follow or block."""

    async def get(self, player: str) -> types.Profile:
        """Return the profile of a player."""
        return await self._get(types.Profile, "/v1/players/{player}", {"player": player})

    async def find(self, name: str, *, cursor: str | None = None, limit: int | None = None) -> types.PlayerPage:
        """Return a page of the players whose name begins so."""
        return await self._get(types.PlayerPage, "/v1/players", query={"name": name, "cursor": cursor, "limit": limit})

    async def history(
        self, player: str, *, ruleset: str | None = None, cursor: str | None = None, limit: int | None = None
    ) -> types.PlayerHistory:
        """Return a page of the finished games of a player, the last one to end first."""
        query = {"ruleset": ruleset, "cursor": cursor, "limit": limit}
        return await self._get(types.PlayerHistory, "/v1/players/{player}/history", {"player": player}, query=query)

    async def ratings(self, player: str, ruleset: str) -> types.RatingHistory:
        """Return the rating of a player in a ruleset over time."""
        return await self._get(
            types.RatingHistory, "/v1/players/{player}/ratings", {"player": player}, query={"ruleset": ruleset}
        )

    async def download_games(
        self,
        player: str,
        *,
        ruleset: str | None = None,
        since: str | None = None,
        until: str | None = None,
        logs: bool | None = None,
    ) -> AsyncGenerator[types.DownloadedGame]:
        """Yield all finished games of a player that I may open, with their logs, the last one to end first.

        Raises `DobonError`, also if the download breaks off: continue with the last end received as `until`.
        """
        query = {"ruleset": ruleset, "since": since, "until": until, "logs": logs}
        request = self._connection.build("GET", "/v1/players/{player}/games", {"player": player}, query)
        response = await self._connection.open(request, SILENCE)
        try:
            async for line in response.aiter_lines():
                yield json.loads(line)
        except httpx.TransportError as error:
            raise DobonError(NO_ANSWER) from error
        finally:
            await response.aclose()

    async def leaderboard(
        self, ruleset: str, *, cursor: str | None = None, limit: int | None = None
    ) -> types.Leaderboard:
        """Return a page of the players of a ruleset, best first."""
        query = {"ruleset": ruleset, "cursor": cursor, "limit": limit}
        return await self._get(types.Leaderboard, "/v1/leaderboard", query=query)

    async def my_place(self, ruleset: str, *, around: int | None = None) -> types.MyPlace:
        """Return my place on the leaderboard of a ruleset, with the entries around it."""
        return await self._get(types.MyPlace, "/v1/leaderboard/me", query={"ruleset": ruleset, "around": around})

    async def follows(self) -> types.FriendList:
        """Return the players whom I follow, with their listed games."""
        return await self._get(types.FriendList, "/v1/players/me/follows")

    async def follow(self, player: str) -> None:
        """Follow a player."""
        await self._connection.request("PUT", FOLLOW, values={"player": player})

    async def unfollow(self, player: str) -> None:
        """Follow a player no more."""
        await self._connection.request("DELETE", FOLLOW, values={"player": player})

    async def blocks(self) -> types.BlockedList:
        """Return the players whom I block."""
        return await self._get(types.BlockedList, "/v1/players/me/blocks")

    async def block(self, player: str) -> None:
        """Block a player: we never sit at a table together, and I see none of its comments."""
        await self._connection.request("PUT", BLOCK, values={"player": player})

    async def unblock(self, player: str) -> None:
        """Block a player no more."""
        await self._connection.request("DELETE", BLOCK, values={"player": player})
