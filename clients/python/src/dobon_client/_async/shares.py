"""The operations of `dobon.shares`."""

from dobon_client import types
from dobon_client._async.typed_requests import AsyncTypedRequests

GAME = "/v1/games/{game}"
SHARE = "/v1/shares/{share_token}"


class AsyncShares(AsyncTypedRequests):
    """Links to replays, and what is behind them."""

    async def create(self, game: str, *, key: str | None = None) -> types.FreshShare:
        """Create a link to the replay of a finished game."""
        return await self._send(types.FreshShare, "POST", f"{GAME}/shares", {"game": game}, key=key)

    async def list(self, game: str, *, cursor: str | None = None, limit: int | None = None) -> types.SharePage:
        """Return a page of the links that I created for a game."""
        return await self._get(types.SharePage, f"{GAME}/shares", {"game": game}, {"cursor": cursor, "limit": limit})

    async def revoke(self, game: str, share: str) -> None:
        """Revoke a link."""
        await self._connection.request("DELETE", f"{GAME}/shares/{{share}}", values={"game": game, "share": share})

    async def replay(self, share_token: str) -> types.Replay:
        """Return the game behind a link."""
        return await self._get(types.Replay, SHARE, {"share_token": share_token})

    async def round_page(
        self,
        share_token: str,
        number: int,
        *,
        seat: int | None = None,
        start: int | None = None,
        end: int | None = None,
    ) -> types.Review:
        """Return a page of the frames of a round behind a link."""
        values = {"share_token": share_token, "round_number": number}
        return await self._get(
            types.Review, f"{SHARE}/rounds/{{round_number}}", values, {"as": seat, "from": start, "to": end}
        )

    async def events_page(self, share_token: str, after: int = 0, limit: int | None = None) -> types.EventPage:
        """Return a page of the events behind a link."""
        values = {"share_token": share_token}
        return await self._get(types.EventPage, f"{SHARE}/events", values, {"after": after, "limit": limit})

    async def fairness(self, share_token: str) -> types.Fairness:
        """Return what shuffles each round of the game behind a link."""
        return await self._get(types.Fairness, f"{SHARE}/fairness", {"share_token": share_token})

    async def inclusion(self, share_token: str) -> types.Inclusion:
        """Return the entries of the game behind a link in the public log, with proofs."""
        return await self._get(types.Inclusion, f"{SHARE}/inclusion", {"share_token": share_token})
