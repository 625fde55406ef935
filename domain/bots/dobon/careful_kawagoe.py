"""`careful` for `dobon-kawagoe`: plays for the points of its own hand, and avoids paying for the hands of others.

All values are points of the ledger (rulebook 2.6). A win is worth more with each 2 and joker kept for it; a loss costs
more with each high card left in the hand. It jumps in if the play is worth more than waiting.
"""

from collections.abc import Sequence
from math import fsum
from typing import NamedTuple

from domain.bots.dobon.hand_value_kawagoe import DOUBLING, JOKER, CallOdds, KawagoeOdds, Numbers, hand_waits, multiplier
from domain.dobon.formula import HIGHEST
from domain.dobon.kawagoe import EFFECTS
from domain.dobon.plays import BY_NUMBER, FITS, FITS_OR_EIGHT
from domain.dobon.scoring import IPPATSU_BONUS
from domain.dobon.table import DobonTable
from domain.game.game import Game
from domain.log.chance import RandomStream
from domain.ruleset.actions import Accept, Action, Dobon, Draw, Play
from domain.ruleset.cards import RANK, SUIT

QUIET = 0.35
"""The remaining share of the chance that a seat waits for the number on top, if it saw that number and did not call."""

BAITS = 1.5
"""The factor by which the owner of a card is likelier than chance to counter a call on it."""

GUARDED = 0.3
"""The share of a wait's chance that is left, compared with players that play any fitting card.

It was measured over many games. Players are careful, and others may call first.
"""

WORTH = (5.0, 5.0, 5.0, 5.0, 3.0, -2.0, -4.0, -7.0)
"""The value of a hand by its number of cards beyond the next turns, in points, apart from the cards themselves.

Each further card subtracts `CARD`. These values and the two below were fitted to the results of hands.
"""

CARD = 2.0

HIGH = 0.3
"""The cost of each point in the hand at the end: the chance that this hand pays."""

DOUBLED = 8.0
"""The value of each 2 and joker in the hand at the end."""

RESTLESS = 2.0
"""The cost of drawing per reshuffle of the round, so that no table draws and waits forever."""


class LayPosition(NamedTuple):
    """The card on top of the pile and the seat to play on it."""

    suit: int
    number: int
    pending: bool
    turn: int
    direction: int


def careful_kawagoe(
    game: Game,
    seat: int,
    actions: Sequence[Action],
    stream: RandomStream,  # noqa: ARG001 - part of the protocol; this strategy is deterministic
) -> Action | None:
    """Return the action with the highest value, None for waiting. It is deterministic: `stream` is not used."""
    table: DobonTable = game.table
    able = game.ruleset.calls is not None and game.ruleset.calls.is_true(game.state, seat)
    found = [action for action in actions if able or not isinstance(action, Dobon)]
    calls = [action for action in found if isinstance(action, Dobon)]
    if calls and (table.window or table.opening):
        # An ippatsu cannot be countered, and a seat that does not counter pays.
        return calls[0]
    if not found:
        return None
    # Waiting is allowed out of turn, and while a call is the only action.
    optional = len(calls) == len(found) or seat not in game.ruleset.waiting_for(game.state)
    if len(found) == 1 and not optional:
        return found[0]
    plan = Plan(game, seat)
    best = max(found, key=plan.worth)
    return None if optional and plan.worth(None) >= plan.worth(best) else best


class Plan:
    """The values of a seat's actions, in points."""

    def __init__(self, game: Game, seat: int) -> None:
        self.table: DobonTable = game.table
        self.seat = seat
        self.odds = KawagoeOdds(game.state, seat)
        self.seats: int = self.table.seats
        self.others = [other for other in range(self.seats) if other != seat]
        self.numbers: Numbers = tuple(
            sorted([RANK[card] for card in (*game.state.held(seat), *self.table.shown[seat])])
        )
        self.counted = game.options["score_hand"]
        self.fits = FITS_OR_EIGHT if game.options["eight_wild"] else FITS
        self._called: dict[int, tuple[float, float, float]] = {}
        self._next: dict[LayPosition, list[float]] = {}
        table = self.table
        self.position = LayPosition(table.suit, table.number, bool(table.pending_rank), table.turn, table.direction)

    def worth(self, action: Action | None) -> float:
        """Return the value of the action; None is waiting."""
        if isinstance(action, Play):
            return self._playing(action)
        if isinstance(action, Dobon):
            return self._calling()
        if isinstance(action, Draw):
            return self._drawing()
        if isinstance(action, Accept):
            return self._later(self.numbers, self.table.pending_draw)
        return self._letting_go() if self.table.opening else self._keeping(self.numbers, self.position)

    # Payments

    def _paid(self, number: int, payer: float, winner: float) -> float:
        """Return the payment before doubling: the called number and the sum of a hand (2.6, clause 1 and K-17)."""
        return number + (payer if self.counted != "winner" else 0) + (winner if self.counted != "payer" else 0)

    def _calling(self) -> float:
        """Return the value of a true call, which wins unless the owner of the card counters it."""
        table, number = self.table, self.table.number
        owner = self.odds.caller(table.top_owner, number)
        countered = min(1.0, BAITS * owner.chance)
        won = self._paid(number, self.odds.held(table.top_owner), sum(self.numbers)) * multiplier(self.numbers)
        lost = self._paid(number, sum(self.numbers), owner.held) * owner.factor * 2
        return (1 - countered) * won - countered * lost

    # The value of a play

    def _playing(self, play: Play) -> float:
        """Return the value of a play. A call on it loses, or wins double if the hand can counter it."""
        number, count = RANK[play.cards[0]], len(play.cards)
        place = self.numbers.index(number)
        rest = self.numbers[:place] + self.numbers[place + count :]
        called, doubled, held = self._calls(number)
        if number in hand_waits(rest):
            outcome = self._paid(number, held, sum(rest)) * multiplier(rest) * 2
        else:
            outcome = -self._paid(number, sum(rest), held) * doubled
        turn, direction, pending = EFFECTS.after(self.table, self.seat, number, count)
        suit = SUIT[play.cards[-1]] if play.suit is None else play.suit
        position = LayPosition(suit, number, bool(pending), turn, direction)
        goes_on = self._keeping(rest, position)
        if pending:
            goes_on += self._harm(turn, pending.draw)
        return called * outcome + (1 - called) * goes_on

    def _calls(self, number: int) -> tuple[float, float, float]:
        """Return the chance of a call on the number, and the expected multiplier and sum of the caller's hand."""
        if number not in self._called:
            none, chances, factors, sums = 1.0, 0.0, 0.0, 0.0
            for other in self.others:
                chance, doubled, held = self._caller(other, number)
                none *= 1 - chance
                chances += chance
                factors += chance * doubled
                sums += chance * held
            self._called[number] = (1 - none, factors / chances, sums / chances) if chances else (0.0, 1.0, 0.0)
        return self._called[number]

    def _caller(self, other: int, number: int) -> CallOdds:
        """Return the seat's odds to call; they are small if it saw the number on top and did not call."""
        table, found = self.table, self.odds.caller(other, number)
        seen = number == table.number and other != table.top_owner and table.sizes[other] and not table.opening
        return found._replace(chance=found.chance * QUIET) if seen else found

    def _harm(self, target: int, draw: int) -> float:
        """Return the value of making `target` draw; its cost is shared equally by the others as gain."""
        if target == self.seat:
            return 0.0
        size, mean = self.table.size(target), self.odds.mean
        return (_worth(size) - _worth(size + draw) + HIGH * mean * draw) / (self.seats - 1)

    # The value of other actions

    def _letting_go(self) -> float:
        """Return the value of declining: the next flip may be an ippatsu for this hand, else another seat opens."""
        total = sum(self.numbers)
        chance = self.odds.numbers[total] / (len(self.odds.unseen) or 1) if 0 < total <= HIGHEST else 0.0
        return chance * (total + IPPATSU_BONUS) * (self.seats - 1) + (1 - chance) * self._later(self.numbers)

    def _drawing(self) -> float:
        """Return the mean value over the possible cards. Each reshuffle brings the round closer to a draw."""
        table = self.table
        if table.stock:
            coming = self.odds.numbers
        else:  # The pile below the top card is shuffled for the draw.
            below = [RANK[card] for card in table.pile[:-1]]
            coming = [below.count(number) for number in range(HIGHEST + 1)]
        total = 0.0
        position = self.position._replace(turn=table.next_seat(self.seat))
        for number, count in enumerate(coming):
            if count:
                hand = tuple(sorted((*self.numbers, number)))
                total += count * self._keeping(hand, position)
        return total / (sum(coming) or 1) - RESTLESS * table.reshuffles

    # The value of a hand

    def _keeping(self, numbers: Numbers, position: LayPosition) -> float:
        """Return the value of a hand until its next turn, when players before it may play a number it waits for."""
        turns = (self.seat - position.turn) * position.direction % self.seats
        won = chance = 0.0
        for wait in hand_waits(numbers) if turns else ():
            further = self.odds.numbers[wait] / (len(self.odds.unseen) or 1)
            laid = self._laid(position)[wait] + (turns - 1) * further
            chance += laid
            won += laid * self._paid(wait, self.odds.held(position.turn), sum(numbers))
        won *= multiplier(numbers) / (chance or 1)
        chance = min(1.0, GUARDED * chance)
        return chance * won + (1 - chance) * self._later(numbers)

    def _laid(self, position: LayPosition) -> list[float]:
        """Return for each number the chance that the seat in turn plays it."""
        if position not in self._next:
            fits = BY_NUMBER[position.number] if position.pending else self.fits[position.suit][position.number]
            share = self.table.sizes[position.turn] / (len(self.odds.unseen) or 1)
            held = [0.0] * (HIGHEST + 1)
            for card in self.odds.unseen:
                if fits >> card & 1:
                    held[RANK[card]] += share
            for card in self.table.shown[position.turn]:
                if fits >> card & 1:
                    held[RANK[card]] += 1
            # The expected number of fitting cards of each number; of several the seat plays any.
            several = max(1.0, fsum(held))
            self._next[position] = [likely / several for likely in held]
        return self._next[position]

    def _later(self, numbers: Numbers, more: int = 0) -> float:
        """Return the value of a hand and of `more` unknown cards after the next turns."""
        doubled = sum(map(numbers.count, DOUBLING))
        size = len(numbers) - numbers.count(JOKER) + more
        return _worth(size) + DOUBLED * doubled - HIGH * (sum(numbers) + self.odds.mean * more)


def _worth(size: int) -> float:
    return WORTH[size] if size < len(WORTH) else WORTH[-1] - CARD * (size + 1 - len(WORTH))
