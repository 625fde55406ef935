"""Games of strategies and programs, played without a server."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from api.cli.arena.programs import Fault, Program
from domain.bots.strategy import Strategy
from domain.game.game import Game, legal_actions, view
from domain.log.chance import RandomStream
from domain.log.errors import Refused
from domain.ruleset.actions import Action
from domain.ruleset.legal_actions import legal_to_wire
from domain.running.self_play import PlayedRound, play

REPLACEMENT = "novice"
"""The strategy that takes the decisions that a program loses."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player of the arena: a strategy of this project, or a program."""

    name: str
    program: Program | None = None
    "None for a strategy, whose name is that of the contestant."

    @property
    def strategy(self) -> str:
        """The strategy that plays its seats, or takes the decisions that the program loses."""
        return self.name if self.program is None else REPLACEMENT


@dataclass(slots=True)
class Lost:
    """Decisions that programs have lost: their number by contestant and kind of fault, and an example of each."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    examples: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)
    "The view and the detail of the first one."

    def note(self, name: str, fault: Fault, shown: dict[str, Any]) -> None:
        """Count a fault."""
        self.counts[name, fault.kind] += 1
        self.examples.setdefault((name, fault.kind), {"detail": fault.detail, "view": shown})


def play_table(
    key: str, contestants: Sequence[Contestant], seed: str, options: Mapping[str, Any], lost: Lost
) -> list[PlayedRound]:
    """Play a game with a contestant on each seat, and return its rounds. Raises `Refused` for options that do not fit.

    The seed fixes the deals and the random numbers of strategies.
    """
    table = _Table(contestants, lost)
    programs = {id(one.program): one.program for one in contestants if one.program is not None}
    for program in programs.values():
        own = [seat for seat, one in enumerate(contestants) if one.program is program]
        program.begin({"ruleset": key, "seats": len(contestants), "own": own})
    _, rounds = play(key, [one.strategy for one in contestants], seed, options, table.ask, table.refused)
    for program in programs.values():
        program.end([sum(one.points[seat] for one in rounds) for seat in range(len(contestants))])
    return rounds


class _Table:
    """The decisions of the seats of one game."""

    def __init__(self, contestants: Sequence[Contestant], lost: Lost) -> None:
        self._contestants = contestants
        self._lost = lost
        self._version = -1
        self._answers: dict[int, Action | None] = {}
        self._views: dict[int, dict[str, Any]] = {}
        self._replaced: set[int] = set()

    def ask(
        self, strategy: Strategy, game: Game, seat: int, actions: Sequence[Action], stream: RandomStream
    ) -> Action | None:
        """Return the decision of a seat; that of a program is asked for once at each version."""
        if game.version != self._version:
            self._version = game.version
            self._answers, self._views, self._replaced = {}, {}, set()
        contestant = self._contestants[seat]
        if contestant.program is None:
            return strategy(game, seat, actions, stream)
        if seat not in self._answers and seat not in self._replaced:
            shown = self._views[seat] = view_of(game, seat, self._contestants)
            try:
                action = contestant.program.decide(shown)
                if action is None and seat in game.ruleset.waiting_for(game.state):
                    raise Fault("no-action")
                self._answers[seat] = action
            except Fault as fault:
                self._lose(seat, fault)
        return strategy(game, seat, actions, stream) if seat in self._replaced else self._answers[seat]

    def refused(self, refusal: Refused) -> None:
        """Let another decision replace the one that the rules refuse."""
        seat = refusal.extra["seat"]
        if seat in self._replaced or self._contestants[seat].program is None:
            raise refusal  # a strategy of this project is at fault
        self._lose(seat, Fault("illegal", f"{refusal.code}: {refusal.detail}"))

    def _lose(self, seat: int, fault: Fault) -> None:
        self._replaced.add(seat)
        self._lost.note(self._contestants[seat].name, fault, self._views[seat])


def view_of(game: Game, seat: int, contestants: Sequence[Contestant]) -> dict[str, Any]:
    """Return the view of a seat, as the API gives it to a player."""
    shown = view(game, seat)
    shown["actions"] = [legal_to_wire(legal) for legal in legal_actions(game, seat, game.at)]
    shown["players"] = [
        {"seat": number, "id": None, "kind": "bot", "bot": None, "name": one.name}
        for number, one in enumerate(contestants)
    ]
    return shown
