"""A game that somebody follows, and the stream of one who follows it.

A stream has no queue: it knows the version that it has sent, and takes what follows from the newest events of the game, which all streams of that
game share, or from the log where it is further behind. So a slow reader costs no memory, and what is sent is what the listing gives at that
moment to whoever reads.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import orjson

from api.presenters.events import event_json, stamp_json
from domain.events import SPECTATOR, Event, Viewer, seen_by
from domain.game import Game
from domain.spectators import is_over, sight
from infra.commands.game_cache import advance
from infra.repositories.stamps import Stamp

HEARTBEAT_SECONDS = 15.0
"""A stream that has nothing to say says so this often, so that nobody on the way takes it for dead."""

RECENT = 256
"""Newest events kept of a game that is followed, and newest stamps."""

BATCH = 64
"""Most events sent in one piece."""

START = b"retry: 1000\n: the log of this game, as it grows\n\n"
BEAT = b":\n\n"


def wake_nothing() -> None:
    """Wakes nobody."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A game as it is at one version. Never changed, only replaced; so it is read without a lock."""

    game: Game
    "The public part."
    events: tuple[Event, ...]
    "The newest events, with all their parts."
    openings: tuple[int, ...]
    "Versions at which rounds were laid open: all before lies open to everybody."
    stamps: tuple[Stamp, ...] = ()
    "The newest ones."

    def opened_until(self, upto: int) -> int:
        """The version up to which everything is open, for somebody who may see the log up to another."""
        return max((version for version in self.openings if version <= upto), default=0)

    def between(self, after: int, upto: int) -> Sequence[Event] | None:
        """The first of the events after a version up to another; None where they are not kept here."""
        if after >= upto:
            return ()
        if not self.events or self.events[0].version > after + 1:
            return None
        first = self.events[0].version
        return self.events[after + 1 - first : upto + 1 - first][:BATCH]

    def stamps_after(self, after: int, upto: int) -> Sequence[Stamp]:
        """The stamps after a number, for somebody who may see the log up to a version."""
        return [stamp for stamp in self.stamps if stamp.number > after and stamp.version <= upto]


class GameTopic:
    """A game that is followed in this process, and the streams of those who do."""

    def __init__(self, game_id: str, game: Game, openings: Sequence[int], stamps: Sequence[Stamp]) -> None:
        self.id = game_id
        self.snapshot = Snapshot(
            game, (), tuple(version for version in openings if version <= game.version), (*stamps,)
        )
        self.streams: set[EventStream] = set()

    @property
    def version(self) -> int:
        """How far the game is known here."""
        return self.snapshot.game.version

    @property
    def stamps(self) -> int:
        """The number of the newest stamp known here."""
        return self.snapshot.stamps[-1].number if self.snapshot.stamps else 0

    def advance(self, events: Sequence[Event], stamps: Sequence[Stamp] = ()) -> None:
        """Take in the events that follow, and the stamps. One thread does this."""
        before = self.snapshot
        if not events and not stamps:
            return
        self.snapshot = Snapshot(
            advance(before.game, events, SPECTATOR) if events else before.game,
            (*before.events, *events)[-RECENT:],
            (*before.openings, *(event.version for event in events if event.type == "round-revealed")),
            (*before.stamps, *stamps)[-RECENT:],
        )


class EventReader(Protocol):
    """Where events are read that are not kept here."""

    def visible_events(self, game_id: str, viewer: Viewer, after: int, limit: int, upto: int) -> list[Event]:
        """What the listing gives the viewer after a version, up to another."""
        ...


class EventStream:
    """What one account is told of one game, event by event, from a version on."""

    def __init__(
        self,
        topic: GameTopic,
        log: EventReader,
        player: str,
        token: str,
        after: int,
        since: int,
        clock: Callable[[], float],
    ) -> None:
        """The player was let in at version `since` of the game. `clock` counts seconds."""
        self.topic = topic
        self.token = token
        self.sent = after
        "The newest version sent."
        self.ended = False
        "Was the last piece taken?"
        self.wake: Callable[[], None] = wake_nothing
        "Called, by any thread, when there may be something to take."
        allowed = sight(topic.snapshot.game, player)
        known = topic.snapshot.stamps_after(0, topic.version if allowed is None else allowed[1])
        self._sent_stamp = known[-1].number if known else 0
        self._since = since
        self._log = log
        self._player = player
        self._clock = clock
        self._sent_at: float | None = None
        self._reason: str | None = None

    def end(self, reason: str) -> None:
        """Nothing more is sent but that reason. By any thread."""
        self._reason = self._reason or reason
        self.wake()

    def next_chunk(self) -> bytes | None:
        """What is to be sent now, without waiting for anything; empty for nothing, and None where `catch_up` has to read it first."""
        if self._sent_at is None:
            return self._send(START)
        now = self.topic.snapshot
        if self._reason is not None:
            return self._send_end(self._reason)
        if now.game.version < self._since:
            return b""  # others follow the game already, and the reader has not come to where this player was let in
        allowed = sight(now.game, self._player)
        if allowed is None:
            return self._send_end("no-such-game")
        viewer, upto = allowed
        events = now.between(self.sent, upto)
        if events is None:
            return None
        if events:
            opened = now.opened_until(upto)
            return self._send_events([event if event.version <= opened else seen_by(event, viewer) for event in events])
        stamps = now.stamps_after(self._sent_stamp, upto)
        if stamps:
            self._sent_stamp = stamps[-1].number
            return self._send(b"".join(b"event: stamp\ndata: %b\n\n" % orjson.dumps(stamp_json(one)) for one in stamps))
        if is_over(now.game):
            return self._send_end("game-over")
        return self._send(BEAT) if self.until_heartbeat() <= 0 else b""

    def catch_up(self) -> bytes:
        """What is to be sent now, read from the log; waits for the database. Raises `Unavailable`."""
        allowed = sight(self.topic.snapshot.game, self._player)
        if self._reason is not None or allowed is None:
            return b""
        viewer, upto = allowed
        return self._send_events(self._log.visible_events(self.topic.id, viewer, self.sent, BATCH, upto))

    def until_heartbeat(self) -> float:
        """Seconds until the next heartbeat is due."""
        return 0.0 if self._sent_at is None else self._sent_at + HEARTBEAT_SECONDS - self._clock()

    def _send_events(self, events: Sequence[Event]) -> bytes:
        if events:
            self.sent = events[-1].version
        return self._send(b"".join(b"id: %d\ndata: %b\n\n" % (e.version, orjson.dumps(event_json(e))) for e in events))

    def _send_end(self, reason: str) -> bytes:
        self.ended = True
        return b'event: end\ndata: {"reason":"%b"}\n\n' % reason.encode()

    def _send(self, chunk: bytes) -> bytes:
        self._sent_at = self._clock()
        return chunk
