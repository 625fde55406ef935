"""Pairs of worlds on the analysis: what it tells a seat does not depend on cards hidden from that seat.

The analysis is even given the server's whole game and whole events of each world. So a pair is equal only if it never
looks at what its viewer cannot know.
"""

from collections.abc import Iterable
from random import Random

from domain.analysis.beliefs import Beliefs
from domain.analysis.following import NoBeliefs, begin
from domain.game.fold import apply, fold
from domain.game.game import PLAYING, Game
from domain.log.events import Event
from domain.ruleset.cards import RANK, Card
from prove.harness.worlds.world import World
from prove.leaks.report import PairResults, closed_types, exchanged_ranks
from prove.leaks.views import play_on
from prove.leaks.worlds import begin_game, exchange_world, permute_cards


class Analyst:
    """The beliefs of one seat in one world, which is given more than the seat may know."""

    def __init__(self, game: Game, beliefs: Beliefs, viewer: int) -> None:
        self.game, self.beliefs, self.viewer = game, beliefs, viewer

    def see(self, events: Iterable[Event]) -> None:
        """Learn from events, with all their sealed parts."""
        for event in events:
            self.beliefs.see(self.game, event)
            apply(self.game, event)

    def tell(self, cards: Iterable[Card]) -> bytes:
        """Return all that the analysis says now; `cards` are some that other seats may hold."""
        game, beliefs, seats = self.game, self.beliefs, range(len(self.game.seats))
        if game.status != PLAYING:
            return b""
        held = sorted(game.state.held(self.viewer))
        found = [beliefs.dangers(game, [(card,) for card in held]), beliefs.lie(game)]
        others = [seat for seat in seats if seat != self.viewer]
        sizes = {seat: game.table.sizes[seat] for seat in others}
        guesses = [card for card in cards if card not in held and RANK[card]]
        return repr((found, [beliefs.likelihood(game, seat, guesses[: sizes[seat]]) for seat in others])).encode()


def compare_game(seed: str, number: int) -> PairResults:
    """Return all pairs of one game: every seat at each of the following versions; none if no play can be called."""
    found, chance = PairResults(), Random(f"{seed}-analysis-{number}")
    start = begin_game(number, chance)
    if start is None or isinstance(begin(start.game, 0), NoBeliefs):
        return found
    future = play_on(start, chance)
    for viewer in range(len(start.game.seats)):
        hidden = start.hidden_cards(future, viewer)
        if len(hidden) > 1:
            _compare_viewer(start, future, viewer, permute_cards(hidden, chance), found, chance)
    return found


def _compare_viewer(
    start: World, future: World, viewer: int, swapped: dict[Card, Card], found: PairResults, chance: Random
) -> None:
    one, two = start.duplicate(), exchange_world(start, viewer, swapped, chance)
    beliefs, key = _history(start, viewer), one.game.ruleset.key
    analysts = [Analyst(world.game.copy(), beliefs.copy(), viewer) for world in (one, two)]
    ranks, types = exchanged_ranks(swapped), closed_types(start.log, viewer)
    for place, command in enumerate([*future.commands, None]):
        guesses = chance.sample(range(52), 52)
        told = [analyst.tell(guesses) for analyst in analysts]
        found.add_pair(key, key, ranks, types)
        if told[0] != told[1]:
            found.failures.append(f"{key}, game {one.seed}, viewer {viewer}, look {place}: {told[0]!r} and {told[1]!r}")
            return
        other = None if command is None or one.game.status != PLAYING else one.translate(two, command, swapped, viewer)
        if command is None or other is None:
            return
        for analyst, events in zip(analysts, (one.do(*command), two.do(*other)), strict=True):
            analyst.see(events)


def _history(start: World, viewer: int) -> Beliefs:
    """Return the beliefs of the seat after the events of the round so far."""
    dealt = max(place for place, event in enumerate(start.log) if event.type == "round-dealt")
    analyst = Analyst(fold(start.id, start.log[:dealt]), begin(start.game, viewer), viewer)
    analyst.see(start.log[dealt:])
    return analyst.beliefs
