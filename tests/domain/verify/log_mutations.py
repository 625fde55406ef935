"""Logs forged with the game's secrets, then resealed and rechained, and the problems `verify` finds in them."""

from collections.abc import Callable
from dataclasses import dataclass

from domain.events import Event
from domain.verify import verify
from prove.harness.random_games import export_lines, rechain

Forge = Callable[[list[Event]], None]
Log = Callable[[], tuple[str, list[Event]]]


@dataclass(frozen=True)
class Forgery:
    """A log, its forgery, and the problem that `verify` has to find."""

    log: Log
    forge: Forge
    finding: str

    def __repr__(self) -> str:
        return self.forge.__name__

    def found(self) -> str:
        """Return the problems that `verify` finds."""
        game, events = self.log()
        self.forge(events)
        return problems(game, events)


class Forgeries(list[Forgery]):
    """A table of forgeries, to which a decorator adds."""

    def of(self, log: Log, finding: str) -> Callable[[Forge], Forge]:
        """Return a decorator for a function that forges the log; `verify` has to find `finding`."""

        def entered(forge: Forge) -> Forge:
            self.append(Forgery(log, forge, finding))
            return forge

        return entered


def problems(game: str, events: list[Event]) -> str:
    """Return the problems of a log whose chain and seals are perfect."""
    report = verify(export_lines(game, rechain(game, events)))
    assert not any(
        chained in problem.what for problem in report.problems for chained in ("digest", "its seal", "no seal")
    )
    return "\n".join(problem.what for problem in report.problems)
