"""The exact search of a round of Durak that two seats finish with open hands: from the last card in the stock on.

Each question has the answer yes or no: can the attacker win, or at least draw? A position that is lost even if a draw
counts is lost without one, so each question uses what the other one has found. Attacks and answers are tried from the
weakest card up.
"""

from functools import cache

from domain.beating.bouts import HAND, MOST
from domain.beating.durak import LOWEST
from domain.beating.relation import ACE_HIGH, follows_or_trumps
from domain.beating.table import ATTACKING, DEFENDING
from domain.playouts.beating.durak import DurakPosition
from domain.playouts.beating.endgame_durak import DRAWN, LOST, WON
from domain.playouts.beating.endgame_search import SearchLimitReached
from domain.ruleset.actions import Action, Attack, Beat, Stop, Take, ThrowIn
from domain.ruleset.cards import RANK, SUIT, cards_of, deck

Cards = int
"""A set of places, a bit for each. Plain cards come first, then trumps, each from the weakest up."""


@cache
def places(trump: int | None) -> tuple[int, ...]:
    """Return the place of each card."""
    order = sorted(deck(), key=lambda card: (ACE_HIGH[card] < LOWEST, SUIT[card] == trump, ACE_HIGH[card], card))
    return tuple(order.index(card) for card in deck())


@cache
def tables(trump: int | None) -> tuple[tuple[Cards, ...], tuple[Cards, ...]]:
    """Return for each place the cards that beat its card, and those of its number."""
    at = places(trump)
    order = sorted(deck(), key=at.__getitem__)
    beaten_by = tuple(sum(1 << at[card] for card in deck() if follows_or_trumps(card, one, trump)) for one in order)
    alike = tuple(sum(1 << at[card] for card in deck() if RANK[card] == RANK[one]) for one in order)
    return beaten_by, alike


class DurakSolver:
    """The search from one position. Its methods raise `SearchLimitReached` after `budget` visited positions."""

    def __init__(self, position: DurakPosition, budget: int) -> None:
        """Take a position of two seats that are in, without `turnover` and `multi_lead`."""
        self.position, self.budget, self.visited = position, budget, 0
        self.at = places(position.trump)
        self.beaten_by, self.alike = tables(position.trump)
        self.stock = [1 << self.at[card] for card in position.stock]
        "The next card to draw is the last."
        self.throw_in: bool = position.options["throw_in"]
        self.shared: bool = position.options["both_out"] == "first_out"
        "The attacker wins if both hands run out, because its last card was on the table first."
        self.won: dict[tuple[int, ...], bool] = {}
        self.held: dict[tuple[int, ...], bool] = {}
        "Answers by position; of `held` where a draw counts for the attacker."

    def value(self, action: Action) -> int:
        """Return WON, DRAWN or LOST for the seat that takes the action now."""
        if not self.reaches(action, draws=True):
            return LOST
        return WON if self.reaches(action, draws=False) else DRAWN

    def reaches(self, action: Action, *, draws: bool) -> bool:
        """Tell whether the action wins for the seat, or with `draws` at least draws."""
        position, stock = self.position, len(self.stock)
        own, other = (self._mask(position.hands[seat]) for seat in self._seats())
        lying = self._mask(position.lying)
        room = position.bout_limit - position.count
        if isinstance(action, Attack | ThrowIn):
            laid = [self.at[card] for card in action.cards]
            for place in laid:
                own, lying, room = own ^ 1 << place, lying | 1 << place, room - 1
            if isinstance(action, ThrowIn):
                return self._taken(own, other, lying, room, stock, draws)
            return self._defend(own, other, lying, laid[0], room, stock, draws)
        if isinstance(action, Beat):
            card = 1 << self.at[action.pairs[0][1]]
            return not self._attack(other, own ^ card, lying | card, room, stock, not draws)
        if isinstance(action, Take):
            return not self._taken(other, own, lying, room, stock, not draws)
        assert isinstance(action, Stop)
        if position.phase == ATTACKING:
            return self._end(own, other, stock, draws)
        return self._end(own, other | lying, stock, draws, taken=True)

    def _seats(self) -> tuple[int, int]:
        """Return the seat that is asked and the other one."""
        position = self.position
        defending = position.phase == DEFENDING
        return position.turn, position.attacker if defending else position.defender

    def _mask(self, cards: int) -> Cards:
        found = 0
        for card in cards_of(cards):
            found |= 1 << self.at[card]
        return found

    # Each method tells whether the attacker, whose hand is `own`, reaches the aim

    def _lead(self, own: Cards, other: Cards, stock: int, draws: bool) -> bool:
        """A new bout."""
        key = own, other, 0, stock, -1, 0
        found = self._known(key, draws)
        if found is None:
            found = self._tries(own, own, other, 0, min(MOST, other.bit_count()), stock, draws)
            (self.held if draws else self.won)[key] = found
        return found

    def _known(self, key: tuple[int, ...], draws: bool) -> bool | None:
        """Return what is known of a position: one that is won is held too, and one that is not held is not won."""
        if draws:
            found = self.held.get(key)
            return True if found is None and self.won.get(key) else found
        found = self.won.get(key)
        return False if found is None and self.held.get(key) is False else found

    def _tries(self, cards: Cards, own: Cards, other: Cards, lying: Cards, room: int, stock: int, draws: bool) -> bool:
        """An attack with any of the cards."""
        while cards:
            card = cards & -cards
            cards ^= card
            if self._defend(own ^ card, other, lying | card, card.bit_length() - 1, room - 1, stock, draws):
                return True
        return False

    def _attack(self, own: Cards, other: Cards, lying: Cards, room: int, stock: int, draws: bool) -> bool:
        """Everything on the table is beaten."""
        if own and other and room:
            fitting, numbers, rest = 0, self.alike, lying
            while rest:
                card = rest & -rest
                rest ^= card
                fitting |= numbers[card.bit_length() - 1]
            fitting &= own
            if fitting and self._tries(fitting, own, other, lying, room, stock, draws):
                return True
        return self._end(own, other, stock, draws)

    def _defend(self, own: Cards, other: Cards, lying: Cards, attack: int, room: int, stock: int, draws: bool) -> bool:
        """One attack has to be beaten."""
        self.visited += 1
        if self.visited > self.budget:
            raise SearchLimitReached
        answers = other & self.beaten_by[attack]
        if not own and not stock:
            return draws or self.shared or not answers or other & other - 1 != 0
        key = own, other, lying, stock, attack, room
        found = self._known(key, draws)
        if found is not None:
            return found
        found = True
        while answers and found:
            card = answers & -answers
            answers ^= card
            found = self._attack(own, other ^ card, lying | card, room, stock, draws)
        found = found and self._taken(own, other, lying, room, stock, draws)
        (self.held if draws else self.won)[key] = found
        return found

    def _taken(self, own: Cards, other: Cards, lying: Cards, room: int, stock: int, draws: bool) -> bool:
        """The defender takes; more cards may be thrown in."""
        if self._end(own, other | lying, stock, draws, taken=True):
            return True
        if not self.throw_in or not room or not own:
            return False
        fitting = 0
        for place in cards_of(lying):
            fitting |= self.alike[place]
        return any(
            self._taken(own ^ 1 << place, other, lying | 1 << place, room - 1, stock, draws)
            for place in cards_of(own & fitting)
        )

    def _end(self, own: Cards, other: Cards, stock: int, draws: bool, *, taken: bool = False) -> bool:
        """The bout is over: both draw, and the next one begins."""
        if stock:
            while stock and own.bit_count() < HAND:
                stock -= 1
                own |= self.stock[stock]
            while stock and other.bit_count() < HAND:
                stock -= 1
                other |= self.stock[stock]
        if not own:
            return bool(other) or self.shared or draws
        if not other:
            return False
        return self._lead(own, other, stock, draws) if taken else not self._lead(other, own, stock, not draws)
