"""The strategies by ruleset and name, and what a strategy is."""

from collections.abc import Callable, Sequence

from domain.actions import Action
from domain.bots.beating import careful_durak, careful_kirifu, careful_mustamaija, novice
from domain.bots.dobon import careful_kawagoe, careful_sato
from domain.bots.dobon.novice import novice_dobon
from domain.bots.doubt import careful, novice
from domain.chance import Stream
from domain.game import Game

Strategy = Callable[[Game, int, Sequence[Action], Stream], Action | None]
"""From the seat's own game, the seat, its actions and a stream of chance: one of the actions, or None for keeping quiet.

None is an answer only where nothing is asked of the seat. The same values give the same answer.
"""

STRATEGIES: dict[tuple[str, str], Strategy] = {
    ("dobon-sato", "novice"): novice_dobon,
    ("dobon-sato", "careful"): careful_sato.careful_sato,
    ("doubt", "novice"): novice.novice_doubt,
    ("doubt", "careful"): careful.careful_doubt,
    ("durak", "novice"): novice.novice_beating,
    ("durak", "careful"): careful_durak.careful_durak,
    ("kirifu", "novice"): novice.novice_beating,
    ("kirifu", "careful"): careful_kirifu.careful_kirifu,
    ("mustamaija", "novice"): novice.novice_beating,
    ("mustamaija", "careful"): careful_mustamaija.careful_mustamaija,
    ("dobon-kawagoe", "novice"): novice_dobon,
    ("dobon-kawagoe", "careful"): careful_kawagoe.careful_kawagoe,
}
"""Every ruleset has each name of `domain.bots.NAMES`."""
