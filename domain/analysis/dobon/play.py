"""How likely a player would act as it did with each hand that it may hold.

A careful player weighs what a play leaves against the risk of a call. Its worth in rounds is estimated here as
`careful` of Sato's rules does, but from the viewer's knowledge; then a play is the likelier the more it is worth.
"""

from collections.abc import Sequence
from functools import cache
from math import exp, fsum
from typing import NamedTuple

from domain.analysis.behaviour import DobonBehaviour, dobon_behaviour
from domain.analysis.dobon.evidence import Evidence
from domain.analysis.dobon.hands import MOST, NO_HAND, NUMBERS, Rest, hands_of, ways_of
from domain.analysis.dobon.knowledge import Knowledge, makers
from domain.cards import RANK, Card
from domain.dobon.formula import HIGHEST
from domain.dobon.plays import EIGHT

LAYS = 0.6
"""How often a player plays a card instead of drawing."""

SUITED = 0.25
"""The share of cards of another number that fit, because they have the suit in force."""

PASSED_ON = (2, 13)
"""Numbers that only the same number answers."""

WORTH = (0.0, 0.08, 0.13, 0.13, 0.12, 0.11, 0.09)
"""The worth of a hand by its number of cards, beyond the next turns."""

QUIET = 0.35
"""The remaining chance of a call on a number that nobody called when it lay on top."""

Factors = list[float] | None


class Choice(NamedTuple):
    """A careful player's choice between its cards and drawing: the weight of a play is `kept[rest] * laid[number]`."""

    fits: Sequence[float]
    "For each number the chance that a card of it fits."
    kept: Sequence[float]
    "For each hand that is one card smaller the weight of keeping it."
    laid: Sequence[tuple[float, float]]
    "For each number the weight of laying it from a hand whose rest does not make it, and from one whose rest does."
    drawn: float
    "The weight of drawing."
    waits: Sequence[tuple[int, ...]]
    "The waits of each hand that is one card smaller."
    first: int
    "The place of the first such hand."

    def plays(self, rests: Sequence[Rest]) -> float:
        """Return the weight of all plays of a hand."""
        first, fits, kept, laid, waits = self.first, self.fits, self.kept, self.laid, self.waits
        return sum(
            [
                fits[number] * kept[rest - first] * laid[number][number in waits[rest - first]]
                for number, _, rest in rests
            ]
        )


def playing_likelihood(known: Knowledge, evidence: Evidence, seat: int, cards: Sequence[Card], closed: int) -> Factors:
    """Return for each hand that the seat may have kept how likely it then played these cards; None if all are equal."""
    behaviour = dobon_behaviour(known.game, seat)
    size, table = evidence.size - closed, known.table
    if not 0 < size <= MOST or not closed or table.shown[seat] or seat != table.turn:
        return None
    hands, fits, number = known.hands, _fits(known, evidence), RANK[cards[0]]
    places = range(hands.first[size], hands.first[size + 1])
    if behaviour.random:
        return [1 / (closed + 1 + _options(hands.rests[place], fits)) for place in places]
    if not behaviour.sharpness:
        return None
    fits[number] = 1.0
    choice = _choice(known, behaviour, seat, size, number, fits)
    laid, added, rests = choice.laid[number], hands.added[number], hands.rests
    return [
        0.0
        if added[place] == NO_HAND
        else kept * laid[number in waits] / (choice.plays(rests[added[place]]) + choice.drawn)
        for place, kept, waits in zip(places, choice.kept, choice.waits, strict=True)
    ]


def drawing_likelihood(known: Knowledge, evidence: Evidence, seat: int) -> Factors:
    """Return for each hand of a random player how likely it draws in turn; None if all are equal.

    What a careful player would rather keep than play says less than the cards that fitted, which `Evidence` follows.
    """
    behaviour, size = dobon_behaviour(known.game, seat), evidence.size
    if not 0 < size <= MOST or known.table.shown[seat] or not behaviour.random:
        return None
    hands, fits = known.hands, _fits(known, evidence)
    return [1 / (1 + _options(own, fits)) for own in hands.rests[hands.first[size] : hands.first[size + 1]]]


def _options(rests: Sequence[Rest], fits: Sequence[float]) -> float:
    """Return the expected number of legal plays of a hand; an 8 has four, one for each suit."""
    return sum(
        [(1 << times) - 1 if number != EIGHT else 4 * ((1 << times) - 1) for number, times, _ in rests if fits[number]]
    )


def _fits(known: Knowledge, evidence: Evidence) -> list[float]:
    """Return for each number the chance that a card of it, held by the seat, fits now."""
    fits, weights = known.fits(), evidence.cards
    fitting, cards = [0.0] * len(NUMBERS), [0.0] * len(NUMBERS)
    for card in known.unseen:
        weight = 1.0 if weights is None else weights[card]
        cards[RANK[card]] += weight
        if fits[card]:
            fitting[RANK[card]] += weight
    return [one / every if every else 0.0 for one, every in zip(fitting, cards, strict=True)]


def _choice(
    known: Knowledge, behaviour: DobonBehaviour, seat: int, size: int, number: int | None, fits: Sequence[float]
) -> Choice:
    """Return the choice of a careful player who keeps `size` cards; `number` is on top after a play, if known."""
    kept = makers(known.sato, False, size, ())  # noqa: FBT003 - the key of a cache
    risk, sharp = _risk(known, seat), behaviour.sharpness
    unsafe = 1 - fsum(risk[1:]) / HIGHEST
    hands, first = known.hands, known.hands.first[size]
    values = _values(known, size, number, kept.waits)
    return Choice(
        fits,
        [
            exp(sharp * unsafe * (value + behaviour.low * low))
            for value, low in zip(values, hands.low[first : hands.first[size + 1]], strict=True)
        ],
        [(exp(-sharp * one), exp(sharp * one)) for one in risk],
        exp(sharp * (_worth(size + 2) + behaviour.patience)),
        kept.waits,
        first,
    )


def _risk(known: Knowledge, seat: int) -> list[float]:
    """Return for each number the chance of a call on it, as the seat may estimate it from the sizes of the hands."""
    table, none = known.table, [1.0] * len(NUMBERS)
    for other, closed in enumerate(table.hands):
        size = len(closed) + len(table.shown[other])
        if other != seat and 0 < size <= MOST:
            for number, chance in enumerate(usual_chances(known.sato, size)):
                quiet = QUIET if number == table.number and other != table.top_owner else 1.0
                none[number] *= 1 - quiet * chance
    return [1 - one for one in none]


@cache
def usual_chances(sato: bool, size: int) -> list[float]:
    """Return the chance that a random hand of that size makes each number."""
    hands = hands_of(0 if sato else 2)
    copies = [0 if sato else 2, *[4] * HIGHEST]
    weights = hands.weights(size, ways_of([[1.0] * count for count in copies]))
    total = fsum(weights)
    return [fsum([weights[place] for place in places]) / total for places in makers(sato, False, size, ()).places]  # noqa: FBT003 - the key of a cache


def _values(known: Knowledge, size: int, number: int | None, waits: Sequence[tuple[int, ...]]) -> list[float]:
    """Return the worth of each hand until its next turn: a win, if another seat lays a number that it waits for."""
    unseen = [0.0] * len(NUMBERS)
    for card in known.unseen:
        unseen[RANK[card]] += 1
    if number in PASSED_ON:
        coming = [count if other == number else 0.0 for other, count in enumerate(unseen)]
    else:
        coming = [count if other in (number, EIGHT) else SUITED * count for other, count in enumerate(unseen)]
    all_coming, all_unseen = fsum(coming) or 1.0, fsum(unseen) or 1.0
    first = [LAYS * count / all_coming for count in coming]
    further = [LAYS * count / all_unseen for count in unseen]
    turns, later = len(known.table.hands) - 2, _worth(size)
    found = []
    for waited in waits:
        wins = 0.0
        if waited:
            quiet = (1 - sum([first[one] for one in waited])) * (1 - sum([further[one] for one in waited])) ** turns
            wins = 1 - quiet
        found.append(wins + (1 - wins) * later)
    return found


def _worth(size: int) -> float:
    return WORTH[min(size, len(WORTH) - 1)]
