"""Events and their envelopes.

An event has a public part and sealed parts. The key of a sealed part names its viewer: a seat number as text, or
`TABLE` for a part that no viewer may open before the round is over (the order of the stock, say). `seen_by` is the only
redaction. No event type has a redaction of its own, so none can leak because one was forgotten.
"""

from dataclasses import dataclass, field
from typing import Any

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


@dataclass(slots=True)
class Event:
    """A recorded fact with its consequences. `version`, `at`, `seals` and `digest` are set when it is recorded."""

    type: str
    public: Payload
    sealed: dict[str, Payload] = field(default_factory=dict)
    schema: int = 1
    version: int = 0
    at: Moment = ""
    seals: dict[str, str] = field(default_factory=dict)
    digest: str = ""


def seen_by(event: Event, viewer: Viewer) -> Event:
    """Return the event as `viewer` may see it: the public part, the viewer's own sealed part, and every seal."""
    if viewer == SERVER or not event.sealed:
        return event
    own = event.sealed.get(PART[viewer]) if viewer >= 0 else None
    opened = {} if own is None else {PART[viewer]: own}
    return Event(event.type, event.public, opened, event.schema, event.version, event.at, event.seals, event.digest)
