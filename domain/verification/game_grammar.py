"""The grammar of a whole game: which event may come when, by whom, and how often.

Each event of `domain.game.game_events` has a row in `RULES`; the events of a round come only while one is played. The
rules of the round itself are those of its family (`Ruleset.answer`). A rule yields what is wrong, in
sentences, and may take for granted that the event has the form that its catalogue declares.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from domain.bots import NAMES, STAND_IN
from domain.game.game import ABANDONED, BETWEEN_ROUNDS, FINISHED, PLAYING, WAITING, Game, Seat
from domain.game.registry import ruleset
from domain.game.spectators import chosen
from domain.log.chance import is_link
from domain.log.errors import Refused
from domain.log.events import Event
from domain.ruleset.catalogue import ROUND_DEALT, ROUND_ENDED
from domain.ruleset.ruleset import check_options
from domain.ruleset.time_limits import turn_deadline
from domain.running.commands import may_open


@dataclass(frozen=True, slots=True)
class Step:
    """An event, the game before it, and the event right before it."""

    game: Game
    last: Event
    event: Event

    @property
    def seat(self) -> int:
        """The seat that the event names. Raises ValueError if the game has no such seat."""
        number: int = self.event.public.seat
        if not 0 <= number < len(self.game.seats):
            raise ValueError(f"there is no seat {number}")
        return number

    @property
    def taken(self) -> Seat | None:
        """The player or bot on that seat."""
        return self.game.seats[self.seat]


Rule = Callable[[Step], Iterator[str]]


def ungrammatical(game: Game, last: Event, event: Event) -> Iterator[str]:
    """Yield why the event cannot come now; `game` is the game before it, `last` the event right before it."""
    step = Step(game, last, event)
    if game.status in (FINISHED, ABANDONED):
        yield f"nothing follows {last.type}"
        return
    following = _FOLLOWING[last.type](step) if last.type in _FOLLOWING else None
    if following is not None and event.type not in following:
        yield f"{last.type} is followed at once by {' or '.join(following)}, not by {event.type}"
    rule = RULES.get(event.type)
    if rule is not None:
        yield from rule(step)
    elif game.status != PLAYING:
        yield f"{event.type} is an event of a round, and none is being played"


def unbegun(created: Event) -> Iterator[str]:
    """Yield why a game cannot be created like this: with all options of its ruleset, and no other."""
    public = created.public
    try:
        if check_options(ruleset(public.ruleset), public.options, public.seats) != public.options:
            yield "not every option is recorded"
        delay = public.get("spectator_delay")
        stated = {"spectators": public.spectators} | ({} if delay is None else {"spectator_delay": delay})
        if chosen(public.spectators, delay) != stated:
            yield "spectators are delayed by a number of moves, or there is no such number"
    except Refused as refused:
        yield f"no game is created like this ({refused.code}): {refused.detail}"


# What has to come next, before anything else


def _after_created(_: Step) -> tuple[str, ...]:
    return ("seat-taken",)


def _after_taken(step: Step) -> tuple[str, ...] | None:
    if None in step.game.seats:
        return None
    return ("readiness-asked",) if step.game.contributors() else (ROUND_DEALT,)


def _after_left(step: Step) -> tuple[str, ...] | None:
    people = any(seat is not None and seat.player is not None for seat in step.game.seats)
    return None if people else ("game-abandoned",)


def _after_ended(_: Step) -> tuple[str, ...]:
    return ("round-revealed",)


def _after_revealed(step: Step) -> tuple[str, ...]:
    return ("game-ended",) if step.game.round >= step.game.options["rounds"] else ("readiness-asked",)


_FOLLOWING: Mapping[str, Callable[[Step], tuple[str, ...] | None]] = {
    "game-created": _after_created,
    "seat-taken": _after_taken,
    "seat-left": _after_left,
    ROUND_ENDED: _after_ended,
    "round-revealed": _after_revealed,
}


# When each event may come


def _created(_: Step) -> Iterator[str]:
    yield "a game is created once"


def _asked(step: Step) -> Iterator[str]:
    """Players are asked with the last seat, if any of them contributes chance, and with the end of each round."""
    game, event = step.game, step.event
    begins = game.status == WAITING and None not in game.seats and bool(game.contributors())
    if not begins and step.last.type != "round-revealed":
        yield "players are asked when a round has ended, and before the first if one of them has an anchor"
    yield from _at_once(step)
    if event.public.round != game.round + 1:
        yield f"players are asked for round {game.round + 1}, not {event.public.round}"
    unready = game.contributors() if begins else [*game.people]
    if event.public.unready != unready:
        yield f"the next round waits for seats {unready}, not {event.public.unready}"
    ready_by = turn_deadline(game.options, event.at) if unready else None
    if event.public.ready_by != ready_by:
        yield f"ready_by has to be {ready_by}, not {event.public.ready_by}"


def _taken(step: Step) -> Iterator[str]:
    """A person takes the first free seat before the game begins. The creator is the first one, then come the bots."""
    game, public = step.game, step.event.public
    if game.status != WAITING:
        yield "seats can be taken until the first round is dealt"
    if step.last.type == "game-created":
        yield from _at_once(step)
    if step.taken is not None:
        yield f"seat {step.seat} is taken already"
    if public.anchor is not None and not is_link(public.anchor):
        yield f"{public.anchor!r} is no anchor"
    if (public.player is None) == (public.bot is None):
        yield "either a player or a bot takes a seat"
    elif "bot_account" in public and (public.player is None or not game.bot_accounts):
        yield "a bot account is a player, and takes a seat only where bot accounts may"
    elif public.bot is not None:
        yield from _taken_by_bot(step)
    elif game.seat_of(public.player) is not None:
        yield "a player has one seat"
    elif None in game.seats and step.seat != game.seats.index(None):
        yield f"a player takes the first free seat, which is {game.seats.index(None)}"
    elif _is_bot(step.last) and game.seats[-1] is None:
        yield "the last seats are those of the bots"


def _taken_by_bot(step: Step) -> Iterator[str]:
    """Bots take the last seats, with the creation of the game, and contribute nothing."""
    game, event, last = step.game, step.event, step.last
    if event.public.bot not in NAMES:
        yield f"there is no bot {event.public.bot}"
    if event.public.anchor is not None:
        yield "a bot contributes no chance"
    expected = last.public.seat + 1 if _is_bot(last) else step.seat
    if (
        last.type != "seat-taken"
        or game.seats[0] is None
        or event.at != last.at
        or step.seat != expected
        or not step.seat
    ):
        yield "bots take the last seats one after the other, right after the creator of the game"
    elif sum(seat is not None for seat in game.seats) != 1 + len(game.bots):
        yield "bots take their seats before other players do"


def _is_bot(event: Event) -> bool:
    return event.type == "seat-taken" and event.public.bot is not None


def _left(step: Step) -> Iterator[str]:
    """A person stands up before the game begins."""
    if step.game.status != WAITING or step.taken is None or step.taken.player is None:
        yield "a player stands up before the first deal; after it a bot plays on"


def _handed_over(step: Step) -> Iterator[str]:
    """A person leaves during the game, and the stand-in plays on."""
    if step.game.status == WAITING or step.taken is None or step.taken.bot is not None:
        yield f"seat {step.seat} is not played by a person of a game that has begun"
    if step.event.public.bot != STAND_IN:
        yield f"{STAND_IN} plays on for a player who leaves, not {step.event.public.bot}"


def _resumed(step: Step) -> Iterator[str]:
    """A person comes back to a seat that a bot plays."""
    if step.game.status == WAITING or step.taken is None or step.taken.bot is None or step.taken.player is None:
        yield f"no bot plays for a player of seat {step.seat}"


def _readied(step: Step) -> Iterator[str]:
    """A seat that is asked is ready before the time is up, and by the clock from then on.

    Its link is that of the next round in its chain.
    """
    game, event = step.game, step.event
    link = event.public.link
    if link is not None and (step.taken is None or not step.taken.has_link(link, game.round + 1)):
        yield f"the link of seat {step.seat} is not the one of round {game.round + 1} in its chain"
    if game.status != BETWEEN_ROUNDS or step.seat not in game.unready:
        yield f"seats {game.unready} are asked whether they are ready, not {step.seat}"
    by_clock = game.ready_by is not None and event.at >= game.ready_by
    if by_clock != ("by_clock" in event.public):
        yield "the clock makes seats ready when the time is up, and no seat does so itself then"


def _dealt(step: Step) -> Iterator[str]:
    """A round is dealt when all seats are taken, or all players are ready."""
    game = step.game
    if not may_open(game) or (game.status == WAITING and game.contributors()):
        yield "a round is dealt when every seat is taken and ready, and no other is being played"


def _ended(step: Step) -> Iterator[str]:
    """A round ends while it is played: its family judges how."""
    if step.game.status != PLAYING or step.game.table.over:
        yield "no round is being played"


def _revealed(step: Step) -> Iterator[str]:
    """The secret of a round becomes public with its end."""
    if step.last.type != ROUND_ENDED:
        yield "a round is revealed when it ends"
    elif step.event.public.round != step.game.round:
        yield f"round {step.game.round} has ended, not {step.event.public.round}"
    yield from _at_once(step)


def _game_ended(step: Step) -> Iterator[str]:
    """The game ends with the reveal of its last round, and says the scores."""
    game = step.game
    if step.event.public.scores != game.scores:
        yield f"the scores have to be {game.scores}"
    if step.last.type != "round-revealed" or game.round != game.options["rounds"]:
        yield f"a game ends after round {game.options['rounds']} is revealed, not after {step.last.type} of round {game.round}"
    yield from _at_once(step)


def _abandoned(step: Step) -> Iterator[str]:
    """A game is abandoned when the last person has left before the deal, or by an admin."""
    deserted = step.last.type == "seat-left" and _after_left(step) is not None
    if (step.event.public.reason == "everybody-left") != deserted:
        yield "everybody has left" if deserted else "not everybody has left"
    if deserted:
        yield from _at_once(step)


def _at_once(step: Step) -> Iterator[str]:
    if step.event.at != step.last.at:
        yield f"{step.event.type} comes at the same moment as {step.last.type}"


RULES: Mapping[str, Rule] = {
    "game-created": _created,
    "readiness-asked": _asked,
    "seat-taken": _taken,
    "seat-left": _left,
    "seat-handed-over": _handed_over,
    "seat-resumed": _resumed,
    "seat-readied": _readied,
    ROUND_DEALT: _dealt,
    ROUND_ENDED: _ended,
    "round-revealed": _revealed,
    "game-ended": _game_ended,
    "game-abandoned": _abandoned,
}
"""The rules of each event, by type."""
