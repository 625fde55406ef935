"""Fold events into a game. A game changes here, event by event, and nowhere else."""

from collections.abc import Iterable, Sequence

from domain.game.decisions import interruptions_after
from domain.game.game import PLAYING, Game
from domain.game.game_event_types import EVENTS
from domain.game.game_evolve import game_created
from domain.log.events import Event, Viewer, seen_by
from domain.log.moments import Moment
from domain.ruleset.catalogue import ROUND_DEALT, ROUND_ENDED
from domain.ruleset.ranks import places_of


def fold(game_id: str, events: Iterable[Event]) -> Game:
    """Return the game of a whole log, or of a viewer's part of it, from its first event on."""
    remaining = iter(events)
    game = game_created(game_id, next(remaining))
    for event in remaining:
        apply(game, event)
    return game


def fold_for(game_id: str, events: Sequence[Event], viewer: Viewer) -> Game:
    """Return the viewer's game of a log from its first event on; the events have all their parts."""
    return fold(game_id, [seen_by(event, viewer) for event in events])


def apply(game: Game, event: Event) -> None:
    """Fold one recorded event into the game."""
    name = event.public.type
    if game.interruptions or name in EVENTS.interrupting or name in game.ruleset.events.interrupting:
        game.interruptions = interruptions_after(game, event)
    game.version = event.version
    game.at = event.at
    game.head = event.digest
    game.shown = []
    handler = _HANDLERS.get(name)
    if handler is None:
        game.ruleset.appliers[name](game.state, event)
        return
    before = game.status
    handler(game, event)
    if game.status != before and game.spectators == "delayed":
        game.statuses.append((event.version, game.status))


def number(game: Game, events: Iterable[Event], at: Moment) -> None:
    """Give new events the next versions of the game, and their moment."""
    version = game.version
    for event in events:
        version += 1
        event.version = version
        event.at = at


def _round_dealt(game: Game, event: Event) -> None:
    game.absences.append([absence.json() for absence in game.withheld()])
    game.links.append(game.next_links())
    game.relink()
    game.round = event.public.round
    game.started = game.started or event.version
    game.started_at = game.started_at or event.at
    game.state = game.ruleset.begin(event, len(game.seats))
    game.status = PLAYING
    game.unready = []
    game.ready_by = None


def _round_ended(game: Game, event: Event) -> None:
    game.ruleset.appliers[ROUND_ENDED](game.state, event)
    public = event.public
    game.scores = [score + points for score, points in zip(game.scores, public.points, strict=True)]
    game.places = [total + place for total, place in zip(game.places, places_of(public), strict=True)]
    result = {"round": game.round} | {name: value for name, value in public.json().items() if name != "hands"}
    # Sorted like a stored fold: the answer has the same bytes, no matter what the game was folded from.
    game.result = dict(sorted(result.items()))


_HANDLERS = {**EVENTS.appliers, ROUND_DEALT: _round_dealt, ROUND_ENDED: _round_ended}
"""The first and the last event of a round change the game as well as the table."""
