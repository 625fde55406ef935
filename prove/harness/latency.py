"""How long answers take, and whether that is the server's doing or that of a machine with too much to do."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Protocol

SECONDS = 2.0
"""An answer that takes longer is a failure."""

TRIES = 3
"""How often the same is asked before an answer is found too slow: a busy machine hurries sooner or later, and a server that hangs does not."""

ENOUGH = 5
"""Answers found too slow after which no other is asked for again."""


FOREVER = inf
"""Seconds that an answer takes which had not come when nobody listened any more."""


class Timed(Protocol):
    """Something that took a while."""

    @property
    def seconds(self) -> float:
        """By the clock."""
        ...

    @property
    def worked(self) -> float:
        """Seconds of computing, where it is known: those are the server's own however busy the machine is."""
        ...


@dataclass(slots=True)
class Pace:
    """How long the answers of a proof took."""

    timed: bool
    "Whether anybody cares, as long as they come. The tests do not, since they say the same on a machine of any speed."
    again: int = 0
    "Answers that took too long once and not always."
    slow: int = 0
    "Those that always did."

    def wrong(self, told: Timed, ask: Callable[[], Timed]) -> str:
        """What is wrong with the time that an answer took, where `ask` asks for the same once more; nothing for most."""
        if told.seconds <= SECONDS or (not self.timed and told.seconds < FOREVER):
            return ""
        took = [told]
        while self.slow < ENOUGH and len(took) < TRIES and took[-1].seconds > SECONDS >= took[-1].worked:
            took.append(ask())
        if took[-1].seconds <= SECONDS:
            self.again += 1
            return ""
        self.slow += 1
        return f"too slow: {' s, '.join(f'{one.seconds:.1f}' for one in took)} s"

    @property
    def note(self) -> str:
        """What is told of it."""
        return f", {self.again:,} asked again" if self.again else ""
