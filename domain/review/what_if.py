"""What if: a finished round continued from one of its moments, with one seat played by hand and all others by bots.

Nothing is recorded. The hands and the stock are the true ones of that moment, and later shuffles come from the chance
of the round. The seat sees what it could know, and each bot decides from the view of its own seat.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from domain.game.decisions import leads_in, role_of
from domain.game.fold import apply, number
from domain.game.game import PLAYING, Game, actions_without_false_calls, allowed_from
from domain.game.narration import seats_called
from domain.log.chance import HashChain
from domain.log.errors import Refused
from domain.log.events import Event, seen_by
from domain.log.log_format import chain as chain_events
from domain.log.moments import Moment
from domain.log.upcasting import logged
from domain.review.review import frame, is_in_round
from domain.ruleset.actions import CALLS, Action, Decline
from domain.ruleset.catalogue import ROUND_ENDED, Role
from domain.ruleset.wording import Who
from domain.running.automation import decide, due_after, first_move
from domain.running.commands import act, due, expire
from domain.running.self_play import seat_bots

BOTS = ("novice", "careful")
"""The strategies that may continue a round: those that decide within milliseconds."""

MAX_ACTIONS = 200
"""Maximum number of actions of a continuation."""

MAX_EVENTS = 5_000
"""Maximum number of events: a longer round never ends, because of a fault of the rules or of a strategy."""


class Continuation(NamedTuple):
    """A continued round, as the seat knows it."""

    game: Game
    "The seat's own game at the end; its options leave nothing to the clock."
    frames: list[dict[str, Any]]
    "The frames from the last of the given actions on, or of all new events if there are none."
    over: bool
    "The round has ended."
    points: list[int] | None
    "The points of each seat from the round; None before its end."
    may_wait: bool
    "The seat may also wait instead of choosing one of its actions: it is not asked, but may call, or play out of turn."


def continue_round(
    game: Game,
    following: Iterable[Event],
    seat: int,
    actions: Sequence[Action | None],
    secret: bytes,
    bots: str = "careful",
    who: Who | None = None,
) -> Continuation:
    """Continue a round until the seat has a choice after the given actions, or until the round ends.

    `game` is the server's at a moment of the round; it is copied. `following` are the
    events that came next, with all parts; those that belong to the decision before them happen here, too. `actions` are
    those of the seat, in order, each taken when the seat has its next choice; None stands for waiting. `secret` is the
    server's link of the round. `who` names the seats in the frames.

    Raises `Refused` with `round-over` where nothing is left to play, and with the codes of the rules for an action that
    they do not allow; its `action` is the position of that action.
    """
    line = _Line(game, seat, secret, bots, who or seats_called())
    line.record([*consequences(game, following)])
    if is_over(line.server):
        raise Refused("round-over", "The round was decided at this version, so nothing follows.")
    for place, action in enumerate(actions):
        line.play_on()
        line.frames.clear()
        try:
            line.choose(action)
        except Refused as refusal:
            refusal.extra["action"] = place
            raise
    line.play_on()
    over = is_over(line.server)
    return Continuation(line.game, line.frames, over, line.points, not over and not line.is_asked())


def is_over(game: Game) -> bool:
    """Tell whether no seat can act in the round any more."""
    return game.status != PLAYING or game.table.over


def consequences(game: Game, following: Iterable[Event]) -> Iterator[Event]:
    """Yield the events that follow from the newest decision of a game, from the events that came next."""
    for event in following:
        known = event.type in game.ruleset.events
        if not known or role_of(game, event) is not Role.CONSEQUENCE or leads_in(event) or event.type == "card-flipped":
            return
        yield event


@dataclass(slots=True)
class _Line:
    """The events of a continued round as they are made, and the server's game that follows from them."""

    server: Game
    seat: int
    secret: bytes
    bots: str
    who: Who
    now: Moment
    chain: HashChain
    frames: list[dict[str, Any]]
    points: list[int] | None
    waited: list[Action]
    "The actions out of turn that the seat has let pass."

    def __init__(self, game: Game, seat: int, secret: bytes, bots: str, who: Who) -> None:
        self.server, self.seat, self.secret, self.bots, self.who = game.copy(), seat, secret, bots, who
        self.now = game.at
        # The chain ends with this round, so it has the links of no later one.
        self.chain = HashChain(secret, game.round)
        self.frames, self.points, self.waited = [], None, []
        seat_bots(self.server, bots, besides=seat)

    @property
    def game(self) -> Game:
        """The seat's own game."""
        return self.server.seen_by(self.seat)

    def play_on(self) -> None:
        """Let the bots play until the seat has a choice, or until the round is over."""
        first = self.server.version
        while not is_over(self.server):
            events = self.next_events()
            if events is None:
                return
            if events:
                self.add(events)
            else:
                self.now = self.next_moment()
            if self.server.version - first > MAX_EVENTS:
                raise RuntimeError(f"round {self.server.round} of game {self.server.id} does not end")

    def next_events(self) -> list[Event] | None:
        """Return the events of what is due next; an empty list if it takes time, None if the seat has to choose.

        The seat gets its choice where a bot on it would decide.
        """
        server, now = self.server, self.now
        deadline = due(server)
        if deadline is not None and deadline <= now:
            return expire(server, now, self.chain)
        chance = server.chance(self.secret)
        move = first_move(
            server,
            lambda seat: self.possible() if seat == self.seat else decide(server.seen_by(seat), seat, now, chance),
        )
        if move is None:
            return []
        if move[0] == self.seat and not self.has_one_answer():
            return None
        return act(server, *move, now, self.chain)

    def choose(self, action: Action | None) -> None:
        """Take an action of the seat, or wait. Raises `Refused`."""
        if is_over(self.server):
            raise Refused("round-over", "The round has ended before this action.")
        if action is not None:
            self.add(act(self.server, self.seat, action, self.now, self.chain))
        elif self.is_asked():
            raise Refused("not-now", "The seat is asked, so it cannot wait.")
        else:
            self.waited = self.options()

    def is_asked(self) -> bool:
        """Tell whether the round waits for the seat."""
        return self.seat in self.server.ruleset.waiting_for(self.game.state)

    def possible(self) -> Action | None:
        """Return an action that the seat may choose now, a call if there is one; None if it has no choice."""
        found = self.options()
        if not self.is_asked():
            found = [action for action in found if action not in self.waited]
        return next((action for action in found if isinstance(action, CALLS)), found[0] if found else None)

    def has_one_answer(self) -> bool:
        """Tell whether the seat is asked in a window, and every call of it would be false."""
        options = self.options()
        return self.is_asked() and len(options) == 1 and isinstance(options[0], Decline)

    def options(self) -> list[Action]:
        """Return the seat's legal actions without calls that it knows to be false."""
        found, until = actions_without_false_calls(self.game, self.seat), allowed_from(self.game)
        if until is not None and self.now < until:
            return [action for action in found if isinstance(action, CALLS)]
        return found

    def add(self, events: list[Event]) -> None:
        """Number and seal new events, and record them."""
        server = self.server
        number(server, events, self.now)
        chain_events(server.id, server.head, events, self.secret)
        self.record(events)

    def record(self, events: Iterable[Event]) -> None:
        """Apply numbered events, and add their frames."""
        for event in events:
            before = self.game.copy()
            apply(self.server, event)
            after = self.game
            if is_in_round(after, event):
                self.frames.append(frame(before, logged(seen_by(event, self.seat)), after, self.who, self.seat))
            if event.type == ROUND_ENDED:
                self.points = event.public.points

    def next_moment(self) -> Moment:
        """Return the next moment at which a bot may move."""
        moment = due_after(self.server, self.now)
        if moment is None:
            raise RuntimeError(f"round {self.server.round} of game {self.server.id} waits for nobody")
        return moment
