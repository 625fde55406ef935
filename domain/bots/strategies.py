"""The strategies by ruleset, name and version."""

from domain.bots.beating.careful_durak import careful_durak
from domain.bots.beating.careful_kirifu import careful_kirifu
from domain.bots.beating.careful_mustamaija import careful_mustamaija
from domain.bots.beating.expert import expert_durak, expert_kirifu, expert_mustamaija
from domain.bots.beating.novice import novice_beating
from domain.bots.dobon.careful_kawagoe import careful_kawagoe
from domain.bots.dobon.careful_sato import careful_sato
from domain.bots.dobon.expert import expert_kawagoe, expert_sato
from domain.bots.dobon.novice import novice_dobon
from domain.bots.doubt.careful import careful_doubt
from domain.bots.doubt.expert import expert_doubt
from domain.bots.doubt.novice import novice_doubt
from domain.bots.search import Expert
from domain.bots.strategy import Strategy

STRATEGIES: dict[tuple[str, str], dict[int, Strategy]] = {
    ("dobon-sato", "novice"): {1: novice_dobon},
    ("dobon-sato", "careful"): {1: careful_sato},
    ("dobon-sato", "expert"): {1: expert_sato},
    ("doubt", "novice"): {1: novice_doubt},
    ("doubt", "careful"): {1: careful_doubt},
    ("doubt", "expert"): {1: expert_doubt},
    ("durak", "novice"): {1: novice_beating},
    ("durak", "careful"): {1: careful_durak},
    ("durak", "expert"): {2: expert_durak},
    ("kirifu", "novice"): {1: novice_beating},
    ("kirifu", "careful"): {1: careful_kirifu},
    ("kirifu", "expert"): {1: expert_kirifu},
    ("mustamaija", "novice"): {1: novice_beating},
    ("mustamaija", "careful"): {1: careful_mustamaija},
    ("mustamaija", "expert"): {1: expert_mustamaija},
    ("dobon-kawagoe", "novice"): {1: novice_dobon},
    ("dobon-kawagoe", "careful"): {1: careful_kawagoe},
    ("dobon-kawagoe", "expert"): {1: expert_kawagoe},
}
"""Functions by ruleset and name, and by version. Every ruleset has all names of `domain.bots.NAMES`.

A function that decides differently gets a new version, because logs record the version, and
`domain.verification.bot_verification` replays its decisions. The old function stays as long as games with its version
are running.
"""


def newest_version(ruleset: str, name: str) -> int:
    """Return the version with which new seats are played. Raises KeyError for an unknown strategy."""
    return max(STRATEGIES[ruleset, name])


def find(ruleset: str, name: str, version: int | None) -> Strategy | None:
    """Return the strategy of exactly that version, or None if this program does not have it."""
    return None if version is None else STRATEGIES.get((ruleset, name), {}).get(version)


def quick(strategy: Strategy) -> Strategy | None:
    """Return the strategy that decides at once in place of one that searches; None for one that needs no time itself.

    It is the base of the search, so it follows from the version of the strategy.
    """
    return strategy.search.base if isinstance(strategy, Expert) else None


def playing(ruleset: str, name: str, version: int | None) -> Strategy:
    """Return the strategy of that version, or the newest one if this program no longer has it."""
    return find(ruleset, name, version) or STRATEGIES[ruleset, name][newest_version(ruleset, name)]
