"""What an unfinished playout is worth to a seat.

Most playouts of the analysis end after some decisions, because most of the difference between two actions shows soon,
and the rest is luck: after eight decisions of Sato the variance of that difference is about a fifth of the
variance at the end of the round. A mean replaces the rest of the round. It is linear in a few facts, such as the sizes
of hands. `python -m bench.analysis.prospects` fits the coefficients and measures the error.
"""

from collections.abc import Callable, Mapping
from math import exp, fsum
from operator import mul
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

LARGE_SUM = 40
"""Larger sums of a hand of Dobon count as this one: they are all far from a number."""

CAUGHT = (0.05, 0.1, 0.2)
"""Chances that a seat of Doubt takes the pile before its next play, with each of which a race is computed."""

HURRY = 0.05
"""How much less likely each play that a seat is behind another one makes it to win, once all have taken the pile."""

Facts = tuple[float, ...]


class Prospect(NamedTuple):
    """What the round is expected to bring the seat."""

    points: float
    won: float
    "The chance to win."
    lost: float
    "The chance to lose."


def dobon_facts(position: Any, seat: int) -> Facts:
    """Return the facts about an unfinished position of Dobon: turn, and of the hands cards, sums and what they make."""
    hands, rest = position.hands, position.seats - 1
    sizes, sums = [(hand & CARDS).bit_count() for hand in hands], [min(hand >> SUM, LARGE_SUM) for hand in hands]
    waits, few = [made.bit_count() for made in position.waits], [1 / (size or 1) for size in sizes]
    own, own_sum, own_waits, own_few = sizes[seat], sums[seat], waits[seat], few[seat]
    place = (seat - position.turn) * position.direction % position.seats
    return (
        1.0, float(place == 0), float(place == 1), float(own), (sum(sizes) - own) / rest, own_few,
        (sum(few) - own_few) / rest, float(own_waits), float(own_waits > 0), (sum(waits) - own_waits) / rest,
        float(own_sum), (sum(sums) - own_sum) / rest,
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


def doubt_facts(position: Any, seat: int) -> Facts:
    """Return the facts about an unfinished position of Doubt: the seat's chances in the race to an empty hand.

    In a race, seats empty their hands in the order in which they would without doubts, and the first one that does not
    take the pile before that wins. The rest of the chances is that all seats take it.
    """
    seats, sizes = position.seats, [len(hand) for hand in position.hands]
    first = position.following(position.claim_seat) if position.window else position.turn
    plays = [sizes[one] * seats + (one - first) % seats for one in range(seats)]
    order = sorted(range(seats), key=plays.__getitem__)
    races, rest, own = list[float](), 1.0, 0.0
    for caught in CAUGHT:
        rest = 1.0
        for one in order:
            chance = rest * (1 - caught) ** sizes[one]
            rest -= chance
            if one == seat:
                own = chance
        races += [own, rest / seats]
    weights = [exp(HURRY * (plays[order[0]] - number)) for number in plays]
    share = weights[seat] / fsum(weights)
    lies = float(position.window and position.claim_seat == seat and position.is_lie())
    return (
        1.0, 1 / seats, *races, share, rest * share, lies * races[0],
    )  # fmt: skip


class Horizon(NamedTuple):
    """Where the playouts of a ruleset end, and what they are worth there."""

    decisions: int
    "Number of decisions after the candidate action: turns, flips and answers."
    facts: Callable[[Any, int], Facts]
    coefficients: tuple[Facts, Facts, Facts]
    "For the expected points, the chance to win and the chance to lose."
    options: Mapping[str, Any] = {}
    "Values of options that the mean was fitted to. With others, playouts go to the end of the round."

    def prospect(self, position: Any, seat: int) -> Prospect:
        """Return what an unfinished position is worth to the seat."""
        facts = self.facts(position, seat)
        points, won, lost = [sum(map(mul, line, facts)) for line in self.coefficients]
        return Prospect(points, min(max(won, 0.0), 1.0), min(max(lost, 0.0), 1.0))


HORIZONS: dict[str, Horizon] = {
    "dobon-sato": Horizon(8, dobon_facts, (
        (-0.0795, 0.0188, 0.0402, -0.0280, 0.0239, -0.0129, 0.0590, 0.0878, 0.0309, -0.0933, -0.0046, 0.0072),
        (0.2298, -0.0004, 0.0070, -0.0137, 0.0094, -0.0496, 0.0503, 0.0690, 0.0275, -0.0812, -0.0050, 0.0063),
        (0.3093, -0.0192, -0.0332, 0.0142, -0.0145, -0.0367, -0.0087, -0.0189, -0.0034, 0.0121, -0.0004, -0.0009),
    )),
    "dobon-kawagoe": Horizon(16, kawagoe_facts, (
        (1.5323, 0.2178, 1.5066, -1.6387, 1.9821, -5.5137, 2.0499, 2.2007, -1.1572, -2.4895, -0.1721, -0.0008, -0.2233,
         0.3661, 5.9919, -9.4379, 1.5414),
        (0.3683, 0.0000, 0.0151, -0.0203, -0.0036, -0.1206, -0.0579, 0.0429, 0.0073, -0.0375, -0.0051, 0.0004, 0.0005,
         0.0049, 0.0138, -0.0391, -0.0196),
        (0.3137, -0.0074, -0.0159, 0.0277, -0.0350, 0.0034, -0.0602, -0.0179, 0.0128, 0.0119, 0.0006, -0.0006, -0.0011,
         0.0004, -0.0082, 0.0321, -0.0077),
    )),
    "doubt": Horizon(48, doubt_facts, (
        (0.0231, -0.1297, -0.3537, -0.9335, 1.2980, 1.7096, 0.0109, -0.4221, 0.0951, 0.3242, -0.0649),
        (0.0231, -0.1297, -0.3537, -0.9335, 1.2980, 1.7096, 0.0109, -0.4221, 0.0951, 0.3242, -0.0649),
        (0.0,) * 11,
    ), {"variant": "doubt", "penalty": "pile", "must_doubt_to_finish": False, "max_plays": 0}),
    "durak": Horizon(32, beating_facts, (
        (-0.1889, 0.0111, 0.0122, 0.0022, -0.0016, 0.0005, -0.0706, -0.7638, -0.0164, 0.0909, 0.0163),
        (-0.0496, 0.0058, -0.0181, 0.0016, -0.0150, 0.1511, -0.2308, -0.4208, 0.2382, 0.1991, 0.0120),
        (0.1889, -0.0111, -0.0122, -0.0022, 0.0016, -0.0005, 0.0706, 0.7638, 0.0164, -0.0909, -0.0163),
    )),
    "kirifu": Horizon(32, kirifu_facts, (
        (1.1344, 0.1199, 0.0966, -0.0499, 0.0348, -1.7334, 0.1778, -2.8074, 0.8305, 0.0959, 0.0085, 0.2004, 0.1208, 0.1678,
         -0.0640, -0.1899, -0.1342, -0.1256, 0.0895),
        (0.5333, 0.0578, 0.0532, -0.0424, 0.0406, -0.6129, -0.0093, -0.6755, 0.5714, 0.0218, 0.0096, 0.0790, 0.0407, 0.0733,
         -0.0317, -0.0747, -0.0534, -0.0500, 0.0413),
        (-0.6011, -0.0621, -0.0434, 0.0074, 0.0058, 1.1205, -0.1870, 2.1319, -0.2591, -0.0742, 0.0011, -0.1214, -0.0801,
         -0.0946, 0.0324, 0.1151, 0.0808, 0.0756, -0.0481),
    ), {"finish": "play_on"}),
    "mustamaija": Horizon(32, beating_facts, (
        (-0.1058, 0.0539, 0.0212, 0.0159, -0.0064, -0.1805, -0.0546, -1.0337, 0.0820, 0.0980, -0.0031),
        (-0.4532, 0.0736, 0.0078, -0.0168, 0.0136, 0.5046, -0.2558, 0.0616, 0.2157, 0.2141, 0.0017),
        (0.1058, -0.0539, -0.0212, -0.0159, 0.0064, 0.1805, 0.0546, 1.0337, -0.0820, -0.0980, 0.0031),
    )),
}  # fmt: skip
"""By ruleset."""


def horizon_of(game: Game) -> Horizon | None:
    """Return where the playouts of the game end; None for the end of the round."""
    found = HORIZONS.get(game.ruleset.key)
    if found is None or any(game.options[name] != value for name, value in found.options.items()):
        return None
    return found


def play_out(position: Any, seat: int, horizon: Horizon | None) -> Prospect:
    """Play to the horizon, or without one to the end of the round, and return what the seat has or may expect."""
    if horizon is None:
        position.play_out()
    else:
        position.play_out(horizon.decisions)
        if not position.over:
            return horizon.prospect(position, seat)
    return Prospect(position.points[seat], float(position.winner == seat), float(seat in position.losers))
