"""The log of a game, as the account can see it: pages, and the stream that continues with new events."""

from typing import Any

from flask import Response, request

from api.auth.authentication import current_token
from api.auth.authorization import access_to, visible_game
from api.auth.idempotency import keyed_secret
from api.dependencies import dependencies
from api.http.headers import last_event_id
from api.http.responses import LOG_FILE, json_response
from api.operations.operation import Blueprint
from api.operations.views import entity_tag
from api.representations import fields as f
from api.representations.events import Event, EventPage, StampMessage, event_page
from api.streaming.sse import event_stream_response
from domain.log.moments import later
from infra.accounts import tickets
from infra.queries import history


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
        validate=f.Range(0, f.MOST),
        metadata={"description": "The version before the first event of the page."},
    )
    limit = f.QueryNumber(load_default=200, validate=f.Range(1, 500))


class StreamQuery(f.Body):
    """The part of a log to follow."""

    after = f.QueryNumber(
        load_default=0,
        validate=f.Range(0, f.MOST),
        metadata={"description": "The version before the first event of the stream."},
    )
    ticket = f.short(
        "dbntkt_mU4rPCyEo6nHLqS8eL3Vw0yvQn5t2dXkZb7aJgR1hFs",
        1,
        200,
        note="A ticket from `POST /v1/games/{game}/tickets`, in place of a token.",
    )


blueprint = Blueprint("events", __name__, url_prefix="/v1", scope="games:read", description="The log of a game.")


@blueprint.operation(
    "GET",
    "/games/<id:game>/events",
    EventPage,
    query=EventsQuery,
    problems=["no-such-game"],
)
def list_events(query: dict[str, Any], game: str) -> Response:
    """List the log as I can see it, each event with its digest and its seals.

    Finished rounds are open to every viewer.
    """
    found = access_to(game)
    limit = query["limit"]
    return json_response(
        event_page(
            found.game,
            history.visible_events(dependencies().pool, game, found.viewer, query["after"], limit + 1, found.upto),
            limit,
        )
    )


@blueprint.operation(
    "GET",
    "/games/<id:game>/log",
    None,
    headers=["If-None-Match"],
    problems=["no-such-game"],
    not_modified=True,
    gives_headers=["ETag"],
    gives_text=LOG_FILE,
)
def get_log(game: str) -> Response:
    """Get the whole log as I can see it, as a file in the format `dobon-log/1`.

    The first line has the game and its newest digest, each other line an event. `dobon verify` checks the file.
    """
    found = access_to(game)
    tag = entity_tag(found.upto, found.viewer, early=False)
    headers = {"ETag": f'"{tag}"', "Content-Disposition": f'attachment; filename="dobon-{game}.jsonl"'}
    if request.if_none_match.contains_weak(tag):
        return Response(status=304, headers=headers)
    lines = history.log_file(dependencies().pool, game, found.viewer, found.upto)
    return Response("".join(lines), headers=headers, mimetype=LOG_FILE)


@blueprint.operation(
    "GET",
    "/games/<id:game>/stream",
    None,
    access="reader",
    query=StreamQuery,
    headers=["Last-Event-ID"],
    problems=["no-such-game", "too-many-streams", "too-many-open"],
    streams=(StreamMessage, STREAM),
)
def stream_events(query: dict[str, Any], game: str) -> Response:
    """Follow the log as I can see it: past events from a version on, then each new event as it happens.

    Clients that cannot send a token in a header, such as browsers' `EventSource`, send a `ticket` instead.
    """
    last = last_event_id(request)
    return event_stream_response(game, access_to(game), query["after"] if last is None else last)


@blueprint.operation(
    "POST",
    "/games/<id:game>/tickets",
    StreamTicket,
    status=201,
    headers=["Idempotency-Key"],
    problems=["no-such-game", "key-reused"],
)
def create_ticket(game: str) -> Response:
    """Create a ticket, which opens one stream of this game in place of my token.

    It is valid once and for 30 seconds. The stream ends with the right of the token that asked for the ticket. To
    resume a stream that has broken, get another ticket and send the version of the last event as `after`.
    """
    visible_game(game)
    now = dependencies().games.now()
    ticket, keyed = keyed_secret(tickets.PREFIX)
    expires_at = tickets.add(
        dependencies().pool, game, ticket, current_token(), now, later(now, seconds=tickets.TICKET_SECONDS), keyed
    )
    path = f"/v1/games/{game}/stream?ticket={ticket}"
    return json_response({"ticket": ticket, "path": path, "expires_at": expires_at}, 201)
