"""The log of a game, as the account can see it."""

from typing import Any

from flask import Response, request

from api.auth.authorization import access_to
from api.dependencies import dependencies
from api.http.headers import last_event_id
from api.http.responses import json_response
from api.presenters.events import event_page
from api.resources.operation import Blueprint
from api.schemas.events import STREAM, Events, EventsQuery
from api.streaming.sse import accepts_sse, event_stream_response
from infra.queries import history

blueprint = Blueprint("events", __name__, url_prefix="/v1", description="The log of a game.")


@blueprint.operation(
    "GET",
    "/games/<id:game>/events",
    Events,
    query=EventsQuery,
    headers=["Last-Event-ID"],
    problems=["no-such-game", "too-many-streams", "too-many-open"],
    streams=STREAM,
)
def list_events(query: dict[str, Any], game: str) -> Response:
    """List the log as I can see it, each event with its digest and its seals.

    Finished rounds are open to every viewer. With `Accept: text/event-stream` the same events come as Server-Sent
    Events, followed by new events as they happen.
    """
    found = access_to(game)
    last = last_event_id(request)
    if accepts_sse():
        return event_stream_response(game, found, query["after"] if last is None else last)
    limit = query["limit"]
    return json_response(
        event_page(
            found.game,
            history.visible_events(dependencies().pool, game, found.viewer, query["after"], limit + 1, found.upto),
            limit,
        )
    )
