"""Tables of four people, at which two collude, or one has help from a program, and tables at which nobody cheats.

All play like the careful bot, each with failings of its own: it overlooks calls, plays at random, loses its nerve.
Colluders see the cards of their partner, or what it signals. Every cheat uses a share of its opportunities.
"""

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from domain.bots.strategy import Strategy
from domain.dobon.evolve import DobonState
from domain.game.game import Game
from domain.log.chance import RandomStream
from domain.log.events import Event
from domain.log.moments import later
from domain.ruleset.actions import Action, Attack, Decline, Dobon, Doubt, Lead, Play, Stop, ThrowIn
from domain.ruleset.cards import RANK
from domain.running.self_play import SelfPlay
from domain.signals.assistance import expert_of
from domain.signals.pairs import PlayerRound, player_rounds

SEATS = 4
ROUNDS_OF_A_GAME = 5


@dataclass
class Person:
    """A player with its failings, and the partner it colludes with."""

    id: str
    overlooks: float
    "How often it does not see a true call."
    random: float
    "How often it plays any card."
    nerves: float
    "How often it doubts a play for no reason, or stops an attack."
    thinks: float
    "By how much it thinks longer about a hard decision than about an easy one: binary logarithm of the factor."
    partner: str = ""
    way: str = ""
    "How it cheats: a name of `WAYS`."
    strength: float = 0.0
    "The share of its opportunities that it uses."


@dataclass
class Moment:
    """A decision of a person."""

    person: Person
    seat: int
    partner: int
    "The seat of its partner; -1 without one."
    own: Game
    "As the person sees it."
    real: Game
    "With all cards."
    actions: Sequence[Action]
    chosen: Action | None
    dice: random.Random

    def instead(self, kind: type[Action]) -> Action | None:
        """Return an action of this kind, else the chosen one."""
        return next((action for action in self.actions if isinstance(action, kind)), self.chosen)

    def other(self, *kinds: type[Action]) -> Action | None:
        """Return an action of these kinds, else one that is not the chosen one; None to wait where that is possible."""
        for action in self.actions:
            if isinstance(action, kinds):
                return action
        if self.seat not in self.real.ruleset.waiting_for(self.real.state):
            return None
        return next((action for action in self.actions if type(action) is not type(self.chosen)), self.chosen)


def spare_call(now: Moment) -> Action | None:
    """Do not call on a card of the partner."""
    if isinstance(now.chosen, Dobon):
        table = now.real.state.table
        owner = table.top_owner if table.standing is None else table.standing.seat
        if owner == now.partner:
            return now.other(Decline)
    return now.chosen


def feed(now: Moment) -> Action | None:
    """Lay a card on which the partner can call, by its true hand."""
    return _lay(now, _waits(now.real.state, now))


def follow_signal(now: Moment) -> Action | None:
    """Lay a card of the half of the numbers in which the partner waits; the order of its last plays has told which."""
    waits = _waits(now.real.state, now)
    low = sum(number <= 6 for number in waits) * 2 > len(waits)
    return _lay(now, range(1, 7) if low else range(7, 14)) if waits else now.chosen


def _waits(state: DobonState, now: Moment) -> set[int]:
    return {*now.real.ruleset.waits(state, now.partner)}  # type: ignore[attr-defined]


def _lay(now: Moment, numbers: Iterable[int]) -> Action | None:
    if isinstance(now.chosen, Dobon | Decline):
        return now.chosen
    fitting = [one for one in now.actions if isinstance(one, Play) and RANK[one.cards[-1]] in numbers]
    return now.dice.choice(fitting) if fitting else now.chosen


def spare_doubt(now: Moment) -> Action | None:
    """Do not doubt a play of the partner."""
    claim = now.real.state.table.claim if isinstance(now.chosen, Doubt) else None
    return now.other(Decline) if claim is not None and claim.seat == now.partner else now.chosen


def spare_attack(now: Moment) -> Action | None:
    """Do not attack the partner further."""
    bout = now.real.state.table.bout
    if isinstance(now.chosen, Attack | ThrowIn) and bout is not None and bout.defender == now.partner:
        return now.instead(Stop)
    return now.chosen


def ease_lead(now: Moment) -> Action | None:
    """Lead a card that the partner can beat, by its true hand."""
    state: Any = now.real.state
    rules: Any = now.real.ruleset
    if not isinstance(now.chosen, Lead) or state.table.following(now.seat) != now.partner:
        return now.chosen
    held = state.held(now.partner)
    easy = [
        action
        for action in now.actions
        if isinstance(action, Lead)
        and len(action.cards) == 1
        and any(rules.beats(state.table, card, action.cards[0]) for card in held)
    ]
    return now.dice.choice(easy) if easy else now.chosen


def ask_program(now: Moment) -> Action | None:
    """Do what the expert bot does where it searches."""
    expert, stream = expert_of(now.own), RandomStream(now.dice.randbytes(32), "worlds")
    if not expert.needs_search(now.own, now.seat, now.actions, stream):
        return now.chosen
    return expert(now.own, now.seat, now.actions, stream)


WAYS: dict[str, Callable[[Moment], Action | None]] = {
    "soft calls": spare_call,
    "feeding": feed,
    "signals": follow_signal,
    "no doubts": spare_doubt,
    "soft attacks": spare_attack,
    "easy leads": ease_lead,
    "program": ask_program,
}


def fail(now: Moment) -> Action | None:
    """Return what the person does with its failings, without any partner."""
    dice, chosen = now.dice, now.chosen
    if isinstance(chosen, Dobon):
        return now.other(Decline) if dice.random() < now.person.overlooks else chosen
    if isinstance(chosen, Play | Lead) and dice.random() < now.person.random:
        return dice.choice([one for one in now.actions if type(one) is type(chosen)])
    if isinstance(chosen, Attack | ThrowIn) and dice.random() < now.person.nerves:
        return now.instead(Stop)
    if isinstance(chosen, Decline) and dice.random() < now.person.nerves / 10:
        return now.instead(Doubt)
    return chosen


@dataclass
class Table:
    """Four people who meet again and again, on other seats in each game."""

    key: str
    seed: str
    way: str = ""
    "How the first two collude, or the first one has help; an empty string if nobody cheats."
    strength: float = 0.0
    times: bool = False
    "People take time for their decisions, more for those that the expert bot would search."
    people: list[Person] = field(init=False)
    dice: random.Random = field(init=False)
    played: int = 0
    "Games so far."

    def __post_init__(self) -> None:
        self.dice = random.Random(f"{self.key}/{self.way}/{self.strength}/{self.seed}")
        self.people = [
            Person(
                f"p{number}", *(self.dice.uniform(*limits) for limits in ((0.03, 0.3), (0, 0.4), (0, 0.3), (0.2, 1.2)))
            )
            for number in range(SEATS)
        ]
        if self.way:
            self.cheat(self.way, self.strength)

    def cheat(self, way: str, strength: float) -> None:
        """From now on the first two collude, or the first one has help from a program."""
        for person, partner in ((self.people[0], "p1"), (self.people[1], "p0"))[: 1 if way == "program" else 2]:
            person.partner, person.way, person.strength = partner, way, strength

    def play(self, rounds: int) -> dict[str, list[PlayerRound]]:
        """Play `rounds` rounds, and return those of each person."""
        found: dict[str, list[PlayerRound]] = {person.id: [] for person in self.people}
        for log in self.games(rounds, found):
            for player, played in player_rounds("table", log).items():
                found[player] += played
        return found

    def games(self, rounds: int, players: Collection[str]) -> Iterator[list[Event]]:
        """Play `rounds` rounds, and yield the logs of their games, in which only some players are known as people."""
        for _ in range(rounds // ROUNDS_OF_A_GAME):
            seated = self.dice.sample(self.people, SEATS)
            seats = [person.id if person.id in players else None for person in seated]
            log, seconds = self._game(seated, f"{self.seed}/{self.played}", seats)
            yield with_people(log, seats, seconds)
            self.played += 1

    def _game(
        self, seated: Sequence[Person], seed: str, watched: Sequence[str | None]
    ) -> tuple[list[Event], dict[int, float]]:
        """Return the log of bots, and the seconds before some of its events, by version."""
        seconds: dict[int, float] = {}
        played = SelfPlay(self.key, ["careful"] * SEATS, seed, {"rounds": ROUNDS_OF_A_GAME})
        places = {person.id: seat for seat, person in enumerate(seated)}

        def ask(
            strategy: Strategy, game: Game, seat: int, actions: Sequence[Action], stream: RandomStream
        ) -> Action | None:
            person = seated[seat]
            chosen = strategy(game, seat, actions, stream)
            # A seat that may call is asked again and again, and sees the same card alike each time.
            about = chosen.on if isinstance(chosen, Dobon) else game.version
            dice = random.Random(f"{self.key}/{seed}/{person.id}/{about}")
            now = Moment(person, seat, places.get(person.partner, -1), game, played.game, actions, chosen, dice)
            now.chosen = fail(now)
            cheats = bool(person.way) and dice.random() < person.strength
            if self.times and watched[seat] is not None:
                hard = expert_of(game).needs_search(game, seat, actions, RandomStream(dice.randbytes(32), "worlds"))
                extra = person.thinks if hard and not cheats else 0.0
                seconds[game.version + 1] = 2 ** dice.gauss(2 + extra, 1.0)
            return WAYS[person.way](now) if cheats else now.chosen

        while not played.over:
            played.step(ask)
        return played.log, seconds


def with_people(log: Sequence[Event], players: Sequence[str | None], seconds: Mapping[int, float]) -> list[Event]:
    """Return a log of bots with people on some seats, and with the seconds that passed before some events."""
    found, late = [], 0.0
    for event in log:
        late += seconds.get(event.version, 0.0)
        public = event.public
        if event.type == "seat-taken" and (player := players[public.seat]) is not None:
            public = replace(public, player=player, bot=None, bot_version=None)
        found.append(Event(public, event.sealed, event.version, later(event.at, ms=round(1000 * late))))
    return found
