"""Logs forged by somebody who has the secrets, and sealed and chained anew: what `verify` finds in them."""

from collections.abc import Callable, Container, Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from domain.chain import chain, export
from domain.events import Event
from domain.verify import Report, verify
from tests.domain.played import lines, rewritten, secret

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


NONSENSE = [None, -1, 10**18, "x", [], {}, [[]], {"a": []}, True, "left out"]
"""Values that make no sense in any field of an event. `"left out"` removes the field."""

AFTER = 8
"""Events that follow the changed one, because a value that is accepted may do harm later."""

ALL: frozenset[str] = frozenset()
"""In place of some types of events: all that the log has."""


def with_nonsense(log: Log, nonsense: Any, types: Container[str] = ALL) -> Iterator[Report]:
    """Verify the log with one field of an event replaced, for each field of the first event of each of these types.

    A log ends a few events after the changed one, with the reveal of the round, because replay stops at the first event that makes no sense. The reveal
    has the sealed parts compared with their seals.
    """
    game, pristine = log()
    kinds = {event.type: place for place, event in reversed([*enumerate(pristine)])}
    for place in (place for kind, place in kinds.items() if types is ALL or kind in types):
        before = pristine[:place]
        _, *unchanged = export(game, pristine[0], "", before)
        events = deepcopy(pristine[place : place + 1 + AFTER])
        if not any(event.type == "round-revealed" for event in events):
            events += [deepcopy(event) for event in pristine[place:] if event.type == "round-revealed"][:1]
        for payload in _payloads(events[0]):
            for name, value in list(payload.items()):
                payload[name] = nonsense
                if nonsense == "left out":
                    del payload[name]
                head = chain(game, before[-1].digest if before else "", events, secret(game, 1))
                first, *changed = export(game, pristine[0], head, events)
                yield verify([first, *unchanged, *changed])
                payload[name] = value


def _payloads(event: Event) -> list[dict[str, Any]]:
    """The public part, what it holds about the seat that is asked next, and the sealed parts."""
    return [event.public, event.public.get("asks") or {}, *event.sealed.values()]
