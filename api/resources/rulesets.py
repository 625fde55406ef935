"""The rulesets of this server and their options."""

from functools import cache

from flask import Response, request
from orjson import dumps

from api.http.responses import ConstantResponse, revalidated
from api.presenters.rulesets import ruleset_json
from api.problems import Problem
from api.resources.operation import Blueprint
from api.schemas.rulesets import Ruleset, RulesetList
from domain.game.registry import RULESETS

blueprint = Blueprint("rulesets", __name__, url_prefix="/v1", description="Rulesets and their options.")


@blueprint.operation(
    "GET", "/rulesets", RulesetList, access="open", headers=["If-None-Match"], not_modified=True, gives_headers=["ETag"]
)
def list_rulesets() -> Response:
    """List all rulesets with their options.

    The answer stays the same until the server is updated, so `If-None-Match` saves its transfer.
    """
    return constant(all_rulesets())


@blueprint.operation(
    "GET",
    "/rulesets/<key>",
    Ruleset,
    access="open",
    headers=["If-None-Match"],
    problems=["no-such-ruleset"],
    not_modified=True,
    gives_headers=["ETag"],
)
def get_ruleset(key: str) -> Response:
    """Get one ruleset.

    It names the options with their defaults, the numbers of seats, and the strategies that bots can have.
    """
    if key not in RULESETS:
        raise Problem("no-such-ruleset", f"Unknown ruleset: send one of {', '.join(RULESETS)}.")
    return constant(one_ruleset(key))


def constant(content: bytes) -> Response:
    """Return JSON that stays the same while the process lives; caches ask whether theirs is still valid."""
    return revalidated(ConstantResponse(content, mimetype="application/json"), request)


@cache
def all_rulesets() -> bytes:
    """Return all rulesets as JSON."""
    return dumps({"rulesets": [ruleset_json(ruleset) for ruleset in RULESETS.values()]})


@cache
def one_ruleset(key: str) -> bytes:
    """Return a ruleset as JSON."""
    return dumps(ruleset_json(RULESETS[key]))
