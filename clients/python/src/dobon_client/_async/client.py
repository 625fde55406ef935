"""The client: the operations of players, and short forms of what they do most."""

import json
from collections.abc import AsyncGenerator, AsyncIterator
from types import TracebackType
from typing import Self, cast

import httpx

from dobon_client._async.account_stream import AsyncAccountStream
from dobon_client._async.clock import AsyncServerClock
from dobon_client._async.connection import AsyncConnection
from dobon_client._async.operations import ROUND, AsyncOperations
from dobon_client._async.pages import AsyncPages
from dobon_client._async.stream import SILENCE, AsyncGameStream
from dobon_client._async.table import AsyncTable
from dobon_client.answers import Patience
from dobon_client.cuts import Store
from dobon_client.errors import NO_ANSWER, DobonError
from dobon_client.retry import retry_after
from dobon_client.types import Analysis, DownloadedGame, Event, Frame, FreshPlayer

PAGE = 200
PAUSE_SECONDS = 1.0
"""Between two questions for an analysis, if the server names no time."""


class AsyncDobon(AsyncOperations, AsyncPages):
    """A client of one server, for one player. One client may be used by one thread at a time."""

    def __init__(
        self,
        base_url: str,
        token: str | None = None,
        *,
        program: str | None = None,
        language: str | None = None,
        patience: Patience | None = None,
        clock: AsyncServerClock | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
        store: Store | None = None,
    ) -> None:
        """`program` names your program to the server, such as `my-bot/1.2`. `language` is that of titles and details: `en` or `ja`. `transport` replaces that of httpx.

        `store` keeps what shuffles my decks; with a `FileStore` a later run of the program can go on.
        """
        connection = AsyncConnection(
            base_url, token, program=program, language=language, patience=patience, clock=clock, transport=transport
        )
        super().__init__(connection, {} if store is None else store)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close all connections."""
        await self.connection.aclose()

    @property
    def clock(self) -> AsyncServerClock:
        """The server's time, corrected by each answer."""
        return self.connection.clock

    @property
    def token(self) -> str | None:
        """The player's token, or None."""
        return self.connection.token

    async def create_player(self, name: str, *, key: str | None = None) -> FreshPlayer:
        """Create a player and use its token from now on."""
        created = await self._send(FreshPlayer, "POST", "/v1/players", body={"name": name}, key=key)
        self.connection.token = created["token"]
        return created

    async def table(self, game: str) -> AsyncTable:
        """Return a game with its newest view, to act on it and to wait for others."""
        return await AsyncTable.open(self.connection, game, self.store)

    async def download_games(
        self,
        player: str,
        *,
        ruleset: str | None = None,
        since: str | None = None,
        until: str | None = None,
        logs: bool | None = None,
    ) -> AsyncGenerator[DownloadedGame]:
        """Yield all finished games of a player that I may open, with their logs, the last one to end first.

        Raises `DobonError`, also if the download breaks off: continue with the last end received as `until`.
        """
        query = {"ruleset": ruleset, "since": since, "until": until, "logs": logs}
        request = self.connection.build("GET", "/v1/players/{player}/games", {"player": player}, query)
        response = await self.connection.open(request, SILENCE)
        try:
            async for line in response.aiter_lines():
                yield json.loads(line)
        except httpx.TransportError as error:
            raise DobonError(NO_ANSWER) from error
        finally:
            await response.aclose()

    def events(self, game: str, after: int = 0) -> AsyncIterator[Event]:
        """Yield the events after a version, page by page, up to the newest one."""
        return self.iterate(self.events_page, game, after, PAGE)

    def review(self, game: str, number: int, *, seat: int | None = None) -> AsyncIterator[Frame]:
        """Yield the frames of a finished round, page by page, with `seat` as that seat could know them."""
        return self.iterate(self.review_page, game, number, seat=seat)

    async def wait_for_analysis(self, game: str, number: int, *, within: float = 60.0) -> Analysis:
        """Return the analysis of a finished round as soon as it is computed.

        Raises `TimeoutError` if that takes longer than `within` seconds; the server goes on with it.
        """
        end = self.clock.local() + within
        values = {"game": game, "round_number": number}
        while True:
            answer = await self.connection.request("GET", f"{ROUND}/analysis", values=values)
            if answer.status != httpx.codes.ACCEPTED:
                return cast("Analysis", answer.data)
            pause = retry_after(answer.headers.get("Retry-After"), self.clock.now()) or PAUSE_SECONDS
            if self.clock.local() + pause > end:
                raise TimeoutError(f"{answer.data['done']} of {answer.data['total']} decisions are judged")
            await self.clock.sleep(pause)

    def follow(self, game: str, after: int = 0, *, silence: float = SILENCE) -> AsyncGameStream:
        """Follow a game: its events after a version as they happen, and stamps, until it is over."""
        return AsyncGameStream(self.connection, game, after, silence)

    def notifications(self, after: int | None = None, *, silence: float = SILENCE) -> AsyncAccountStream:
        """Follow what happens in all my games, after a position or from now on."""
        return AsyncAccountStream(self.connection, after, silence)
