"""Answers to commands, made from the log at the versions that the command produced: a repeated key
gets the same answer, except for `now`, `allowed_from`, and when and with which key a receipt was signed.
"""

from typing import Any

from flask import Response

from api.dependencies import dependencies
from api.http.responses import json_response
from api.presenters.events import events_json
from api.presenters.games import entity_tag, view_json
from api.presenters.receipts import receipt_json
from api.problems import language
from domain.game.game import waits_until
from domain.log.log_format import canonical
from infra.commands.service import Outcome
from infra.event_store.receipt_keys import Signer


def command_response(outcome: Outcome, status: int = 200, signer: Signer | None = None) -> Response:
    """Return the result of a command as its player sees it, with a receipt by the signer."""
    game, viewer = outcome.game, outcome.viewer
    now = dependencies().games.time_of(game)
    tag = entity_tag(outcome.version, viewer, early=waits_until(game, viewer, now) is not None)
    receipt = {} if signer is None else {"receipt": receipt_json(signer, game)}
    return json_response(
        {
            "version": outcome.version,
            "head": outcome.head,
            "events": events_json(game, outcome.events),
            "view": view_json(game, viewer, now),
            **receipt,
        },
        status,
        {"ETag": f'"{tag}"', "Content-Language": language()},
    )


def request_fingerprint(body: dict[str, Any]) -> bytes:
    """Return the canonical form of a request, to which its idempotency key is bound."""
    return canonical(body)
