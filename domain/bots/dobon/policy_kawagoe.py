"""The default policy of playouts for `dobon-kawagoe`: roughly as `careful` plays, and much cheaper; and values of ends.

A seat decides by its own hand and the sizes of the others. The figures are points, fitted to 4,800 rounds of careful
bots (280,000 beginnings of turns, of which all hands were known).
"""

from math import fsum

from domain.bots.dobon.call_risk import SIZES, Cache, Risks, beside_others, turn_worth
from domain.dobon.plays import BY_NUMBER
from domain.dobon.waits import CARDS, COUNTS, HELD, KAWAGOE, SMALL, SUM, numbers
from domain.playouts.dobon.kawagoe import KawagoePosition
from domain.ruleset.cards import RANK

WORTH = ((0.0,), (-0.2,), (0.3, 0.3, 2.0, 1.3), (-0.5, 1.8, 6.2), (-1.8, 9.2), (-2.9,), (-4.3,), (-4.6,), (-6.6,))
"""The worth of a hand by its number of cards without jokers, and by the number of its waits."""

DOUBLED = 5.9
"""The worth of each 2 and joker."""

HIGH = 0.38
"""The cost of each point in the hand."""

TURN = (0.2, 0.3, 0.6, -0.9)
"""The worth of the place in turn: of the seat in turn, the next one, and so on; the last figure is for the last one."""

DRAWN = 2.2
"""The cost of each card that the seat in turn has to draw after a 2."""

CALLS = (
    (0.0,) * 14,
    (0.0, *(0.077,) * 13),
    (0.0, 0.21, 0.22, 0.18, 0.15, 0.14, 0.14, 0.12, 0.12, 0.11, 0.11, 0.1, 0.11, 0.08),
    (0.0, *(0.023,) * 9, 0.028, 0.028, 0.035, 0.035),
    (0.0, *(0.002,) * 7, 0.004, 0.004, 0.005, 0.007, 0.009, 0.01),
    (0.0,) * 14,
)
"""How likely a hand makes each number, by its number of cards; the last row is for all larger hands."""

PAID = 1.6
"""The mean factor of a payment by the 2s and jokers of its winner."""

HELD_BY_OTHERS = 12
"""The mean sum of the hand of a player who pays."""

JOKERS = 3 << 52
_KEY = COUNTS - 2
"""The bit where the key of a hand begins: its jokers and the part from bit `COUNTS` on."""


def worth(key: int) -> float:
    """Return the worth of a hand in points; the key is its part from bit `_KEY` on."""
    hand = key << _KEY
    held, jokers = numbers(hand), (hand & JOKERS).bit_count()
    row = WORTH[min(len(held), len(WORTH) - 1)]
    waits = KAWAGOE.of(hand).bit_count()
    doubled = jokers + held.count(2)
    return row[min(waits, len(row) - 1)] + DOUBLED * doubled - HIGH * sum(held)


def drawn(key: int) -> float:
    """Return the mean worth of a hand with one card more."""
    return fsum(HAND_WORTH[key + (HELD[card] >> _KEY)] for card in range(13)) / 13


HAND_WORTH = Cache(worth)
HAND_DRAWN = Cache(drawn)
RISKS = Risks(CALLS)


def thrifty(hands: list[int], turn: int, legal: int, pending_draw: int, *, may_draw: bool) -> tuple[int, int]:
    """Return the play with the best worth in points, less the risk to pay; or that drawing is better."""
    hand = hands[turn]
    sizes = -SIZES[(hand & CARDS).bit_count()]
    for other in hands:
        sizes += SIZES[(other & CARDS).bit_count()]
    risk_of, worth_of = RISKS[sizes], HAND_WORTH
    best, chosen, pair = -1e9, 0, 0
    if may_draw:
        best = HAND_DRAWN[hand >> _KEY] - (DRAWN * (pending_draw - 1) if pending_draw else 0.0)
    while legal:
        bit = legal & -legal
        legal ^= bit
        card = bit.bit_length() - 1
        number = RANK[card]
        risk = risk_of[number]
        rest = hand - HELD[card]
        value = worth_of[rest >> _KEY]
        if rest < SMALL and KAWAGOE[rest >> COUNTS] >> number & 1:
            value += risk * 2 * (number + HELD_BY_OTHERS)
        else:
            value -= risk * (PAID * (number + (rest >> SUM)) + value)
        if value > best:
            best, chosen, pair = value, bit, 0
        same = rest & BY_NUMBER[number]
        if same:
            rest -= HELD[same.bit_length() - 1]
            value = worth_of[rest >> _KEY]
            value -= risk * (PAID * (number + (rest >> SUM)) + value)
            if value > best:
                best, chosen, pair = value, bit, 1
    return chosen, pair


class ThriftyKawagoe(KawagoePosition):
    """Kawagoe, in which seats play by the worth of the hand that is left and the risk to pay."""

    __slots__ = ()

    policy = staticmethod(thrifty)

    def standing_worth(self, seat: int) -> float:
        """Return the expected points of a seat from here: the worth of its hand beside that of the others."""
        place = (seat - self.turn) * self.direction % self.seats
        tempo = turn_worth(TURN, place, self.seats)
        if place == 0:
            tempo -= DRAWN * self.pending_draw
        return beside_others([HAND_WORTH[hand >> _KEY] for hand in self.hands], seat) + tempo
