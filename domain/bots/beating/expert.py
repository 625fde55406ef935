"""`expert` for the beating games: `careful` proposes and plays solved ends, and playouts compare its other choices."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from domain.beating.table import DEFENDING, LEADING, BeatingTable
from domain.bots.beating import careful_durak, careful_kirifu, careful_mustamaija
from domain.bots.beating.policies import ThriftyKirifu, ThriftyMustamaija
from domain.bots.beating.policy_durak import ThriftyDurak
from domain.bots.beating.stall_guard import is_stalling
from domain.bots.beating.standing import chances
from domain.bots.search import Expert, Search, least_mean
from domain.game.game import Game
from domain.log.chance import RandomStream
from domain.playouts.beating.durak import DurakPosition
from domain.playouts.beating.endgame_durak import LOST, WON
from domain.playouts.beating.endgame_search import SearchLimitReached
from domain.playouts.beating.position import BeatingPosition
from domain.playouts.beating.solver_durak import DurakSolver
from domain.ruleset.actions import Action, Attack, Beat, Stop, Take, ThrowIn


class BeatingSearch(Search):
    """The search of all beating games: values are rounds lost, negative."""

    position: type[BeatingPosition]
    first = 0.1
    "The value of being the first without cards, beside -1 for losing."
    candidates = 4
    "Number of actions beside that of `careful`."
    limit = 600
    errors = 1.5
    worlds = 100
    late = 10
    "With so few cards in the stock, playouts are short, hands nearly known, and choices matter more."
    more = 3
    "How many times as many worlds there are then."

    def __init__(self, game: Game, seat: int, actions: Sequence[Action]) -> None:
        super().__init__(game, seat, actions)
        self.table: BeatingTable = game.table
        if 0 < len(self.table.stock) <= self.late:
            self.worlds = self.more * self.worlds

    @abstractmethod
    def player(self) -> Any:
        """Return the choices of `careful`."""

    def alternatives(self, chosen: Action | None) -> Sequence[Action | None]:
        """Return other leads, attacks and defences; none in a stalled round, or in an end that `careful` searches."""
        if chosen is None or len(self.actions) < 2 or is_stalling(self.game) or self.is_solved():
            return []
        player = self.player()
        if self.table.phase == LEADING:
            found = self.leads(player)
        elif self.table.phase == DEFENDING:
            found = self.defences(player)
        else:
            found = self.attacks(player)
        return [action for action in found if action != chosen][: self.candidates]

    def is_solved(self) -> bool:
        """Tell whether two are left and `careful` searches the end."""
        return len(self.table.left()) == 2 and not self.table.stock

    @abstractmethod
    def leads(self, player: Any) -> list[Action]:
        """Return the best leads by the values of `careful`."""

    def attacks(self, player: Any) -> list[Action]:  # noqa: ARG002 - of one game
        """Return further attacks; of one game."""
        return []

    @abstractmethod
    def defences(self, player: Any) -> list[Action]:
        """Return taking, and the ways to beat."""

    def value(self, position: BeatingPosition) -> float:  # type: ignore[override]
        """Return -1 for losing, a little for being first, else 0; by chances where it ends with the stock."""
        if position.over:
            return self.first * (position.winner == self.seat) - (self.seat in position.losers)
        first, last = chances(position, self.seat)
        return self.first * first - last


class DurakSearch(BeatingSearch):
    """`durak`. Between two seats all actions are compared by whole rounds, and an end with open hands is solved."""

    base = staticmethod(careful_durak.careful_durak)
    position = ThriftyDurak
    positions = 10_000
    "Number of positions that the search of an end may visit."
    stage = 20
    "Number of worlds between two seats, after each of which candidates that seem worse drop out."

    def __init__(self, game: Game, seat: int, actions: Sequence[Action]) -> None:
        super().__init__(game, seat, actions)
        self.two = len(self.table.sizes) == 2
        if self.two:
            self.worlds, self.candidates, self.errors, self.first = type(self).worlds, len(actions), 1.0, 1.0
        known = len(self.table.left()) == 2 and len(self.table.stock) == len(self.table.seen)
        self.exact = known and not game.options["turnover"] and not game.options["multi_lead"]
        "Two seats are left, and each knows all cards: the stock has at most the card that is face up."
        if self.exact:
            self.worlds, self.errors = 1, 0.0

    def player(self) -> careful_durak.Player:
        """Return the choices of `careful`."""
        return careful_durak.Player(self.game, self.seat)

    def is_solved(self) -> bool:
        """Tell whether `careful` searches the end, and this search cannot."""
        return super().is_solved() and not self.exact

    def gains(self, candidates: Sequence[Action | None], stream: RandomStream) -> list[list[float]]:
        """Return how much better each other candidate is: exactly where the end is solved, else in each world."""
        if self.exact:
            try:
                return self.exact_gains(candidates, stream)
            except SearchLimitReached:
                pass
        return self.staged_gains(candidates, stream) if self.two else super().gains(candidates, stream)

    def staged_gains(self, candidates: Sequence[Action | None], stream: RandomStream) -> list[list[float]]:
        """Return the gains of each candidate in the worlds in which it was compared."""
        first, *others = candidates
        found: dict[Action | None, list[float]] = {other: [] for other in others}
        left = others
        for number, start in enumerate(self.starts(stream), 1):
            value = self.played_out(start, first)
            for other in left:
                found[other].append(self.played_out(start, other) - value)
            if number % self.stage == 0:
                left = [other for other in left if least_mean(found[other], -self.errors) >= 0]
                if not left:
                    break
        return [*found.values()]

    def exact_gains(self, candidates: Sequence[Action | None], stream: RandomStream) -> list[list[float]]:
        """Return how much better each other candidate is in the only possible world. Raises `SearchLimitReached`.

        Candidates after a won one count as lost, because they cannot be better.
        """
        (start,) = self.starts(stream)
        assert isinstance(start, DurakPosition)
        solver, values = DurakSolver(start, self.positions), list[int]()
        for candidate in candidates:
            assert candidate is not None
            values.append(LOST if WON in values else solver.value(candidate))
        return [[float(value - values[0])] for value in values[1:]]

    def leads(self, player: careful_durak.Player) -> list[Action]:
        """Return the best leads by the values of `careful`."""
        return [Attack(cards) for cards in player.ranked_leads()]

    def attacks(self, player: careful_durak.Player) -> list[Action]:
        """Return stopping, and the cheapest cards that fit."""
        cards = [card for card in player.hand if Attack((card,)) in self.actions]
        thrown = [card for card in player.hand if ThrowIn((card,)) in self.actions]
        return [Stop(), *(Attack((card,)) for card in cards), *(ThrowIn((card,)) for card in thrown)]

    def defences(self, player: careful_durak.Player) -> list[Action]:
        """Return taking, turning over, and the cheapest complete defence; for two seats each card that beats."""
        if self.two and len(self.table.unbeaten()) == 1:
            return [*self.actions]
        return [Take(), *player.complete_defences(), *(one for one in self.actions if not isinstance(one, Beat | Take))]


class LeadsSearch(BeatingSearch):
    """`kirifu` and `mustamaija`."""

    def leads(self, player: Any) -> list[Action]:
        """Return the best leads by the values of `careful`."""
        return [player.as_lead(cards) for cards in player.ranked_leads()]

    def defences(self, player: Any) -> list[Action]:
        """Return the best ways to beat all or some, and taking all."""
        return [Beat(pairs) if pairs else Take() for pairs in player.ranked_defences()]


class KirifuSearch(LeadsSearch):
    """`kirifu`."""

    base = staticmethod(careful_kirifu.careful_kirifu)
    position = ThriftyKirifu

    def player(self) -> careful_kirifu.Player:
        """Return the choices of `careful`."""
        return careful_kirifu.Player(self.game, self.seat)


class MustamaijaSearch(LeadsSearch):
    """`mustamaija`."""

    base = staticmethod(careful_mustamaija.careful_mustamaija)
    position = ThriftyMustamaija

    def player(self) -> careful_mustamaija.Player:
        """Return the choices of `careful`."""
        return careful_mustamaija.Player(self.game, self.seat)


expert_durak = Expert(DurakSearch)
expert_kirifu = Expert(KirifuSearch)
expert_mustamaija = Expert(MustamaijaSearch)
