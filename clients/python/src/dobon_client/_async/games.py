"""The operations of `dobon.games`."""

from collections.abc import AsyncIterator

from dobon_client import types
from dobon_client._async.paging import items
from dobon_client._async.stream import SILENCE, AsyncGameStream
from dobon_client._async.typed_requests import AsyncTypedRequests

PAGE = 200
GAME = "/v1/games/{game}"


class AsyncGames(AsyncTypedRequests):
    """Games, seats and events."""

    async def open(self, game: types.NewGame, *, key: str | None = None) -> types.Game:
        """Open a game, with me in seat 0."""
        return await self._seat(types.Game, "/v1/games", body=game, key=key)

    async def list(
        self,
        *,
        status: str | None = None,
        ruleset: str | None = None,
        join_code: str | None = None,
        mine: bool | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> types.GamePage:
        """Return a page of the games that I may see, newest first."""
        query = {"status": status, "ruleset": ruleset, "join_code": join_code, "mine": mine}
        return await self._get(types.GamePage, "/v1/games", query={**query, "cursor": cursor, "limit": limit})

    async def get(self, game: str) -> types.Game:
        """Return a game."""
        return await self._get(types.Game, GAME, {"game": game})

    async def take_seat(
        self, game: str, join_code: str | None = None, *, key: str | None = None
    ) -> types.CommandResult:
        """Take a seat; a game that is not listed needs its join code."""
        body = {} if join_code is None else {"join_code": join_code}
        return await self._seat(types.CommandResult, f"{GAME}/seats", {"game": game}, body, key)

    async def leave_seat(self, game: str, *, key: str | None = None) -> types.CommandResult:
        """Leave my seat."""
        return await self._send(types.CommandResult, "DELETE", f"{GAME}/seats/me", {"game": game}, key=key)

    async def invitation(self, game: str) -> types.Invitation:
        """Return the address of a game that waits for players, also as a QR code."""
        return await self._get(types.Invitation, f"{GAME}/invitation", {"game": game})

    async def join_rematch(self, game: str) -> types.Game:
        """Play again at the table of a game that is over; all its players get the same new game."""
        return await self._seat(types.Game, f"{GAME}/rematch", {"game": game})

    async def rematch(self, game: str) -> types.Rematch:
        """Return the rematch of a game, if a player has asked for one."""
        return await self._get(types.Rematch, f"{GAME}/rematch", {"game": game})

    async def view(self, game: str, *, at: int | None = None) -> types.View:
        """Return my view of a game, at its newest version or at an older one."""
        return await self._get(types.View, f"{GAME}/view", {"game": game}, {"at": at})

    async def events_page(self, game: str, after: int = 0, limit: int | None = None) -> types.EventPage:
        """Return a page of the events after a version, as I may see them."""
        return await self._get(types.EventPage, f"{GAME}/events", {"game": game}, {"after": after, "limit": limit})

    def events(self, game: str, after: int = 0) -> AsyncIterator[types.Event]:
        """Yield the events after a version, page by page, up to the newest one."""
        return items(self.events_page, game, after, PAGE)

    def follow(self, game: str, after: int = 0, *, silence: float = SILENCE) -> AsyncGameStream:
        """Follow a game: its events after a version as they happen, and stamps, until it is over."""
        return AsyncGameStream(self._connection, game, after, silence)

    async def log(self, game: str) -> str:
        """Return the whole log as I may see it, as a file for `dobon verify`."""
        return await self._get(str, f"{GAME}/log", {"game": game})

    async def receipt(self, game: str) -> types.Receipt:
        """Return the server's signature under the newest head that I may see; keep it together with `keys`."""
        return await self._get(types.Receipt, f"{GAME}/receipt", {"game": game})

    async def inclusion(self, game: str) -> types.Inclusion:
        """Return the heads of a game in the public log, with proofs; keep it together with `keys`."""
        return await self._get(types.Inclusion, f"{GAME}/inclusion", {"game": game})

    async def claims(self, game: str) -> types.ClaimList:
        """Return the calls of a game."""
        return await self._get(types.ClaimList, f"{GAME}/claims", {"game": game})

    async def fairness(self, game: str) -> types.Fairness:
        """Return what shuffles each round, with the secrets that are public."""
        return await self._get(types.Fairness, f"{GAME}/fairness", {"game": game})

    async def give_stamp(self, game: str, stamp: types.NewStamp) -> types.StampMessage:
        """Send a stamp to the table."""
        return await self._send(types.StampMessage, "POST", f"{GAME}/stamps", {"game": game}, stamp)

    async def stamps(self, game: str) -> types.StampList:
        """Return the stamps of a game."""
        return await self._get(types.StampList, f"{GAME}/stamps", {"game": game})

    async def create_ticket(self, game: str, *, key: str | None = None) -> types.StreamTicket:
        """Return a ticket for one stream, for programs that cannot send a token in a header."""
        return await self._send(types.StreamTicket, "POST", f"{GAME}/tickets", {"game": game}, key=key)
