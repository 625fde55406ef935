"""The client: the operations of players in groups, and short forms of what they do most."""

from types import TracebackType
from typing import Self, cast

import httpx

from dobon_client._async.account import AsyncAccount
from dobon_client._async.challenges import AsyncChallenges
from dobon_client._async.clock import AsyncServerClock
from dobon_client._async.connection import AsyncConnection
from dobon_client._async.drills import AsyncDrills
from dobon_client._async.games import AsyncGames
from dobon_client._async.pages import AsyncPages
from dobon_client._async.passkeys import AsyncPasskeys
from dobon_client._async.players import AsyncPlayers
from dobon_client._async.push_subscriptions import AsyncPushSubscriptions
from dobon_client._async.queue import AsyncQueue
from dobon_client._async.reports import AsyncReports
from dobon_client._async.rounds import AsyncRounds
from dobon_client._async.server import AsyncServer
from dobon_client._async.sessions import AsyncSessions
from dobon_client._async.shares import AsyncShares
from dobon_client._async.sign_in import AsyncSignIn
from dobon_client._async.table import AsyncTable
from dobon_client._async.tokens import AsyncTokens
from dobon_client._async.webhooks import AsyncWebhooks
from dobon_client.answers import Patience
from dobon_client.cuts import Store
from dobon_client.types import FreshPlayer


class AsyncDobon(AsyncPages):
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
        self.connection = AsyncConnection(
            base_url, token, program=program, language=language, patience=patience, clock=clock, transport=transport
        )
        "Requests by method and path, for all other operations."
        self.store: Store = {} if store is None else store
        "What a later run of the program needs."
        shared = self.connection, self.store
        self.account = AsyncAccount(*shared)
        self.challenges = AsyncChallenges(*shared)
        self.drills = AsyncDrills(*shared)
        self.games = AsyncGames(*shared)
        self.passkeys = AsyncPasskeys(*shared)
        self.players = AsyncPlayers(*shared)
        self.push_subscriptions = AsyncPushSubscriptions(*shared)
        self.queue = AsyncQueue(*shared)
        self.reports = AsyncReports(*shared)
        self.rounds = AsyncRounds(*shared)
        self.server = AsyncServer(*shared)
        self.sessions = AsyncSessions(*shared)
        self.shares = AsyncShares(*shared)
        self.sign_in = AsyncSignIn(*shared)
        self.tokens = AsyncTokens(*shared)
        self.webhooks = AsyncWebhooks(*shared)

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
        answer = await self.connection.request("POST", "/v1/players", body={"name": name}, key=key)
        created = cast("FreshPlayer", answer.data)
        self.connection.token = created["token"]
        return created

    async def table(self, game: str) -> AsyncTable:
        """Return a game with its newest view, to act on it and to wait for others."""
        return await AsyncTable.open(self.connection, game, self.store)
