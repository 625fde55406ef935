"""The strategies by ruleset and name."""

from collections.abc import Callable, Sequence

from domain.actions import Action
from domain.bots.beating.careful_durak import careful_durak
from domain.bots.beating.careful_kirifu import careful_kirifu
from domain.bots.beating.careful_mustamaija import careful_mustamaija
from domain.bots.beating.novice import novice_beating
from domain.bots.dobon.careful_kawagoe import careful_kawagoe
from domain.bots.dobon.careful_sato import careful_sato
from domain.bots.dobon.novice import novice_dobon
from domain.bots.doubt.careful import careful_doubt
from domain.bots.doubt.novice import novice_doubt
from domain.chance import RandomStream
from domain.game import Game

Strategy = Callable[[Game, int, Sequence[Action], RandomStream], Action | None]
"""A function that returns one of the legal actions, or None to wait.

Its arguments are the seat's own game, the seat, its actions and a random stream. None is only allowed if the game does
not wait for the seat. The same arguments give the same result.
"""

STRATEGIES: dict[tuple[str, str], Strategy] = {
    ("dobon-sato", "novice"): novice_dobon,
    ("dobon-sato", "careful"): careful_sato,
    ("doubt", "novice"): novice_doubt,
    ("doubt", "careful"): careful_doubt,
    ("durak", "novice"): novice_beating,
    ("durak", "careful"): careful_durak,
    ("kirifu", "novice"): novice_beating,
    ("kirifu", "careful"): careful_kirifu,
    ("mustamaija", "novice"): novice_beating,
    ("mustamaija", "careful"): careful_mustamaija,
    ("dobon-kawagoe", "novice"): novice_dobon,
    ("dobon-kawagoe", "careful"): careful_kawagoe,
}
"""Every ruleset has all names of `domain.bots.NAMES`."""
