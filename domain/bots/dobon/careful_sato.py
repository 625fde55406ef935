"""`careful` for `dobon-sato`: plays for its waits, avoids the waits of others, and considers counters before a call.

All values are in rounds: 1 is a round won, -1 a round lost, 0 a round between other players. It follows three tips of
Sato's essay: low cards are kept for later, hands of one or two cards nearly always wait for a number, and the best card
to play is one that the rest of the hand can counter (3, 4, 12).
"""

from collections.abc import Sequence
from math import fsum

from domain.bots.dobon.hand_value_sato import SatoOdds, hand_waits
from domain.bots.dobon.odds import none_one_more
from domain.dobon.evolve import DobonState
from domain.dobon.formula import is_valid
from domain.dobon.plays import BY_NUMBER, FITS_OR_EIGHT, held_by
from domain.dobon.table import DobonTable
from domain.dobon.waits import numbers as numbers_of
from domain.game.game import Game
from domain.log.chance import RandomStream
from domain.ruleset.actions import Accept, Action, Dobon, Draw, Play
from domain.ruleset.cards import RANK, SUIT

Numbers = tuple[int, ...]
"""Numbers of a hand, ascending."""

PASSED_ON = (2, 13)
"""Numbers that the next player must answer with the same number, or accept."""

LAYS = 0.6
"""How often a player plays a card instead of drawing; the card is then not guarded better than by chance."""

QUIET = 0.35
"""The remaining share of the chance that a seat waits for the number on top, if it saw that number and did not call."""

BAITS = 2.0
"""The factor by which the owner of a card is likelier than chance to counter a call on it."""

WORTH = (0.0, 0.08, 0.13, 0.13, 0.12, 0.11, 0.09, 0.08)
"""The value of a hand by its number of cards beyond the next turns. Each further card subtracts `CARD`."""

CARD = 0.02
LOW = 0.02
"""The value of each 1 and 2 in the hand [温存]."""

RESTLESS = 0.02
"""The cost of drawing per reshuffle of the round, so that no table draws and waits forever."""

WATCHED = 0.4
"""The remaining share of the value of waits in an open hand."""

OPENING = 0.06
"""The cost of opening the hand."""

SPOILS = 0.04
"""The value of a 2 against a next player with few cards, whose waits it spoils."""


def careful_sato(
    game: Game,
    seat: int,
    actions: Sequence[Action],
    stream: RandomStream,  # noqa: ARG001 - part of the protocol; this strategy is deterministic
) -> Action | None:
    """Return the action with the highest value. It is deterministic: `stream` is not used."""
    table: DobonTable = game.table
    numbers, top = numbers_of(held_by(game.state, seat)), RANK[table.top]
    quiet: list[Action] = []
    for action in actions:
        if not isinstance(action, Dobon):
            quiet.append(action)
        elif is_valid(numbers, top) and _call_pays(SatoOdds(game.state, seat), top):
            return action
    if len(quiet) < 2:
        return quiet[0] if quiet else None
    plan = Plan(game.state, seat)
    return max(quiet, key=plan.worth)


def _call_pays(odds: SatoOdds, number: int) -> bool:
    """Tell whether a true call is better than waiting. Only a counter can lose the round again."""
    table, seat = odds.table, odds.seat
    called = [call.seat for call in table.calls]
    rivals = [other for other in range(table.seats) if other != seat and other not in called]
    # One counter makes this caller lose; with several counters another seat loses.
    none, one, _ = none_one_more([_counters(odds, other, number) for other in rivals])
    loses = table.top_owner == seat and sum(call.valid for call in table.calls) == 1
    return none - one > (-none if loses else 0.0)


def _counters(odds: SatoOdds, other: int, number: int) -> float:
    """Return the chance that the other seat makes the number on top; its owner may have played it for that."""
    chance = odds.makes(other, number)
    return min(1.0, chance * BAITS) if other == odds.table.top_owner else chance


class Plan:
    """The values of a seat's actions, in rounds."""

    def __init__(self, state: DobonState, seat: int) -> None:
        self.table = table = state.table
        self.seat = seat
        self.odds = SatoOdds(state, seat)
        self.others = [other for other in range(table.seats) if other != seat]
        self.numbers: Numbers = tuple(numbers_of(held_by(state, seat)))
        self.top = RANK[table.top]
        self.watched = 1.0 if table.sizes[seat] else WATCHED
        "The remaining share of the value of waits, which is lower in an open hand."
        self._callers: dict[int, tuple[float, float]] = {}
        self._next: dict[tuple[int, int], list[float]] = {}

    def worth(self, action: Action) -> float:
        """Return the value of the action."""
        if isinstance(action, Play):
            return self._playing(action)
        if isinstance(action, Draw):
            return self._drawing()
        if isinstance(action, Accept):
            return self._accepting()
        return self._keeping(self.numbers, self._laid(self.table.suit, self.top), len(self.others))

    def _playing(self, play: Play) -> float:
        """Return the value of a play. A call on it loses, or mostly wins if the hand can counter it."""
        number, count = RANK[play.cards[0]], len(play.cards)
        rest = self.numbers[: self.numbers.index(number)] + self.numbers[self.numbers.index(number) + count :]
        one, several = self._called(number)
        called = one - several / 2 if is_valid(rest, number) else -one - several / 2
        suit = SUIT[play.cards[-1]] if play.suit is None else play.suit
        seats = self.table.seats
        turns = (seats - (1 + count if number == 1 else 1)) % seats
        goes_on = self._keeping(rest, self._laid(suit, number), turns) + self._harm(number)
        return called + (1 - one - several) * goes_on

    def _called(self, number: int) -> tuple[float, float]:
        """Return the chances that one other seat would call on the number, and that several would."""
        if number not in self._callers:
            chances = []
            for other in self.others:
                chance = self.odds.makes(other, number)
                if number == self.top and other != self.table.top_owner and self.table.sizes[other]:
                    chance *= QUIET
                chances.append(chance)
            _, one, several = none_one_more(chances)
            self._callers[number] = one, several
        return self._callers[number]

    def _harm(self, number: int) -> float:
        """Return the value of a 2 that spoils the waits of the next player."""
        if number != 2:
            return 0.0
        table = self.table
        target = (self.seat + table.direction) % table.seats
        return SPOILS if table.size(target) < 4 else 0.0

    def _drawing(self) -> float:
        """Return the mean value over the possible cards. Each reshuffle brings the round closer to a draw."""
        table, laid, turns = self.table, self._laid(self.table.suit, self.top), len(self.others)
        if table.stock:
            coming = self.odds.numbers
        else:  # The pile below the top card is shuffled for the draw.
            below = [RANK[card] for card in table.pile[:-1]]
            coming = [below.count(number) for number in range(14)]
        total = 0.0
        for number, count in enumerate(coming):
            if count:
                total += count * self._keeping(tuple(sorted((*self.numbers, number))), laid, turns)
        return total / (sum(coming) or 1) - RESTLESS * table.reshuffles

    def _accepting(self) -> float:
        """Return the value of accepting: a 2 makes the hand larger; a 13 opens it, and the turn continues."""
        if self.table.pending_rank == 2:
            return _later(self.numbers, self.table.pending_draw)
        return self._drawing() - OPENING

    def _keeping(self, numbers: Numbers, laid: list[float], turns: int) -> float:
        """Return the value of a hand until its next turn after `turns` players, who may play a number it waits for."""
        wins = 0.0
        waits = hand_waits(numbers)
        if waits and turns:
            first = fsum([laid[wait] for wait in waits])
            further = LAYS * sum([self.odds.numbers[wait] for wait in waits]) / (len(self.odds.unseen) or 1)
            wins = self.watched * (1 - (1 - first) * (1 - further) ** (turns - 1))
        return wins + (1 - wins) * _later(numbers)

    def _laid(self, suit: int, number: int) -> list[float]:
        """Return for each number the chance that the next player plays it on a card of that suit and number."""
        key = suit, number
        if key not in self._next:
            fits = BY_NUMBER[number] if number in PASSED_ON else FITS_OR_EIGHT[suit][number]
            fitting = [RANK[card] for card in self.odds.unseen if fits >> card & 1]
            self._next[key] = [LAYS * fitting.count(other) / (len(fitting) or 1) for other in range(14)]
        return self._next[key]


def _later(numbers: Numbers, more: int = 0) -> float:
    """Return the value of a hand and of `more` unknown cards after the next turns."""
    size = len(numbers) + more
    worth = WORTH[size] if size < len(WORTH) else WORTH[-1] - CARD * (size + 1 - len(WORTH))
    return worth + LOW * (numbers.count(1) + numbers.count(2))
