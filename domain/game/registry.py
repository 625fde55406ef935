"""The rulesets by key."""

from domain.beating.durak import Durak
from domain.beating.kirifu import Kirifu
from domain.beating.mustamaija import Mustamaija
from domain.dobon.kawagoe import DobonKawagoe
from domain.dobon.sato import DobonSato
from domain.doubt.rules import DoubtRules
from domain.log.errors import Refused
from domain.log.sentences import Sentence, series
from domain.ruleset.ruleset import Ruleset

RULESETS: dict[str, Ruleset] = {
    rules.key: rules for rules in (DobonSato(), DobonKawagoe(), DoubtRules(), Durak(), Kirifu(), Mustamaija())
}


def ruleset(key: str) -> Ruleset:
    """Return the ruleset with that key. Raises `Refused("unknown-ruleset")`."""
    if key not in RULESETS:
        raise Refused("unknown-ruleset", Sentence("Known rulesets: {rulesets}.", rulesets=series(RULESETS)))
    return RULESETS[key]
