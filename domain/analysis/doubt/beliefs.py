"""The chance that a play of Doubt is a lie, and that a play of the viewer is doubted.

It follows from counting: how likely the player held the claimed cards, from those that the viewer can place for
certain, those that are known to be in the player's hand, and the number of cards that it held. How often a player that
holds them lays them is fitted to games of each strategy.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import comb, fsum, log, prod
from operator import mul
from typing import NamedTuple, Self

from domain.analysis.behaviour import doubt_behaviour
from domain.analysis.beliefs import Caller, Danger, Lie
from domain.analysis.chances import expit, log_odds
from domain.doubt.hand import DoubtHand
from domain.doubt.knowledge import elsewhere, followed_to, held_or_laid
from domain.doubt.table import Claim, DoubtTable
from domain.game.game import Game
from domain.log.events import Event
from domain.ruleset.cards import RANK, Card
from domain.ruleset.catalogue import ROUND_DEALT

RARE = 0.01
"""The least chance that counts as a fact."""

SURE = 0.999
"""The upper limit of a chance that is not certain."""


class Before(NamedTuple):
    """What the table no longer says about the newest play."""

    version: int
    known: int
    "Cards of the claimed number that the viewer knew to be in the player's hand."
    placed: int
    "All cards that the viewer knew to be there."
    repeated: int
    "How often the player has claimed this number since it last took cards."
    plays: int
    "How often it has played since then."


class DoubtBeliefs:
    """What one seat believes in a round of Doubt."""

    def __init__(self, viewer: int) -> None:
        self.viewer = viewer
        self.claims: dict[int, list[int]] = {}
        "The numbers that each seat has claimed since it last took cards."
        self.habits: dict[int, list[float]] = {}
        "How well each habit of a seat explains what its doubted plays were."
        self.before: Before | None = None

    def copy(self) -> Self:
        """Return independent beliefs with the same content."""
        found = type(self)(self.viewer)
        found.claims = {seat: numbers[:] for seat, numbers in self.claims.items()}
        found.habits = dict(self.habits)
        found.before = self.before
        return found

    def see(self, game: Game, event: Event) -> None:
        """Learn from one event; `game` is the viewer's game before it."""
        if event.type == ROUND_DEALT:
            self.claims, self.before = {}, None
        elif event.type == "pile-taken":
            self.claims[event.public.seat] = []
        elif event.type == "cards-played":
            self._played(game.table, game.state.hands[self.viewer], event)
        elif event.type == "doubt-called":
            self._shown(game, lied=event.public.valid)

    def _played(self, table: DoubtTable, hand: DoubtHand, event: Event) -> None:
        seat, number = event.public.seat, event.public.number
        held = followed_to(table, hand, seat)
        claimed = self.claims.setdefault(seat, [])
        known = sum(_fits(card, number) for card in held)
        self.before = Before(event.version, known, len(held), claimed.count(number), len(claimed))
        claimed.append(number)

    def _shown(self, game: Game, *, lied: bool) -> None:
        """The newest play has been doubted: it tells how often its player lies."""
        claim = game.table.claim
        if claim is not None and claim.seat != self.viewer:
            chances = [chance if lied else 1 - chance for chance in self._by_habit(game, claim)]
            found = [*map(mul, self._habits(game, claim.seat), chances)]
            total = fsum(found)
            if total:
                self.habits[claim.seat] = [one / total for one in found]

    def _habits(self, game: Game, seat: int) -> list[float]:
        return self.habits.get(seat) or [1.0] * len(doubt_behaviour(game, seat).habits)

    # Lies

    def _by_habit(self, game: Game, claim: Claim) -> list[float]:
        """Return the chance that a play is a lie, for each habit of its player."""
        behaviour = doubt_behaviour(game, claim.seat)
        facts = self.facts(game.table, game.state.hands[self.viewer], claim)
        if facts is None:
            return [1.0] * len(behaviour.habits)
        odds = fsum([one * fact for one, fact in zip(behaviour.lies, facts, strict=True)])
        return [min(SURE, expit(odds + habit)) for habit in behaviour.habits]

    def lie(self, game: Game) -> Lie | None:
        """Return the chance that the play in the window is a lie; None without one, or if it is the viewer's own."""
        table: DoubtTable = game.table
        claim = table.claim
        if not table.window or claim is None or claim.seat == self.viewer:
            return None
        weights = self._habits(game, claim.seat)
        chance = fsum(map(mul, weights, self._by_habit(game, claim))) / fsum(weights)
        return Lie(claim.seat, claim.number, claim.count, chance)

    def facts(self, table: DoubtTable, hand: DoubtHand, claim: Claim) -> tuple[float, ...] | None:
        """Return the facts about a play that the coefficients are for; None if it is certainly a lie."""
        before, count = self.before, claim.count
        if before is None or before.version != claim.version:
            before = Before(claim.version, 0, 0, 0, 0)
        placed = elsewhere(table, hand, self.viewer, claim.seat)
        fitting = table.decks * (4 + table.jokers) - sum(_fits(card, claim.number) for card in placed)
        if fitting < count:
            return None
        known = min(before.known, fitting)
        size = table.sizes[claim.seat] + count
        unseen = table.decks * (52 + table.jokers) - len(placed) - before.placed
        held = at_least(count - known, unseen, fitting - known, size - before.placed)
        odds, length = log_odds(1 - held, RARE), log(1 + size)
        return (
            1.0, odds, log(size), log(1 + len(table.pile) - count), float(bool(before.repeated)), odds * length, odds * odds,
            float(size == count), held, log(1 + before.plays), length * length, (odds * length) ** 2,
            odds * bool(before.repeated), log(1 + len(table.pile) - count) * log(1 + before.plays),
        )  # fmt: skip

    # Danger

    def dangers(self, game: Game, plays: Sequence[tuple[Card, ...]]) -> list[Danger]:
        """Return the chance that each play of the viewer is doubted. The doubters do not see whether it is true."""
        table: DoubtTable = game.table
        known = held_or_laid(table, game.state.hands[self.viewer])
        copies, unseen = table.decks * (4 + table.jokers), table.decks * (52 + table.jokers) - len(known)
        fitting = copies - sum(_fits(card, table.number) for card in known)
        found: dict[tuple[int, bool], tuple[Caller, ...]] = {}
        dangers = []
        for cards in plays:
            key = len(cards), len(cards) == table.sizes[self.viewer]
            if key not in found:
                found[key] = tuple(
                    Caller(
                        seat,
                        self._doubts(
                            game,
                            seat,
                            at_least(copies - key[0] + 1, unseen, fitting, table.sizes[seat]),
                            last=key[1],
                        ),
                        (),
                    )
                    for seat in self._doubters(table)
                )
            callers = found[key]
            dangers.append(Danger(cards, 1 - prod([1 - caller.chance for caller in callers]), callers))
        return dangers

    def _doubters(self, table: DoubtTable) -> list[int]:
        if table.variant == "cheat":
            return [table.following(self.viewer)]
        return [seat for seat in range(len(table.sizes)) if seat != self.viewer and seat not in table.out]

    @staticmethod
    def _doubts(game: Game, seat: int, sure: float, *, last: bool) -> float:
        """Return the chance that the seat doubts; `sure` is the chance that its own cards show the lie."""
        behaviour = doubt_behaviour(game, seat)
        if last:
            return behaviour.last
        return behaviour.counts * sure + (1 - behaviour.counts * sure) * behaviour.nerves

    def likelihood(self, game: Game, seat: int, cards: Sequence[Card]) -> float:
        """Return 1, or 0 for a hand without a card that is known to be in it."""
        held = followed_to(game.table, game.state.hands[self.viewer], seat)
        return float(all(cards.count(card) >= held.count(card) for card in held))


def _fits(card: Card, number: int) -> bool:
    return RANK[card] in (0, number)


@lru_cache(maxsize=20_000)
def at_least(wanted: int, unseen: int, fitting: int, drawn: int) -> float:
    """Return the chance that `drawn` of `unseen` cards, of which `fitting` fit, include at least `wanted` that fit."""
    if wanted <= 0:
        return 1.0
    if drawn > unseen:
        return float(fitting >= wanted)
    ways = sum(
        comb(fitting, found) * comb(unseen - fitting, drawn - found) for found in range(wanted, min(fitting, drawn) + 1)
    )
    return ways / comb(unseen, drawn)
