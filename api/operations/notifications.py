"""News of an account's games: its stream, its visible pages, and the browsers that get web pushes."""

from collections.abc import Mapping
from typing import Any, ClassVar

from flask import Response, request
from marshmallow import Schema, fields

from api.auth.authentication import current_account, current_token
from api.auth.idempotency import keyed_secret
from api.dependencies import dependencies
from api.http.headers import last_event_id
from api.http.responses import json_response
from api.operations.events import StreamEnd, StreamTicket, StreamTime
from api.operations.operation import Blueprint
from api.operations.reports import KIND, MEASURE
from api.operations.reports import VERDICT as VERDICT_NAME
from api.problems import Problem
from api.representations import components
from api.representations import fields as f
from api.streaming.sse import account_stream_response
from domain.game.game import ABANDONED, FINISHED
from domain.log.identifiers import is_uuid
from domain.log.moments import later
from domain.running.notifications import (
    CHALLENGE,
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
from infra.accounts import tickets
from infra.moderation.kinds import ALL_MEASURES, VERDICTS
from infra.moderation.kinds import KINDS as REPORTABLE
from infra.notifications import open_pages
from infra.social.challenges import REASONS
from infra.social.challenges import STATUSES as CHALLENGE_STATUSES


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


class ChallengeNotification(Told):
    """A challenge to me is made or withdrawn, or one of mine is answered."""

    kind = fields.Constant(CHALLENGE, required=True)
    challenge = f.uuid(required=True)
    player = f.uuid(required=True, note="The other player.")
    ruleset = f.ruleset_key(required=True)
    status = f.chosen(*CHALLENGE_STATUSES, required=True, component=components.CHALLENGE_STATUS)
    reason = f.chosen(*REASONS, component=components.CHALLENGE_REASON, note="Of a declined one.")
    deadline = f.moment(note="Of an open challenge: until when it can be accepted.")


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
        CHALLENGE: ChallengeNotification,
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
        validate=f.Range(0, f.MOST),
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


blueprint = Blueprint(
    "notifications",
    __name__,
    url_prefix="/v1/players/me",
    scope="notifications:write",
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
    scope="games:read",
)
def stream_notifications(query: dict[str, Any]) -> Response:
    """Follow what happens in all my games: my turn, a question to me, and games that start, end or are commented on.

    No notification holds a card: open the game to see more.
    """
    last = last_event_id(request)
    return account_stream_response(query.get("after") if last is None else last)


@blueprint.operation(
    "POST",
    "/tickets",
    StreamTicket,
    status=201,
    headers=["Idempotency-Key"],
    problems=["key-reused"],
    scope="games:read",
)
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
