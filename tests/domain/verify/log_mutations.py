"""Logs forged with the game's secrets, then resealed and rechained, and the problems `verify` finds in them."""

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from typing import Any

from domain.log.conclusions import Verification
from domain.log.events import LoggedEvent
from domain.log.log_format import chain, export
from domain.verification.verify import verify
from prove.harness.random_games import copy_events, derive_chain, export_lines, rechain

Forge = Callable[[list[LoggedEvent]], None]
Log = Callable[[], tuple[str, list[LoggedEvent]]]


@dataclass(frozen=True)
class Forgery:
    """A log and its forgery."""

    log: Log
    forge: Forge
    at: Callable[[LoggedEvent], Any]
    "Tells which event is false: the first such one from that on which differs from the true log."

    def __repr__(self) -> str:
        return f"{self.log.__name__}-{self.forge.__name__}"

    def report(self) -> tuple[Verification, int]:
        """Return the report on the forged log, whose chain and seals are perfect, and the version that is false."""
        (game, events), (_, true) = self.log(), self.log()
        self.forge(events)
        rechain(game, events)
        alike = [event.digest == other.digest for event, other in zip(events, true, strict=False)]
        changed = alike.index(False) if False in alike else len(alike) - 1
        false = next(event for event in events[changed:] if self.at(event))
        return verify(export_lines(game, events)), false.version


class Forgeries(list[Forgery]):
    """A table of forgeries, to which a decorator adds."""

    def of(self, log: Log, at: str | Callable[[LoggedEvent], Any] = bool) -> Callable[[Forge], Forge]:
        """Return a decorator for a function that forges the log; `at` as in `Forgery`, or the type of that event."""
        where = (lambda event: event.type == at) if isinstance(at, str) else at

        def entered(forge: Forge) -> Forge:
            self.append(Forgery(log, forge, where))
            return forge

        return entered


def problems(game: str, events: list[LoggedEvent]) -> str:
    """Return the problems of a log whose chain and seals are perfect."""
    report = verify(export_lines(game, rechain(game, events)))
    assert not any(
        chained in problem.what for problem in report.problems for chained in ("digest", "its seal", "no seal")
    )
    return "\n".join(problem.what for problem in report.problems)


NONSENSE = [None, -1, 10**18, "x", [], {}, [[]], {"a": []}, True, "left out"]
"""Values that are invalid in most fields of an event. `"left out"` removes the field."""

AFTER = 8
"""Number of events after the changed one, because an accepted value may cause an exception later."""

ALL: frozenset[str] = frozenset()
"""Stands for every type of event in the log."""


def with_nonsense(log: Log, nonsense: Any, types: Container[str] = ALL) -> Iterator[Verification]:
    """Yield a report for each field of the first event of each type, with that field replaced by `nonsense`.

    The log ends a few events after the changed one, because replay stops at the first invalid event. The reveal of the
    round follows, because only then are sealed parts compared with their seals.
    """
    game, pristine = log()
    secret = derive_chain(game, pristine[0].public["options"]["rounds"]).link(1)
    kinds = {event.type: place for place, event in reversed([*enumerate(pristine)])}
    for place in (place for kind, place in kinds.items() if types is ALL or kind in types):
        before = pristine[:place]
        _, *unchanged = export(game, pristine[0], "", before)
        events = copy_events(pristine[place : place + 1 + AFTER])
        if not any(event.type == "round-revealed" for event in events):
            events += copy_events([event for event in pristine[place:] if event.type == "round-revealed"][:1])
        for payload in _payloads(events[0]):
            for name, value in list(payload.items()):
                payload[name] = nonsense
                if nonsense == "left out":
                    del payload[name]
                head = chain(game, before[-1].digest if before else "", events, secret)
                first, *changed = export(game, pristine[0], head, events)
                yield verify([first, *unchanged, *changed])
                payload[name] = value


def _payloads(event: LoggedEvent) -> list[dict[str, Any]]:
    """Return the public part, its part about the seat that is asked next, and the sealed parts."""
    return [event.public, event.public.get("asks") or {}, *event.sealed.values()]
