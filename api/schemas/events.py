"""The log of a game."""

from collections.abc import Mapping
from typing import Any, ClassVar

from marshmallow import fields, validate

from api.schemas import fields as f
from api.schemas.event_types import MOMENT, event_parts, event_schema, reference
from api.schemas.stamps import StampMessage

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
    "form": {},
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
    parts: ClassVar[Mapping[str, Any]] = {**PARTS, **event_parts(ENVELOPE)}


class EventPage(f.Answer):
    """A part of a log."""

    events = fields.List(fields.Nested(Event), required=True)
    next = f.version(
        required=True,
        allow_none=True,
        note="`after` of the next page; null on the last page.",
    )


class StreamEnd(f.Answer):
    """The data of `event: end`, the last message of a stream."""

    reason = f.chosen("game-over", "unauthorized", "no-such-game", "stopping", "unavailable", required=True)


class StreamTime(f.Answer):
    """The data of `event: now`, the first message of a stream and its heartbeat."""

    now = f.moment(required=True)


class StreamMessage(f.AnyOf):
    """The data of a message of a stream. Only an event of the log has a `type`."""

    variants = (Event, StampMessage, StreamTime, StreamEnd)


class StreamTicket(f.Answer):
    """A ticket for one stream. This response alone shows it; the server stores only its hash."""

    ticket = f.text("dbntkt_mU4rPCyEo6nHLqS8eL3Vw0yvQn5t2dXkZb7aJgR1hFs", required=True)
    path = f.text(
        "/v1/games/0b9f4a52-6f0e-4c3d-9a2e-0c6f6d1b7a11/stream?ticket=dbntkt_mU4rPCyEo6nHLqS8eL3Vw0yvQn5t2dXkZb7aJgR1hFs",
        "The address of the stream, with the ticket.",
        required=True,
    )
    expires_at = f.moment(required=True)


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


class StreamQuery(f.Body):
    """The part of a log to follow."""

    after = f.QueryNumber(
        load_default=0,
        validate=validate.Range(0, f.MOST),
        metadata={"description": "The version before the first event of the stream."},
    )
    ticket = f.short(
        "dbntkt_mU4rPCyEo6nHLqS8eL3Vw0yvQn5t2dXkZb7aJgR1hFs",
        1,
        200,
        note="A ticket from `POST /v1/games/{game}/tickets`, in place of a token.",
    )
