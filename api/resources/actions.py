"""Actions of players."""

from typing import Any

from flask import Response, request

from api.auth.authentication import current_account
from api.auth.authorization import mask_refusal
from api.dependencies import dependencies
from api.http.headers import idempotency_key, if_match
from api.presenters.commands import command_response, request_fingerprint
from api.problems import RULES
from api.resources.operation import Blueprint
from api.schemas.actions import EXAMPLES, Action
from api.schemas.receipts import ReceiptQuery
from api.schemas.views import CommandResult
from domain.log.errors import Refused
from domain.ruleset.actions import from_wire

blueprint = Blueprint("actions", __name__, url_prefix="/v1", description="Actions of players.")


@blueprint.operation(
    "POST",
    "/games/<id:game>/actions",
    CommandResult,
    body=Action,
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
