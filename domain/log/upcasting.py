"""Events of earlier versions of this program, converted to their form of today.

Every event has the number of its schema. To change the shape of a type, raise its number by one and add a step here: a
small function from an event of schema n to the same event of schema n + 1. Stored, hashed, exported and sent events
never change. `domain.game.reading` calls `current` right before it makes an object of an event. So old logs fold
forever, and only the steps know earlier shapes.

A step receives an event as some viewer may see it. So it has to work without any of the sealed parts, and may move
nothing from a sealed part into another or into the public part.
"""

from collections.abc import Callable, Mapping

from domain.log.errors import Refused
from domain.log.events import Event, LoggedEvent
from domain.log.sentences import Sentence

Upcaster = Callable[[LoggedEvent], LoggedEvent]
"""Returns a new event and leaves its argument unchanged."""

Steps = Mapping[tuple[str, int], Upcaster]
"""Keys are the type and the schema that the step starts from."""


class BadUpcasters(Exception):
    """The steps of a type do not lead from its first schema to its newest."""


class UpcasterChain:
    """The steps of all types, which lead from schema 1 to the newest of each without a gap. Raises `BadUpcasters`
    otherwise.
    """

    def __init__(self, steps: Steps) -> None:
        self._steps = dict(steps)
        self.schemas: dict[str, int] = {}
        "The newest schema of each type that has more than one."
        for kind in {kind for kind, _ in steps}:
            starts = sorted(schema for of, schema in steps if of == kind)
            if starts != list(range(1, len(starts) + 1)):
                raise BadUpcasters(
                    f"{kind}: there are steps from {starts}, and there have to be from 1 on without a gap"
                )
            self.schemas[kind] = len(starts) + 1

    @property
    def types(self) -> set[str]:
        """Types with more than one schema."""
        return set(self.schemas)

    def newest(self, kind: str) -> int:
        """Return the schema in which events of a type are written now."""
        return self.schemas.get(kind, 1)

    def current(self, event: LoggedEvent) -> LoggedEvent:
        """Return the event in the newest schema of its type; the event itself if it has that schema.

        Raises `Refused("newer-event")` for a schema that only a later version of the program knows.
        """
        newest = self.schemas.get(event.type, 1)
        if event.schema == newest:
            return event
        if not 1 <= event.schema < newest:
            raise Refused(
                "newer-event",
                Sentence(
                    "{event} has schema {schema}, and this program knows those up to {newest}: a newer one wrote it.",
                    event=event.type,
                    schema=event.schema,
                    newest=newest,
                ),
            )
        while event.schema < newest:
            old = event
            event = self._steps[old.type, old.schema](old)
            if (event.type, event.schema, event.version) != (old.type, old.schema + 1, old.version):
                raise BadUpcasters(f"{old.type}: the step from {old.schema} does not give schema {old.schema + 1}")
        return event


STEPS: Steps = {}
"""Empty so far: every type has its first schema."""

CHAIN = UpcasterChain(STEPS)
"""Checked at import: with a gap, this module and every module that folds a log cannot be imported."""


def current(event: LoggedEvent) -> LoggedEvent:
    """Return the event in the newest schema of its type. Raises `Refused("newer-event")`."""
    return event if event.schema == CHAIN.schemas.get(event.type, 1) else CHAIN.current(event)


def newest(kind: str) -> int:
    """Return the schema in which events of a type are written now."""
    return CHAIN.schemas.get(kind, 1)


def schema_of(event: Event | LoggedEvent) -> int:
    """Return the schema in which the event is written."""
    return event.schema if isinstance(event, LoggedEvent) else newest(event.type)


def logged(event: Event | LoggedEvent) -> LoggedEvent:
    """Return a recorded event as the log has it, down to the order of names: repeated answers have the same bytes."""
    if isinstance(event, LoggedEvent):
        return event
    sealed = {key: event.sealed[key].json() for key in sorted(event.sealed)}
    seals = {key: event.seals[key] for key in sorted(event.seals)}
    return LoggedEvent(
        event.type, event.public.json(), sealed, newest(event.type), event.version, event.at, seals, event.digest
    )
