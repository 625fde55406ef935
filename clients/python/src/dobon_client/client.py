"""The client: the operations of players, and short forms of what they do most."""

from collections.abc import Iterator
from types import TracebackType
from typing import Self, cast

import httpx

from dobon_client.clock import ServerClock
from dobon_client.connection import Connection, Patience, new_key
from dobon_client.errors import DobonError
from dobon_client.operations import GAME, Operations
from dobon_client.stream import SILENCE, GameStream
from dobon_client.types import Action, CommandResult, Event, Frame, FreshPlayer, LegalAction, View

EARLY_ATTEMPTS = 5
PAGE = 200
WAIT_SECONDS = 25


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
    ) -> None:
        """`language` is that of titles and details: `en` or `ja`. `transport` replaces that of httpx."""
        connection = Connection(
            base_url, token, language=language, patience=patience, clock=clock, transport=transport
        )
        super().__init__(connection)

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

    def view(self, game: str, *, at: int | None = None) -> View:
        """Return my view of a game, at its newest version or at an older one."""
        return self._get(View, f"{GAME}/view", {"game": game}, {"at": at})

    def next_view(self, game: str, known: View) -> View:
        """Wait for my view to be another one than `known`, and return it."""
        you = known["you"]
        headers = {"If-None-Match": f'"{known["version"]}-{"watch" if you is None else f"s{you["seat"]}"}"'}
        while True:
            answer = self.connection.request(
                "GET", f"{GAME}/view", values={"game": game}, query={"wait": WAIT_SECONDS}, headers=headers
            )
            if answer.data is not None:
                return cast("View", answer.data)
            if "Retry-After" in answer.headers:
                self.clock.sleep(1.0)

    def act(
        self, game: str, chosen: LegalAction | Action, *, key: str | None = None, if_match: str | None = None
    ) -> CommandResult:
        """Perform an action: an entry of `actions` of a view, or an action built from one.

        An entry that is not allowed yet is sent at its moment, by the server's time.
        """
        legal = cast("LegalAction", chosen if "action" in chosen else {"action": chosen})
        headers = {} if if_match is None else {"If-Match": if_match}
        key = key or new_key()
        later: str | None = legal.get("allowed_from")
        for attempt in range(1, EARLY_ATTEMPTS + 1):
            if later:
                self.clock.wait(later)
            try:
                answer = self.connection.request(
                    "POST", f"{GAME}/actions", values={"game": game}, body=legal["action"], key=key, headers=headers
                )
            except DobonError as error:
                later = error.problem.get("allowed_from") if error.problem and error.code == "too-early" else None
                if later is None or attempt == EARLY_ATTEMPTS:
                    raise
            else:
                return cast("CommandResult", answer.data)
        raise AssertionError

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
