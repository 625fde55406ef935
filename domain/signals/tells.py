"""Tells: decisions in which a player may favour another one, each with a value that is higher the more it did.

The cards that the value is judged by are those that lay in the hands, whether or not the player could know them. So a
single value says nothing: an honest player often feeds another one, or lets a call pass. What counts is that one
opponent gets more of it than the others do (`domain.signals.permutation`).
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from domain.game.fold import apply, fold
from domain.game.game import PLAYING, Game
from domain.log.events import Event
from domain.ruleset.catalogue import ROUND_DEALT
from domain.signals import beating, dobon, doubt

TELLS = (*dobon.TELLS, *doubt.TELLS, *beating.TELLS)

Decision = tuple[str, int, int, float]
"""Name of the tell, seat that decided, seat that it may favour, and value."""

_WATCH: dict[str, Callable[..., Iterable[Decision]]] = {
    "dobon": dobon.watch,
    "doubt": doubt.watch,
    "beating": beating.watch,
}
"""By family: the decisions that an event settles, from the rules, the state before it, and the options."""


class Sight(NamedTuple):
    """A decision of a player that may have favoured another seat."""

    round: int
    version: int
    "Of the event that settled it."
    tell: str
    seat: int
    other: int
    value: float


@dataclass(slots=True)
class Sum:
    """The values of some decisions."""

    count: int = 0
    total: float = 0.0

    def add(self, value: float) -> None:
        """Count one more."""
        self.count += 1
        self.total += value


RoundSums = Mapping[tuple[str, int, int], Sum]
"""The sums of one round, by tell, seat and other seat."""


def look_at(game_id: str, events: Sequence[Event]) -> tuple[Game, list[Sight]]:
    """Return a game at its end, and the decisions, in order, that people took themselves.

    `events` are its log with all parts. Decisions of bots, of bot accounts and of stand-ins are left out, and so is
    what the clock did.
    """
    game, found = fold(game_id, events[:1]), list[Sight]()
    watch = _WATCH[game.ruleset.family]
    for event in events[1:]:
        if game.status == PLAYING and event.type != ROUND_DEALT and event.type in game.ruleset.appliers:
            for tell, seat, other, value in watch(game.ruleset, game.state, event, game.options):
                if is_by_hand(game, seat):
                    found.append(Sight(game.round, event.version, tell, seat, other, value))
        apply(game, event)
    return game, found


def is_by_hand(game: Game, seat: int) -> bool:
    """Tell whether a person plays the seat itself."""
    taken = game.seats[seat]
    return taken is not None and taken.kind == "human" and taken.bot is None


def sums(found: Iterable[Sight]) -> dict[int, RoundSums]:
    """Return the sums of each round that has a decision, by its number."""
    by_round: defaultdict[int, defaultdict[tuple[str, int, int], Sum]] = defaultdict(lambda: defaultdict(Sum))
    for one in found:
        by_round[one.round][one.tell, one.seat, one.other].add(one.value)
    return {number: dict(of) for number, of in by_round.items()}


def favours(game_id: str, events: Sequence[Event], pair: Collection[str]) -> Iterator[tuple[str, Sight]]:
    """Yield the decisions of a game in which one account of a pair favoured the other, after the one that decided."""
    game, found = look_at(game_id, events)
    players = [None if taken is None else taken.player for taken in game.seats]
    for one in found:
        by, other = players[one.seat], players[one.other]
        if one.value > 0 and by is not None and by != other and {by, other} == {*pair}:
            yield by, one
