"""The default policy of playouts for `dobon-sato`: roughly as `careful` plays, and much cheaper; and values of ends.

A seat decides by its own hand and the sizes of the others. The figures were fitted to 5,000 rounds of careful bots
(a million beginnings of turns, of which all hands were known).
"""

from math import fsum

from domain.bots.dobon.call_risk import SIZES, Cache, Risks, beside_others, turn_worth
from domain.dobon.plays import BY_NUMBER
from domain.dobon.waits import CARDS, COUNTS, HELD, SATO, SMALL, numbers
from domain.playouts.dobon.sato import SatoPosition
from domain.ruleset.cards import RANK

WORTH = (
    (0.0,), (0.1,), (0.0, -0.01, 0.04, 0.06, 0.12), (-0.03, 0.02, 0.1, 0.16, 0.16), (-0.07, 0.02, 0.12),
    (-0.085, 0.02), (-0.095,), (-0.11,), (-0.125,),
)  # fmt: skip
"""The worth of a hand by its number of cards, and by the number of its waits: rounds won less rounds lost."""

NUMBER = (0.0, 0.033, 0.031, -0.01, -0.02, -0.02, -0.03, -0.02, 0.0, -0.02, -0.02, -0.02, -0.02, 0.0)
"""What each card adds to it, by its number."""

LARGER = 0.015
"""What each card beyond eight takes from it."""

TURN = (0.015, 0.015, 0.015, -0.045)
"""The worth of the place in turn: of the seat in turn, the next one, and so on; the last figure is for the last one."""

CALLS = (
    (0.0,) * 14,
    (0.0, *(0.077,) * 13),
    (0.0, 0.22, 0.23, 0.22, 0.19, 0.18, 0.18, 0.14, 0.15, 0.13, 0.14, 0.11, 0.14, 0.09),
    (0.0, 0.17, 0.15, 0.11, 0.1, 0.085, 0.074, 0.07, 0.07, 0.058, 0.06, 0.05, 0.066, 0.057),
    (0.0, 0.1, 0.08, 0.055, 0.038, 0.028, 0.026, 0.016, 0.014, 0.012, 0.016, 0.016, 0.028, 0.024),
    (0.0, 0.025, 0.018, 0.01, 0.006, 0.004, 0.002, 0.002, 0.002, 0.002, 0.002, 0.003, 0.005, 0.005),
    (0.0,) * 14,
)
"""How likely a hand makes each number, by its number of cards; the last row is for all larger hands."""

OPENING = 0.06
"""The cost of opening the hand."""

DRAWN = 0.02
"""The cost of each card drawn beyond the first one."""


def worth(key: int) -> float:
    """Return the worth of a hand; the key is its part from bit `COUNTS` on."""
    hand = key << COUNTS
    held = numbers(hand)
    row = WORTH[min(len(held), len(WORTH) - 1)]
    waits = SATO.of(hand).bit_count()
    return row[min(waits, len(row) - 1)] + fsum(NUMBER[one] for one in held) - LARGER * max(0, len(held) - 8)


def drawn(key: int) -> float:
    """Return the mean worth of a hand with one card more."""
    return fsum(HAND_WORTH[key + (HELD[card] >> COUNTS)] for card in range(13)) / 13


HAND_WORTH = Cache(worth)
HAND_DRAWN = Cache(drawn)
RISKS = Risks(CALLS)


def prudent(hands: list[int], turn: int, legal: int, pending_rank: int, pending_draw: int) -> tuple[int, int]:
    """Return the play with the best worth of the hand that is left, less the risk of a call; or that drawing is."""
    hand = hands[turn]
    sizes = -SIZES[(hand & CARDS).bit_count()]
    for other in hands:
        sizes += SIZES[(other & CARDS).bit_count()]
    risk_of, worth_of = RISKS[sizes], HAND_WORTH
    best, chosen, pair = HAND_DRAWN[hand >> COUNTS], 0, 0
    if pending_rank:
        best -= OPENING if pending_rank != 2 else DRAWN * (pending_draw - 1)
    while legal:
        bit = legal & -legal
        legal ^= bit
        card = bit.bit_length() - 1
        number = RANK[card]
        risk = risk_of[number]
        rest = hand - HELD[card]
        value = worth_of[rest >> COUNTS]
        made = rest < SMALL and SATO[rest >> COUNTS] >> number & 1
        value += risk * (1 - value if made else -1 - value)
        if value > best:
            best, chosen, pair = value, bit, 0
        same = rest & BY_NUMBER[number]
        if same:
            rest -= HELD[same.bit_length() - 1]
            value = worth_of[rest >> COUNTS]
            made = rest < SMALL and SATO[rest >> COUNTS] >> number & 1
            value += risk * (1 - value if made else -1 - value)
            if value > best:
                best, chosen, pair = value, bit, 1
    return chosen, pair


class PrudentSato(SatoPosition):
    """Sato, in which seats play by the worth of the hand that is left and the risk of a call."""

    __slots__ = ()

    policy = staticmethod(prudent)

    def standing_worth(self, seat: int) -> float:
        """Return the expected result of a seat from here: the worth of its hand beside that of the others."""
        place = (seat - self.turn) * self.direction % self.seats
        tempo = turn_worth(TURN, place, self.seats)
        return beside_others([HAND_WORTH[hand >> COUNTS] for hand in self.hands], seat) + tempo
