"""The rulesets of this server and their options."""

from functools import cache
from typing import Any

from flask import Response, request
from marshmallow import fields
from orjson import dumps

from api.http.responses import ConstantResponse, revalidated
from api.operations.operation import Blueprint
from api.problems import Problem
from api.representations import fields as f
from api.representations.components import Component
from domain.bots import NAMES
from domain.game.registry import RULESETS
from domain.log.sentences import Sentence, series
from domain.ruleset.ruleset import Ruleset as Rules

OPTION_KIND = Component("OptionKind", "The kind of an option's values.")


class Words(f.Answer):
    """The same text in both languages."""

    ja = fields.String(required=True)
    en = fields.String(required=True)


class SeatRange(f.Answer):
    """The number of seats at a table."""

    min = f.count(required=True)
    max = f.count(required=True)


class Option(f.Answer):
    """An option of a ruleset."""

    name = f.text("hand_size", required=True)
    kind = f.chosen("int", "bool", "choice", required=True, component=OPTION_KIND)
    default = f.option_value(required=True)
    values = fields.List(
        fields.String(), required=True, metadata={"description": "The values of a choice; empty for other kinds."}
    )
    schema = fields.Dict(required=True, metadata={"description": "The option as JSON Schema."})
    title = fields.Nested(Words, required=True)


class Ruleset(f.Answer):
    """A ruleset of this server."""

    key = f.ruleset_key(required=True)
    title = fields.Nested(Words, required=True)
    text = fields.Nested(Words, required=True)
    seats = fields.Nested(SeatRange, required=True)
    options = fields.List(fields.Nested(Option), required=True)
    strategies = fields.List(f.strategy(), required=True, metadata={"description": "Strategies that bots can have."})


class RulesetList(f.Answer):
    """All rulesets."""

    rulesets = fields.List(fields.Nested(Ruleset), required=True)


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
        raise Problem(
            "no-such-ruleset", Sentence("Unknown ruleset: send one of {rulesets}.", rulesets=series(RULESETS))
        )
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


def ruleset_json(ruleset: Rules) -> dict[str, Any]:
    """Return a ruleset with its texts in both languages, its numbers of seats, its options and its strategies."""
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
        "strategies": list(NAMES),
    }
