"""Answers to commands, made from the log at the versions that the command produced: a repeated key
gets the same bytes.
"""

from typing import Any

from flask import Response

from api.http.responses import json_response
from api.presenters.events import event_json
from api.presenters.games import entity_tag, view_json
from api.problems import language
from domain.log_format import canonical
from infra.commands.service import Outcome


def command_response(outcome: Outcome, status: int = 200) -> Response:
    """Return the result of a command as its player sees it."""
    return json_response(
        {
            "version": outcome.version,
            "head": outcome.head,
            "events": [event_json(event) for event in outcome.events],
            "view": view_json(outcome.game, outcome.viewer),
        },
        status,
        {"ETag": f'"{entity_tag(outcome.version, outcome.viewer)}"', "Content-Language": language()},
    )


def request_fingerprint(body: dict[str, Any]) -> bytes:
    """Return the canonical form of a request, to which its idempotency key is bound."""
    return canonical(body)
