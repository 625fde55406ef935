"""The default policy of playouts for `doubt`: roughly as `careful` plays, and much cheaper."""

from domain.bots.doubt.odds import NERVES, TRUTHFUL
from domain.playouts.doubt.position import DoubtPosition
from domain.playouts.generator import following
from domain.ruleset.cards import RANK

_BITS = 15
_TRUTHFUL = int(TRUTHFUL * (1 << _BITS))
_NERVES = int(NERVES * (1 << _BITS))


class WaryDoubt(DoubtPosition):
    """Seats mostly lay true cards, doubt last cards and claims that their own hands refute, and sometimes any other."""

    __slots__ = ()

    def take_turns(self, limit: int) -> int:  # noqa: ARG002 - one turn is always within it
        """Let the seat in turn decide, without the loop of equal chances; return the number of decisions."""
        self.decide()
        return 1

    def decide(self) -> None:
        """Let the seat in turn lay a true card if it has one, mostly; else any."""
        self.random = x = following(self.random)
        hand, number = self.hands[self.turn], self.number
        true = [card for card in hand if RANK[card] == number] or [card for card in hand if not RANK[card]]
        cards = true if true and x >> _BITS < _TRUTHFUL else hand
        self.random = x = following(x)
        self.lay(self.turn, (cards[(x >> _BITS) * len(cards) >> _BITS],))

    def answer(self) -> None:
        """Let one of the seats doubt that has a reason, by its own hand and the claim; else all decline."""
        doubters = [seat for seat in range(self.seats) if self.undecided >> seat & 1 and self._doubts(seat)]
        if not doubters:
            self.accept()
            return
        self.random = x = following(self.random)
        self.doubt(doubters[(x >> _BITS) * len(doubters) >> _BITS])

    def _doubts(self, seat: int) -> bool:
        """Tell whether the seat doubts: a last card, a claim of more cards than there can be, or by chance."""
        if self.finishing:
            return True
        copies = self.copies()
        held = sum(RANK[card] in (0, self.claim_number) for card in self.hands[seat])
        self.random = x = following(self.random)
        return held + self.claim_count > copies or x >> _BITS < _NERVES

    def copies(self) -> int:
        """Return how many cards of the game are true for one number."""
        cards: int = self.options["decks"] * (4 + self.options["jokers_per_deck"])
        return cards
