"""`expert` for both rule sets of Dobon: `careful` proposes, and playouts decide between its best plays and drawing."""

from collections.abc import Sequence
from math import prod
from typing import Any

from domain.actions import Action, Dobon
from domain.bots.dobon import careful_kawagoe, careful_sato
from domain.bots.search import Expert, Search
from domain.dobon.table import DobonTable
from domain.game import Game
from domain.playouts.dobon.kawagoe import KawagoePosition
from domain.playouts.dobon.position import DobonPosition
from domain.playouts.dobon.sato import SatoPosition
from domain.playouts.worlds import Weigh


class DobonSearch(Search):
    """The search of both rule sets."""

    position: type[DobonPosition]
    trust: float
    "The weight of the values of `careful` beside those of playouts."
    candidates = 3
    "Number of actions beside that of `careful`, the best ones by its values."
    waiting = 0.0
    "How much likelier a hand becomes with each number that it waits for."
    worse: float
    "Actions that `careful` values so much lower than its own choice are not compared."

    def __init__(self, game: Game, seat: int, actions: Sequence[Action]) -> None:
        super().__init__(game, seat, actions)
        self._worth: dict[Action | None, float] = {}

    def alternatives(self, chosen: Action | None) -> Sequence[Action | None]:
        """Return the next best actions by the values of `careful`; none if it calls or has no choice."""
        table: DobonTable = self.game.table
        quiet: list[Action | None] = [action for action in self.actions if not isinstance(action, Dobon)]
        if isinstance(chosen, Dobon) or not quiet or table.over:
            return []
        if self.seat not in self.game.ruleset.waiting_for(table):
            quiet.append(None)
        if len(quiet) < 2 or chosen not in quiet:
            return []
        plan = self.plan()
        self._worth = {action: plan.worth(action) for action in quiet}
        least = self._worth[chosen] - self.worse
        close = [action for action in quiet if action != chosen and self._worth[action] > least]
        return sorted(close, key=lambda action: -self._worth[action])[: self.candidates]

    def plan(self) -> Any:
        """Return the values of `careful`."""
        raise NotImplementedError

    def prior(self, action: Action | None) -> float:
        """Return a share of the value that `careful` gives the action."""
        return self.trust * self._worth[action]

    def start(self, world: DobonTable, random: int) -> DobonPosition:
        """Return the position; every seat has let the card on top pass."""
        return self.position(world, self.game.options, random)

    def weigh(self) -> Weigh:
        """Return 0 for worlds in which another seat could have called on the card on top.

        Among the others those are likelier in which hands wait for many numbers, because players keep such hands.
        """
        options, position = self.game.options, self.position
        others = [other for other in range(len(self.game.table.hands)) if other != self.seat]

        def weight(world: DobonTable) -> float:
            seen = position(world, options, 0)
            passed = not seen.window and seen.calls_open and seen.top >= 0
            if passed and any(seen.may_call(other) and seen.makes(other) for other in others):
                return 0.0
            return prod([1 + self.waiting * seen.waits[other].bit_count() for other in others])

        return weight


class SatoSearch(DobonSearch):
    """`dobon-sato`: values are rounds won less rounds lost."""

    base = staticmethod(careful_sato.careful_sato)
    position = SatoPosition
    worlds = 100
    errors = 0.0
    trust = 0.0
    waiting = 1.0
    worse = 0.15

    def plan(self) -> careful_sato.Plan:
        """Return the values of `careful`, in rounds."""
        return careful_sato.Plan(self.game.table, self.seat)

    def value(self, position: DobonPosition) -> float:  # type: ignore[override]
        """Return 1 for a round won and -1 for one lost."""
        return float(position.points[self.seat])


class KawagoeSearch(DobonSearch):
    """`dobon-kawagoe`: values are points."""

    base = staticmethod(careful_kawagoe.careful_kawagoe)
    position = KawagoePosition
    worlds = 240
    errors = 0.0
    trust = 0.5
    worse = 12.0

    def plan(self) -> careful_kawagoe.Plan:
        """Return the values of `careful`, in points."""
        return careful_kawagoe.Plan(self.game, self.seat)

    def value(self, position: DobonPosition) -> float:  # type: ignore[override]
        """Return the points of the round."""
        return float(position.points[self.seat])


expert_sato = Expert(SatoSearch)
"""Rounds won, by playouts and the values of `careful`."""

expert_kawagoe = Expert(KawagoeSearch)
"""Points, by playouts and the values of `careful`."""
