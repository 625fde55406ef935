"""Rulesets as JSON."""

from typing import Any

from domain.bots import NAMES
from domain.ruleset.ruleset import Ruleset


def ruleset_json(ruleset: Ruleset) -> dict[str, Any]:
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
