"""The rulesets of this server and their options."""

from flask import Response

from api.http.responses import json_response
from api.presenters.rulesets import ruleset_json
from api.problems import Problem
from api.resources.operation import Blueprint
from api.schemas.rulesets import Ruleset, Rulesets
from domain.registry import RULESETS

blueprint = Blueprint("rulesets", __name__, url_prefix="/v1", description="Rulesets and their options.")


@blueprint.operation("GET", "/rulesets", Rulesets, access="open")
def list_rulesets() -> Response:
    """List all rulesets with their options."""
    return json_response({"rulesets": [ruleset_json(ruleset) for ruleset in RULESETS.values()]})


@blueprint.operation("GET", "/rulesets/<key>", Ruleset, access="open", problems=["no-such-ruleset"])
def get_ruleset(key: str) -> Response:
    """Get one ruleset."""
    if key not in RULESETS:
        raise Problem("no-such-ruleset", f"Unknown ruleset: send one of {', '.join(RULESETS)}.")
    return json_response(ruleset_json(RULESETS[key]))
