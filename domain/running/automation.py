"""The steps that are due in a game: deadlines, deals and the moves of bots, each from the view of its seat."""

from collections.abc import Callable, Generator, Sequence

from domain.bots import QUICK
from domain.bots.strategies import playing, quick
from domain.bots.strategy import Strategy
from domain.game.decisions import MOST_INTERRUPTIONS, role_of
from domain.game.game import PLAYING, Game, actions, allowed_from
from domain.log.chance import Chance, HashChain, RandomStream
from domain.log.errors import Refused
from domain.log.events import Event
from domain.log.moments import Moment, later
from domain.ruleset.actions import CALLS, Action
from domain.ruleset.catalogue import Role
from domain.running.commands import act, due, expire, may_open, open_round

MISSED_TURNS = 3
"""Turns in a row that the clock plays for a person who is then taken to be away."""


Ask = Callable[[Strategy, Game, int, Sequence[Action], RandomStream], Action | None]
"""Returns the decision of a strategy for its arguments, or raises `NotYetDecided`."""


class NotYetDecided(Exception):
    """A strategy has not decided yet: its decision is taken elsewhere, and no bot moves before it."""


def ask_at_once(
    strategy: Strategy, game: Game, seat: int, actions: Sequence[Action], stream: RandomStream
) -> Action | None:
    """Let the strategy decide."""
    return strategy(game, seat, actions, stream)


def next_step(game: Game, now: Moment, chain: HashChain, ask: Ask = ask_at_once) -> list[Event]:
    """Return the events of the one step that is due next at `now`; an empty list if none is.

    `game` is the server's. `ask` may raise `NotYetDecided`, which is passed on: deadlines pass all the same. An action
    that the rules refuse raises `Refused` with its `seat`. Events come back without versions and are not applied.
    """
    found = due_step(game, now, chain)
    return _bots_move(game, now, chain, ask) if found is None else found


def due_step(game: Game, now: Moment, chain: HashChain) -> list[Event] | None:
    """Return the events that are due at `now` without a decision, or no events; None if bots may decide."""
    if may_open(game):
        return open_round(game, now, chain)
    deadline = due(game)
    if deadline is not None and deadline <= now:
        return expire(game, now, chain)
    return [] if game.status != PLAYING or now < bots_from(game) else None


def _bots_move(game: Game, now: Moment, chain: HashChain, ask: Ask) -> list[Event]:
    """Return the events of the move that a bot makes."""
    chance = game.chance(chain.link(game.round))
    first = first_move(game, lambda seat: decide(game.seen_by(seat), seat, now, chance, ask))
    if first is None:
        return []
    try:
        return name_strategy(game, first[0], act(game, *first, now, chain))
    except Refused as refusal:
        refusal.extra["seat"] = first[0]
        raise


def first_move(game: Game, decision: Callable[[int], Action | None]) -> tuple[int, Action] | None:
    """Return the seat and action of the first call that a bot makes, else of the first other move; None for no move.

    `decision` returns the decision of a seat; `game` is the server's.
    """
    asking = asked_in_turn(game)
    try:
        seat = next(asking)
        while True:
            seat = asking.send(decision(seat))
    except StopIteration as end:
        found: tuple[int, Action] | None = end.value
        return found


def asked_in_turn(game: Game) -> Generator[int, Action | None, tuple[int, Action] | None]:
    """Yield the seats of bots in the order in which they are asked, receive their decisions, and return the first move.

    A call precedes any move that covers its card.
    """
    first, waiting = None, game.ruleset.waiting_for(game.state)
    # Seats that are not asked come first: their actions out of turn precede the turn.
    for seat in sorted(game.bots, key=lambda seat: (seat in waiting, seat)):
        action = yield seat
        if action is None:
            continue
        if first is None or isinstance(action, CALLS):
            first = seat, action
        if seat in waiting or isinstance(action, CALLS):
            break
    return first


def due_after(game: Game, now: Moment) -> Moment | None:
    """Return the next moment after `now` at which `next_step` may return events, once it has none left at `now`."""
    moments = [deadline for deadline in [due(game)] if deadline is not None]
    if game.status == PLAYING and game.bots:
        moments.append(bots_from(game))
        from_then = allowed_from(game)
        if from_then is not None:
            moments.append(from_then)
    return min((moment for moment in moments if moment > now), default=None)


def is_attended(game: Game, missed_turns: int) -> bool:
    """Tell whether a person still takes part in the game.

    It does not if strategies play all seats, or if the clock has played `MISSED_TURNS` turns for each person since the
    last command of any of them. `missed_turns` is the number of those turns.
    """
    people = sum(seat is not None and seat.bot is None for seat in game.seats)
    return missed_turns < MISSED_TURNS * people


def bots_from(game: Game) -> Moment:
    """Return the moment from which bots react to the newest event: at once after too many interruptions in a row."""
    delay = 0 if is_hurried(game) else game.options["bot_delay_ms"]
    return later(game.at, ms=delay) if delay else game.at


def decide(game: Game, seat: int, now: Moment, chance: Chance, ask: Ask = ask_at_once) -> Action | None:
    """Return the move of the seat's strategy, decided from that seat's own game; None for no action.

    `chance` is that of the round. No other seat's game is needed, so none can be used.
    """
    found = actions(game, seat)
    from_then = allowed_from(game)
    if from_then is not None and now < from_then:
        # While no card may cover the top, a bot waits with its other actions too, so that its pace reveals nothing of
        # its hand.
        found = [action for action in found if isinstance(action, CALLS)]
    strategy = strategy_of(game, seat)
    if not found or strategy is None:
        return None
    at_once = quick(strategy) if is_hurried(game) else None
    stream = chance.stream(f"bot-{seat}-{game.version}")
    return ask(at_once or strategy, game, seat, found, stream)


def strategy_of(game: Game, seat: int) -> Strategy | None:
    """Return the strategy that plays the seat; None for a person."""
    taken = game.seats[seat]
    return None if taken is None or taken.bot is None else playing(game.ruleset.key, taken.bot, taken.bot_version)


def is_hurried(game: Game) -> bool:
    """Tell whether bots decide at once now, without a delay and without a search, because they were interrupted."""
    return game.interruptions >= MOST_INTERRUPTIONS


def strategy_in_place(game: Game, seat: int) -> str | None:
    """Return the name of the strategy that decides now in place of the one that plays the seat; None for that one."""
    strategy = strategy_of(game, seat)
    return QUICK if is_hurried(game) and strategy is not None and quick(strategy) is not None else None


def name_strategy(game: Game, seat: int, events: list[Event]) -> list[Event]:
    """Return the events of a bot's move, in whose decision the strategy is named if it is not that of the seat."""
    name = strategy_in_place(game, seat)
    decision = next((event for event in events if role_of(game, event) is not Role.CONSEQUENCE), None)
    if name is not None and decision is not None:
        decision.public.by_strategy = name
    return events
