"""How players behave: the fitted coefficients of the beliefs, by ruleset and strategy.

They were fitted to self-play (`bench/analysis`). A seat without a strategy, a person's, is taken to play like the
careful bot, but to miss a call now and then.
"""

from dataclasses import dataclass, replace

from domain.game import Game


@dataclass(frozen=True, slots=True)
class DobonBehaviour:
    """How a player of Dobon behaves."""

    misses: float
    "How often the player does not call on a number that its hand makes, and later turns out to have made it."
    calls: tuple[float, ...]
    "Coefficients of the logarithmic odds of a call, for the facts of `domain.analysis.dobon.beliefs`."
    draws: float
    "The weight of a card that would have fitted, after its holder drew instead."
    accepts: float
    "The weight of a card that would have answered a 2 or 13, after its holder accepted it."
    stays: float = 1.0
    "The weight of a card of the number on top, after its holder did not lay it out of turn, or did not open with it."
    random: bool = False
    "All legal actions are equally likely; else a play is likelier the more it is worth."
    sharpness: float = 0.0
    "How strongly a play follows its worth, per round won."
    low: float = 0.0
    "The worth of each 1 and 2 that is kept."
    patience: float = 0.0
    "The worth of drawing beyond that of a hand with one card more."


@dataclass(frozen=True, slots=True)
class DoubtBehaviour:
    """How a player of Doubt behaves."""

    lies: tuple[float, ...]
    "Coefficients of the logarithmic odds of a lie, for the facts of `domain.analysis.doubt.beliefs`."
    counts: float
    "How often the player doubts a certain lie."
    nerves: float
    "How often it doubts another play."
    last: float
    "How often it doubts the last card of a hand."


_PLAIN = (0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)

_CALIBRATED = (-0.22, 0.89, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)

_SATO_CAREFUL = DobonBehaviour(
    misses=0.06, calls=_CALIBRATED, draws=0.35, accepts=1.0, sharpness=12.0, low=0.01, patience=0.08
)
_SATO_NOVICE = DobonBehaviour(misses=0.0, calls=_PLAIN, draws=0.6, accepts=0.6, random=True)
_KAWAGOE_CAREFUL = DobonBehaviour(stays=0.6, misses=0.2, calls=_PLAIN, draws=0.0, accepts=0.5)
_KAWAGOE_NOVICE = DobonBehaviour(stays=0.5, misses=0.0, calls=_PLAIN, draws=0.0, accepts=0.6, random=True)

DOBON: dict[tuple[str, str | None], DobonBehaviour] = {
    ("dobon-sato", "careful"): _SATO_CAREFUL,
    ("dobon-sato", "novice"): _SATO_NOVICE,
    ("dobon-sato", None): replace(_SATO_CAREFUL, misses=0.2),
    ("dobon-kawagoe", "careful"): _KAWAGOE_CAREFUL,
    ("dobon-kawagoe", "novice"): _KAWAGOE_NOVICE,
    ("dobon-kawagoe", None): replace(_KAWAGOE_CAREFUL, misses=0.2),
}
"""By ruleset and strategy; None for a person. An unknown strategy plays like `careful`."""

_DOUBT_CAREFUL = DoubtBehaviour(
    lies=(-0.1855, 0.8789, -3.1433, 0.1826, 1.1087, 0.2538, 0.0843, -1.8956, 2.0183, -0.2393, 1.0253),
    counts=1.0,
    nerves=0.06,
    last=1.0,
)
_DOUBT_NOVICE = DoubtBehaviour(
    lies=(-0.1499, 0.5957, -0.1247, 0.0294, 0.4094, 0.108, 0.1242, -0.1415, 0.4194, 0.0245, 0.1656),
    counts=0.0,
    nerves=0.04,
    last=0.04,
)

DOUBT: dict[str | None, DoubtBehaviour] = {
    "careful": _DOUBT_CAREFUL,
    "novice": _DOUBT_NOVICE,
    None: _DOUBT_CAREFUL,
}
"""By strategy; None for a person."""


def dobon_behaviour(game: Game, seat: int) -> DobonBehaviour:
    """Return how the player of the seat behaves, by what the table says about it."""
    key, name = game.ruleset.key, strategy(game, seat)
    return DOBON.get((key, name)) or DOBON[key, "careful"]


def doubt_behaviour(game: Game, seat: int) -> DoubtBehaviour:
    """Return how the player of the seat behaves, by what the table says about it."""
    return DOUBT.get(strategy(game, seat), DOUBT["careful"])


def strategy(game: Game, seat: int) -> str | None:
    """Return the strategy that plays the seat; None for a person."""
    taken = game.seats[seat]
    return None if taken is None else taken.bot
