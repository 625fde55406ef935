"""The log of a game."""

from marshmallow import fields, validate

from api.schemas import fields as f


class Event(f.Answer):
    """Something that happened. What is sealed for somebody else is missing from `sealed`; its seal is there."""

    version = f.version(required=True)
    type = f.text("cards-drawn", required=True)
    schema = f.version(required=True)
    at = f.moment(required=True)
    public = fields.Dict(required=True, metadata={"examples": [{"seat": 1, "count": 1, "why": "turn"}]})
    sealed = fields.Dict(
        keys=fields.String(), values=fields.Dict(), required=True, metadata={"examples": [{"1": {"cards": ["H7"]}}]}
    )
    seals = fields.Dict(keys=fields.String(), values=f.digest(), required=True)
    digest = f.digest(required=True)


class Events(f.Answer):
    """A part of a log."""

    events = fields.List(fields.Nested(Event), required=True)
    next = f.version(
        required=True,
        allow_none=True,
        note="`after` of the next page; null where this is the last.",
    )


STREAM = (
    "Server-Sent Events. `id` is an event's version and `data` the event as the page of the log gives it; a client that comes back with `Last-Event-ID` "
    'misses none and gets none twice. `event: stamp` without an `id` is a stamp given from now on, as `/stamps` lists it. Comments come as heartbeats. The last one is `event: end` with `{"reason": ...}`: `game-over`, `unauthorized` (the token '
    "was ended), `no-such-game` (it is not mine to see any more), `stopping` or `unavailable` (of the server: come back). A reader who is too slow is dropped."
)
"""What a stream is."""


class EventsQuery(f.Body):
    """Which part of a log."""

    after = f.QueryNumber(
        load_default=0,
        validate=validate.Range(0, f.MOST),
        metadata={"description": "The version before the first one wanted."},
    )
    limit = f.QueryNumber(load_default=200, validate=validate.Range(1, 500))
