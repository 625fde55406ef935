"""The unit of work of a command: overdue events first, then the command, then bots that answer at once.

Everything happens on copies of the published game.
"""

import logging
from collections.abc import Sequence

import psycopg

from domain.game.fold import apply, fold, number
from domain.game.game import Game, Seat
from domain.game.spectators import shown_status
from domain.log.chance import HashChain
from domain.log.events import SPECTATOR, Event
from domain.log.log_format import chain as seal_and_chain
from domain.log.moments import Moment, later, milliseconds_between
from domain.running.automation import NotYetDecided, due_after, is_attended, next_step
from domain.running.commands import sealing_secret
from domain.running.summary import summary
from infra.commands.slow_bots import Asked, SlowBots
from infra.event_store.claims import claim_row
from infra.event_store.damaged_games import DamagedGame
from infra.event_store.store import CLOCK, AdminAct, Append, Claim, IdempotencyKey, NewGame, encode
from infra.postgres.retry import Unavailable

MAX_STEPS = 200
"""The maximum number of automatic steps around one command; the scheduler continues from there."""

STALLED_SECONDS = 30
"""The pause of a game whose next step has failed."""

UNATTENDED_SECONDS = 10
"""Default pause before each step of a game without people, so that abandoned games cost little."""

MOST_MISSED = 1_000
"""The number at which missed turns are no longer counted."""

UNDECIDED_SECONDS = 10
"""The pause after which a decision of a slow strategy is asked for again, if it was lost with its process."""

TOLERANCE_MS = 2_000
"""How far a game's newest event may be ahead of the server's time, because the clocks of servers differ a little."""

_logger = logging.getLogger(__name__)


class UnitOfWork:
    """The events that would be appended, and the game after them."""

    __slots__ = (
        "_continue_at",
        "_start",
        "_unattended_seconds",
        "actors",
        "asked",
        "at",
        "bodies",
        "chain",
        "claims",
        "clock_offset_ms",
        "events",
        "missed_turns",
        "server",
    )

    def __init__(
        self,
        start: Game,
        now: Moment,
        chain: HashChain,
        clock_offset_ms: int = 0,
        missed_turns: int = 0,
        unattended_seconds: int = UNATTENDED_SECONDS,
        slow_bots: SlowBots | None = None,
        corrected: Moment = "",
    ) -> None:
        """Begin with the published game `start`, at `now` in the time of the server.

        `chain` is the server's hash chain of the game. `clock_offset_ms` and `missed_turns` are those of the game's
        row. `corrected` is that of the clock. `unattended_seconds` is the pause before each step of a game without
        people. `slow_bots` decides for slow strategies; without it they decide at once.
        """
        self.server = start
        self.clock_offset_ms = offset_after(start.at, now, clock_offset_ms, corrected)
        self.at = max(later(now, ms=self.clock_offset_ms) if self.clock_offset_ms else now, start.at)
        "The moment of this unit of work in the time of the game, which never goes back."
        self.missed_turns = missed_turns
        self._unattended_seconds = unattended_seconds
        self.events: list[Event] = []
        self.actors: list[str] = []
        self.bodies: list[str] = []
        self.claims: list[Claim] = []
        self._start: Game | None = start
        self.chain = chain
        self._continue_at: Moment | None = None
        self.asked = Asked(slow_bots)
        "Decisions of slow strategies: those that are taken, and those to request once this unit is committed."

    @classmethod
    def for_new_game(
        cls,
        game_id: str,
        first: Sequence[Event],
        now: Moment,
        actor: str,
        last_link: bytes,
        slow_bots: SlowBots | None = None,
    ) -> "UnitOfWork":
        """Return a unit of work with the first events of a game; `last_link` is the server's link of the last round."""
        for version, event in enumerate(first, 1):
            event.version = version
            event.at = now
        seal_and_chain(game_id, "", first, None)
        bodies = [encode(event) for event in first]
        game = fold(game_id, first)
        chain = HashChain(last_link, game.options["rounds"])
        unit = cls(game, now, chain, slow_bots=slow_bots)
        unit.events = list(first)
        unit.actors = [actor] * len(first)
        unit.bodies = bodies
        unit._start = None
        return unit

    @property
    def expected_version(self) -> int:
        """The version at which the game must be for the append."""
        return 0 if self._start is None else self._start.version

    def run_due(self, limit: int | None = None) -> None:
        """Run what is due at `at`, bots included, in at most `limit` steps, by default `MAX_STEPS`.

        A game without people makes one step; the scheduler continues it slowly.
        """
        most = MAX_STEPS if limit is None else limit
        for _ in range(most if self.attended else 1):
            try:
                events = next_step(self.server, self.at, self.chain, self.asked.ask)
            except NotYetDecided:
                again, due = later(self.at, seconds=UNDECIDED_SECONDS), due_after(self.server, self.at)
                self._continue_at = again if due is None else min(again, due)
                return
            except (Unavailable, DamagedGame, psycopg.Error):
                raise
            except Exception:
                # An error in a strategy must fail neither the commands of its game nor the scheduler.
                _logger.exception("game %s is stalled at version %d", self.server.id, self.server.version)
                self._continue_at = later(self.at, seconds=STALLED_SECONDS)
                return
            if not events:
                self._continue_at = None
                return
            self.record(events, CLOCK)
        self._continue_at = self.at

    def record(self, events: Sequence[Event], actor: str) -> None:
        """Number, seal and chain new events, and advance the game."""
        if self.server is self._start:
            self.server = self._start.copy()
        self.asked.drop()
        game = self.server
        number(game, events, self.at)
        seal_and_chain(game.id, game.head, events, sealing_secret(game, events, self.chain))
        self.bodies += [encode(event) for event in events]
        for event in events:
            apply(game, event)
        if actor != CLOCK:
            self.missed_turns = 0
        elif any("by_clock" in event.public for event in events):
            self.missed_turns = min(self.missed_turns + 1, MOST_MISSED)
        for event in events:
            self.events.append(event)
            self.actors.append(actor)
            if (claim := claim_row(event, game)) is not None:
                self.claims.append(claim)

    @property
    def attended(self) -> bool:
        """Whether a person still takes part in the game."""
        return is_attended(self.server, self.missed_turns)

    @property
    def due_at(self) -> Moment | None:
        """The moment at which the scheduler must examine the game again, in the time of the server, or None."""
        due = due_after(self.server, self.at) if self._continue_at is None else self._continue_at
        if due is None:
            return None
        if not self.attended:
            due = max(due, later(self.at, seconds=self._unattended_seconds))
        return later(due, ms=-self.clock_offset_ms) if self.clock_offset_ms else due

    def to_append(
        self, key: IdempotencyKey | None = None, created: NewGame | None = None, act: AdminAct | None = None
    ) -> Append:
        """Return everything that the append writes."""
        game, start = self.server, self._start
        seats: list[Seat | None] = [] if start is None else start.seats
        same = start is not None and game.seats == seats
        seated, unseated = ({}, []) if same else _seat_changes(seats, game.seats)
        return Append(
            game.id, self.expected_version, self.events, self.bodies, self.actors, game.status, game.round, self.due_at,
            summary(game.seen_by(SPECTATOR)), created, key, self.claims, seated, unseated, act,
            shown_status(game), None if same else game.players,
            start is not None and start.status != game.status, self.attended, self.missed_turns, self.clock_offset_ms,
            None if start is None else start.head,
        )  # fmt: skip


def is_ahead(at: Moment, now: Moment, clock_offset_ms: int) -> bool:
    """Tell whether the newest event of a game, at `at`, is further ahead of the server's time than tolerated."""
    return at > now and milliseconds_between(now, at) > clock_offset_ms + TOLERANCE_MS


def offset_after(at: Moment, now: Moment, clock_offset_ms: int, corrected: Moment = "") -> int:
    """Return the offset with which the time of a game continues after its newest event, at `at`.

    If a server with a wrong clock has written an event of the future, the game's time continues from there. Deadlines
    stay real durations, because the schedule is in the server's time. Small differences do not change the offset.

    The offset ends if the event was ahead only of a clock that was behind: `corrected` is when that was put right.
    """
    if is_ahead(at, now, clock_offset_ms):
        return milliseconds_between(now, at)
    return 0 if at <= min(now, corrected) else clock_offset_ms


def _seat_changes(before: Sequence[Seat | None], after: Sequence[Seat | None]) -> tuple[dict[int, str], list[int]]:
    """Return accounts by the seat they have taken, and seats whose account has left."""
    old = [None if seat is None else seat.player for seat in before] or [None] * len(after)
    new = [None if seat is None else seat.player for seat in after]
    seated = {seat: player for seat, player in enumerate(new) if player is not None and player != old[seat]}
    return seated, [seat for seat, player in enumerate(old) if player is not None and new[seat] is None]
