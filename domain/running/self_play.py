"""Games of bots alone, played from a seed: the same seed always gives the same games."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from domain.bots import NAMES
from domain.bots.strategies import newest_version
from domain.game.fold import apply, fold, number
from domain.game.game import FINISHED, Game
from domain.game.registry import ruleset
from domain.log.chance import HashChain
from domain.log.errors import Refused
from domain.log.events import Event
from domain.log.moments import Moment
from domain.log.sentences import Sentence, series
from domain.ruleset.actions import Action
from domain.ruleset.catalogue import EventType, Role
from domain.ruleset.ruleset import Ruleset
from domain.running.automation import Ask, ask_at_once, due_after, due_step, next_step
from domain.running.commands import act, bot_seated, create

GAME = "selfplay"
"""Id of every such game."""

START: Moment = "2000-01-01T00:00:00.000000Z"
"""The beginning of every such game; only the options' own times move its clock."""

TIMES = ("turn_seconds", "answer_seconds", "window_seconds", "claim_grace_seconds", "min_open_seconds", "bot_delay_ms")
"""Options that set times."""

LONGEST = 50_000
"""Maximum number of events: a longer game never ends, because of a fault of the rules or of a strategy."""


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """The facts about a finished round."""

    bots: tuple[str, ...]
    "Strategy of each seat."
    winner: int | None
    losers: tuple[int, ...]
    points: tuple[int, ...]
    "Points of each seat from the round."
    ended_by: str
    "Dobon: `call`, `counter`, `ippatsu`, `false-call` or `dead-end`. Other games: the reason of `round-ended`."
    turns: int
    "Turns that were over when the round ended; bouts of Durak, and leads of Kirifu and Mustamaija that were answered."
    decisions: int
    "Actions of seats: turns, calls and answers."
    calls: int
    "True ones without counters; in Doubt, lies that a doubt caught."
    counters: int
    false_calls: int
    reshuffles: int = 0
    attacks: int = 0
    "Attack cards of a beating game."
    beaten: int = 0
    "Attack cards that were beaten."
    takes: int = 0
    "Defences that a seat gave up."


def play(
    key: str,
    bots: Sequence[str],
    seed: str,
    options: Mapping[str, Any] | None = None,
    ask: Ask = ask_at_once,
    refused: Callable[[Refused], None] | None = None,
) -> tuple[list[Event], list[PlayedRound]]:
    """Play one whole game and return its log (numbered, not chained) and its rounds.

    Each bot decides from the view of its own seat. `options` replace those of `at_once`. `refused` receives the refusal
    of an action of `ask`, with its `seat`; then the seats are asked again. Raises `Refused` if ruleset, bots and
    options do not go together.
    """
    played = SelfPlay(key, bots, seed, options)
    while not played.over:
        try:
            played.step(ask)
        except Refused as refusal:
            if refused is None:
                raise
            refused(refusal)
    return played.log, played.rounds()


class SelfPlay:
    """A game of bots alone, step by step."""

    def __init__(self, key: str, bots: Sequence[str], seed: str, options: Mapping[str, Any] | None = None) -> None:
        """Open the game. Arguments and errors are those of `play`."""
        self.log = _opening(key, bots, seed, options or {})
        "The events so far."
        self.game = fold(GAME, self.log)
        self.seed, self._now = seed, START
        self._chain = HashChain(_last_link(seed), self.game.options["rounds"])

    def copy(self) -> "SelfPlay":
        """Return an independent game that continues alike. Events and chain, which never change, are shared."""
        other = copy(self)
        other.log, other.game = self.log[:], self.game.copy()
        return other

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.status == FINISHED

    def step(self, ask: Ask = ask_at_once) -> None:
        """Make the next step, or go on to the moment at which it is due. Raises whatever `next_step` raises."""
        self._take(next_step(self.game, self._now, self._chain, ask))

    def until_asked(self) -> bool:
        """Make all steps that need no decision. Return whether seats are asked now; otherwise the game is over."""
        while not self.over:
            events = due_step(self.game, self._now, self._chain)
            if events is None:
                return True
            self._take(events)
        return False

    def move(self, move: tuple[int, Action] | None) -> None:
        """Let a seat act; None if all seats wait. Raises `Refused`."""
        self._take([] if move is None else act(self.game, *move, self._now, self._chain))

    def _take(self, events: list[Event]) -> None:
        """Apply the events of a step; without events go on to the next moment at which one is due."""
        if events:
            number(self.game, events, self._now)
            for event in events:
                apply(self.game, event)
            self.log += events
        else:
            self._now = _next_moment(self.game, self._now)
        if len(self.log) > LONGEST:
            raise RuntimeError(f"the game of seed {self.seed} does not end")

    def rounds(self) -> list[PlayedRound]:
        """Return the facts about each finished round."""
        return rounds(self.log)


def at_once(key: str) -> dict[str, int]:
    """Return the options with which no event waits for time. Raises `Refused("unknown-ruleset")`."""
    return {option.name: 0 for option in ruleset(key).options if option.name in TIMES}


def rounds(log: Iterable[Event]) -> list[PlayedRound]:
    """Return the facts about each finished round of a log of bots."""
    found: list[PlayedRound] = []
    bots: dict[int, str] = {}
    current: list[Event] = []
    rules: Ruleset | None = None
    for event in log:
        if event.type == "game-created":
            rules = ruleset(event.public.ruleset)
        elif event.type == "seat-taken":
            bots[event.public.seat] = event.public.bot
        elif event.type == "round-ended" and rules is not None:
            found.append(_played(rules, tuple(bots[seat] for seat in sorted(bots)), current, event))
            current = []
        else:
            current.append(event)
    return found


def _played(rules: Ruleset, bots: tuple[str, ...], events: Sequence[Event], ended: Event) -> PlayedRound:
    calls: list[Any] = []
    figures = Counter[str]()
    types, turns, decisions = rules.events.types, 0, 0
    for event in events:
        kind = types.get(event.type)
        if kind is None:
            continue
        if kind.figure:
            figures[kind.figure] += len(kind.laid(event)) or 1
        if kind.role is Role.CALL:
            calls.append(event.public)
        in_turn = _in_turn(kind, event)
        decisions += in_turn or kind.role in (Role.CALL, Role.ANSWER)
        turns += kind.ends_turn or (in_turn and event.public.get("turn", event.public.seat) != event.public.seat)
    true = [call.kind for call in calls if call.valid]
    reason, first = ended.public.reason, rules.calls.first_kinds if rules.calls else ()
    return PlayedRound(
        bots=bots,
        winner=ended.public.winner,
        losers=tuple(ended.public.losers),
        points=tuple(ended.public.points),
        ended_by=true[-1] if reason == "dobon" else reason,
        turns=turns,
        decisions=decisions,
        calls=sum(kind in first for kind in true),
        counters=true.count("counter"),
        false_calls=len(calls) - len(true),
        **figures,
    )


def _in_turn(kind: EventType, event: Event) -> bool:
    """Tell whether the seat in turn took a decision. The draw for a false call is not one."""
    return kind.role is Role.TURN and event.public.get("why") != "false-call"


def _next_moment(game: Game, now: Moment) -> Moment:
    """Return the next moment at which a step is due."""
    due = due_after(game, now)
    if due is None:
        raise RuntimeError("a game of bots waits for nobody, and nothing is due")
    return due


def _opening(key: str, bots: Sequence[str], seed: str, options: Mapping[str, Any]) -> list[Event]:
    """Return the first events of a game with a bot on every seat, numbered."""
    for name in bots:
        if name not in NAMES:
            raise Refused("unknown-bot", Sentence("Known bots: {bots}.", bots=series(NAMES)))
    given = {**at_once(key), **options}
    log = create(key, given, len(bots), bots[1:], listed=False, player="", anchor=None, last_link=_last_link(seed))
    # A game is always created by a player, who sits on seat 0; here that seat is a bot's, too.
    log[1] = bot_seated(0, key, bots[0])
    for version, event in enumerate(log, 1):
        event.version, event.at = version, START
    return log


def _last_link(seed: str) -> bytes:
    """Return the server's link of the last round, derived from the seed so that games can be repeated."""
    return sha256(f"dobon/selfplay/2|{seed}".encode()).digest()


def seat_bots(game: Game, bots: str, besides: int | None = None) -> None:
    """Let bots play all seats, or all but one, without waiting for time. `players` still tells who played the round.

    The one seat is listed among the bots, because it gets its choices in their order.
    """
    version = newest_version(game.ruleset.key, bots)
    game.options = {name: 0 if name in TIMES else value for name, value in game.options.items()}
    for place, taken in enumerate(game.seats):
        if taken is not None:
            bot = None if place == besides else bots
            game.seats[place] = replace(taken, bot=bot, bot_version=None if bot is None else version)
    game.bots = tuple(range(len(game.seats)))
    game.people = () if besides is None else (besides,)
