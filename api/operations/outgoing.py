"""The messages that the server sends by itself: deliveries to webhooks, and web pushes."""

from marshmallow import fields

from api.http.described import Message
from api.operations.notifications import Notification
from api.representations import fields as f


class WebhookMessage(f.Answer):
    """The body of a delivery to a webhook, by the scheme Standard Webhooks."""

    type = f.text("turn", "The `kind` of the notification.", required=True)
    timestamp = f.moment(required=True, note="`at` of the notification; `webhook-timestamp` tells the attempt.")
    data = fields.Nested(Notification, required=True)


class PushMessage(f.Answer):
    """The message of a web push, as a service worker reads it. It holds no card."""

    kind = f.text("turn", "The kind of the notification; more kinds may come.", required=True)
    game = f.uuid(required=True, allow_none=True, note="Null for news of the account.")
    ruleset = f.ruleset_key(note="Of a game.")
    deadline = f.moment(allow_none=True, note="Of a turn or a question: until when; null without a limit.")
    language = f.chosen("en", "ja", required=True, note="That of the subscription.")
    waiting = f.count(required=True, note="The number of games that wait for me.")


MESSAGES = {
    "notification": Message(
        WebhookMessage,
        "A notification for a webhook.",
        "`webhook-signature` is `v1,` and the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, with the key that "
        "the secret has in base64 behind `whsec_`. `webhook-id` is the same in all attempts, so a receiver can leave out what it has already had. "
        "An attempt without an answer from 200 to 299 within 10 seconds has failed, and is repeated.",
        "The delivery has arrived. Only the status is read.",
        {
            "webhook-id": "The `id` of the delivery.",
            "webhook-timestamp": "The time of the attempt, in seconds since 1970.",
            "webhook-signature": "One signature, or several with spaces between them.",
        },
    ),
    "push": Message(
        PushMessage,
        "A web push for a browser.",
        "The server sends it to the push service, encrypted for the browser (RFC 8291) in the coding `aes128gcm`. A service worker finds this message in the data "
        "of its event `push`, and sends no answer.",
        "No answer is sent.",
        {},
    ),
}
"""By the name in the description."""
