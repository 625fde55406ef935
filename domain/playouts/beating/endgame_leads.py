"""The endgame search of Kirifu and Mustamaija: two players are left, the stock is empty, both hands are known.

The first player without cards wins; after a take the same player leads again.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from domain.playouts.beating.endgame_search import MAX_POSITIONS, EndgameSearch
from domain.ruleset.cards import Card

Hand = tuple[Card, ...]
Pairs = tuple[tuple[Card, Card], ...]


class LeadsEndgame(EndgameSearch):
    """Finds the winner with best play of both. Hands are sorted. Every method raises `SearchLimitReached`."""

    def __init__(
        self,
        possible_leads: Callable[[Hand, int], Iterable[Hand]],
        beats: Callable[[Card, Card], bool],
        most: int = MAX_POSITIONS,
    ) -> None:
        """`possible_leads` returns the leads of a hand against a hand of a given size."""
        super().__init__(most)
        self.possible_leads, self.beats = possible_leads, beats
        self.known: dict[tuple[Hand, Hand], bool] = {}

    def wins(self, own: Hand, other: Hand) -> bool:
        """Tell whether the leader wins."""
        found = self.known.get((own, other))
        if found is None:
            if not own or not other:
                return not own
            found = any(self.wins_with(lead, own, other) for lead in self.possible_leads(own, len(other)))
            self.known[own, other] = found
        return found

    def wins_with(self, lead: Sequence[Card], own: Hand, other: Hand) -> bool:
        """Tell whether the leader wins with this lead."""
        self.visit()
        rest = without(own, lead)
        return not rest or not any(self.holds(pairs, lead, other, rest) for pairs in self.defences(lead, other))

    def holds(self, pairs: Pairs, attacks: Sequence[Card], own: Hand, other: Hand) -> bool:
        """Tell whether the defender wins by beating these and taking the rest."""
        rest = without(own, [card for _, card in pairs])
        if len(pairs) == len(attacks):
            return self.wins(rest, other)
        beaten = [attack for attack, _ in pairs]
        taken = [attack for attack in attacks if attack not in beaten]
        return not self.wins(other, tuple(sorted([*rest, *taken])))

    def defences(self, attacks: Sequence[Card], hand: Sequence[Card]) -> Iterator[Pairs]:
        """Yield all ways to beat all attacks, some or none."""
        if not attacks:
            yield ()
            return
        first, *others = attacks
        for card in hand:
            if self.beats(card, first):
                for pairs in self.defences(others, [one for one in hand if one != card]):
                    yield ((first, card), *pairs)
        yield from self.defences(others, hand)


def without(hand: Iterable[Card], cards: Iterable[Card]) -> Hand:
    """Return the hand without these cards."""
    gone = set(cards)
    return tuple(card for card in hand if card not in gone)
