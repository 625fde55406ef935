"""`expert` for the beating games: `careful` proposes and plays solved ends, and playouts compare its other choices."""

from collections.abc import Sequence
from typing import Any

from domain.actions import Action, Attack, Beat, Stop, Take, ThrowIn
from domain.beating.table import DEFENDING, LEADING, BeatingTable
from domain.bots.beating import careful_durak, careful_kirifu, careful_mustamaija
from domain.bots.beating.policies import ThriftyDurak, ThriftyKirifu, ThriftyMustamaija
from domain.bots.beating.stall_guard import is_stalling
from domain.bots.beating.standing import chances
from domain.bots.search import Expert, Search
from domain.game import Game
from domain.playouts.beating.position import BeatingPosition

FIRST = 0.1
"""The value of being the first without cards, beside -1 for losing."""


class BeatingSearch(Search):
    """The search of all beating games: values are rounds lost, negative."""

    position: type[BeatingPosition]
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

    def player(self) -> Any:
        """Return the choices of `careful`."""
        raise NotImplementedError

    def alternatives(self, chosen: Action | None) -> Sequence[Action | None]:
        """Return other leads, attacks and defences; none in a stalled round, or in an end that `careful` searches."""
        known_end = len(self.table.left()) == 2 and not self.table.stock
        if chosen is None or len(self.actions) < 2 or known_end or is_stalling(self.game):
            return []
        player = self.player()
        if self.table.phase == LEADING:
            found = self.leads(player)
        elif self.table.phase == DEFENDING:
            found = self.defences(player)
        else:
            found = self.attacks(player)
        return [action for action in found if action != chosen][: self.candidates]

    def leads(self, player: Any) -> list[Action]:
        """Return the best leads by the values of `careful`."""
        raise NotImplementedError

    def attacks(self, player: Any) -> list[Action]:  # noqa: ARG002 - of one game
        """Return further attacks; of one game."""
        return []

    def defences(self, player: Any) -> list[Action]:
        """Return taking, and the ways to beat."""
        raise NotImplementedError

    def value(self, position: BeatingPosition) -> float:  # type: ignore[override]
        """Return -1 for losing, a little for being first, else 0; by chances where it ends with the stock."""
        if position.over:
            return FIRST * (position.winner == self.seat) - (self.seat in position.losers)
        first, last = chances(position, self.seat)
        return FIRST * first - last


class DurakSearch(BeatingSearch):
    """`durak`."""

    base = staticmethod(careful_durak.careful_durak)
    position = ThriftyDurak

    def player(self) -> careful_durak.Player:
        """Return the choices of `careful`."""
        return careful_durak.Player(self.game, self.seat)

    def leads(self, player: careful_durak.Player) -> list[Action]:
        """Return the best leads by the values of `careful`."""
        return [Attack(cards) for cards in player.ranked_leads()]

    def attacks(self, player: careful_durak.Player) -> list[Action]:
        """Return stopping, and the cheapest cards that fit."""
        cards = [card for card in player.hand if Attack((card,)) in self.actions]
        thrown = [card for card in player.hand if ThrowIn((card,)) in self.actions]
        return [Stop(), *(Attack((card,)) for card in cards), *(ThrowIn((card,)) for card in thrown)]

    def defences(self, player: careful_durak.Player) -> list[Action]:
        """Return taking, the cheapest complete defence, and turning over."""
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
