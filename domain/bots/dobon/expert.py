"""`expert` for both rule sets of Dobon: `careful` proposes, and playouts decide between its best plays and drawing."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any

from domain.bots.dobon import careful_kawagoe, careful_sato
from domain.bots.dobon.likely_positions import Kept, LikelyPositions, in_fifteen_bits
from domain.bots.dobon.policy_kawagoe import ThriftyKawagoe
from domain.bots.dobon.policy_sato import PrudentSato
from domain.bots.search import Expert, Search, mean_and_error
from domain.dobon.table import DobonTable
from domain.game.game import Game
from domain.log.chance import RandomStream
from domain.playouts.dobon.position import DobonPosition
from domain.ruleset.actions import Action, Dobon


class DobonSearch(Search):
    """The search of both rule sets."""

    position: type[DobonPosition]
    "Positions that know the worth of a seat's hand where a playout ends before the round."
    doubt: float
    "How far the values of `careful` may be wrong: the standard error of their difference."
    kept: Kept
    "How likely a hand holds each card."
    candidates = 3
    "Number of actions beside that of `careful`, the best ones by its values."
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
        if self.seat not in self.game.ruleset.waiting_for(self.game.state):
            quiet.append(None)
        if len(quiet) < 2 or chosen not in quiet:
            return []
        plan = self.plan()
        self._worth = {action: plan.worth(action) for action in quiet}
        least = self._worth[chosen] - self.worse
        close = [action for action in quiet if action != chosen and self._worth[action] > least]
        return sorted(close, key=lambda action: -self._worth[action])[: self.candidates]

    @abstractmethod
    def plan(self) -> Any:
        """Return the values of `careful`."""

    def gain(self, action: Action | None, chosen: Action | None, sample: Sequence[float]) -> float:
        """Return the mean of the playouts and the difference of the values of `careful`, each by its precision."""
        mean, error = mean_and_error(sample)
        prior = self._worth[action] - self._worth[chosen]
        return (prior * error * error + mean * self.doubt * self.doubt) / (error * error + self.doubt * self.doubt)

    def starts(self, stream: RandomStream) -> Iterable[DobonPosition]:
        """Return a position for each world."""
        likely = LikelyPositions(self.game, self.seat, self.position, self.kept)
        return (likely.deal(stream.word() >> 34) for _ in range(self.worlds))


KEPT_SATO = in_fifteen_bits(
    [
        [1.0] * 14,
        [1.0, 0.3, 1.0, 0.8, 0.8, 1.1, 1.0, 1.1, 0.5, 0.9, 1.2, 1.3, 1.1, 1.4],
        *[[1.0, 2.0, 1.65, 1.3, 1.17, 1.02, 0.95, 0.77, 0.4, 0.72, 0.8, 0.75, 0.9, 0.8]] * 3,
        [1.0, 1.7, 1.55, 1.25, 1.12, 1.0, 0.95, 0.85, 0.45, 0.8, 0.83, 0.85, 1.0, 0.9],
        [1.0, 1.42, 1.4, 1.2, 1.13, 1.1, 1.0, 0.94, 0.55, 0.84, 0.87, 0.86, 1.0, 0.9],
    ]
)


class SatoSearch(DobonSearch):
    """`dobon-sato`: values are rounds won less rounds lost."""

    base = staticmethod(careful_sato.careful_sato)
    position = PrudentSato
    kept = KEPT_SATO
    worlds = 100
    limit = 9
    doubt = 0.04
    worse = 0.15

    def plan(self) -> careful_sato.Plan:
        """Return the values of `careful`, in rounds."""
        return careful_sato.Plan(self.game.state, self.seat)

    def value(self, position: PrudentSato) -> float:  # type: ignore[override]
        """Return 1 for a round won and -1 for one lost; by the hands for one that is not over."""
        return float(position.points[self.seat]) if position.over else position.standing_worth(self.seat)


KEPT_KAWAGOE = in_fifteen_bits([[2.0, 1.1, 1.2, 1.05, 1.02, 1.0, 1.0, 0.92, 0.92, 0.9, 0.9, 0.87, 0.86, 0.8]])


class KawagoeSearch(DobonSearch):
    """`dobon-kawagoe`: values are points."""

    base = staticmethod(careful_kawagoe.careful_kawagoe)
    position = ThriftyKawagoe
    kept = KEPT_KAWAGOE
    worlds = 400
    limit = 9
    doubt = 1.5
    worse = 12.0

    def plan(self) -> careful_kawagoe.Plan:
        """Return the values of `careful`, in points."""
        return careful_kawagoe.Plan(self.game, self.seat)

    def value(self, position: ThriftyKawagoe) -> float:  # type: ignore[override]
        """Return the points of the round; by the hands for one that is not over."""
        return float(position.points[self.seat]) if position.over else position.standing_worth(self.seat)


expert_sato = Expert(SatoSearch)
"""Rounds won, by playouts and the values of `careful`."""

expert_kawagoe = Expert(KawagoeSearch)
"""Points, by playouts and the values of `careful`."""
