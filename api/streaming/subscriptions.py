"""The games that are followed in this process, and all streams of them."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from threading import Lock
from typing import Protocol

from api.streaming.event_stream import EventReader, EventStream, GameTopic
from domain.events import Event
from domain.game import Game
from infra.observability import metrics
from infra.repositories.stamps import Stamp

TOKENS_SECONDS = 1.0
"""Between two looks at whether the tokens of all streams are good still."""

STAMPS_SECONDS = 0.25
"""Between two looks for stamps, which nobody has to answer in time."""

MAX_STREAMS = 32
"""Streams that a process serves at once, where each holds a thread."""


class SubscriptionSource(EventReader, Protocol):
    """The database, as it is asked about games that are followed."""

    def newest_versions(self, known: Mapping[str, int]) -> Mapping[str, int]:
        """The newest version of each of these games that is past the version known."""
        ...

    def events_after(self, known: Mapping[str, int]) -> Mapping[str, Sequence[Event]]:
        """The events of each of these games that follow the version known, without a gap."""
        ...

    def valid_tokens(self, tokens: Iterable[str]) -> set[str]:
        """Those of the tokens that open anything, still."""
        ...

    def stamps_after(self, known: Mapping[str, int]) -> Mapping[str, Sequence[Stamp]]:
        """Of each of these games the stamps that follow the number known, for those that have any."""
        ...

    def initial_state(self, game_id: str) -> tuple[Game, Sequence[int]]:
        """The public part of a game as it is now, and the versions at which rounds of it were laid open."""
        ...


class Subscriptions:
    """All streams of this process, by the games they are of."""

    def __init__(
        self, source: SubscriptionSource, most: int = MAX_STREAMS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """At most `most` may be open. `clock` counts seconds."""
        self.most = most
        self.open = 0
        "How many are."
        self._source = source
        self._clock = clock
        self._lock = Lock()
        self._watched: dict[str, GameTopic] = {}
        self._asked_at = clock()
        self._stamped_at = clock()
        self._closed = False

    def __contains__(self, game_id: str) -> bool:
        return game_id in self._watched

    def follow(self, game_id: str, player: str, token: str, after: int, since: int) -> EventStream | None:
        """A stream of the game for a player whom that token let in at version `since`; None where too many are open.

        Whoever gets one has to `leave` it. Raises `Refused("no-such-game")` and `Unavailable`.
        """
        found = self._watched.get(game_id) or self._begun(game_id)
        with self._lock:
            if self.open >= self.most or self._closed:
                return None
            watched = self._watched.setdefault(game_id, found)
            stream = EventStream(watched, self._source, player, token, after, since, self._clock)
            watched.streams.add(stream)
            self.open += 1
            metrics.STREAMS.inc()
            return stream

    def _begun(self, game_id: str) -> GameTopic:
        game, openings = self._source.initial_state(game_id)
        return GameTopic(game_id, game, openings, self._source.stamps_after({game_id: 0}).get(game_id, ()))

    def leave(self, stream: EventStream) -> None:
        """Nobody reads the stream any more."""
        watched = stream.watched
        with self._lock:
            if stream in watched.streams:
                watched.streams.remove(stream)
                self.open -= 1
                metrics.STREAMS.dec()
                if not watched.streams:
                    del self._watched[watched.id]

    def known(self) -> dict[str, int]:
        """The version at which each game is known here."""
        with self._lock:
            return {game_id: watched.version for game_id, watched in self._watched.items()}

    def feed(self, newest: Mapping[str, int]) -> None:
        """Read what is new of games whose newest versions are these, and wake their streams. One thread does this. Raises `Unavailable`."""
        with self._lock:
            behind = [
                watched
                for game_id, watched in self._watched.items()
                if game_id in newest and watched.version < newest[game_id]
            ]
        events = self._source.events_after({watched.id: watched.version for watched in behind}) if behind else {}
        stamps = self._stamps()
        moved = behind + [watched for watched in stamps if watched not in behind]
        self._shut_out(moved)
        for watched in moved:
            watched.advance(events.get(watched.id, ()), stamps.get(watched, ()))
            for stream in list(watched.streams):
                stream.wake()

    def _stamps(self) -> dict[GameTopic, Sequence[Stamp]]:
        """The stamps that are new, where it is time to look for them."""
        now = self._clock()
        with self._lock:
            games = dict(self._watched)
        if not games or now - self._stamped_at < STAMPS_SECONDS:
            return {}
        found = self._source.stamps_after({game_id: watched.stamps for game_id, watched in games.items()})
        self._stamped_at = now
        return {games[game_id]: stamps for game_id, stamps in found.items()}

    def close(self) -> None:
        """End all streams, and open no more."""
        with self._lock:
            self._closed = True
            streams = [stream for watched in self._watched.values() for stream in watched.streams]
        for stream in streams:
            stream.end("stopping")

    def _shut_out(self, moved: Sequence[GameTopic]) -> None:
        """End the streams whose token is good no more: of games that have moved, and now and then of all.

        Called after the events were read and before they are told, so whoever was shut out before something happened is not told of it.
        """
        with self._lock:
            all_of_them = self._clock() - self._asked_at >= TOKENS_SECONDS
            games = self._watched.values() if all_of_them else moved
            streams = [stream for watched in games for stream in watched.streams]
        if streams:
            good = self._source.valid_tokens({stream.token for stream in streams})
            for stream in streams:
                if stream.token not in good:
                    stream.end("unauthorized")
        if all_of_them:
            self._asked_at = self._clock()
