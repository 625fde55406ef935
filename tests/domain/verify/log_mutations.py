"""Logs forged by somebody who has the secrets, and sealed and chained anew: what `verify` finds in them."""

from collections.abc import Callable
from dataclasses import dataclass

from domain.events import Event
from domain.verify import verify
from tests.domain.played import lines, rewritten

Forge = Callable[[list[Event]], None]
Log = Callable[[], tuple[str, list[Event]]]


@dataclass(frozen=True)
class Forgery:
    """A log, what is done to it, and what has to be found."""

    log: Log
    forge: Forge
    finding: str

    def __repr__(self) -> str:
        return self.forge.__name__

    def found(self) -> str:
        """What is found."""
        game, events = self.log()
        self.forge(events)
        return problems(game, events)


class Forgeries(list[Forgery]):
    """A table of them, each entered by a decorator."""

    def of(self, log: Log, finding: str) -> Callable[[Forge], Forge]:
        """The function forges that log, and this has to be found."""

        def entered(forge: Forge) -> Forge:
            self.append(Forgery(log, forge, finding))
            return forge

        return entered


def problems(game: str, events: list[Event]) -> str:
    """What is wrong with a log whose chain and seals are perfect."""
    report = verify(lines(game, rewritten(game, events)))
    assert not any(
        chained in problem.what for problem in report.problems for chained in ("digest", "its seal", "no seal")
    )
    return "\n".join(problem.what for problem in report.problems)
