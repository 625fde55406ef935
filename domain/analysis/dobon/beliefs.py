"""Beliefs about the hands of a round of Dobon, and the danger of each play.

For each other seat with up to four closed cards there is one figure per possible set of numbers: how well that set
explains what the seat did since its hand was larger. A seat that did not call on a number hardly makes it; a seat that
drew hardly holds a card that fitted; a seat that played kept what was worth more. The figures are multiplied by the
ways to draw the set from the cards that the viewer does not see.
"""

from collections.abc import Iterable, Sequence
from math import fsum, prod
from typing import Self

from domain.analysis.behaviour import DobonBehaviour, dobon_behaviour
from domain.analysis.beliefs import Caller, Danger, Lie, Wait
from domain.analysis.chances import expit, log_odds
from domain.analysis.dobon.evidence import Evidence
from domain.analysis.dobon.hands import Makers
from domain.analysis.dobon.knowledge import SATO, Knowledge
from domain.analysis.dobon.play import playing_likelihood
from domain.dobon.plays import BY_NUMBER
from domain.dobon.table import NOBODY, DobonTable
from domain.game.game import Game
from domain.log.events import Event
from domain.ruleset.cards import CARDS, RANK, Card
from domain.ruleset.catalogue import ROUND_DEALT, ROUND_ENDED

RARE = 0.0005
"""The least chance that counts as a fact."""

VOLUNTARY = 0.4
"""The weight of a card that would have fitted after a draw that was free, by the Kawagoe rules."""

SHOWN_WAITS = 3
"""The number of hands that are named for each caller."""


class DobonBeliefs:
    """What one seat believes in a round of Dobon."""

    def __init__(self, viewer: int) -> None:
        self.viewer = viewer
        self.evidence: dict[int, Evidence] = {}
        self._known: Knowledge | None = None

    def copy(self) -> Self:
        """Return independent beliefs with the same content."""
        found = type(self)(self.viewer)
        found.evidence = {seat: evidence.copy() for seat, evidence in self.evidence.items()}
        return found

    def _knowledge(self, game: Game) -> Knowledge:
        """Return what is known at this moment; it is found once for each version of a game."""
        known = self._known
        if known is None or known.game is not game or known.version != game.version:
            known = self._known = Knowledge(game, self.viewer)
        return known

    # Learning

    def see(self, game: Game, event: Event) -> None:
        """Learn from one event; `game` is the viewer's game before it."""
        if event.type in {ROUND_DEALT, ROUND_ENDED}:
            self.evidence = {}
        elif event.type == "cards-played":
            self._covered(game)
            self._stayed(game, event.public.seat)
            self._played(game, event)
        elif event.type == "card-flipped":
            self._covered(game)
            self._stayed(game, NOBODY)
        elif event.type == "cards-drawn":
            self._drawn(game, event)
        elif event.type == "dobon-called" and not event.public.valid:
            self._quiet(game, event.public.seat)

    def _evidence(self, table: DobonTable, seat: int) -> Evidence:
        """Return what is known of the seat's closed cards; opened or never followed ones have no history."""
        found = self.evidence.get(seat)
        if found is None or found.size != table.sizes[seat]:
            found = self.evidence[seat] = Evidence(table.sizes[seat])
        return found

    def _others(self, table: DobonTable) -> list[int]:
        return [seat for seat in range(table.seats) if seat != self.viewer]

    def _covered(self, game: Game) -> None:
        """The card on top is covered: no seat that could call on it has done so."""
        for seat in self._others(game.table):
            self._quiet(game, seat)

    def _stayed(self, game: Game, player: int) -> None:
        """By the Kawagoe rules no other seat than the player laid the number on top, out of turn or to open."""
        table: DobonTable = game.table
        if game.ruleset.key == SATO or not table.number:
            return
        for seat in self._others(table):
            if seat != player:
                self._evidence(table, seat).pass_up(BY_NUMBER[table.number], dobon_behaviour(game, seat).stays)

    def _quiet(self, game: Game, seat: int) -> None:
        """The seat has not called on the card on top, or has called falsely."""
        table: DobonTable = game.table
        if seat == self.viewer or not _could_call(table, seat):
            return
        makers = self._knowledge(game).makers(seat)
        if makers is not None:
            self._evidence(table, seat).scale(makers, table.number, dobon_behaviour(game, seat).misses)

    def _played(self, game: Game, event: Event) -> None:
        """The seat laid cards and kept the others."""
        table: DobonTable = game.table
        seat, cards = event.public.seat, [CARDS[code] for code in event.public.cards]
        if seat == self.viewer:
            return
        closed = sum(card not in table.shown[seat] for card in cards)
        evidence = self._evidence(table, seat)
        known = self._knowledge(game)
        # In the opening all seats answered at once, so a play did not choose between cards.
        kept = None if table.opening else playing_likelihood(known, evidence, seat, cards, closed)
        evidence.remove(known.hands, RANK[cards[0]], closed, kept)

    def _drawn(self, game: Game, event: Event) -> None:
        """The seat drew: in turn because no card fitted or none was worth playing."""
        table: DobonTable = game.table
        public, seat = event.public, event.public.seat
        if public.get("calls_open", True):
            self._quiet(game, seat)
        else:
            self._covered(game)
        if seat == self.viewer or not public.count:
            return
        evidence, known = self._evidence(table, seat), self._knowledge(game)
        if public.why != "false-call" and "by_clock" not in public and not table.may_play:
            self._passed_up(known, evidence, dobon_behaviour(game, seat))
        evidence.add(known.hands, public.count)

    @staticmethod
    def _passed_up(known: Knowledge, evidence: Evidence, behaviour: DobonBehaviour) -> None:
        """The seat drew, or accepted a pending effect, although it might have played a card that fits."""
        voluntary = known.game.options.get("voluntary_draw")
        draws = max(behaviour.draws, VOLUNTARY) if voluntary else behaviour.draws
        evidence.pass_up(known.fits(), behaviour.accepts if known.table.pending_rank else draws)

    # Conclusions

    def dangers(self, game: Game, plays: Sequence[tuple[Card, ...]]) -> list[Danger]:
        """Return the danger of each play of the viewer; cards of the same number have the same."""
        numbers = {RANK[cards[0]] for cards in plays}
        callers: dict[int, list[Caller]] = {number: [] for number in numbers}
        for seat in self._others(game.table):
            for number, caller in self._callers(game, seat, numbers).items():
                callers[number].append(caller)
        found = []
        for cards in plays:
            who = sorted(callers[RANK[cards[0]]], key=lambda caller: -caller.chance)
            chance = 1 - prod([1 - caller.chance for caller in who])
            found.append(Danger(cards, chance, tuple(caller for caller in who if caller.chance)))
        return found

    def waits(self, game: Game, seat: int) -> list[float]:
        """Return for each number 0..13 the chance that the other seat's hand makes it; no number for a large hand."""
        found = self._hands(game, seat)
        if found is None:
            return []
        makers, weights, total = found
        return [fsum(map(weights.__getitem__, places)) / total for places in makers.places]

    def _hands(self, game: Game, seat: int) -> tuple[Makers, list[float], float] | None:
        """Return the closed hands of the seat by the numbers they make, their weights and the sum; None if it is large.

        A seat that could call on the card on top has not done so yet.
        """
        known, table = self._knowledge(game), game.table
        makers = known.makers(seat)
        if makers is None:
            return None
        weights = known.weights(self._evidence(table, seat))
        if _could_call(table, seat):
            misses = dobon_behaviour(game, seat).misses
            for place in makers.places[table.number]:
                weights[place] *= misses
        return makers, weights, fsum(weights) or 1.0

    def _callers(self, game: Game, seat: int, numbers: Iterable[int]) -> dict[int, Caller]:
        """Return the chance that the seat calls on each number, for those that its hand may make."""
        known, hands = self._knowledge(game), self._hands(game, seat)
        if hands is None:
            large = known.large(seat)
            return {number: Caller(seat, large, ()) for number in numbers if large}
        makers, weights, total = hands
        first, found = known.hands.first[game.table.sizes[seat]], {}
        for number in numbers:
            making = makers.places[number]
            made = fsum(map(weights.__getitem__, making)) / total
            if made:
                waits = tuple(
                    Wait(known.whole(seat, known.hands.numbers[first + place]), weights[place] / total)
                    for place in sorted(making, key=weights.__getitem__, reverse=True)[:SHOWN_WAITS]
                    if weights[place]
                )
                found[number] = Caller(seat, self._calls(game, seat, number, made), waits)
        return found

    def _calls(self, game: Game, seat: int, number: int, made: float) -> float:
        """Return the chance that the seat calls on the number, if its hand makes it with the chance `made`."""
        behaviour = dobon_behaviour(game, seat)
        if not game.table.sizes[seat]:
            return behaviour.certain
        facts = self.facts(game, seat, number, made)
        return expit(fsum([one * fact for one, fact in zip(behaviour.calls, facts, strict=True)]))

    def facts(self, game: Game, seat: int, number: int, made: float) -> tuple[float, ...]:
        """Return the facts about a seat and a number that the coefficients are for."""
        table: DobonTable = game.table
        size, odds = table.size(seat), log_odds(made, RARE)
        return (
            1.0, odds, float(size == 1), float(size == 2), float(size == 3),
            float(self._evidence(table, seat).drew), float(min(table.reshuffles, 3)), float(number <= 2),
            float(number >= 11), odds * odds,
        )  # fmt: skip

    def likelihood(self, game: Game, seat: int, cards: Sequence[Card]) -> float:
        """Return how well closed cards of the seat explain what it did."""
        return self._evidence(game.table, seat).of(self._knowledge(game).hands, cards)

    def lie(self, game: Game) -> Lie | None:  # noqa: ARG002 - part of the interface
        """Return None: every play of Dobon is open."""
        return None


def _could_call(table: DobonTable, seat: int) -> bool:
    """Tell whether the seat has the right to call on the card on top and has not used it."""
    if not table.calls_open or not table.number or seat == table.top_owner or table.standing is not None:
        return False
    return not any(call.seat == seat for call in table.calls)
