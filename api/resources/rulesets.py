"""Rulesets: what can be played here, and with which options."""

from typing import Any

from flask import Response

from api.http.responses import json_response
from api.problems import Problem
from api.resources.operation import Blueprint
from api.schemas.rulesets import Ruleset, Rulesets
from domain import ruleset
from domain.registry import RULESETS

rulesets = Blueprint("rulesets", __name__, url_prefix="/v1", description="The games there are.")


@rulesets.operation("GET", "/rulesets", Rulesets, access="open")
def list_rulesets() -> Response:
    """All rulesets with their options."""
    return json_response({"rulesets": [described(ruleset) for ruleset in RULESETS.values()]})


@rulesets.operation("GET", "/rulesets/<key>", Ruleset, access="open", problems=["no-such-ruleset"])
def get_ruleset(key: str) -> Response:
    """One ruleset."""
    if key not in RULESETS:
        raise Problem("no-such-ruleset", f"Known rulesets: {', '.join(RULESETS)}.")
    return json_response(described(RULESETS[key]))


def described(ruleset: ruleset.Ruleset) -> dict[str, Any]:
    """A ruleset as it is shown."""
    return {
        "key": ruleset.key,
        "title": dict(ruleset.title),
        "text": dict(ruleset.text),
        "seats": {"min": ruleset.seats[0], "max": ruleset.seats[-1]},
        "options": [
            {
                "name": option.name,
                "kind": option.kind,
                "default": option.default,
                "values": list(option.values),
                "schema": option.schema(),
                "title": dict(option.title),
            }
            for option in ruleset.options
        ],
    }
