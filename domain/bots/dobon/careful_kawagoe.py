"""`careful` for `dobon-kawagoe`: plays for what its hand would win, and keeps out of what others' hands would take from it.

Everything is reckoned in points of the ledger (rulebook 2.6). A win is worth more with each 2 and joker that is kept for it; a loss costs more
with each high card that is left in the hand. It jumps in where laying the card promises more than keeping quiet does.
"""

from collections.abc import Sequence
from typing import NamedTuple

from domain.actions import Accept, Action, Dobon, Draw, Play
from domain.bots.dobon.hand_value_kawagoe import DOUBLING, JOKER, Caller, KawagoeOdds, Numbers, factor, waited
from domain.cards import RANK, SUIT
from domain.chance import RandomStream
from domain.dobon.formula import HIGHEST
from domain.dobon.kawagoe import EFFECTS
from domain.dobon.plays import MATCHING, MATCHING_OR_EIGHT, SAME
from domain.dobon.scoring import IPPATSU_BONUS
from domain.dobon.table import DobonTable, ranks
from domain.game import Game

QUIET = 0.35
"""What is left of the chance that a seat waits for the number on top when it has seen it and not called."""

BAITS = 1.5
"""How much likelier than by chance the owner of a card can counter a call on it."""

GUARDED = 0.3
"""What comes of a wait, as measured over many games, against laying any fitting card: players look out, and others may call first."""

WORTH = (5.0, 5.0, 5.0, 5.0, 3.0, -2.0, -4.0, -7.0)
"""What a hand of so many numbers is worth beyond the next turns, in points, apart from what the cards are; a larger one is worth less by `CARD`
each. These and the two below were fitted to what hands brought in the end."""

CARD = 2.0

HIGH = 0.3
"""What each point in the hand costs in the end: the chance that it is this hand which pays."""

DOUBLED = 8.0
"""What each 2 and joker in the hand is worth in the end."""

RESTLESS = 2.0
"""What drawing loses with each reshuffle of the round, so that no table draws and waits for ever."""


class Lying(NamedTuple):
    """What lies on the table, and who is to play on it."""

    suit: int
    number: int
    pending: bool
    turn: int
    direction: int


def careful_kawagoe(
    game: Game,
    seat: int,
    actions: Sequence[Action],
    stream: RandomStream,  # noqa: ARG001 - every strategy is given chance; this one needs none
) -> Action | None:
    """The action that promises most, None where keeping quiet does. It needs no chance: the same table gives the same answer."""
    table: DobonTable = game.table
    able = game.ruleset.calls is not None and game.ruleset.calls.is_true(table, seat)
    found = [action for action in actions if able or not isinstance(action, Dobon)]
    calls = [action for action in found if isinstance(action, Dobon)]
    if calls and (table.window or table.opening):
        # An ippatsu cannot be countered, and who does not counter pays.
        return calls[0]
    if not found:
        return None
    # Nothing need be done out of turn, nor while there is nothing to do but call.
    optional = len(calls) == len(found) or seat not in game.ruleset.waiting_for(table)
    if len(found) == 1 and not optional:
        return found[0]
    plan = Plan(game, seat)
    best = max(found, key=plan.worth)
    return None if optional and plan.worth(None) >= plan.worth(best) else best


class Plan:
    """What a seat's actions promise it, in points."""

    def __init__(self, game: Game, seat: int) -> None:
        self.table: DobonTable = game.table
        self.seat = seat
        self.odds = KawagoeOdds(self.table, seat)
        self.seats = len(self.table.hands)
        self.others = [other for other in range(self.seats) if other != seat]
        self.numbers: Numbers = tuple(sorted(ranks(self.table.hand(seat))))
        self.counted = game.options["score_hand"]
        self.fits = MATCHING_OR_EIGHT if game.options["eight_wild"] else MATCHING
        self._called: dict[int, tuple[float, float, float]] = {}
        self._next: dict[Lying, list[float]] = {}
        table = self.table
        self.lying = Lying(table.suit, table.number, bool(table.pending_rank), table.turn, table.direction)

    def worth(self, action: Action | None) -> float:
        """What the action promises; None is keeping quiet."""
        if isinstance(action, Play):
            return self._playing(action)
        if isinstance(action, Dobon):
            return self._calling()
        if isinstance(action, Draw):
            return self._drawing()
        if isinstance(action, Accept):
            return self._later(self.numbers, self.table.pending_draw)
        return self._letting_go() if self.table.opening else self._keeping(self.numbers, self.lying)

    # What is paid

    def _paid(self, number: int, payer: float, winner: float) -> float:
        """2.6, clause 1 and K-17: the called number and the sum of a hand, before anything doubles it."""
        return number + (payer if self.counted != "winner" else 0) + (winner if self.counted != "payer" else 0)

    def _calling(self) -> float:
        """A true call wins, unless the owner of the card counters it."""
        table, number = self.table, self.table.number
        owner = self.odds.caller(table.top_owner, number)
        countered = min(1.0, BAITS * owner.chance)
        won = self._paid(number, self.odds.held(table.top_owner), sum(self.numbers)) * factor(self.numbers)
        lost = self._paid(number, sum(self.numbers), owner.held) * owner.factor * 2
        return (1 - countered) * won - countered * lost

    # What a card promises

    def _playing(self, play: Play) -> float:
        """A play may be called: lost, or won twice over where the rest of the hand makes the number, too."""
        number, count = RANK[play.cards[0]], len(play.cards)
        place = self.numbers.index(number)
        rest = self.numbers[:place] + self.numbers[place + count :]
        called, doubled, held = self._calls(number)
        if number in waited(rest):
            outcome = self._paid(number, held, sum(rest)) * factor(rest) * 2
        else:
            outcome = -self._paid(number, sum(rest), held) * doubled
        effect = EFFECTS.after(self.table, self.seat, number, count)
        suit = SUIT[play.cards[-1]] if play.suit is None else play.suit
        lies = Lying(suit, number, bool(effect["pending"]), effect["turn"], effect["direction"])
        goes_on = self._keeping(rest, lies)
        if effect["pending"]:
            goes_on += self._harm(effect["turn"], effect["pending"]["draw"])
        return called * outcome + (1 - called) * goes_on

    def _calls(self, number: int) -> tuple[float, float, float]:
        """The chance that somebody calls on the number, what that hand multiplies it by, and its sum."""
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

    def _caller(self, other: int, number: int) -> Caller:
        """One who has seen the number on top and not called is unlikely to wait for it."""
        table, found = self.table, self.odds.caller(other, number)
        seen = number == table.number and other != table.top_owner and table.hands[other] and not table.opening
        return found._replace(chance=found.chance * QUIET) if seen else found

    def _harm(self, target: int, draw: int) -> float:
        """What cards drawn cost their target, everybody else gains in equal parts."""
        if target == self.seat:
            return 0.0
        size, mean = len(self.table.hand(target)), self.odds.mean
        return (_worth(size) - _worth(size + draw) + HIGH * mean * draw) / (self.seats - 1)

    # What not laying a card promises

    def _letting_go(self) -> float:
        """The next flip may be an ippatsu for this hand; else somebody opens."""
        total = sum(self.numbers)
        chance = self.odds.numbers[total] / (len(self.odds.unseen) or 1) if 0 < total <= HIGHEST else 0.0
        return chance * (total + IPPATSU_BONUS) * (self.seats - 1) + (1 - chance) * self._later(self.numbers)

    def _drawing(self) -> float:
        """The mean over the cards that may come. Each reshuffle is a step towards a round that nobody wins."""
        table = self.table
        if table.stock:
            coming = self.odds.numbers
        else:  # What lies under the top is shuffled for the draw.
            below = ranks([*table.pile[:-1]])
            coming = [below.count(number) for number in range(HIGHEST + 1)]
        total = 0.0
        lies = self.lying._replace(turn=table.next_seat(self.seat))
        for number, count in enumerate(coming):
            if count:
                hand = tuple(sorted((*self.numbers, number)))
                total += count * self._keeping(hand, lies)
        return total / (sum(coming) or 1) - RESTLESS * table.reshuffles

    # What a hand promises

    def _keeping(self, numbers: Numbers, lies: Lying) -> float:
        """A hand until its next turn: one of those before may lay what it waits for; and what comes later."""
        turns = (self.seat - lies.turn) * lies.direction % self.seats
        won = chance = 0.0
        for wait in waited(numbers) if turns else ():
            further = self.odds.numbers[wait] / (len(self.odds.unseen) or 1)
            laid = self._laid(lies)[wait] + (turns - 1) * further
            chance += laid
            won += laid * self._paid(wait, self.odds.held(lies.turn), sum(numbers))
        won *= factor(numbers) / (chance or 1)
        chance = min(1.0, GUARDED * chance)
        return chance * won + (1 - chance) * self._later(numbers)

    def _laid(self, lies: Lying) -> list[float]:
        """For each number the chance that the seat in turn lays it."""
        if lies not in self._next:
            fits = SAME[lies.number] if lies.pending else self.fits[lies.suit][lies.number]
            share = len(self.table.hands[lies.turn]) / (len(self.odds.unseen) or 1)
            held = [0.0] * (HIGHEST + 1)
            for card in self.odds.unseen:
                if fits[card]:
                    held[RANK[card]] += share
            for card in self.table.shown[lies.turn]:
                if fits[card]:
                    held[RANK[card]] += 1
            # As many fitting cards of each number as the seat is likely to hold; of several it lays any.
            several = max(1.0, sum(held))
            self._next[lies] = [likely / several for likely in held]
        return self._next[lies]

    def _later(self, numbers: Numbers, more: int = 0) -> float:
        """What a hand and some cards that are to come are worth after the next turns."""
        doubled = sum(map(numbers.count, DOUBLING))
        size = len(numbers) - numbers.count(JOKER) + more
        return _worth(size) + DOUBLED * doubled - HIGH * (sum(numbers) + self.odds.mean * more)


def _worth(size: int) -> float:
    return WORTH[size] if size < len(WORTH) else WORTH[-1] - CARD * (size + 1 - len(WORTH))
