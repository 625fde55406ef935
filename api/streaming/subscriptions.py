"""The topics followed in this process, and all their streams."""

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
"""Interval between two checks of the tokens of all streams."""

STAMPS_SECONDS = 0.25
"""Interval between two reads of stamps, which need no quick answer."""

MAX_STREAMS = 5_000
"""Limit of open streams in a process."""


class SubscriptionSource(EventReader, Protocol):
    """The database as seen by the subscriptions."""

    def newest_versions(self, known: Mapping[str, int]) -> Mapping[str, int]:
        """Return the newest version of each of these games that is past its known version."""
        ...

    def events_after(self, known: Mapping[str, int]) -> Mapping[str, Sequence[Event]]:
        """Return the events of each of these games after its known version, without a gap."""
        ...

    def valid_tokens(self, tokens: Iterable[str]) -> set[str]:
        """Return those of the tokens that are still valid."""
        ...

    def stamps_after(self, known: Mapping[str, int]) -> Mapping[str, Sequence[Stamp]]:
        """Return the stamps of each of these games after its known number; games without new stamps are left out."""
        ...

    def initial_state(self, game_id: str) -> tuple[Game, Sequence[int]]:
        """Return the public part of a game now, and the versions at which its rounds were revealed."""
        ...


class Subscriptions:
    """All streams of this process, by game."""

    def __init__(
        self, source: SubscriptionSource, limit: int = MAX_STREAMS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Allow at most `limit` open streams. `clock` returns seconds."""
        self.limit = limit
        self.open = 0
        "Number of open streams."
        self._source = source
        self._clock = clock
        self._lock = Lock()
        self._topics: dict[str, GameTopic] = {}
        self._tokens_checked_at = clock()
        self._stamps_read_at = clock()
        self._closed = False

    def __contains__(self, game_id: str) -> bool:
        return game_id in self._topics

    def subscribe(self, game_id: str, player: str, token: str, after: int, since: int) -> EventStream | None:
        """Return a stream of the game for a player whose access was checked at version `since`; None if too many are
        open.

        The caller must `unsubscribe` it. Raises `Refused("no-such-game")` and `Unavailable`.
        """
        found = self._topics.get(game_id) or self._load_topic(game_id)
        with self._lock:
            if self.open >= self.limit or self._closed:
                return None
            topic = self._topics.setdefault(game_id, found)
            stream = EventStream(topic, self._source, player, token, after, since, self._clock)
            topic.streams.add(stream)
            self.open += 1
            metrics.STREAMS.inc()
            return stream

    def _load_topic(self, game_id: str) -> GameTopic:
        game, openings = self._source.initial_state(game_id)
        return GameTopic(game_id, game, openings, self._source.stamps_after({game_id: 0}).get(game_id, ()))

    def unsubscribe(self, stream: EventStream) -> None:
        """Remove a stream that is no longer read."""
        topic = stream.topic
        with self._lock:
            if stream in topic.streams:
                topic.streams.remove(stream)
                self.open -= 1
                metrics.STREAMS.dec()
                if not topic.streams:
                    del self._topics[topic.id]

    def known_versions(self) -> dict[str, int]:
        """Return the newest known version of each followed game."""
        with self._lock:
            return {game_id: topic.version for game_id, topic in self._topics.items()}

    def feed(self, newest: Mapping[str, int]) -> None:
        """Read the events of games that have moved to these versions, and wake their streams. Called by one thread
        only.

        Raises `Unavailable`.
        """
        with self._lock:
            behind = [
                topic
                for game_id, topic in self._topics.items()
                if game_id in newest and topic.version < newest[game_id]
            ]
        events = self._source.events_after({topic.id: topic.version for topic in behind}) if behind else {}
        stamps = self._new_stamps()
        moved = behind + [topic for topic in stamps if topic not in behind]
        self._end_unauthorized(moved)
        for topic in moved:
            topic.advance(events.get(topic.id, ()), stamps.get(topic, ()))
            for stream in list(topic.streams):
                stream.wake()

    def _new_stamps(self) -> dict[GameTopic, Sequence[Stamp]]:
        """Return the new stamps by topic, if a read is due."""
        now = self._clock()
        with self._lock:
            topics = dict(self._topics)
        if not topics or now - self._stamps_read_at < STAMPS_SECONDS:
            return {}
        found = self._source.stamps_after({game_id: topic.stamps for game_id, topic in topics.items()})
        self._stamps_read_at = now
        return {topics[game_id]: stamps for game_id, stamps in found.items()}

    def close(self) -> None:
        """End all streams and refuse new ones."""
        with self._lock:
            self._closed = True
            streams = [stream for topic in self._topics.values() for stream in topic.streams]
        for stream in streams:
            stream.end("stopping")

    def _end_unauthorized(self, moved: Sequence[GameTopic]) -> None:
        """End the streams with an invalid token: of games that have moved, and every `TOKENS_SECONDS` of all games.

        Called after the events were read and before they are sent, so a client whose token ended before an event does
        not receive it.
        """
        with self._lock:
            every_game = self._clock() - self._tokens_checked_at >= TOKENS_SECONDS
            topics = self._topics.values() if every_game else moved
            streams = [stream for topic in topics for stream in topic.streams]
        if streams:
            valid = self._source.valid_tokens({stream.token for stream in streams})
            for stream in streams:
                if stream.token not in valid:
                    stream.end("unauthorized")
        if every_game:
            self._tokens_checked_at = self._clock()
