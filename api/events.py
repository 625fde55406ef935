"""The log of a game, as the account may see it."""

from typing import Any

from flask import Response

from api.access import seen
from api.blueprint import Blueprint, answer
from api.outcomes import recorded
from api.schemas.events import Events, EventsQuery
from api.services import services
from domain.events import Event
from infra import history

events = Blueprint("events", __name__, url_prefix="/v1", description="The log.")


@events.operation("GET", "/games/<id:game>/events", Events, query=EventsQuery, problems=["no-such-game"])
def list_events(query: dict[str, Any], game: str) -> Response:
    """The log as I may see it, each event with its digest and its seals. Rounds that are over lie open to everybody."""
    viewer, found = seen(game)
    limit = query["limit"]
    return answer(page(history.seen(services().pool, game, viewer, query["after"], limit + 1, found.version), limit))


def page(found: list[Event], limit: int) -> dict[str, Any]:
    """Up to `limit` of the events; one more than that says that there is a next page."""
    shown = found[:limit]
    return {
        "events": [recorded(event) for event in shown],
        "next": shown[-1].version if len(found) > limit else None,
    }
