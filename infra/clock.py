"""The clock of this process. No other module of the server reads the date and time.

The system's clock may jump: by a mistake, by a broken time server, or when it is corrected. A jump of an hour for ten
seconds would write moments that lie an hour in the future, so this clock goes on without the jump until it has
persisted. A process that is started during the jump continues the clock of its parent.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Lock

from domain.log.moments import Moment, moment

JUMP_SECONDS = 2.0
"""The smallest difference between the system's clock and its expected value that counts as a jump."""

PERSIST_SECONDS = 60.0
"""The time after which a jump is adopted. A clock that has run for less than this time adopts every jump at once."""

CORRECTION_SECONDS = 5.0
"""The time after the adoption of a jump within which all processes of a server have adopted it. Each notices a jump the
next time that it reads its clock.
"""

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ClockState:
    """All that a clock knows. It holds for all processes of a machine until it starts again."""

    trusted_since: float
    "The time of the steady clock from which on the time is trusted."
    base: float
    "The time of the clock at 0 of the steady clock."
    jumped_at: float
    "The time of the steady clock at the last jump."
    jump: float
    "Seconds by which the system's clock is ahead; 0 unless it has jumped."


def _steady() -> float:
    """Return the seconds of a clock that never jumps; where the system allows it, one that runs during sleep too."""
    boot_time = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot_time is None else time.clock_gettime(boot_time)


class GuardedClock:
    """A clock that follows the system's clock, but not its jumps before they have persisted.

    A server that was started during a jump holds the wrong time to be right. It has no proof for either time, so it
    follows a jump at once until it has run for `PERSIST_SECONDS`.
    """

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = _steady) -> None:
        """`wall` returns the seconds of the system's clock since 1970, and `steady` seconds that never jump."""
        self._wall = wall
        self._steady = steady
        # Threads must not see a base and a jump that do not belong together.
        self._lock = Lock()
        self._trusted_since = steady()
        self._base = wall() - self._trusted_since
        "The time of this clock at 0 of `steady`."
        self._jumped_at = 0.0
        self.jump = 0.0
        "Seconds by which the system's clock is ahead of this one; 0 unless it has jumped."
        self.jumps = 0
        "The number of jumps seen."
        self._corrected: Moment = ""

    @property
    def state(self) -> ClockState:
        """Everything that another process needs to continue this clock."""
        self.seconds()  # notices a jump
        with self._lock:
            return ClockState(self._trusted_since, self._base, self._jumped_at, self.jump)

    def continue_from(self, state: ClockState) -> None:
        """Continue the clock of another process of this machine, which may have seen a jump."""
        with self._lock:
            self._trusted_since, self._base = state.trusted_since, state.base
            self._jumped_at, self.jump = state.jumped_at, state.jump

    def corrected(self) -> Moment:
        """Return a moment: earlier events that seemed to be in the future were not, because this clock was behind.

        It is empty before the first jump forward that this clock has adopted.
        """
        return self._corrected

    def now(self) -> Moment:
        """Return the current moment."""
        return moment(datetime.fromtimestamp(self.seconds(), UTC))

    def seconds(self) -> float:
        """Return the seconds since 1970."""
        with self._lock:
            steady, wall = self._steady(), self._wall()
            ahead = wall - steady - self._base
            if abs(ahead) <= JUMP_SECONDS:
                self._follow(ahead)
            elif not self.jump or abs(ahead - self.jump) > JUMP_SECONDS:
                self._notice(ahead, steady)
            if self.jump and steady - self._jumped_at >= PERSIST_SECONDS:
                self._adopt(steady)
            return steady + self._base

    def _follow(self, ahead: float) -> None:
        """Follow a small correction; a jump that there was is over."""
        if self.jump:
            _logger.warning("the system's clock has returned from a jump of %+.1f s", self.jump)
            self.jump = 0.0
        self._base += ahead

    def _notice(self, ahead: float, steady: float) -> None:
        self.jump, self._jumped_at = ahead, steady
        self.jumps += 1
        if steady - self._trusted_since < PERSIST_SECONDS:
            self._adopt(steady)
        else:
            _logger.warning(
                "the system's clock has jumped by %+.1f s; this process adopts it if it persists for %.0f s",
                ahead,
                PERSIST_SECONDS,
            )

    def _adopt(self, steady: float) -> None:
        _logger.warning("this process adopts a jump of the system's clock by %+.1f s", self.jump)
        self._base += self.jump
        if self.jump > 0:
            settled = steady + self._base + CORRECTION_SECONDS
            self._corrected = moment(datetime.fromtimestamp(settled, UTC))
        self._trusted_since, self.jump = steady, 0.0


CLOCK = GuardedClock()
"""The clock of this process."""


def now() -> Moment:
    """Return the current moment."""
    return CLOCK.now()
