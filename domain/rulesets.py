"""The rulesets there are, by key."""

from domain.dobon.kawagoe import DobonKawagoe
from domain.dobon.sato import DobonSato
from domain.doubt.doubt import DoubtRules
from domain.errors import Refused
from domain.rules import Ruleset

RULESETS: dict[str, Ruleset] = {rules.key: rules for rules in (DobonSato(), DobonKawagoe(), DoubtRules())}


def ruleset(key: str) -> Ruleset:
    """The ruleset with that key. Raises `Refused("unknown-ruleset")`."""
    if key not in RULESETS:
        raise Refused("unknown-ruleset", f"Known rulesets: {', '.join(RULESETS)}.")
    return RULESETS[key]
