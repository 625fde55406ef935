"""The strategies by ruleset and name, and what a strategy is."""

from collections.abc import Callable, Sequence

from domain.actions import Action
from domain.bots import (
    careful_doubt,
    careful_durak,
    careful_kawagoe,
    careful_kirifu,
    careful_mustamaija,
    careful_sato,
    novice_beating,
    novice_doubt,
)
from domain.bots.novice import novice
from domain.chance import Stream
from domain.game import Game

Strategy = Callable[[Game, int, Sequence[Action], Stream], Action | None]
"""From the seat's own game, the seat, its actions and a stream of chance: one of the actions, or None for keeping quiet.

None is an answer only where nothing is asked of the seat. The same values give the same answer.
"""

STRATEGIES: dict[tuple[str, str], Strategy] = {
    ("dobon-sato", "novice"): novice,
    ("dobon-sato", "careful"): careful_sato.careful,
    ("doubt", "novice"): novice_doubt.novice,
    ("doubt", "careful"): careful_doubt.careful,
    ("durak", "novice"): novice_beating.novice,
    ("durak", "careful"): careful_durak.careful,
    ("kirifu", "novice"): novice_beating.novice,
    ("kirifu", "careful"): careful_kirifu.careful,
    ("mustamaija", "novice"): novice_beating.novice,
    ("mustamaija", "careful"): careful_mustamaija.careful,
    ("dobon-kawagoe", "novice"): novice,
    ("dobon-kawagoe", "careful"): careful_kawagoe.careful,
}
"""Every ruleset has each name of `domain.bots.NAMES`."""
