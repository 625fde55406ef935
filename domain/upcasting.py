"""Events of earlier versions of this program, as this one would have written them.

Every event carries the number of its schema. When the shape of a type has to change, its number goes up by one and a step is added here: a small function
from an event of schema n to the same event of schema n + 1. What is stored, hashed, exported and sent never changes; `current` is
asked by whatever wants to know what an event means, right before it looks. So an old log folds for ever, and only the steps
have to know how it once looked.

A step is given what some viewer may see of an event, so it has to make do without any of the sealed parts, and may move nothing
from one of them into another or into the public part.
"""

from collections.abc import Callable, Mapping

from domain.errors import Refused
from domain.events import Event

Upcaster = Callable[[Event], Event]
"""Gives a new event, and leaves the one it is given as it is."""

Steps = Mapping[tuple[str, int], Upcaster]
"""By type, and the schema that the step starts from."""


class BadUpcasters(Exception):
    """The steps do not lead from the first schema of a type to its newest."""


class UpcasterChain:
    """The steps of all types, which lead from schema 1 to the newest of each without a gap. Raises `BadChain` where they do not."""

    def __init__(self, steps: Steps) -> None:
        self._steps = dict(steps)
        self._newest: dict[str, int] = {}
        for kind in {kind for kind, _ in steps}:
            starts = sorted(schema for of, schema in steps if of == kind)
            if starts != list(range(1, len(starts) + 1)):
                raise BadUpcasters(
                    f"{kind}: there are steps from {starts}, and there have to be from 1 on without a gap"
                )
            self._newest[kind] = len(starts) + 1

    @property
    def types(self) -> set[str]:
        """Types of which there is more than one schema."""
        return set(self._newest)

    def newest(self, kind: str) -> int:
        """The schema in which events of a type are written now."""
        return self._newest.get(kind, 1)

    def current(self, event: Event) -> Event:
        """The event in the newest schema of its type; itself where it is. Raises `Refused("newer-event")` for one of a later program."""
        newest = self._newest.get(event.type, 1)
        if event.schema == newest:
            return event
        if not 1 <= event.schema < newest:
            raise Refused(
                "newer-event",
                f"{event.type} has schema {event.schema}, and this program knows those up to {newest}: a newer one wrote it.",
            )
        while event.schema < newest:
            old = event
            event = self._steps[old.type, old.schema](old)
            if (event.type, event.schema, event.version) != (old.type, old.schema + 1, old.version):
                raise BadUpcasters(f"{old.type}: the step from {old.schema} does not give schema {old.schema + 1}")
        return event


STEPS: Steps = {}
"""None yet: every type is at its first schema."""

CHAIN = UpcasterChain(STEPS)
"""Checked when the program starts: a gap keeps this module from being imported, and with it everything that folds a log."""


def current(event: Event) -> Event:
    """The event as this program would have written it. Raises `Refused("newer-event")`."""
    return CHAIN.current(event)


def newest(kind: str) -> int:
    """The schema in which events of a type are written now."""
    return CHAIN.newest(kind)
