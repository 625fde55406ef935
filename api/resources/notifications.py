"""News of an account's games: its stream, its visible pages, and the browsers that get web pushes."""

from typing import Any
from urllib.parse import urlsplit

from flask import Response, request

from api.auth.authentication import current_account, current_token
from api.auth.idempotency import keyed_secret
from api.dependencies import dependencies
from api.http.headers import last_event_id
from api.http.responses import json_response
from api.middleware.rate_limit import limit_account_to
from api.problems import Problem
from api.resources.operation import Blueprint
from api.schemas.events import StreamTicket
from api.schemas.notifications import (
    ACCOUNT_STREAM,
    AccountMessage,
    AccountStreamQuery,
    NewPushSubscription,
    OpenPage,
    PushSubscription,
    PushSubscriptionList,
)
from api.streaming.sse import account_stream_response
from domain.log.identifiers import is_uuid
from domain.log.moments import later
from infra.accounts import tickets
from infra.delivery.web_push import from_base64, to_base64
from infra.notifications import open_pages, push_subscriptions

blueprint = Blueprint(
    "notifications",
    __name__,
    url_prefix="/v1/players/me",
    description="News of all my games at once.",
)


@blueprint.operation(
    "GET",
    "/events",
    None,
    access="reader",
    query=AccountStreamQuery,
    headers=["Last-Event-ID"],
    problems=["too-many-streams", "too-many-open"],
    streams=(AccountMessage, ACCOUNT_STREAM),
)
def stream_notifications(query: dict[str, Any]) -> Response:
    """Follow what happens in all my games: my turn, a question to me, and games that start, end or are commented on.

    No notification holds a card: open the game to see more.
    """
    last = last_event_id(request)
    return account_stream_response(query.get("after") if last is None else last)


@blueprint.operation("POST", "/tickets", StreamTicket, status=201, headers=["Idempotency-Key"], problems=["key-reused"])
def create_account_ticket() -> Response:
    """Create a ticket, which opens my stream once in place of my token.

    It is like a ticket of a game: valid once, for 30 seconds, and the stream ends with the right of the token.
    """
    now = dependencies().games.now()
    ticket, keyed = keyed_secret(tickets.PREFIX)
    until = later(now, seconds=tickets.TICKET_SECONDS)
    expires_at = tickets.add(dependencies().pool, None, ticket, current_token(), now, until, keyed)
    path = f"/v1/players/me/events?ticket={ticket}"
    return json_response({"ticket": ticket, "path": path, "expires_at": expires_at}, 201)


@blueprint.operation("PUT", "/pages/<id:page_id>", None, status=204, body=OpenPage)
def set_page(body: dict[str, Any], page_id: str) -> Response:
    """Tell whether I can see a page of a client, whose random UUID the client has chosen.

    While I can see one, I get no web push. A visible page tells so again within a minute.
    """
    if not is_uuid(page_id):
        raise Problem("not-found", "The id of a page is a random UUID in lower case.")
    pool, me = dependencies().pool, current_account().id
    if body["visible"]:
        open_pages.show(pool, me, page_id, dependencies().games.now())
    else:
        open_pages.hide(pool, me, page_id)
    return Response(status=204)


@blueprint.operation("GET", "/push-subscriptions", PushSubscriptionList)
def list_push_subscriptions() -> Response:
    """List the browsers that get web pushes, and the server's key for new subscriptions.

    A browser needs the key to subscribe; it never changes.
    """
    pool = dependencies().pool
    rows = push_subscriptions.of_player(pool, current_account().id)
    key = to_base64(push_subscriptions.push_key(pool).public)
    return json_response({"key": key, "subscriptions": [_subscription_json(row) for row in rows]})


@blueprint.operation(
    "POST", "/push-subscriptions", PushSubscription, status=201, body=NewPushSubscription, gives_headers=["Location"]
)
def add_push_subscription(body: dict[str, Any]) -> Response:
    """Send web pushes to a browser.

    It gets at most one for each turn, and none while I can see a page. The subscription ends with the token of this
    request. A repetition with the same endpoint changes nothing else.
    """
    pool, me, now = dependencies().pool, current_account().id, dependencies().games.now()
    limit_account_to("webhooks", me)
    keys = from_base64(body["keys"]["p256dh"]), from_base64(body["keys"]["auth"])
    made = push_subscriptions.add(pool, me, current_token(), body["endpoint"], *keys, body.get("language", "en"), now)
    row = next(row for row in push_subscriptions.of_player(pool, me) if row.id == made)
    return json_response(_subscription_json(row), 201, {"Location": f"/v1/players/me/push-subscriptions/{made}"})


@blueprint.operation(
    "DELETE", "/push-subscriptions/<id:subscription>", None, status=204, problems=["no-such-subscription"]
)
def remove_push_subscription(subscription: str) -> Response:
    """Send no more web pushes to a browser.

    Pushes that wait for their next attempt are dropped.
    """
    pool, me = dependencies().pool, current_account().id
    if not is_uuid(subscription) or not push_subscriptions.remove(pool, me, subscription):
        raise Problem("no-such-subscription", "You have no subscription with this id.")
    return Response(status=204)


def _subscription_json(row: push_subscriptions.Subscription) -> dict[str, Any]:
    # The endpoint itself is a secret of the browser.
    return {
        "id": row.id, "host": urlsplit(row.endpoint).hostname, "language": row.language, "created_at": row.created_at,
        "own": row.token == current_token(),
    }  # fmt: skip
