"""What a viewer knows for certain at one moment of a round of Dobon: unseen cards, cards that fit, hands that make a
number.
"""

from collections.abc import Iterable
from functools import lru_cache
from operator import mul

from domain.analysis.beliefs import Numbers
from domain.analysis.dobon.evidence import Evidence
from domain.analysis.dobon.hands import MOST, NUMBERS, Hands, Makers, hands_of, ways_of
from domain.dobon import formula
from domain.dobon.plays import BY_NUMBER, EIGHTS, FITS, FITS_OR_EIGHT
from domain.dobon.table import DobonTable
from domain.game.game import Game
from domain.ruleset.cards import RANK, Card

SATO = "dobon-sato"

LARGE = {5: 0.002}
"""By the number of cards of a hand: the chance that it makes a given number by Sato's rules, if it is not followed."""


class Knowledge:
    """The certain part of a viewer's view."""

    __slots__ = ("_unseen", "game", "hands", "sato", "table", "version", "viewer")

    def __init__(self, game: Game, viewer: int) -> None:
        self.game = game
        self.version = game.version
        self.table: DobonTable = game.table
        self.viewer = viewer
        self.sato = game.ruleset.key == SATO
        self.hands: Hands = hands_of(0 if self.sato else 2)
        self._unseen: list[Card] | None = None

    @property
    def unseen(self) -> list[Card]:
        """The cards in the stock or closed in another hand."""
        if self._unseen is None:
            table = self.table
            seen = {*table.pile, *self.game.cards(self.viewer)}
            for shown in table.shown:
                seen.update(shown)
            self._unseen = [card for card in range(52 if self.sato else 54) if card not in seen]
        return self._unseen

    def fits(self) -> int:
        """Return the mask of the cards that the seat in turn may play (rulebook 1.3 and 2.2)."""
        table, options = self.table, self.game.options
        if table.pending_rank:
            same = BY_NUMBER[table.pending_rank]
            return same | EIGHTS if self.sato and options["eight_answers_pending"] else same
        return (FITS_OR_EIGHT if self.sato or options["eight_wild"] else FITS)[table.suit][table.number]

    def makers(self, seat: int) -> Makers | None:
        """Return the closed hands of the seat that make each number; None for a hand that is too large to follow."""
        closed = self.table.sizes[seat]
        if closed > MOST or closed + len(self.table.shown[seat]) > MOST + 1:
            return None
        return makers(self.sato, self.table.opening, closed, self._shown(seat))

    def _shown(self, seat: int) -> Numbers:
        return tuple(sorted([RANK[card] for card in self.table.shown[seat]]))

    def whole(self, seat: int, closed: Numbers) -> Numbers:
        """Return the numbers of the seat's whole hand with these closed ones."""
        return tuple(sorted((*closed, *self._shown(seat))))

    def large(self, seat: int) -> float:
        """Return the chance that a hand which is too large to follow makes a given number."""
        size = self.table.size(seat)
        return LARGE.get(size, 0.0)

    def weights(self, evidence: Evidence) -> list[float]:
        """Return the weight of each closed hand: the ways to draw it, times its figure."""
        weights, cards = evidence.cards, [[] for _ in NUMBERS]  # type: tuple[list[float] | None, list[list[float]]]
        for card in self.unseen:
            cards[RANK[card]].append(1.0 if weights is None else weights[card])
        drawn = self.hands.weights(evidence.size, ways_of(cards))
        if evidence.likelihood is None:
            return drawn
        return [*map(mul, drawn, evidence.likelihood)]


@lru_cache(maxsize=1 << 10)
def makers(sato: bool, opening: bool, closed: int, shown: Numbers) -> Makers:
    """Return the closed hands that make each number together with the open cards."""

    def waits(numbers: Numbers) -> Iterable[int]:
        counted = [number for number in numbers if number]
        return formula.total(counted) if opening or (not sato and len(counted) > 2) else formula.waits(counted)

    return Makers(hands_of(0 if sato else 2), closed, shown, waits)
