"""How players behave: the fitted coefficients of the beliefs, by ruleset and strategy.

They were fitted to self-play (`bench/analysis`). A person has no strategy that is known: its coefficients were fitted
to players of several kinds.
"""

from dataclasses import dataclass

from domain.game.game import Game


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
    certain: float = 0.95
    "How often the player calls if its whole hand is open and makes the number; a counter-call may be feared."
    stays: float = 1.0
    "The weight of a card of the number on top, after its holder did not lay it out of turn, or did not open with it."
    idle: float | None = None
    "All legal plays are equally likely, and a draw this many times as likely as one; None: plays follow their worth."
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
    habits: tuple[float, ...] = (0.0,)
    "Each is a summand of those odds, and they are equally likely at first: some players lie more often than others."


_SATO_CAREFUL = DobonBehaviour(
    misses=0.06,
    certain=0.87,
    calls=(-0.1796, 0.7106, 0.2704, -0.09831, -0.1646, -0.06776, -0.002098, 0.1836, -0.1786, -0.03799),
    draws=0.35,
    accepts=1.0,
    sharpness=12.0,
    low=0.01,
    patience=0.08,
)
_SATO_NOVICE = DobonBehaviour(
    misses=0.0,
    certain=0.99,
    calls=(-0.1133, 0.9306, -0.07831, 0.1305, -0.1342, -0.01616, -0.07837, -0.04304, 0.1211, -0.006198),
    draws=0.45,
    accepts=0.6,
    idle=1.0,
)
_KAWAGOE_CAREFUL = DobonBehaviour(
    misses=0.2,
    calls=(-0.4572, 0.1297, -0.4509, -0.4685, -0.1573, -0.1956, 0.2917, -0.2851, -0.03069, -0.1758),
    draws=0.0,
    accepts=0.5,
    stays=0.6,
)
_KAWAGOE_NOVICE = DobonBehaviour(
    misses=0.0,
    calls=(-0.0978, 1.022, -0.0818, 0.1496, 0.05563, 0.1768, 0.6828, 0.0009141, -0.04486, -0.002161),
    draws=0.0,
    accepts=0.6,
    stays=0.5,
    idle=1.0,
)

_SATO_PERSON = DobonBehaviour(
    misses=0.1,
    calls=(-0.07115, 0.8244, -0.2923, -0.1347, -0.2112, 0.07609, 0.1292, -0.02373, -0.06363, -0.02207),
    draws=0.2,
    accepts=0.6,
    idle=0.2,
)
_KAWAGOE_PERSON = DobonBehaviour(
    misses=0.1,
    calls=(0.1747, 0.9353, -0.36, -0.3586, -0.2495, 0.1128, 0.06261, -0.08206, -0.03983, -0.00964),
    draws=0.0,
    accepts=0.6,
    stays=0.5,
    idle=0.2,
)

DOBON: dict[tuple[str, str | None], DobonBehaviour] = {
    ("dobon-sato", "careful"): _SATO_CAREFUL,
    ("dobon-sato", "novice"): _SATO_NOVICE,
    ("dobon-sato", None): _SATO_PERSON,
    ("dobon-kawagoe", "careful"): _KAWAGOE_CAREFUL,
    ("dobon-kawagoe", "novice"): _KAWAGOE_NOVICE,
    ("dobon-kawagoe", None): _KAWAGOE_PERSON,
}
"""By ruleset and strategy; None for a person. An unknown strategy plays like `careful`."""

_LIES: dict[tuple[str, str | None], tuple[float, ...]] = {
    ("pile", "careful"): (
        -0.5299, 1.125, -0.9998, -0.1323, -0.9973, -0.2749, 0.1511, -0.8317, -2.425, 0.07623, 0.6101, -0.02738, -0.7518,
        -0.0288,
    ),
    ("pile", "novice"): (
        -0.748, 0.8775, 0.6853, 0.105, 0.2236, -0.06631, 0.124, -0.09818, 0.4138, 0.04027, -0.08942, -0.002948, 0.1706,
        -0.03802,
    ),
    ("pile", None): (
        -1.13, 1.06, 0.4783, -0.1379, -0.5516, -0.2069, 0.1803, 0.1441, -0.6135, -0.05769, 0.03292, -0.0211, -0.4383,
        -0.01186,
    ),
    ("exchange_two", "careful"): (
        0.3704, 1.159, -0.9183, 0.1531, 0.0, -0.1112, -0.09315, -0.4143, -0.5265, 0.3933, 0.3064, 0.01686, 0.0, -0.2334,
    ),
    ("exchange_two", "novice"): (
        0.2901, 0.5322, 0.4555, 0.04968, 0.0, 0.04952, 0.07236, 0.1051, -0.04196, -0.0138, -0.06745, 0.001839, 0.0,
        -0.04932,
    ),
    ("exchange_two", None): (
        0.01865, 0.8566, -0.139, 0.2576, 0.0, 0.01844, 0.03985, -0.14, -0.04348, -0.16, 0.05915, 0.006107, 0.0,
        -0.09999,
    ),
    ("eliminate", "careful"): (
        -0.4374, 1.026, -0.04146, 0.06669, 1.986, -0.002478, 0.2087, 0.0, -0.4771, 0.3308, 0.1133, -0.02295, 0.4083,
        -0.2929,
    ),
    ("eliminate", "novice"): (
        -0.7326, 0.01095, -0.4739, -0.08504, 0.5217, 0.2521, 0.2897, 0.252, -0.2126, -0.281, 0.4534, -0.02827, 0.04981,
        0.2153,
    ),
    ("eliminate", None): (
        1.137, 1.151, 0.6519, -0.1004, 1.447, -0.03831, -0.0221, 0.247, 0.5188, 0.7391, -0.3856, 0.01113, 0.04993,
        -0.446,
    ),
}  # fmt: skip
"""The coefficients of lies, by penalty and strategy; None for a person."""

_HABITS = (-1.5, -0.75, 0.0, 0.75, 1.5)

DOUBT: dict[tuple[str, str | None], DoubtBehaviour] = {
    (penalty, strategy): DoubtBehaviour(lies, counts=0.0, nerves=0.04, last=0.04)
    if strategy == "novice"
    else DoubtBehaviour(lies, counts=1.0, nerves=0.06, last=1.0, habits=_HABITS if strategy is None else (0.0,))
    for (penalty, strategy), lies in _LIES.items()
}
"""By penalty and strategy; None for a person. An unknown strategy plays like `careful`."""


def dobon_behaviour(game: Game, seat: int) -> DobonBehaviour:
    """Return how the player of the seat behaves, by what the table says about it."""
    key, name = game.ruleset.key, strategy(game, seat)
    return DOBON.get((key, name)) or DOBON[key, "careful"]


def doubt_behaviour(game: Game, seat: int) -> DoubtBehaviour:
    """Return how the player of the seat behaves, by what the table says about it."""
    penalty = game.options["penalty"]
    return DOUBT.get((penalty, strategy(game, seat)), DOUBT[penalty, "careful"])


def strategy(game: Game, seat: int) -> str | None:
    """Return the strategy that plays the seat; None for a person."""
    taken = game.seats[seat]
    return None if taken is None else taken.bot
