"""Search by playouts: worlds are sampled from the seat's own view, and candidate actions played out in each of them.

A candidate replaces the choice of the base strategy only if the playouts show that it is better by more than their
error. Every candidate is averaged over the same worlds with the same random numbers before one is chosen, and the
default policies of playouts use no hidden cards; so no plan depends on what the seat cannot know.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from math import fsum, sqrt
from typing import Any

from domain.bots.strategy import Strategy
from domain.game.game import Game
from domain.log.chance import RandomStream
from domain.playouts.position import Position
from domain.playouts.worlds import Weigh, sample_worlds
from domain.ruleset.actions import Action


class Search(ABC):
    """The search of a ruleset, for one decision of a seat."""

    base: Strategy
    "The strategy that proposes an action."
    position: Any
    "The class of positions, whose default policy plays for all seats."
    worlds: int
    "Number of sampled worlds. Each is played out once for each candidate, so this is the budget of a decision."
    limit = 100_000
    "Number of decisions after which a playout is judged by `value` as it stands."
    errors = 1.0
    "How many standard errors a candidate has to be better than the choice of the base strategy."
    margin = 0.0
    "How much it has to be better beyond that, in units of `value`."

    def __init__(self, game: Game, seat: int, actions: Sequence[Action]) -> None:
        self.game, self.seat, self.actions = game, seat, actions

    @abstractmethod
    def alternatives(self, chosen: Action | None) -> Sequence[Action | None]:
        """Return the actions to compare with the one chosen by the base strategy; none if no search is needed."""

    @abstractmethod
    def value(self, position: Position) -> float:
        """Return the value of the end of a playout for the seat."""

    def gain(self, action: Action | None, chosen: Action | None, sample: Sequence[float]) -> float:  # noqa: ARG002 - of some rulesets
        """Return how much better the action seems than the chosen one; `sample` has its gain in each world."""
        return least_mean(sample, self.errors)

    def weigh(self) -> Weigh | None:
        """Return the weight of worlds; None if all are equally likely."""
        return None

    def choose(self, stream: RandomStream) -> Action | None:
        """Return the best action by playouts; that of the base strategy where no search is needed."""
        chosen = type(self).base(self.game, self.seat, self.actions, stream)
        others = self.alternatives(chosen)
        if not others:
            return chosen
        gains = self.gains([chosen, *others], stream)
        best, found = chosen, self.margin
        for action, sample in zip(others, gains, strict=True):
            gain = self.gain(action, chosen, sample)
            if gain > found:
                best, found = action, gain
        return best

    def gains(self, candidates: Sequence[Action | None], stream: RandomStream) -> list[list[float]]:
        """Return for each candidate but the first how much better than the first it was in each world."""
        found: list[list[float]] = [[] for _ in candidates[1:]]
        for start in self.starts(stream):
            first, *rest = [self.played_out(start, candidate) for candidate in candidates]
            for sample, value in zip(found, rest, strict=True):
                sample.append(value - first)
        return found

    def starts(self, stream: RandomStream) -> Iterable[Position]:
        """Return a position for each world."""
        game, seat = self.game, self.seat
        sampled = sample_worlds(game.ruleset.key, game.state, seat, self.worlds, stream, self.weigh())
        return [self.position(world, game.options, stream.word() >> 34) for world in sampled]

    def played_out(self, start: Position, candidate: Action | None) -> float:
        """Return the value of the end of a playout in which the seat begins with the candidate."""
        position = start.copy()
        position.act(self.seat, candidate)
        position.play_out(self.limit)
        return self.value(position)


class Expert:
    """A strategy that searches; most of its decisions need no search."""

    def __init__(self, search: type[Search]) -> None:
        self.search = search

    def __call__(self, game: Game, seat: int, actions: Sequence[Action], stream: RandomStream) -> Action | None:
        """Return the best action by playouts; that of the base strategy where no search is needed."""
        return self.search(game, seat, actions).choose(stream)

    def needs_search(self, game: Game, seat: int, actions: Sequence[Action], stream: RandomStream) -> bool:
        """Tell whether the decision takes playouts, and so more than a few milliseconds."""
        search = self.search(game, seat, actions)
        return bool(search.alternatives(self.search.base(game, seat, actions, stream)))


def mean_and_error(sample: Sequence[float]) -> tuple[float, float]:
    """Return the mean of the sample and its standard error; 0 for a single figure."""
    many = len(sample)
    mean = fsum(sample) / many
    if many < 2:
        return mean, 0.0
    spread = fsum([(one - mean) * (one - mean) for one in sample]) / (many - 1)
    return mean, sqrt(spread / many)


def least_mean(sample: Sequence[float], errors: float) -> float:
    """Return the mean of the sample, less `errors` of its standard errors."""
    mean, error = mean_and_error(sample)
    return mean - errors * error
