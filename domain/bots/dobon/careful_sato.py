"""`careful` for `dobon-sato`: plays for its waits, keeps out of other players' waits, and weighs whether a call would be countered.

Everything is reckoned in rounds: 1 is a round won, -1 a round lost, 0 a round that somebody else wins and loses. It follows the three tips
of Sato's essay: low cards are kept for later, hands of one or two cards nearly always wait for something, and the best card to lay is one
that the rest of the hand can counter (3, 4, 12).
"""

from collections.abc import Sequence

from domain.actions import Accept, Action, Dobon, Draw, Play
from domain.bots.dobon.hand_value_sato import SatoOdds, hand_waits
from domain.bots.dobon.odds import none_one_more
from domain.cards import RANK, SUIT
from domain.chance import RandomStream
from domain.dobon.formula import is_valid
from domain.dobon.plays import MATCHING_OR_EIGHT, SAME
from domain.dobon.table import DobonTable, ranks
from domain.game import Game

Numbers = tuple[int, ...]
"""Numbers of a hand, ascending."""

PASSED_ON = (2, 13)
"""What the next player has to answer with the same number, or take."""

LAYS = 0.6
"""How often a player lays a card rather than draw, and then no better guarded than by chance."""

QUIET = 0.35
"""What is left of the chance that a seat waits for the number on top when it has seen it and not called."""

BAITS = 2.0
"""How much likelier than by chance the owner of a card can counter a call on it."""

WORTH = (0.0, 0.08, 0.13, 0.13, 0.12, 0.11, 0.09, 0.08)
"""What a hand of so many cards is worth beyond the next turns; a larger one is worth less by `CARD` each."""

CARD = 0.02
LOW = 0.02
"""Worth of each 1 and 2 in the hand [温存]."""

RESTLESS = 0.02
"""What drawing loses with each reshuffle of the round, so that no table draws and waits for ever."""

WATCHED = 0.4
"""How much of its waits is left to a hand that everybody sees."""

OPENING = 0.06
"""What opening the hand costs."""

SPOILS = 0.04
"""Worth of a 2 for the next player who has few cards, whose waits it spoils."""


def careful_sato(
    game: Game,
    seat: int,
    actions: Sequence[Action],
    stream: RandomStream,  # noqa: ARG001 - every strategy is given chance; this one needs none
) -> Action | None:
    """The action that promises most. It needs no chance: the same table gives the same answer."""
    table: DobonTable = game.table
    numbers, top = ranks(table.hand(seat)), RANK[table.top]
    quiet: list[Action] = []
    for action in actions:
        if not isinstance(action, Dobon):
            quiet.append(action)
        elif is_valid(numbers, top) and _call_pays(SatoOdds(table, seat), top):
            return action
    if len(quiet) < 2:
        return quiet[0] if quiet else None
    plan = Plan(table, seat)
    return max(quiet, key=plan.worth)


def _call_pays(odds: SatoOdds, number: int) -> bool:
    """Is a call that is true better than keeping quiet? Only a counter can take the round away again."""
    table, seat = odds.table, odds.seat
    called = [call.seat for call in table.calls]
    rivals = [other for other in range(len(table.hands)) if other != seat and other not in called]
    # One counter makes this caller lose; with more of them somebody else does.
    none, one, _ = none_one_more([_counters(odds, other, number) for other in rivals])
    loses = table.top_owner == seat and sum(call.valid for call in table.calls) == 1
    return none - one > (-none if loses else 0.0)


def _counters(odds: SatoOdds, other: int, number: int) -> float:
    """The chance that the other seat makes the number on top; its owner may have laid it for that."""
    chance = odds.makes(other, number)
    return min(1.0, chance * BAITS) if other == odds.table.top_owner else chance


class Plan:
    """What a seat's actions promise it."""

    def __init__(self, table: DobonTable, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.odds = SatoOdds(table, seat)
        self.others = [other for other in range(len(table.hands)) if other != seat]
        self.numbers: Numbers = tuple(sorted(ranks(table.hand(seat))))
        self.top = RANK[table.top]
        self.watched = 1.0 if table.hands[seat] else WATCHED
        "What is left of its waits to a hand that everybody sees."
        self._callers: dict[int, tuple[float, float]] = {}
        self._next: dict[tuple[int, int], list[float]] = {}

    def worth(self, action: Action) -> float:
        """What the action promises, in rounds."""
        if isinstance(action, Play):
            return self._playing(action)
        if isinstance(action, Draw):
            return self._drawing()
        if isinstance(action, Accept):
            return self._accepting()
        return self._keeping(self.numbers, self._laid(self.table.suit, self.top), len(self.others))

    def _playing(self, play: Play) -> float:
        """A play may be called: a round lost, or most likely won where the rest of the hand makes the number too."""
        number, count = RANK[play.cards[0]], len(play.cards)
        rest = self.numbers[: self.numbers.index(number)] + self.numbers[self.numbers.index(number) + count :]
        one, several = self._called(number)
        called = one - several / 2 if is_valid(rest, number) else -one - several / 2
        suit = SUIT[play.cards[-1]] if play.suit is None else play.suit
        seats = len(self.table.hands)
        turns = (seats - (1 + count if number == 1 else 1)) % seats
        goes_on = self._keeping(rest, self._laid(suit, number), turns) + self._harm(number)
        return called + (1 - one - several) * goes_on

    def _called(self, number: int) -> tuple[float, float]:
        """The chances that one other seat would call on the number, and that several would."""
        if number not in self._callers:
            chances = []
            for other in self.others:
                chance = self.odds.makes(other, number)
                if number == self.top and other != self.table.top_owner and self.table.hands[other]:
                    chance *= QUIET
                chances.append(chance)
            _, one, several = none_one_more(chances)
            self._callers[number] = one, several
        return self._callers[number]

    def _harm(self, number: int) -> float:
        """What a 2 does to the waits of the next player."""
        if number != 2:
            return 0.0
        table = self.table
        target = (self.seat + table.direction) % len(table.hands)
        return SPOILS if len(table.hands[target]) + len(table.shown[target]) < 4 else 0.0

    def _drawing(self) -> float:
        """The mean over the cards that may come. Where none can come, it is a step towards a round that nobody wins."""
        table, laid, turns = self.table, self._laid(self.table.suit, self.top), len(self.others)
        if table.stock:
            coming = self.odds.numbers
        else:  # What lies under the top is shuffled for the draw.
            below = ranks([*table.pile[:-1]])
            coming = [below.count(number) for number in range(14)]
        total = 0.0
        for number, count in enumerate(coming):
            if count:
                total += count * self._keeping(tuple(sorted((*self.numbers, number))), laid, turns)
        return total / (sum(coming) or 1) - RESTLESS * table.reshuffles

    def _accepting(self) -> float:
        """A 2 makes the hand larger; a 13 shows it, and the turn goes on."""
        if self.table.pending_rank == 2:
            return _later(self.numbers, self.table.pending_draw)
        return self._drawing() - OPENING

    def _keeping(self, numbers: Numbers, laid: list[float], turns: int) -> float:
        """A hand until its next turn, `turns` players away: one of them may lay what it waits for; and what comes later."""
        wins = 0.0
        waits = hand_waits(numbers)
        if waits and turns:
            first = sum([laid[wait] for wait in waits])
            further = LAYS * sum([self.odds.numbers[wait] for wait in waits]) / (len(self.odds.unseen) or 1)
            wins = self.watched * (1 - (1 - first) * (1 - further) ** (turns - 1))
        return wins + (1 - wins) * _later(numbers)

    def _laid(self, suit: int, number: int) -> list[float]:
        """For each number the chance that the next player lays it on a card of that suit and number."""
        key = suit, number
        if key not in self._next:
            fits = SAME[number] if number in PASSED_ON else MATCHING_OR_EIGHT[suit][number]
            fitting = [RANK[card] for card in self.odds.unseen if fits[card]]
            self._next[key] = [LAYS * fitting.count(other) / (len(fitting) or 1) for other in range(14)]
        return self._next[key]


def _later(numbers: Numbers, more: int = 0) -> float:
    """What a hand and some cards that are to come are worth after the next turns."""
    size = len(numbers) + more
    worth = WORTH[size] if size < len(WORTH) else WORTH[-1] - CARD * (size + 1 - len(WORTH))
    return worth + LOW * (numbers.count(1) + numbers.count(2))
