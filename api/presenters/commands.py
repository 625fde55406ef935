"""Answers to commands. They are made from the log at the versions that the command produced, so a repeated key gets the same bytes."""

from typing import Any

from flask import Response

from api.presenters.events import recorded
from api.resources.operation import answer
from api.resources.views import body, entity_tag
from domain.log_format import canonical
from infra.commands.service import Outcome


def acted(outcome: Outcome, status: int = 200) -> Response:
    """What a command brought about, as its player sees it."""
    return answer(
        {
            "version": outcome.version,
            "head": outcome.head,
            "events": [recorded(event) for event in outcome.events],
            "view": body(outcome.game, outcome.viewer),
        },
        status,
        {"ETag": f'"{entity_tag(outcome.version, outcome.viewer)}"'},
    )


def requested(body: dict[str, Any]) -> bytes:
    """What an idempotency key is bound to: what was asked, however it was spelt."""
    return canonical(body)
