"""The log of a game."""

from marshmallow import fields, validate

from api.schemas import fields as f


class Event(f.Answer):
    """An event of the log. `sealed` holds the envelopes that the viewer may open; `seals` holds the seals of all."""

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
        note="`after` of the next page; null on the last page.",
    )


STREAM = (
    "Server-Sent Events. `id` is the version of an event and `data` the event as in the list. A client that reconnects with `Last-Event-ID` "
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
