"""Browsers of an account that get web pushes."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from flask import Response
from marshmallow import ValidationError, fields

from api.auth.authentication import current_account, current_token
from api.dependencies import dependencies
from api.http.responses import json_response
from api.middleware.rate_limit import charge
from api.operations.notifications import blueprint
from api.problems import Problem
from api.representations import fields as f
from domain.log.identifiers import is_uuid
from infra.delivery.addresses import MAX_URL, url_problem
from infra.delivery.web_push import from_base64, to_base64
from infra.notifications import push_subscriptions
from infra.signatures import is_p256_point

ENDPOINT = "https://push.example.org/send/4VZpLnUQ"


KEYS = {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}
"""Keys of RFC 8291, appendix A."""


def public_address(url: str) -> None:
    """Raise `ValidationError` for an address that cannot be public."""
    problem = url_problem(url)
    if problem is not None:
        raise ValidationError(problem)


def _public_key(text: str) -> None:
    if not is_p256_point(_decoded(text)):
        raise ValidationError("Must be the key p256dh of a subscription.")


def _secret(text: str) -> None:
    if len(_decoded(text)) != 16:
        raise ValidationError("Must be the secret auth of a subscription.")


def _number(value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValidationError("Must be a number.")


def _decoded(text: str) -> bytes:
    try:
        return from_base64(text)
    except ValueError:
        return b""


def public_url(
    example: str, note: str = "", check: Callable[[str], None] = public_address, **kwargs: object
) -> fields.String:
    """Return a field for the https address of a public host."""
    metadata = {"description": f"{note}An https address of a public host.", "format": "uri", "examples": [example]}
    return fields.String(
        validate=[f.Length(1, MAX_URL), check],
        metadata=metadata,
        **kwargs,  # type: ignore[arg-type]
    )


class PushKeys(f.Body):
    """The keys of a browser's subscription, in base64url."""

    p256dh = fields.String(
        required=True,
        validate=[f.Length(80, 100), _public_key],
        metadata={"examples": [KEYS["p256dh"]]},
    )
    auth = fields.String(
        required=True,
        validate=[f.Length(20, 30), _secret],
        metadata={"examples": [KEYS["auth"]]},
    )


class NewPushSubscription(f.Body):
    """A browser's subscription, as its `PushSubscription.toJSON` returns it, with a language."""

    endpoint = public_url(ENDPOINT, required=True)
    keys = fields.Nested(PushKeys, required=True, metadata={"examples": [KEYS]})
    language = f.chosen("en", "ja", note="Of the texts that the browser shows; `en` by default.")
    expirationTime = fields.Raw(  # noqa: N815 - the name in browsers
        allow_none=True, validate=_number, metadata={"description": "Ignored.", "type": "number"}
    )


class PushSubscription(f.Answer):
    """A browser that gets web pushes."""

    id = f.uuid(required=True)
    host = f.text("push.example.org", "Of its push service.", required=True)
    language = f.chosen("en", "ja", required=True)
    created_at = f.moment(required=True)
    own = f.Flag(required=True, metadata={"description": "Whether it was made with the token of this request."})


class PushSubscriptionList(f.Answer):
    """All browsers of the account, oldest first."""

    key = f.text(
        "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
        "The server's public key, the `applicationServerKey` of a new subscription.",
        required=True,
    )
    subscriptions = fields.List(fields.Nested(PushSubscription), required=True)


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
    charge("webhooks", me)
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
