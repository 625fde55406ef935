"""The log of a game, as the account may see it."""

from typing import Any

from flask import Response, request

from api.auth.authorization import looked
from api.dependencies import services
from api.http.request_body import last_event_id
from api.presenters.events import recorded
from api.resources.operation import Blueprint, answer
from api.schemas.events import STREAM, Events, EventsQuery
from api.streaming.sse import streamed, wanted
from domain.events import Event
from infra.queries import history

events = Blueprint("events", __name__, url_prefix="/v1", description="The log.")


@events.operation(
    "GET",
    "/games/<id:game>/events",
    Events,
    query=EventsQuery,
    headers=["Last-Event-ID"],
    problems=["no-such-game", "too-many-streams"],
    streams=STREAM,
)
def list_events(query: dict[str, Any], game: str) -> Response:
    """The log as I may see it, each event with its digest and its seals. Rounds that are over lie open to everybody.

    With `Accept: text/event-stream` the same events as Server-Sent Events, and those to come as they happen.
    """
    found = looked(game)
    last = last_event_id(request)
    if wanted():
        return streamed(game, found, query["after"] if last is None else last)
    limit = query["limit"]
    return answer(page(history.seen(services().pool, game, found.viewer, query["after"], limit + 1, found.upto), limit))


def page(found: list[Event], limit: int) -> dict[str, Any]:
    """Up to `limit` of the events; one more than that says that there is a next page."""
    shown = found[:limit]
    return {
        "events": [recorded(event) for event in shown],
        "next": shown[-1].version if len(found) > limit else None,
    }
