"""Time limits of answers, which tell a slow server from a busy machine."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Protocol

SECONDS = 2.0
"""Limit in seconds; a longer answer is a failure."""

ATTEMPTS = 3
"""Attempts before an answer counts as too slow: a busy machine recovers sooner or later, a hanging server does not."""

MAX_SLOW = 5
"""Number of slow answers after which no request is repeated."""


FOREVER = inf
"""Duration of an answer that did not come within the timeout."""


class Timed(Protocol):
    """A measured answer."""

    @property
    def seconds(self) -> float:
        """Elapsed seconds."""
        ...

    @property
    def worked(self) -> float:
        """Seconds of processor time, if known: these are the server's own, however busy the machine is."""
        ...


@dataclass(slots=True)
class Pace:
    """The durations of the answers in a proof."""

    timed: bool
    "Slow answers are failures. In tests they are not, so that the result is the same on any machine."
    again: int = 0
    "Answers that were too slow at first and not always."
    slow: int = 0
    "Answers that were too slow each time."

    def wrong(self, told: Timed, ask: Callable[[], Timed]) -> str:
        """Return an error if the answer took too long each time; `ask` repeats the request."""
        if told.seconds <= SECONDS or (not self.timed and told.seconds < FOREVER):
            return ""
        took = [told]
        while self.slow < MAX_SLOW and len(took) < ATTEMPTS and took[-1].seconds > SECONDS >= took[-1].worked:
            took.append(ask())
        if took[-1].seconds <= SECONDS:
            self.again += 1
            return ""
        self.slow += 1
        return f"too slow: {' s, '.join(f'{one.seconds:.1f}' for one in took)} s"

    @property
    def note(self) -> str:
        """The number of repeated requests, for the note of a row."""
        return f", {self.again:,} repeated" if self.again else ""
