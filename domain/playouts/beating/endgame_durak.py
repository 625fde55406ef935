"""The endgame search of Durak: two players are left, the stock is empty, and each knows the other's hand."""

from collections.abc import Iterator
from functools import cache

from domain.beating.bouts import MOST
from domain.beating.relation import follows_or_trumps
from domain.beating.table import BeatingTable
from domain.playouts.beating.endgame_search import MAX_POSITIONS, EndgameSearch
from domain.ruleset.actions import Action, Attack, Beat, Stop, Take, ThrowIn, TurnOver
from domain.ruleset.cards import RANK, Card, deck
from domain.ruleset.ruleset import Options

Cards = int
"""A set of cards: a bit for each."""

WON, DRAWN, LOST = 1, 0, -1


def as_set(cards: Iterator[Card] | list[Card] | tuple[Card, ...]) -> Cards:
    """Return the set of the cards."""
    return sum(1 << card for card in cards)


def each(cards: Cards) -> Iterator[Card]:
    """Yield the cards of a set."""
    while cards:
        lowest = cards & -cards
        cards ^= lowest
        yield lowest.bit_length() - 1


ALIKE: tuple[Cards, ...] = tuple(as_set([other for other in deck() if RANK[other] == RANK[card]]) for card in deck())
"""All cards of each card's number."""


@cache
def beaten_by(trump: int | None) -> tuple[Cards, ...]:
    """Return the set of cards that beat each card."""
    return tuple(as_set([card for card in deck() if follows_or_trumps(card, attack, trump)]) for attack in deck())


class DurakEndgame(EndgameSearch):
    """Values of positions for the attacker. Every method raises `SearchLimitReached`."""

    def __init__(self, trump: int | None, options: Options, most: int = MAX_POSITIONS) -> None:
        super().__init__(most)
        self.beaten_by = beaten_by(trump)
        self.throw_in, self.turnover = options["throw_in"], options["turnover"]
        self.both_out = WON if options["both_out"] == "first_out" else DRAWN
        "The value if both hands run out: the attacker's first, because the last card on the table beats another."
        self.leads: dict[tuple[Cards, Cards], int] = {}

    def lead(self, own: Cards, other: Cards) -> int:
        """Return the value of a new bout. A position that repeats by turning over counts as a draw."""
        found = self.leads.get((own, other))
        if found is None:
            self.leads[own, other] = DRAWN
            limit = min(MOST, other.bit_count())
            found = self.leads[own, other] = self._best_attack(own, own, other, 0, 0, limit)
        return found

    def attack(self, own: Cards, other: Cards, lying: Cards, count: int, limit: int) -> int:
        """Return the value when everything on the table is beaten."""
        if count == limit or not own or not other:
            return self.beaten(own, other)
        stopped = self.beaten(own, other)
        fitting = own & _alike(lying)
        if stopped == WON or not fitting:
            return stopped
        return max(stopped, self._best_attack(fitting, own, other, lying, count, limit))

    def _best_attack(self, choice: Cards, own: Cards, other: Cards, lying: Cards, count: int, limit: int) -> int:
        best = LOST
        for card in each(choice):
            bit = 1 << card
            best = max(best, self.defend(own ^ bit, other, lying | bit, bit, count + 1, limit))
            if best == WON:
                break
        return best

    def defend(self, own: Cards, other: Cards, lying: Cards, open_ones: Cards, count: int, limit: int) -> int:
        """Return the value for the attacker when the defender must answer; `own` is the attacker's hand."""
        self.visit()
        attack = open_ones & -open_ones
        rest = open_ones ^ attack
        worst = WON
        for card in each(other & self.beaten_by[attack.bit_length() - 1]):
            bit = 1 << card
            worst = min(worst, self.after_beat(own, other ^ bit, lying | bit, rest, count, limit))
            if worst == LOST:
                return LOST
        if self.turnover and lying == open_ones and count < min(MOST, own.bit_count()):
            for card in each(other & _alike(lying)):
                bit = 1 << card
                worst = min(worst, -self.turned(other ^ bit, own, lying | bit, count + 1))
        return min(worst, self.taken(own, other, lying, limit - count)) if worst > LOST else LOST

    def turned(self, own: Cards, other: Cards, lying: Cards, count: int) -> int:
        """Return the value after a turnover: the cards are attacks on the other player now."""
        return self.defend(own, other, lying, lying, count, min(MOST, other.bit_count()))

    def after_beat(self, own: Cards, other: Cards, lying: Cards, rest: Cards, count: int, limit: int) -> int:
        """Return the value after one attack is beaten and `rest` are not."""
        if rest:
            return self.defend(own, other, lying, rest, count, limit)
        return self.attack(own, other, lying, count, limit)

    def taken(self, own: Cards, other: Cards, lying: Cards, room: int) -> int:
        """Return the value when the defender takes; more cards may be thrown in while there is room."""
        if not own:
            return WON
        best = self.lead(own, other | lying)
        if self.throw_in and room > 0 and best < WON:
            for card in each(own & _alike(lying)):
                bit = 1 << card
                best = max(best, self.taken(own ^ bit, other, lying | bit, room - 1))
                if best == WON:
                    break
        return best

    def beaten(self, own: Cards, other: Cards) -> int:
        """Return the value after the bout, when its cards are out of play."""
        if not own:
            return WON if other else self.both_out
        return -self.lead(other, own) if other else LOST


def _alike(lying: Cards) -> Cards:
    """Return all cards of the numbers on the table."""
    found = 0
    for card in each(lying):
        found |= ALIKE[card]
    return found


def action_value(endgame: DurakEndgame, table: BeatingTable, own: Cards, other: Cards, action: Action) -> int:
    """Return the value of an action for the seat to act, with best play of both. Raises `SearchLimitReached`."""
    bout = table.bout
    assert bout is not None
    lying, open_ones, count = as_set(table.lying()), as_set(table.unbeaten()), len(table.attacks)
    if isinstance(action, Attack):
        new = as_set(action.cards)
        return endgame.defend(own ^ new, other, lying | new, new, count + len(action.cards), bout.limit)
    if isinstance(action, ThrowIn):
        new = as_set(action.cards)
        return endgame.taken(own ^ new, other, lying | new, bout.limit - count - len(action.cards))
    if isinstance(action, Stop):
        return endgame.taken(own, other, lying, 0) if open_ones else endgame.beaten(own, other)
    if isinstance(action, Beat):
        attacks, cards = as_set([pair[0] for pair in action.pairs]), as_set([pair[1] for pair in action.pairs])
        return -endgame.after_beat(other, own ^ cards, lying | cards, open_ones ^ attacks, count, bout.limit)
    if isinstance(action, TurnOver):
        bit = 1 << action.card
        return endgame.turned(own ^ bit, other, lying | bit, count + 1)
    assert isinstance(action, Take)
    return -endgame.taken(other, own, lying, bout.limit - count)
