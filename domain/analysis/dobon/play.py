"""How likely a player would act as it did with each hand that it may hold.

A careful player weighs what a play leaves against the risk of a call. Its worth in rounds is estimated here as
`careful` of Sato's rules does, but from the viewer's knowledge; then a play is the likelier the more it is worth.
"""

from collections.abc import Sequence
from functools import cache
from math import exp, fsum

from domain.analysis.behaviour import DobonBehaviour, dobon_behaviour
from domain.analysis.dobon.evidence import Evidence
from domain.analysis.dobon.hands import MOST, NO_HAND, NUMBERS, hands_of, ways_of
from domain.analysis.dobon.knowledge import Knowledge, makers
from domain.dobon.formula import HIGHEST
from domain.dobon.plays import EIGHT
from domain.ruleset.cards import RANK, Card

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

Kind = tuple[tuple[int, ...], int]
"""What a hand waits for, and its number of 1s and 2s."""


class Kinds:
    """Kept hands by their kind: hands of a kind wait for the same numbers and have as many low cards."""

    def __init__(self, sato: bool, size: int) -> None:
        hands, waits = hands_of(0 if sato else 2), makers(sato, False, size, ()).waits  # noqa: FBT003 - a cache's key
        first, end, whole = hands.first[size : size + 3]
        found: dict[Kind, int] = {}
        self.of = [found.setdefault(kind, len(found)) for kind in zip(waits, hands.low[first:end], strict=True)]
        "The kind of each hand of that size."
        self.all = list(found)
        "The waits of each kind, and its number of 1s and 2s."
        self.plays = [
            tuple(number * len(found) + self.of[rest - first] for number, rest in {*zip(hand, rests, strict=True)})
            for hand, rests in zip(hands.numbers[end:whole], hands.rests[end:whole], strict=True)
        ]
        "For each hand with one card more its plays, each as a place in a list of all kinds for each number."


@cache
def kinds_of(sato: bool, size: int) -> Kinds:
    """Return the kinds of kept hands of a size, computed once."""
    return Kinds(sato, size)


def playing_likelihood(known: Knowledge, evidence: Evidence, seat: int, cards: Sequence[Card], closed: int) -> Factors:
    """Return for each hand that the seat may have kept how likely it then played these cards; None if all are equal."""
    behaviour = dobon_behaviour(known.game, seat)
    size, table = evidence.size - closed, known.table
    if not 0 < size <= MOST or not closed or table.shown[seat] or seat != table.turn:
        return None
    fits, number = _fits(known, evidence), RANK[cards[0]]
    if behaviour.idle is not None:
        others = closed + behaviour.idle
        return [1 / (others + options) for options in _options(known, size, fits)]
    if not behaviour.sharpness:
        return None
    fits[number] = 1.0
    return _choices(known, behaviour, seat, size, number, fits)


def _options(known: Knowledge, size: int, fits: Sequence[float]) -> list[float]:
    """Return the mean number of legal plays of each hand of that size; an 8 has four, one for each suit."""
    plays = [(1 << count) - 1 for count in range(1, MOST + 1)]
    worth = [fits[number] * (4 if number == EIGHT else 1) * count for number in NUMBERS for count in plays]
    return known.hands.sums(size, worth)


def _fits(known: Knowledge, evidence: Evidence) -> list[float]:
    """Return for each number the chance that a card of it, held by the seat, fits now."""
    fits, weights = known.fits(), evidence.cards
    fitting, cards = [0.0] * len(NUMBERS), [0.0] * len(NUMBERS)
    for card in known.unseen:
        weight = 1.0 if weights is None else weights[card]
        cards[RANK[card]] += weight
        if fits >> card & 1:
            fitting[RANK[card]] += weight
    return [one / every if every else 0.0 for one, every in zip(fitting, cards, strict=True)]


def _choices(
    known: Knowledge, behaviour: DobonBehaviour, seat: int, size: int, number: int, fits: Sequence[float]
) -> list[float]:
    """Return for each hand of `size` cards how likely a careful player laid the number and kept that hand.

    The weight of a play is that of keeping the rest, times that of laying the number, which is another if the rest
    makes it; then a counter-call is possible. The chance of the play is its share of all plays and of drawing.
    """
    kinds, risk, sharp = kinds_of(known.sato, size), _risk(known, seat), behaviour.sharpness
    unsafe = 1 - fsum(risk[1:]) / HIGHEST
    values = _values(known, size, number, [waits for waits, _ in kinds.all])
    kept = [
        exp(sharp * unsafe * (value + behaviour.low * low)) for value, (_, low) in zip(values, kinds.all, strict=True)
    ]
    weights: list[float] = []
    for laid in NUMBERS:
        open_, countered = fits[laid] * exp(-sharp * risk[laid]), fits[laid] * exp(sharp * risk[laid])
        weights += [
            one * (countered if laid in waits else open_) for one, (waits, _) in zip(kept, kinds.all, strict=True)
        ]
    drawn, get = exp(sharp * (_worth(size + 2) + behaviour.patience)), weights.__getitem__
    chosen, first, end = weights[number * len(kept) :], known.hands.first[size], known.hands.first[size + 1]
    return [
        0.0 if whole == NO_HAND else chosen[kind] / (sum(map(get, kinds.plays[whole - end])) + drawn)
        for kind, whole in zip(kinds.of, known.hands.added[number][first:end], strict=True)
    ]


def _risk(known: Knowledge, seat: int) -> list[float]:
    """Return for each number the chance of a call on it, as the seat may estimate it from the sizes of the hands."""
    table, none = known.table, [1.0] * len(NUMBERS)
    for other in range(table.seats):
        size = table.size(other)
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


def _values(known: Knowledge, size: int, number: int, waits: Sequence[tuple[int, ...]]) -> list[float]:
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
    turns, later = known.table.seats - 2, _worth(size)
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
