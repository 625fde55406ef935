"""The log of a game."""

from collections.abc import Mapping
from typing import Any, ClassVar

from marshmallow import fields, validate

from api.schemas import fields as f
from api.schemas.event_types import MOMENT, event_parts, event_schema, reference

DIGEST = {"type": "string", "pattern": f.HEX_PATTERN}
PARTS: dict[str, dict[str, Any]] = {
    "Seals": {
        "type": "object",
        "description": "The seals of all envelopes, by viewer: a seat, or `table`.",
        "additionalProperties": DIGEST,
    },
}
ENVELOPE: dict[str, dict[str, Any]] = {
    "version": {"type": "integer", "minimum": 1, "description": "The position in the log, from 1."},
    "type": {},
    "schema": {"type": "integer", "minimum": 1, "description": "The number of the form of `public` and `sealed`."},
    "at": MOMENT,
    "public": {},
    "sealed": {},
    "seals": {"$ref": reference("Seals")},
    "digest": {**DIGEST, "description": "The digest of this event and the one before it."},
    "text": {"$ref": reference("Words"), "description": "The event in words, as far as the viewer may know it."},
}
"""The fields of every event."""


class Event(f.Given):
    """An event of the log. `sealed` holds the envelopes that the viewer may open; `seals` holds the seals of all."""

    given = event_schema()
    parts: ClassVar[Mapping[str, Any]] = {**PARTS, **event_parts({"properties": ENVELOPE, "required": [*ENVELOPE]})}


class Events(f.Answer):
    """A part of a log."""

    events = fields.List(fields.Nested(Event), required=True)
    next = f.version(
        required=True,
        allow_none=True,
        note="`after` of the next page; null on the last page.",
    )


STREAM = (
    "Server-Sent Events. `id` is the version of an event and `data` the event as in the list, an `Event`. A client that reconnects with `Last-Event-ID` "
    "receives every event once. `event: stamp` without an `id` is a new stamp, as `/stamps` lists it. The first event, and one every 15 seconds without "
    'others, is `event: now` with `{"now": ...}`, the time of the server; it also comes as soon as actions of my seat are allowed that had to wait. The last event is '
    '`event: end` with `{"reason": ...}`: `game-over`, `unauthorized` (the token was revoked or the account suspended), `no-such-game` (the game is no longer visible to me), '
    "`stopping` or `unavailable` (the server; reconnect). The server drops a client that reads too slowly."
)
"""Description of a stream."""


class EventsQuery(f.Body):
    """The part of a log to list."""

    after = f.QueryNumber(
        load_default=0,
        validate=validate.Range(0, f.MOST),
        metadata={"description": "The version before the first event of the page."},
    )
    limit = f.QueryNumber(load_default=200, validate=validate.Range(1, 500))
