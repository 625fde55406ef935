"""Webhooks: addresses that get the notifications of an account as signed POST requests."""

from dataclasses import asdict
from hashlib import sha256
from typing import Any

from flask import Response, current_app
from marshmallow import fields

from api.auth.authentication import current_account
from api.auth.idempotency import keyed_secret
from api.dependencies import dependencies
from api.http.pagination import page_of, time_and_id
from api.http.responses import json_response
from api.middleware.rate_limit import charge
from api.operations.operation import Blueprint
from api.operations.push_subscriptions import public_address, public_url
from api.problems import Problem
from api.representations import fields as f
from api.representations.fields import PageQuery
from domain.log.identifiers import is_uuid
from infra.delivery.addresses import loopback_address
from infra.delivery.webhook_signature import secret_text
from infra.notifications import webhooks

URL = "https://example.org/dobon"


LOCAL_WEBHOOKS = "LOCAL_WEBHOOKS"
"""The key in `app.config` of whether webhooks may lead to this machine."""


def _receiver(url: str) -> None:
    if not (current_app.config.get(LOCAL_WEBHOOKS) and loopback_address(url)):
        public_address(url)


class NewWebhook(f.Body):
    """A webhook to create."""

    url = public_url(URL, check=_receiver, required=True)


class ChangedWebhook(f.Body):
    """Changes of a webhook."""

    url = public_url(URL, check=_receiver)
    enabled = f.Flag(metadata={"description": "true also forgets the failures so far."})


class Webhook(f.Answer):
    """A webhook. `failing_since` is set after a failure until the next success."""

    id = f.uuid(required=True)
    url = f.text(URL, required=True)
    enabled = f.Flag(required=True)
    created_at = f.moment(required=True)
    failing_since = f.moment(required=True, allow_none=True)
    disabled_at = f.moment(required=True, allow_none=True, note="Set if three days of failures have disabled it.")


class FreshWebhook(Webhook):
    """A new webhook. This response alone shows its secret, which signs the deliveries."""

    secret = f.text("whsec_bVU0clBDeUVvNm5ITHFTOGVMM1Z3MHl2UW41dDJkWGs=", required=True)


class WebhookList(f.Answer):
    """All webhooks of the account, oldest first."""

    webhooks = fields.List(fields.Nested(Webhook), required=True)


class Delivery(f.Answer):
    """A delivery; `id` is the `webhook-id` of all its attempts."""

    id = f.uuid(required=True)
    kind = f.text("turn", "Of the notification.", required=True)
    created_at = f.moment(required=True)
    status = f.chosen("pending", "delivered", "failed", required=True)
    attempts = f.count(required=True)
    due_at = f.moment(required=True, allow_none=True, note="The next attempt.")
    answer = f.Whole(required=True, allow_none=True, metadata={"description": "The status code of the last answer."})
    error = f.text(
        "The receiver did not answer in time.", "Why the last attempt failed.", required=True, allow_none=True
    )
    ended_at = f.moment(required=True, allow_none=True)


class DeliveryPage(f.Answer):
    """A page of deliveries, newest first."""

    deliveries = fields.List(fields.Nested(Delivery), required=True)
    next = f.next_cursor()


blueprint = Blueprint(
    "webhooks",
    __name__,
    url_prefix="/v1/players/me/webhooks",
    scope="notifications:write",
    description="Notifications as signed POST requests.",
)


@blueprint.operation("GET", "", WebhookList)
def list_webhooks() -> Response:
    """List my webhooks, oldest first.

    Their secrets are not shown again.
    """
    return json_response({"webhooks": [asdict(row) for row in _mine()]})


@blueprint.operation(
    "POST",
    "",
    FreshWebhook,
    status=201,
    body=NewWebhook,
    headers=["Idempotency-Key"],
    problems=["too-many-webhooks", "key-reused"],
    gives_headers=["Location"],
)
def create_webhook(body: dict[str, Any]) -> Response:
    """Create a webhook.

    It gets each notification of my stream as a POST request, signed by the scheme Standard Webhooks. This response
    alone shows the secret. Requests go only to public addresses, and follow no redirects.
    """
    pool, me, now = dependencies().pool, current_account().id, dependencies().games.now()
    charge("webhooks", me)
    text, keyed = keyed_secret("", body)
    secret = sha256(text.encode()).digest()
    new = webhooks.create(pool, me, body["url"], secret, now, keyed)
    shown = asdict(new) | {"secret": secret_text(secret)}
    return json_response(shown, 201, {"Location": f"/v1/players/me/webhooks/{new.id}"})


@blueprint.operation("GET", "/<id:webhook>", Webhook, problems=["no-such-webhook"])
def get_webhook(webhook: str) -> Response:
    """Get a webhook of mine.

    `failing_since` is set while its deliveries fail.
    """
    return json_response(asdict(_find(webhook)))


@blueprint.operation("PATCH", "/<id:webhook>", Webhook, body=ChangedWebhook, problems=["no-such-webhook"])
def change_webhook(body: dict[str, Any], webhook: str) -> Response:
    """Change the address of a webhook, or enable or disable it.

    Deliveries that wait for their next attempt go to the new address.
    """
    _find(webhook)
    charge("webhooks", current_account().id)
    changed = webhooks.change(dependencies().pool, current_account().id, webhook, body.get("url"), body.get("enabled"))
    if changed is None:
        raise _no_such_webhook()
    return json_response(asdict(changed))


@blueprint.operation("DELETE", "/<id:webhook>", None, status=204, problems=["no-such-webhook"])
def remove_webhook(webhook: str) -> Response:
    """Delete a webhook.

    Its deliveries are deleted, too.
    """
    if not is_uuid(webhook) or not webhooks.remove(dependencies().pool, current_account().id, webhook):
        raise _no_such_webhook()
    return Response(status=204)


@blueprint.operation("GET", "/<id:webhook>/deliveries", DeliveryPage, query=PageQuery, problems=["no-such-webhook"])
def list_deliveries(query: dict[str, Any], webhook: str) -> Response:
    """List the deliveries of a webhook with their results, newest first.

    They are kept for seven days.
    """
    _find(webhook)
    limit = query["limit"]
    rows = webhooks.deliveries(dependencies().pool, webhook, time_and_id(query), limit + 1)
    page = page_of(rows, limit, lambda delivery: [delivery.created_at, delivery.id])
    return page.response(deliveries=[asdict(row) for row in page.rows])


@blueprint.operation(
    "POST", "/<id:webhook>/tests", Delivery, status=202, problems=["no-such-webhook", "webhook-disabled"]
)
def send_test(webhook: str) -> Response:
    """Send a notification of the kind `test` to a webhook.

    Its deliveries show the result. The notification has the position 0.
    """
    if not _find(webhook).enabled:
        raise Problem("webhook-disabled", "The webhook is disabled: enable it first.")
    charge("webhooks", current_account().id)
    pool, now = dependencies().pool, dependencies().games.now()
    webhooks.send_test(pool, webhook, now)
    return json_response(asdict(webhooks.deliveries(pool, webhook, None, 1)[0]), 202)


def _mine() -> list[webhooks.Webhook]:
    return webhooks.of_player(dependencies().pool, current_account().id)


def _find(webhook: str) -> webhooks.Webhook:
    """Return a webhook of the account. Raises `Problem("no-such-webhook")`."""
    found = next((row for row in _mine() if row.id == webhook), None)
    if found is None:
        raise _no_such_webhook()
    return found


def _no_such_webhook() -> Problem:
    return Problem("no-such-webhook", "You have no webhook with this id: GET /v1/players/me/webhooks lists them.")
