"""The topics followed in this process, and all their streams."""

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import Protocol

from api.streaming.event_stream import EventReader, EventStream, GameTopic, Names, by_number
from api.streaming.rights import Reader, RightsCheck, RightsSource
from domain.game.game import Game
from domain.log.events import LoggedEvent
from domain.log.moments import Moment
from infra import clock as system_clock
from infra.observability import metrics
from infra.social.stamps import Stamp

STAMPS_SECONDS = 0.25
"""Interval between two reads of stamps, which need no quick answer."""

MAX_STREAMS = 5_000
"""Limit of open streams in a process."""

MAX_OF_ACCOUNT = 16
"""Limit of open streams of one account in a process: some tables in some windows."""


class SubscriptionSource(EventReader, RightsSource, Protocol):
    """The database as seen by the subscriptions."""

    def newest_versions(self, known: Mapping[str, int]) -> Mapping[str, int]:
        """Return the newest version of each of these games that is past its known version."""
        ...

    def events_after(self, known: Mapping[str, int]) -> Mapping[str, Sequence[LoggedEvent]]:
        """Return the events of each of these games after its known version, without a gap."""
        ...

    def stamps_after(self, known: Mapping[str, int]) -> Mapping[str, Sequence[Stamp]]:
        """Return the stamps of each of these games after its known number; games without new stamps are left out."""
        ...

    def stamps_of(self, game_id: str) -> Sequence[Stamp]:
        """Return the stamps of one game that are kept."""
        ...

    def initial_state(self, game_id: str) -> tuple[Game, Sequence[int]]:
        """Return the public part of a game now, and the versions at which its rounds were revealed."""
        ...


class Subscriptions:
    """All streams of this process, by game."""

    def __init__(
        self,
        source: SubscriptionSource,
        limit: int = MAX_STREAMS,
        clock: Callable[[], float] = time.monotonic,
        names: Names = by_number,
        time_of: Callable[[Game], Moment] = lambda _: system_clock.now(),
    ) -> None:
        """Allow at most `limit` open streams.

        `clock` returns seconds, `names` the names of a game's seats, and `time_of` the time that the streams of a
        game tell.
        """
        self.limit = limit
        self.open = 0
        "Number of open streams."
        self._source = source
        self._clock = clock
        self._names = names
        self._time_of = time_of
        self._lock = Lock()
        self._topics: dict[str, GameTopic] = {}
        self._rights = RightsCheck(source, clock)
        self._accounts: Counter[str] = Counter()
        self._stamps_read_at = clock()
        self._closed = False

    def __contains__(self, game_id: str) -> bool:
        return game_id in self._topics

    def has_room_for(self, account: str) -> bool:
        """Return whether the account may open another stream."""
        return self._accounts[account] < MAX_OF_ACCOUNT

    def subscribe(self, game_id: str, reader: Reader, after: int, since: int) -> EventStream | None:
        """Return a stream of the game for a reader whose access was checked at version `since`; None if too many are
        open.

        The caller must `unsubscribe` it. Raises `Refused("no-such-game")` and `Unavailable`.
        """
        found = self._topics.get(game_id) or self._load_topic(game_id)
        with self._lock:
            if self.open >= self.limit or self._closed or not self.has_room_for(reader.account):
                return None
            topic = self._topics.setdefault(game_id, found)
            stream = EventStream(topic, self._source, reader, after, since, self._clock, self._time_of)
            topic.streams.add(stream)
            self.open += 1
            self._accounts[reader.account] += 1
            metrics.STREAMS.inc()
            return stream

    def _load_topic(self, game_id: str) -> GameTopic:
        game, openings = self._source.initial_state(game_id)
        return GameTopic(game_id, game, openings, self._source.stamps_of(game_id), self._names)

    def unsubscribe(self, stream: EventStream) -> None:
        """Remove a stream that is no longer read."""
        topic = stream.topic
        with self._lock:
            if stream in topic.streams:
                topic.streams.remove(stream)
                self.open -= 1
                self._accounts[stream.reader.account] -= 1
                if not self._accounts[stream.reader.account]:
                    del self._accounts[stream.reader.account]
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

        Rights are checked after the events were read and before they are sent, so a client that has lost its right
        before an event does not receive it. Raises `Unavailable`.
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
        for stream in self._rights.lost(self._streams, at_once=bool(moved)):
            stream.end("unauthorized")
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
        for stream in self._streams():
            stream.end("stopping")

    def _streams(self) -> list[EventStream]:
        with self._lock:
            return [stream for topic in self._topics.values() for stream in topic.streams]
