"""Events: recorded facts with their consequences, as objects that know their fields.

An event has a public part and sealed parts. The key of a sealed part names its viewer: a seat number as text, or
`TABLE` for a part that no viewer may open before the round is over (the order of the stock, say). `seen_by` is the only
redaction. No event type has a redaction of its own, so none can leak because one was forgotten.

`LoggedEvent` is the same as JSON values, as a log has it and as it is sent. `domain.game.reading` makes events of them.
"""

from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic

import msgspec
from msgspec import UNSET, Struct
from typing_extensions import TypeVar

from domain.log.moments import Moment

Viewer = int
"""A seat (0 and up), or `SPECTATOR`, or `SERVER`."""

SPECTATOR: Viewer = -1
SERVER: Viewer = -2
TABLE = "table"

PART = tuple(str(seat) for seat in range(64))
"""Key of each seat's sealed part."""

Payload = dict[str, Any]
"""JSON values without floats; cards appear as codes."""


_encode = msgspec.json.Encoder(order="sorted").encode


class Part(Struct, forbid_unknown_fields=True, gc=False):
    """The public part of an event, a sealed one, or an object in them. The fields are those of its JSON.

    A field that events may lack is `UNSET` without a value.
    """

    type: ClassVar[str] = ""
    "Of a public part: the type of the event."

    def get(self, name: str, default: Any = None) -> Any:
        """Return a field by its name; `default` if events of the type have no such field, or this one lacks it."""
        found = getattr(self, name, UNSET)
        return default if found is UNSET else found

    def __contains__(self, name: str) -> bool:
        return getattr(self, name, UNSET) is not UNSET

    def json(self) -> Payload:
        """Return the part as JSON values, with sorted names."""
        found: Payload = msgspec.json.decode(_encode(self))
        return found


Public_co = TypeVar("Public_co", bound=Part, covariant=True, default=Any)


class Event(Struct, Generic[Public_co], gc=False):
    """A fact of a game. `version`, `at`, `seals` and `digest` are set when it is recorded."""

    public: Public_co
    sealed: dict[str, Any] = {}
    "Objects of `Part`, by viewer."
    version: int = 0
    at: Moment = ""
    seals: dict[str, str] = {}
    digest: str = ""

    @property
    def type(self) -> str:
        """What happened, in the past tense."""
        return self.public.type

    def opening(self, sealed: dict[str, Any]) -> "Event[Public_co]":
        """Return the same event with these sealed parts open."""
        return Event(self.public, sealed, self.version, self.at, self.seals, self.digest)


@dataclass(slots=True)
class LoggedEvent:
    """An event as the log has it, in the schema in which it was written."""

    type: str
    public: Payload
    sealed: dict[str, Payload] = field(default_factory=dict)
    schema: int = 1
    version: int = 0
    at: Moment = ""
    seals: dict[str, str] = field(default_factory=dict)
    digest: str = ""

    def json(self) -> Payload:
        """Return the event as a JSON value."""
        return {name: getattr(self, name) for name in self.__slots__}

    def opening(self, sealed: dict[str, Payload]) -> "LoggedEvent":
        """Return the same event with these sealed parts open."""
        return LoggedEvent(self.type, self.public, sealed, self.schema, self.version, self.at, self.seals, self.digest)


_AnyEvent = TypeVar("_AnyEvent", Event, LoggedEvent)


def seen_by(event: _AnyEvent, viewer: Viewer) -> _AnyEvent:
    """Return the event as `viewer` may see it: the public part, the viewer's own sealed part, and every seal."""
    if viewer == SERVER or not event.sealed:
        return event
    own = event.sealed.get(PART[viewer]) if viewer >= 0 else None
    return event.opening({} if own is None else {PART[viewer]: own})
