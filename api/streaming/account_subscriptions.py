"""All streams of accounts in this process."""

import time
from collections.abc import Callable, Mapping, Sequence
from threading import Lock

from api.streaming.account_stream import AccountSource, AccountStream, AccountTopic
from api.streaming.rights import Reader, RightsCheck
from api.streaming.subscriptions import MAX_OF_ACCOUNT, MAX_STREAMS
from domain.log.moments import Moment
from infra import clock as system_clock
from infra.notifications.notifications import Positioned
from infra.observability import metrics

LISTEN_SECONDS = 5.0
"""Interval at which a process tells that it has streams of accounts."""

BATCH = 64
"""Notifications of one account that are read at once, if it is behind."""

FEED_BATCH = 1_000
"""Notifications of all accounts that are read at once."""


class AccountSubscriptions:
    """All streams of accounts in this process, by account. One thread calls `feed`, any thread the rest."""

    def __init__(
        self,
        source: AccountSource,
        limit: int = MAX_STREAMS,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], Moment] = system_clock.now,
    ) -> None:
        """Allow at most `limit` open streams. `clock` returns seconds, and `now` the moment that the streams tell."""
        self.limit = limit
        self.open = 0
        "Number of open streams."
        self._source = source
        self._clock = clock
        self._now = now
        self._lock = Lock()
        self._topics: dict[str, AccountTopic] = {}
        self._behind: set[AccountTopic] = set()
        "Topics that may lack notifications that the feed has passed."
        self._place: int | None = None
        "The place from which to read the feed next; None before the first stream."
        self._rights = RightsCheck(source, clock)
        self._listened_at: float | None = None
        self._closed = False

    def has_room_for(self, account: str) -> bool:
        """Return whether the account may open another stream."""
        topic = self._topics.get(account)
        return topic is None or len(topic.streams) < MAX_OF_ACCOUNT

    def subscribe(self, reader: Reader, after: int | None) -> AccountStream | None:
        """Return a stream of the reader's account after a position; None if too many are open.

        The caller must `unsubscribe` it. Raises `Unavailable`.
        """
        account = reader.account
        found = self._topics.get(account) or AccountTopic(account, self._source.newest_position(account))
        with self._lock:
            if self.open >= self.limit or self._closed or not self.has_room_for(account):
                return None
            if account not in self._topics:
                self._behind.add(found)  # the feed may have passed since its position was read
            topic = self._topics.setdefault(account, found)
            stream = AccountStream(topic, self._source, reader, after, self._clock, self._now)
            topic.streams.add(stream)
            self.open += 1
            metrics.STREAMS.inc()
            return stream

    def unsubscribe(self, stream: AccountStream) -> None:
        """Remove a stream that is no longer read."""
        topic = stream.topic
        with self._lock:
            if stream in topic.streams:
                topic.streams.remove(stream)
                self.open -= 1
                metrics.STREAMS.dec()
                if not topic.streams:
                    del self._topics[topic.account]
                    self._behind.discard(topic)

    def feed(self) -> bool:
        """Read new notifications and wake their streams; return whether there are any streams. Called by one thread.

        Rights are checked before notifications are sent, as for games. Raises `Unavailable`.
        """
        with self._lock:
            topics, behind = dict(self._topics), set(self._behind)
        if not topics:
            self._place = None
            return False
        self._listen()
        new, number = self._read(topics, behind)
        for stream in self._rights.lost(self._streams, at_once=bool(new), number=number):
            stream.end("unauthorized")
        for topic, found in new.items():
            topic.advance(found)
            for stream in list(topic.streams):
                stream.wake()
        return True

    def _read(
        self, topics: Mapping[str, AccountTopic], behind: set[AccountTopic]
    ) -> tuple[dict[AccountTopic, Sequence[Positioned]], int | None]:
        """Return what is new by topic, and the number of rights before all of it if it was read too.

        Topics that are `behind` are read from their positions, and so are all if the feed has more than a read returns.
        """
        if self._place is None:
            self._place = self._source.feed_place()
        news = self._source.new_since(self._place, FEED_BATCH)
        if not news.complete:
            behind = set(topics.values())
        listened = [topic for account in news.found if (topic := topics.get(account)) and topic not in behind]
        new: dict[AccountTopic, Sequence[Positioned]] = {
            topic: [one for one in news.found[topic.account] if one[0] > topic.position] for topic in listened
        }
        if behind:
            known = {topic.account: topic.position for topic in behind}
            new |= {topics[account]: found for account, found in self._source.notifications_after(known, BATCH).items()}
        self._place = news.next_place
        still = {topic for topic in behind if len(new.get(topic, ())) == BATCH}
        with self._lock:
            self._behind = {one for one in self._behind - behind | still if self._topics.get(one.account) is one}
        return {topic: found for topic, found in new.items() if found}, None if behind else news.rights

    def close(self) -> None:
        """End all streams and refuse new ones."""
        with self._lock:
            self._closed = True
        for stream in self._streams():
            stream.end("stopping")

    def _listen(self) -> None:
        now = self._clock()
        if self._listened_at is None or now - self._listened_at >= LISTEN_SECONDS:
            self._source.listen()
            self._listened_at = now

    def _streams(self) -> list[AccountStream]:
        with self._lock:
            return [stream for topic in self._topics.values() for stream in topic.streams]
