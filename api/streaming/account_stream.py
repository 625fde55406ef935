"""The notifications of an account, and the stream of one client.

A stream has no queue: it knows the position that it has sent, and takes the following notifications from those that all
streams of the account share, or from the database if it is further behind.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import orjson

from api.streaming.rights import Reader, RightsSource
from api.streaming.stream import BATCH, Stream, beat
from domain.log.moments import Moment
from domain.running.notifications import notification_json
from infra.notifications.notifications import News, Positioned

RECENT = 64
"""Number of newest notifications kept for an account with open streams."""

START = b"retry: 1000\n: news of my games\n"
"""The beginning of a stream."""


class AccountSource(RightsSource, Protocol):
    """The database as seen by the streams of accounts."""

    def newest_position(self, account: str) -> int:
        """Return the position of an account's newest notification; 0 without one."""
        ...

    def feed_place(self) -> int:
        """Return the place after all notifications that are committed now."""
        ...

    def new_since(self, place: int, limit: int) -> News:
        """Return up to `limit` notifications of all accounts from a place on, in order."""
        ...

    def notifications_after(self, known: Mapping[str, int], limit: int) -> Mapping[str, Sequence[Positioned]]:
        """Return up to `limit` notifications after the known position of each account, in order."""
        ...

    def listen(self) -> None:
        """Note that this process has open streams of accounts."""
        ...


class AccountTopic:
    """An account with open streams in this process."""

    def __init__(self, account: str, position: int) -> None:
        self.account = account
        self.recent: tuple[Positioned, ...] = ()
        "The newest notifications. The tuple is replaced and never changed, so it is read without a lock."
        self.position = position
        "The position of the newest notification known here."
        self.streams: set[AccountStream] = set()

    def advance(self, new: Sequence[Positioned]) -> None:
        """Add the next notifications. Called by one thread only."""
        if new:
            self.recent = (*self.recent, *new)[-RECENT:]
            self.position = new[-1][0]


class AccountStream(Stream):
    """The notifications of one account for one client, from a position on."""

    def __init__(
        self,
        topic: AccountTopic,
        source: AccountSource,
        reader: Reader,
        after: int | None,
        clock: Callable[[], float],
        now: Callable[[], Moment],
    ) -> None:
        """Start after position `after`, by default with the next notification. `clock` returns seconds."""
        super().__init__(reader, clock)
        self.topic = topic
        self.sent = topic.position if after is None else min(after, topic.position)
        "The newest position sent."
        self._source = source
        self._now = now

    def next_chunk(self) -> bytes | None:
        """Return the bytes to send now, without waiting.

        Empty if there are none; None if `catch_up` has to read older notifications first.
        """
        if self._sent_at is None:
            # With the position, so that a client that reconnects before the first notification misses none.
            return self._send(START + b"id: %d\n" % self.sent + beat(self._now()))
        if self._reason is not None:
            return self._send_end(self._reason)
        if self.sent < self.topic.position:
            recent = self.topic.recent
            if not recent or recent[0][0] > self.sent + 1:
                return None
            return self._send_all([one for one in recent if one[0] > self.sent][:BATCH])
        return self._send(beat(self._now())) if self.until_heartbeat() <= 0 else b""

    def catch_up(self) -> bytes:
        """Return the bytes to send now, read from the database. Raises `Unavailable`."""
        newest = self.topic.position
        found = self._source.notifications_after({self.topic.account: self.sent}, BATCH).get(self.topic.account, ())
        kept_from = found[0][0] if found else newest + 1
        missed = b""
        if kept_from > self.sent + 1:
            missed = b'event: missed\ndata: {"until":%d}\n\n' % (kept_from - 1)
            self.sent = kept_from - 1
        return missed + self._send_all(found)

    def _send_all(self, found: Sequence[Positioned]) -> bytes:
        if found:
            self.sent = found[-1][0]
        return self._send(
            b"".join(
                b"id: %d\ndata: %b\n\n" % (position, orjson.dumps(notification_json(position, one)))
                for position, one in found
            )
        )
