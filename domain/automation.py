"""What is due in a game: deadlines, deals and the moves of bots, each from what its seat may see."""

from collections.abc import Iterable, Mapping

from domain.actions import CALLS, Action
from domain.bots.strategies import STRATEGIES
from domain.commands import Secrets, act, due, expire, may_open, open_round
from domain.events import SERVER, Event, Viewer, seen_by
from domain.fold import apply
from domain.game import PLAYING, Game, actions
from domain.moments import Moment, later


class ViewerGames:
    """One game folded for the server and for some viewers, all moved on together."""

    __slots__ = ("server", "viewers")

    def __init__(self, server: Game, viewers: Mapping[Viewer, Game]) -> None:
        self.server = server
        self.viewers = dict(viewers)

    def apply(self, events: Iterable[Event]) -> None:
        """Fold recorded events for everybody."""
        for event in events:
            apply(self.server, event)
            for viewer, game in self.viewers.items():
                apply(game, seen_by(event, viewer))

    def of(self, viewer: Viewer) -> Game:
        """The viewer's game. Raises KeyError for a viewer that is not followed."""
        return self.server if viewer == SERVER else self.viewers[viewer]

    def copy(self) -> "ViewerGames":
        """Folds of their own with the same content."""
        return ViewerGames(self.server.copy(), {viewer: game.copy() for viewer, game in self.viewers.items()})


def next_step(folds: ViewerGames, now: Moment, secrets: Secrets) -> list[Event]:
    """The events of the one thing that is due next at `now`; empty when nothing is.

    `folds` has to follow every seat that a strategy plays. Events come back without versions and are not applied.
    """
    game = folds.server
    if may_open(game):
        return open_round(game, now, secrets)
    deadline = due(game)
    if deadline is not None and deadline <= now:
        return expire(game, now, secrets)
    if game.status != PLAYING or now < _bots_from(game):
        return []
    return _bots_move(folds, now, secrets)


def _bots_move(folds: ViewerGames, now: Moment, secrets: Secrets) -> list[Event]:
    """The first call that a bot makes, else the first of their other moves: a call beats what would cover its card."""
    game, first = folds.server, None
    waiting = game.ruleset.waiting_for(game.table)
    # Those that nothing is asked of come first: what they do out of turn is done before the turn goes on.
    for seat in sorted(game.bots, key=lambda seat: (seat in waiting, seat)):
        action = _move(folds.viewers[seat], seat, now, secrets)
        if action is None:
            continue
        if first is None or isinstance(action, CALLS):
            first = seat, action
        if seat in waiting or isinstance(action, CALLS):
            break
    return [] if first is None else act(game, *first, now, secrets)


def due_after(game: Game, now: Moment) -> Moment | None:
    """The next moment after `now` at which `next_step` may have something, where it has nothing more at `now`."""
    moments = [deadline for deadline in [due(game)] if deadline is not None]
    if game.status == PLAYING and game.bots:
        moments.append(_bots_from(game))
        from_then = moves_from(game)
        if from_then is not None:
            moments.append(from_then)
    return min((moment for moment in moments if moment > now), default=None)


def _bots_from(game: Game) -> Moment:
    """When bots have made up their minds about the newest event."""
    delay = game.options["bot_delay_ms"]
    return later(game.at, ms=delay) if delay else game.at


def moves_from(game: Game) -> Moment | None:
    """Return the moment before which no action may end the right to call; None if there is none."""
    calls = game.ruleset.calls
    return None if calls is None else calls.moves_from(game.table)


def _move(game: Game, seat: int, now: Moment, secrets: Secrets) -> Action | None:
    """What the seat's strategy wants to do now, None for keeping quiet; decided from that seat's own game."""
    found = actions(game, seat)
    from_then = moves_from(game)
    if from_then is not None and now < from_then:
        # While nobody may cover the top a bot waits with everything else too, so that its pace says nothing of its hand.
        found = [action for action in found if isinstance(action, CALLS)]
    taken = game.seats[seat]
    if not found or taken is None or taken.bot is None:
        return None
    stream = game.chance(secrets.current).stream(f"bot-{seat}-{game.version}")
    return STRATEGIES[game.ruleset.key, taken.bot](game, seat, found, stream)
