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
    def cpu_seconds(self) -> float:
        """Seconds of processor time, if known: these are the server's own, however busy the machine is."""
        ...


@dataclass(slots=True)
class Pace:
    """The durations of the answers in a proof."""

    timed: bool
    "Slow answers are failures. In tests they are not, so that the result is the same on any machine."
    repeated: int = 0
    "Answers that were too slow at first and not always."
    slow: int = 0
    "Answers that were too slow each time."

    def find_error(self, answer: Timed, ask: Callable[[], Timed]) -> str:
        """Return an error if the answer took too long each time; `ask` repeats the request."""
        if answer.seconds <= SECONDS or (not self.timed and answer.seconds < FOREVER):
            return ""
        answers = [answer]
        while (
            self.slow < MAX_SLOW
            and len(answers) < ATTEMPTS
            and answers[-1].seconds > SECONDS >= answers[-1].cpu_seconds
        ):
            answers.append(ask())
        if answers[-1].seconds <= SECONDS:
            self.repeated += 1
            return ""
        self.slow += 1
        return f"too slow: {' s, '.join(f'{one.seconds:.1f}' for one in answers)} s"

    @property
    def note(self) -> str:
        """The number of repeated requests, for the note of a row."""
        return f", {self.repeated:,} repeated" if self.repeated else ""
