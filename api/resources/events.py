"""The log of a game, as the account can see it: pages, and the stream that continues with new events."""

from typing import Any

from flask import Response, request

from api.auth.authentication import current_token
from api.auth.authorization import access_to, visible_game
from api.auth.idempotency import keyed_secret
from api.dependencies import dependencies
from api.http.headers import last_event_id
from api.http.responses import json_response
from api.presenters.events import event_page
from api.resources.operation import Blueprint
from api.schemas.events import STREAM, EventPage, EventsQuery, StreamMessage, StreamQuery, StreamTicket
from api.streaming.sse import event_stream_response
from domain.log.moments import later
from infra.accounts import tickets
from infra.queries import history

blueprint = Blueprint("events", __name__, url_prefix="/v1", description="The log of a game.")


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
