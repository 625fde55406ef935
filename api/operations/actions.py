"""Actions of players, and the answer to every command.

It is made from the log at the versions that the command produced: a repeated key gets the same answer, except for
`now`, `allowed_from`, and when and with which key a receipt was signed.
"""

from typing import Any

from flask import Response, request
from marshmallow import fields

from api.auth.authentication import current_account
from api.auth.authorization import mask_refusal
from api.dependencies import dependencies
from api.http.headers import idempotency_key, if_match
from api.http.responses import json_response
from api.middleware.rate_limit import ANY_REQUEST
from api.operations.operation import Blueprint
from api.operations.receipts import Receipt, ReceiptQuery, receipt_json
from api.operations.views import View, entity_tag, view_json
from api.problems import language
from api.representations import fields as f
from api.representations.actions import EXAMPLES, Action
from api.representations.events import Event, events_json
from api.texts.codes.games import RULES
from domain.game.game import waits_until
from domain.game.registry import RULESETS
from domain.log.errors import Refused
from domain.log.log_format import canonical
from domain.ruleset.actions import from_wire
from infra.accounts.name_cache import named_seats
from infra.commands.service import Outcome
from infra.event_store.receipt_keys import Signer


class CommandResult(f.Answer):
    """The result of an action, as its player sees it."""

    version = f.version(required=True)
    head = f.digest(required=True)
    events = fields.List(fields.Nested(Event), required=True)
    view = fields.Nested(View, required=True)
    receipt = fields.Nested(Receipt, metadata={"description": "Only if the request asks for it."})


CALLS = frozenset(action for rules in RULESETS.values() if rules.calls for action in rules.calls.call_actions)
"""The types of calls and of their answers."""


def is_call(body: Any) -> bool:
    """Return whether the body of a request is a call or the answer to one."""
    kind = body.get("type") if isinstance(body, dict) else None
    return isinstance(kind, str) and kind in CALLS


blueprint = Blueprint("actions", __name__, url_prefix="/v1", scope="games:play", description="Actions of players.")


@blueprint.operation(
    "POST",
    "/games/<id:game>/actions",
    CommandResult,
    body=Action,
    allowance_of=lambda body: "calls" if is_call(body) else ANY_REQUEST,
    query=ReceiptQuery,
    headers=["Idempotency-Key", "If-Match"],
    problems=[
        "no-such-game",
        "not-seated",
        "seat-left",
        "game-over",
        "precondition-failed",
        "key-reused",
        "busy",
        *RULES,
    ],
    examples=EXAMPLES,
    gives_headers=["ETag"],
)
def send_action(query: dict[str, Any], body: dict[str, Any], game: str) -> Response:
    """Do one of the actions that my view lists.

    The response holds all events that the action caused, including those of bots that answer at once.
    """
    # Read before the action, because afterwards a database that does not answer could no longer refuse it.
    signer = dependencies().receipt_keys.signer() if query.get("receipt") else None
    try:
        outcome = dependencies().games.act(
            game,
            current_account().id,
            from_wire(body),
            key=idempotency_key(request),
            request=request_fingerprint(body),
            if_match=if_match(request),
        )
    except Refused as refusal:
        raise mask_refusal(game, refusal) from None
    return command_response(outcome, signer=signer)


def command_response(outcome: Outcome, status: int = 200, signer: Signer | None = None) -> Response:
    """Return the result of a command as its player sees it, with a receipt by the signer."""
    game, viewer = outcome.game, outcome.viewer
    now = dependencies().games.time_of(game)
    tag = entity_tag(outcome.version, viewer, early=waits_until(game, viewer, now) is not None)
    receipt = {} if signer is None else {"receipt": receipt_json(signer, game)}
    shown = view_json(game, viewer, now)
    return json_response(
        {
            "version": outcome.version,
            "head": outcome.head,
            "events": events_json(game, outcome.events, named_seats(shown["players"])),
            "view": shown,
            **receipt,
        },
        status,
        {"ETag": f'"{tag}"', "Content-Language": language()},
    )


def request_fingerprint(body: dict[str, Any]) -> bytes:
    """Return the canonical form of a request, to which its idempotency key is bound; nothing without a key."""
    return canonical(body) if "Idempotency-Key" in request.headers else b""
