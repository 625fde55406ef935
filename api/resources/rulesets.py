"""Rulesets: what can be played here, and with which options."""

from flask import Response

from api.http.responses import json_response
from api.presenters.rulesets import ruleset_json
from api.problems import Problem
from api.resources.operation import Blueprint
from api.schemas.rulesets import Ruleset, Rulesets
from domain.registry import RULESETS

blueprint = Blueprint("rulesets", __name__, url_prefix="/v1", description="The games there are.")


@blueprint.operation("GET", "/rulesets", Rulesets, access="open")
def list_rulesets() -> Response:
    """All rulesets with their options."""
    return json_response({"rulesets": [ruleset_json(ruleset) for ruleset in RULESETS.values()]})


@blueprint.operation("GET", "/rulesets/<key>", Ruleset, access="open", problems=["no-such-ruleset"])
def get_ruleset(key: str) -> Response:
    """One ruleset."""
    if key not in RULESETS:
        raise Problem("no-such-ruleset", f"Known rulesets: {', '.join(RULESETS)}.")
    return json_response(ruleset_json(RULESETS[key]))
