"""The topic of a game, and the event stream of one client.

A stream has no queue. It knows the version that it has sent, and takes the following events from the snapshot that all
streams of the game share, or from the log if it is further behind. So a slow client costs no memory, and a stream sends
what the list of events would show the account at that moment.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import orjson

from api.representations.events import event_json, stamp_json
from api.streaming.rights import Reader
from api.streaming.stream import BATCH, Stream, beat
from domain.game.game import Game, waits_until
from domain.game.game_event_types import EVENTS
from domain.game.narration import seats_called
from domain.game.reading import read_log
from domain.game.spectators import is_over, sight
from domain.log.events import SPECTATOR, LoggedEvent, Viewer, seen_by
from domain.log.moments import Moment, milliseconds_between
from domain.ruleset.catalogue import REVEALING
from domain.ruleset.wording import Who
from infra.commands.game_cache import advance
from infra.social.stamps import Stamp

RECENT = 256
"""Number of newest events, and of newest stamps, kept for a followed game."""

START = b"retry: 1000\n: the log of this game, as it grows\n"
"""The beginning of a stream, before the first event, which tells the time."""


Names = Callable[[Game], Who]
"""Returns the function that names the seats of a game in sentences. It may wait for the database."""


BY_NUMBER = seats_called()
"""Names seats by their numbers."""


def by_number(_: Game) -> Who:
    """Return the function that names seats by their numbers."""
    return BY_NUMBER


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A game at one version. It is replaced and never changed, so it is read without a lock."""

    game: Game
    "The public part."
    events: tuple[LoggedEvent, ...]
    "The newest events, with all their envelopes."
    openings: tuple[int, ...]
    "Versions at which a round was revealed: every envelope before them is open."
    stamps: tuple[Stamp, ...] = ()
    "The newest stamps."
    who: Who = BY_NUMBER
    "The names of the seats, for events in words."

    def opened_until(self, upto: int) -> int:
        """Return the version up to which every envelope is open to an account that sees the log up to `upto`."""
        return max((version for version in self.openings if version <= upto), default=0)

    def between(self, after: int, upto: int) -> Sequence[LoggedEvent] | None:
        """Return the first events after version `after` up to `upto`; None if they are no longer kept here."""
        if after >= upto:
            return ()
        if not self.events or self.events[0].version > after + 1:
            return None
        first = self.events[0].version
        return self.events[after + 1 - first : upto + 1 - first][:BATCH]

    def stamps_after(self, after: int, upto: int) -> Sequence[Stamp]:
        """Return the stamps after number `after`, for an account that sees the log up to version `upto`."""
        return [stamp for stamp in self.stamps if stamp.number > after and stamp.version <= upto]


class GameTopic:
    """A game that is followed in this process, and its streams."""

    def __init__(
        self, game_id: str, game: Game, openings: Sequence[int], stamps: Sequence[Stamp], names: Names = by_number
    ) -> None:
        self.id = game_id
        self._names = names
        opened = tuple(version for version in openings if version <= game.version)
        self.snapshot = Snapshot(game, (), opened, (*stamps,), names(game))
        self.streams: set[EventStream] = set()

    @property
    def version(self) -> int:
        """The newest version known here."""
        return self.snapshot.game.version

    @property
    def stamps(self) -> int:
        """The number of the newest stamp known here."""
        return self.snapshot.stamps[-1].number if self.snapshot.stamps else 0

    def advance(self, events: Sequence[LoggedEvent], stamps: Sequence[Stamp] = ()) -> None:
        """Apply the next events and stamps. Called by one thread only."""
        before = self.snapshot
        if not events and not stamps:
            return
        seen = [seen_by(event, SPECTATOR) for event in read_log(events, before.game)]
        game = advance(before.game, seen) if events else before.game
        # Players change between rounds only, and reading their names may take a query.
        renamed = any(event.type in EVENTS for event in events)
        self.snapshot = Snapshot(
            game,
            (*before.events, *events)[-RECENT:],
            (*before.openings, *(event.version for event in events if event.type in REVEALING)),
            (*before.stamps, *stamps)[-RECENT:],
            self._names(game) if renamed else before.who,
        )


class EventReader(Protocol):
    """The source of events that are no longer kept here."""

    def visible_events(self, game_id: str, viewer: Viewer, after: int, limit: int, upto: int) -> list[LoggedEvent]:
        """Return up to `limit` events after version `after` up to `upto`, as the viewer sees them."""
        ...


class EventStream(Stream):
    """The events of one game for one account, from a version on."""

    def __init__(
        self,
        topic: GameTopic,
        log: EventReader,
        reader: Reader,
        after: int,
        since: int,
        clock: Callable[[], float],
        time_of: Callable[[Game], Moment],
    ) -> None:
        """Start after version `after`. Access was checked at version `since`.

        `clock` returns seconds, and `time_of` the moment now in the time of a game.
        """
        super().__init__(reader, clock)
        self.topic = topic
        self.sent = after
        "The newest version sent."
        allowed = sight(topic.snapshot.game, reader.account)
        known = topic.snapshot.stamps_after(0, topic.version if allowed is None else allowed[1])
        self._sent_stamp = known[-1].number if known else 0
        self._since = since
        self._log = log
        self._time_of = time_of
        self._waits_until: Moment | None = None
        "The moment for which actions of the reader's seat wait."

    def next_chunk(self) -> bytes | None:
        """Return the bytes to send now, without waiting.

        Empty if there are none; None if `catch_up` has to read the log first.
        """
        if self._sent_at is None:
            return self._send(START + beat(self._now()))
        now = self.topic.snapshot
        if self._reason is not None:
            return self._send_end(self._reason)
        if now.game.version < self._since:
            return b""  # the topic of earlier streams has not reached the version at which access was checked
        allowed = sight(now.game, self.reader.account)
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
        if self._is_due(now.game, viewer):
            return self._send(beat(self._now()))
        return b""

    def _is_due(self, game: Game, viewer: Viewer) -> bool:
        """Tell whether to tell the time: when actions that had to wait are allowed, and after a long silence."""
        now, waited = self._now(), self._waits_until
        self._waits_until = waits_until(game, viewer, now)
        return (waited is not None and waited <= now) or self.until_heartbeat() <= 0

    def _now(self) -> Moment:
        return self._time_of(self.topic.snapshot.game)

    def catch_up(self) -> bytes:
        """Return the bytes to send now, read from the log; waits for the database. Raises `Unavailable`."""
        allowed = sight(self.topic.snapshot.game, self.reader.account)
        if self._reason is not None or allowed is None:
            return b""
        viewer, upto = allowed
        return self._send_events(self._log.visible_events(self.topic.id, viewer, self.sent, BATCH, upto))

    def until_heartbeat(self) -> float:
        """Return the seconds until the stream tells the time next, if nothing happens before."""
        seconds = super().until_heartbeat()
        if self._sent_at is not None and self._waits_until is not None:
            seconds = min(seconds, max(0.0, milliseconds_between(self._now(), self._waits_until) / 1000 + 0.001))
        return seconds

    def _send_events(self, events: Sequence[LoggedEvent]) -> bytes:
        if events:
            self.sent = events[-1].version
        return self._send(b"".join(self._message(event) for event in events))

    def _message(self, event: LoggedEvent) -> bytes:
        now = self.topic.snapshot
        shown = event_json(now.game.ruleset, event, now.who)
        return b"id: %d\ndata: %b\n\n" % (event.version, orjson.dumps(shown))
