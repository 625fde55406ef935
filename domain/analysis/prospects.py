"""What an unfinished playout is worth to a seat.

Most playouts of the analysis end after some decisions, because most of the difference between two actions shows soon,
and the rest is luck: after twelve decisions of Sato the variance of that difference is less than a third of the
variance at the end of the round. A mean replaces the rest of the round. It is linear in a few facts, such as the sizes
of hands. `python -m bench.analysis.prospects` fits the coefficients and measures the error.
"""

from collections.abc import Callable
from math import fsum
from typing import Any, NamedTuple

from domain.beating.kirifu import SPADE_ACE
from domain.dobon.plays import BY_NUMBER
from domain.dobon.waits import CARDS, SUM
from domain.game.game import Game
from domain.playouts.beating.relation import BY_NUMBER as BEATING_NUMBERS
from domain.playouts.beating.relation import BY_SUIT

DOUBLING = BY_NUMBER[2] | 3 << 52
"""Mask of the 2s and the jokers, which double a payment by the Kawagoe rules."""

SUIT_SIZE = 13
ONE_SUIT = (1 << SUIT_SIZE) - 1
"""Mask of the first suit."""

HIGH = BEATING_NUMBERS[1] | BEATING_NUMBERS[12] | BEATING_NUMBERS[13]
"""Mask of the aces, the kings and the queens."""

BEST = BEATING_NUMBERS[0] | 1 << SPADE_ACE
"""Mask of the jokers and the ace of spades."""

Facts = tuple[float, ...]


class Prospect(NamedTuple):
    """What the round is expected to bring the seat."""

    points: float
    won: float
    "The chance to win."
    lost: float
    "The chance to lose."


def dobon_facts(position: Any, seat: int) -> Facts:
    """Return the facts about an unfinished position of Dobon: turn, numbers of cards and numbers that hands make."""
    seats = range(position.seats)
    own, own_waits = (position.hands[seat] & CARDS).bit_count(), position.waits[seat].bit_count()
    others = sum([(position.hands[one] & CARDS).bit_count() for one in seats]) - own
    waits = sum([position.waits[one].bit_count() for one in seats]) - own_waits
    place, rest = (seat - position.turn) * position.direction % position.seats, position.seats - 1
    return (
        1.0, float(place == 0), float(place == 1), float(own), others / rest, 1 / max(own, 1), float(own_waits),
        float(own_waits > 0), waits / rest,
    )  # fmt: skip


def kawagoe_facts(position: Any, seat: int) -> Facts:
    """Return also what a call would pay: the sums of the hands, and the cards that double."""
    own, seats = position.hands[seat], range(position.seats)
    sums = sum([hand >> SUM for hand in position.hands]) - (own >> SUM)
    doubling = sum([(hand & DOUBLING).bit_count() for hand in position.hands]) - (own & DOUBLING).bit_count()
    rest = len(seats) - 1
    return (
        *dobon_facts(position, seat), float(own >> SUM), sums / rest, float((own & DOUBLING).bit_count()),
        doubling / rest, float(position.waits[seat] > 0) * (own & DOUBLING).bit_count(),
    )  # fmt: skip


def beating_facts(position: Any, seat: int) -> Facts:
    """Return the facts about an unfinished position of a beating game: turn, numbers of cards, and the stock."""
    sizes = [hand.bit_count() for hand in position.hands]
    own, others = sizes[seat], [size for one, size in enumerate(sizes) if one != seat and one not in position.out]
    mean, least = (sum(others) / len(others), min(others)) if others else (0.0, 0)
    place = (seat - position.turn) % len(sizes)
    return (
        1.0, float(place == 0), float(place == 1), float(own), mean, 1 / (own + 1), 1 / (least + 1),
        own / (own + mean + 1), float(seat in position.out), float(len(others)), float(len(position.stock)),
    )  # fmt: skip


def kirifu_facts(position: Any, seat: int) -> Facts:
    """Return also how strong the hands are, and how many numbers they hold: the seat's own, and the mean of others."""
    trumps = BY_SUIT[position.trump]

    def strength(hand: int) -> tuple[int, int, int, int]:
        numbers = (hand | hand >> SUIT_SIZE | hand >> 2 * SUIT_SIZE | hand >> 3 * SUIT_SIZE) & ONE_SUIT
        plain = hand & HIGH & ~trumps
        return (hand & trumps).bit_count(), plain.bit_count(), (hand & BEST).bit_count(), numbers.bit_count()

    others = [strength(hand) for one, hand in enumerate(position.hands) if one != seat and one not in position.out]
    means = [sum([other[place] for other in others]) / max(len(others), 1) for place in range(4)]
    return (*beating_facts(position, seat), *map(float, strength(position.hands[seat])), *means)


class Horizon(NamedTuple):
    """Where the playouts of a ruleset end, and what they are worth there."""

    decisions: int
    "Number of decisions after the candidate action: turns, flips and answers."
    facts: Callable[[Any, int], Facts]
    coefficients: tuple[Facts, Facts, Facts]
    "For the expected points, the chance to win and the chance to lose."

    def prospect(self, position: Any, seat: int) -> Prospect:
        """Return what an unfinished position is worth to the seat."""
        facts = self.facts(position, seat)
        points, won, lost = [
            fsum([one * fact for one, fact in zip(line, facts, strict=True)]) for line in self.coefficients
        ]
        return Prospect(points, min(max(won, 0.0), 1.0), min(max(lost, 0.0), 1.0))


HORIZONS: dict[str, Horizon] = {
    "dobon-sato": Horizon(12, dobon_facts, (
        (-0.0675, 0.0404, 0.0725, -0.0387, 0.0434, 0.0503, 0.1238, 0.0314, -0.1241),
        (0.2061, 0.0073, 0.0213, -0.0231, 0.0271, 0.0429, 0.0944, 0.0481, -0.1040),
        (0.2736, -0.0331, -0.0512, 0.0156, -0.0164, -0.0074, -0.0294, 0.0168, 0.0202),
    )),
    "dobon-kawagoe": Horizon(16, kawagoe_facts, (
        (2.2721, 0.0786, 0.4660, -1.1688, 0.3902, -1.3579, 2.4538, -2.0643, -2.0891, -0.4066, 0.4332, 6.4281, -6.8622,
         4.0305),
        (0.3012, 0.0051, 0.0134, -0.0162, -0.0148, -0.0572, 0.0516, -0.0042, -0.0464, -0.0035, 0.0055, 0.0082, 0.0278,
         -0.0026),
        (0.2181, 0.0007, -0.0079, 0.0281, -0.0053, 0.0455, 0.0065, -0.0366, 0.0002, 0.0007, -0.0028, -0.0262, 0.0054,
         0.0209),
    )),
    "durak": Horizon(32, beating_facts, (
        (-0.1889, 0.0111, 0.0122, 0.0022, -0.0016, 0.0005, -0.0706, -0.7638, -0.0164, 0.0909, 0.0163),
        (-0.0496, 0.0058, -0.0181, 0.0016, -0.0150, 0.1511, -0.2308, -0.4208, 0.2382, 0.1991, 0.0120),
        (0.1889, -0.0111, -0.0122, -0.0022, 0.0016, -0.0005, 0.0706, 0.7638, 0.0164, -0.0909, -0.0163),
    )),
    "kirifu": Horizon(36, kirifu_facts, (
        (1.1492, 0.1850, 0.1123, -0.0488, 0.0242, -1.7338, 0.0709, -2.8136, 0.7804, 0.1150, 0.0145, 0.2158, 0.1286, 0.1757,
         -0.0792, -0.1914, -0.1112, -0.1405, 0.0918),
        (0.5407, 0.0955, 0.0769, -0.0401, 0.0286, -0.5997, -0.0814, -0.7422, 0.5013, 0.0393, 0.0131, 0.0824, 0.0426, 0.0753,
         -0.0373, -0.0749, -0.0434, -0.0532, 0.0491),
        (-0.6084, -0.0895, -0.0353, 0.0087, 0.0043, 1.1340, -0.1523, 2.0715, -0.2791, -0.0757, -0.0015, -0.1334, -0.0860,
         -0.1004, 0.0419, 0.1165, 0.0678, 0.0873, -0.0427),
    )),
    "mustamaija": Horizon(32, beating_facts, (
        (-0.1058, 0.0539, 0.0212, 0.0159, -0.0064, -0.1805, -0.0546, -1.0337, 0.0820, 0.0980, -0.0031),
        (-0.4532, 0.0736, 0.0078, -0.0168, 0.0136, 0.5046, -0.2558, 0.0616, 0.2157, 0.2141, 0.0017),
        (0.1058, -0.0539, -0.0212, -0.0159, 0.0064, 0.1805, 0.0546, 1.0337, -0.0820, -0.0980, 0.0031),
    )),
}  # fmt: skip
"""By ruleset. Playouts of Doubt go to the end of the round, because no such mean was good enough."""


def horizon_of(game: Game) -> Horizon | None:
    """Return where the playouts of the game end; None for the end of the round.

    The mean of Kirifu was fitted to rounds that go on until one seat is left.
    """
    return HORIZONS.get(game.ruleset.key) if game.options.get("finish", "play_on") == "play_on" else None


def play_out(position: Any, seat: int, horizon: Horizon | None) -> Prospect:
    """Play to the horizon, or without one to the end of the round, and return what the seat has or may expect."""
    if horizon is None:
        position.play_out()
    else:
        position.play_out(horizon.decisions)
        if not position.over:
            return horizon.prospect(position, seat)
    return Prospect(position.points[seat], float(position.winner == seat), float(seat in position.losers))
