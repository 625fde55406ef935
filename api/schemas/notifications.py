"""Notifications of an account, its browsers and its webhooks."""

from collections.abc import Mapping
from typing import ClassVar

from marshmallow import Schema, ValidationError, fields, validate

from api.schemas import fields as f
from api.schemas.events import StreamEnd, StreamTime
from api.schemas.reports import KIND, MEASURE
from api.schemas.reports import VERDICT as VERDICT_NAME
from domain.game.game import ABANDONED, FINISHED
from domain.running.notifications import (
    COMMENTED,
    ENDED,
    QUESTION,
    REPORT_DECIDED,
    STARTED,
    TEST,
    TURN,
    VERDICT,
    WEBHOOK_DISABLED,
)
from infra.delivery.addresses import MAX_URL, url_problem
from infra.delivery.web_push import from_base64
from infra.moderation.kinds import ALL_MEASURES, VERDICTS
from infra.moderation.kinds import KINDS as REPORTABLE
from infra.signatures import is_p256_point

ENDPOINT = "https://push.example.org/send/4VZpLnUQ"
URL = "https://example.org/dobon"
KEYS = {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}
"""Keys of RFC 8291, appendix A."""


def _public_address(url: str) -> None:
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


def _url(example: str, note: str = "", **kwargs: object) -> fields.String:
    metadata = {"description": f"{note}An https address of a public host.", "format": "uri", "examples": [example]}
    return fields.String(
        validate=[validate.Length(1, MAX_URL), _public_address],
        metadata=metadata,
        **kwargs,  # type: ignore[arg-type]
    )


class Told(f.Answer):
    """The fields of every notification."""

    position = f.version(required=True, note="The place among the notifications of the account, from 1.")
    at = f.moment(required=True)


class OfGame(Told):
    """The fields of a notification that follows from an event of a game."""

    game = f.uuid(required=True)
    version = f.version(required=True, note="Of the event of the game.")
    ruleset = f.ruleset_key(required=True)
    seat = f.seat(required=True, note="My seat.")


class Asked(OfGame):
    """The fields of a notification that asks something of my seat."""

    phase = f.text("asking", "What is asked: a phase of the round, or `ready` between two rounds.", required=True)
    round = f.count(required=True)
    deadline = f.moment(required=True, allow_none=True, note="Until when; null without a limit.")


class TurnNotification(Asked):
    """My seat is in turn."""

    kind = fields.Constant(TURN, required=True)


class QuestionNotification(Asked):
    """My seat is asked about an open window, to turn a card up, or whether it is ready for the next round."""

    kind = fields.Constant(QUESTION, required=True)


class StartedNotification(OfGame):
    """A game of mine has begun."""

    kind = fields.Constant(STARTED, required=True)


class EndedNotification(OfGame):
    """A game of mine is over."""

    kind = fields.Constant(ENDED, required=True)
    status = f.chosen(FINISHED, ABANDONED, required=True)


class CommentedNotification(Told):
    """Another player has commented on a round of a game of mine."""

    kind = fields.Constant(COMMENTED, required=True)
    game = f.uuid(required=True)
    version = f.version(required=True, note="Of the event on which the comment is.")
    round = f.count(required=True)
    comment = f.uuid(required=True)
    player = f.uuid(required=True, note="The author.")


class WebhookDisabledNotification(Told):
    """A webhook of mine has failed for three days and gets no more deliveries."""

    kind = fields.Constant(WEBHOOK_DISABLED, required=True)
    webhook = f.uuid(required=True)


class TestNotification(f.Answer):
    """A test of a webhook, which only that webhook gets."""

    position = f.count(required=True, note="Always 0.")
    kind = fields.Constant(TEST, required=True)
    at = f.moment(required=True)


class Decided(Told):
    """The fields of a notification about a verdict."""

    about = f.chosen(*REPORTABLE, required=True, component=KIND)
    verdict = f.chosen(*VERDICTS, required=True, component=VERDICT_NAME)
    game = f.uuid(note="Of a comment or a play.")
    version = f.version(note="Of a play.")


class ReportDecidedNotification(Decided):
    """An admin has decided a report of mine."""

    kind = fields.Constant(REPORT_DECIDED, required=True)
    report = f.uuid(required=True)


class VerdictNotification(Decided):
    """An admin has decided about a comment, the name or a play of mine."""

    kind = fields.Constant(VERDICT, required=True)
    measures = fields.List(
        f.chosen(*ALL_MEASURES, component=MEASURE), required=True, metadata={"description": "What the admin has done."}
    )


class Notification(f.Union):
    """A notification, told apart by `kind`. More kinds may come: ignore an unknown one."""

    discriminator = "kind"
    variants: ClassVar[Mapping[str, type[Schema]]] = {
        TURN: TurnNotification,
        QUESTION: QuestionNotification,
        STARTED: StartedNotification,
        ENDED: EndedNotification,
        COMMENTED: CommentedNotification,
        WEBHOOK_DISABLED: WebhookDisabledNotification,
        TEST: TestNotification,
        REPORT_DECIDED: ReportDecidedNotification,
        VERDICT: VerdictNotification,
    }


class Missed(f.Answer):
    """The data of `event: missed`: notifications up to this position are no longer kept."""

    until = f.version(required=True)


class AccountMessage(f.AnyOf):
    """The data of a message of the account's stream. Only a notification has a `kind`."""

    variants = (Notification, Missed, StreamTime, StreamEnd)


class AccountStreamQuery(f.Body):
    """The part of my notifications to follow."""

    after = f.QueryNumber(
        validate=validate.Range(0, f.MOST),
        metadata={"description": "The position before the first notification. Without it the stream begins now."},
    )
    ticket = f.short(
        "dbntkt_mU4rPCyEo6nHLqS8eL3Vw0yvQn5t2dXkZb7aJgR1hFs",
        1,
        200,
        note="A ticket from `POST /v1/players/me/tickets`, in place of a token.",
    )


ACCOUNT_STREAM = (
    "Server-Sent Events. `id` is the position of a notification and `data` the `Notification`. A client that reconnects with `Last-Event-ID` "
    "receives every notification once; they are kept for seven days. `event: missed` tells that older ones are gone: then list my games. "
    'The first event, with the position at which the stream begins as its `id`, and one every 15 seconds without others, is `event: now`. The last event is `event: end` with `{"reason": ...}`: `unauthorized`, '
    "`stopping` or `unavailable`. The server drops a client that reads too slowly."
)
"""Description of the account's stream."""


class OpenPage(f.Body):
    """A page of the web client, or of another one."""

    visible = f.Flag(required=True, metadata={"description": "Whether I can see the page now.", "examples": [True]})


class PushKeys(f.Body):
    """The keys of a browser's subscription, in base64url."""

    p256dh = fields.String(
        required=True,
        validate=[validate.Length(80, 100), _public_key],
        metadata={"examples": [KEYS["p256dh"]]},
    )
    auth = fields.String(
        required=True,
        validate=[validate.Length(20, 30), _secret],
        metadata={"examples": [KEYS["auth"]]},
    )


class NewPushSubscription(f.Body):
    """A browser's subscription, as its `PushSubscription.toJSON` returns it, with a language."""

    endpoint = _url(ENDPOINT, required=True)
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


class NewWebhook(f.Body):
    """A webhook to create."""

    url = _url(URL, required=True)


class ChangedWebhook(f.Body):
    """Changes of a webhook."""

    url = _url(URL)
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
