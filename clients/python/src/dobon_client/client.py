"""The client: the operations of players, and short forms of what they do most."""

from collections.abc import Iterator
from types import TracebackType
from typing import Self

import httpx

from dobon_client.account_stream import AccountStream
from dobon_client.clock import ServerClock
from dobon_client.connection import Connection, Patience
from dobon_client.cuts import Store
from dobon_client.operations import Operations
from dobon_client.stream import SILENCE, GameStream
from dobon_client.table import Table
from dobon_client.types import Event, Frame, FreshPlayer

PAGE = 200


class Dobon(Operations):
    """A client of one server, for one player. One client may be used by one thread at a time."""

    def __init__(
        self,
        base_url: str,
        token: str | None = None,
        *,
        language: str | None = None,
        patience: Patience | None = None,
        clock: ServerClock | None = None,
        transport: httpx.BaseTransport | None = None,
        store: Store | None = None,
    ) -> None:
        """`language` is that of titles and details: `en` or `ja`. `transport` replaces that of httpx.

        `store` keeps what shuffles my decks; with a `FileStore` a later run of the program can go on.
        """
        connection = Connection(base_url, token, language=language, patience=patience, clock=clock, transport=transport)
        super().__init__(connection, {} if store is None else store)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self.connection.close()

    @property
    def clock(self) -> ServerClock:
        """The server's time, corrected by each answer."""
        return self.connection.clock

    @property
    def token(self) -> str | None:
        """The player's token, or None."""
        return self.connection.token

    def create_player(self, name: str, *, key: str | None = None) -> FreshPlayer:
        """Create a player and use its token from now on."""
        created = self._send(FreshPlayer, "POST", "/v1/players", body={"name": name}, key=key)
        self.connection.token = created["token"]
        return created

    def table(self, game: str) -> Table:
        """Return a game with its newest view, to act on it and to wait for others."""
        return Table(self.connection, game, self.store)

    def events(self, game: str, after: int = 0) -> Iterator[Event]:
        """Yield the events after a version, page by page, up to the newest one."""
        page: int | None = after
        while page is not None:
            found = self.events_page(game, page, PAGE)
            yield from found["events"]
            page = found["next"]

    def review(self, game: str, number: int, *, seat: int | None = None) -> Iterator[Frame]:
        """Yield the frames of a finished round, page by page, with `seat` as that seat could know them."""
        start: int | None = 1
        while start is not None:
            found = self.review_page(game, number, seat=seat, start=start)
            yield from found["frames"]
            start = found["next"]

    def follow(self, game: str, after: int = 0, *, silence: float = SILENCE) -> GameStream:
        """Follow a game: its events after a version as they happen, and stamps, until it is over."""
        return GameStream(self.connection, game, after, silence)

    def notifications(self, after: int | None = None, *, silence: float = SILENCE) -> AccountStream:
        """Follow what happens in all my games, after a position or from now on."""
        return AccountStream(self.connection, after, silence)
