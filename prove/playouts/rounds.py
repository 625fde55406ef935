"""Random rounds of the rules alone, on tables: any options, any number of seats, any action that is legal."""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from random import Random
from typing import Any

from domain.dobon.calls import answers_to, may_call
from domain.game.registry import ruleset
from domain.log.chance import Chance
from domain.log.errors import Refused
from domain.log.events import Event
from domain.ruleset.actions import Accept, Action, Attack, Beat, Decline, Dobon, Doubt, Draw, Flip, Lead, Play, ThrowIn
from domain.ruleset.legal_actions import LegalAction, More
from domain.ruleset.ruleset import Option, RoundStart
from domain.running.self_play import TIMES

NOW = "2026-01-01T00:00:00.000000Z"

SELDOM = 0.1
"""Chance with which a call that is listed is made although it is false."""

OFTEN = 0.3
"""Chance with which a true call is made before any other action."""

LAZY = 0.08
"""Share of rounds in which seats nearly always draw and decline, so that the cards run out."""

MOST_PLAYS = 120
"""Bound of a round of Doubt, which need not end otherwise."""


def random_options(key: str, random: Random) -> tuple[int, dict[str, Any]]:
    """Return a number of seats and values of all options that go together; events wait for no time."""
    rules = ruleset(key)
    while True:
        seats = random.choice(rules.seats)
        options = {option.name: _value(option, random) for option in rules.options}
        if "max_plays" in options:
            options["max_plays"] = random.choice([50, MOST_PLAYS])
        try:
            rules.check(options, seats)
        except Refused:
            continue
        return seats, options


def _value(option: Option, random: Random) -> Any:
    """Return half the time the default, else any value."""
    if option.name in TIMES:
        return 0
    if random.random() < 0.5:
        return option.default
    if option.kind == "bool":
        return random.random() < 0.5
    if option.kind == "choice":
        return random.choice(option.values)
    return random.randint(option.minimum, option.maximum)


class RandomRound:
    """One round as the server has it. Its name gives everything."""

    def __init__(self, key: str, name: str) -> None:
        self.random = Random(f"{name}|{key}")
        self.rules: Any = ruleset(key)
        self.seats, self.options = random_options(key, self.random)
        self.chance = Chance(sha256(name.encode()).digest(), name, 1, [""] * self.seats)
        self.lazy = self.random.random() < LAZY
        self.version = 0
        self.ended: Event | None = None
        first, *others = self._numbered(self.rules.deal(RoundStart(1, self.seats, self.options), NOW, self.chance))
        self.state = self.rules.begin(first, self.seats)
        self._apply(others)

    def _numbered(self, events: Sequence[Event]) -> Sequence[Event]:
        for event in events:
            self.version += 1
            event.version = self.version
        return events

    def _apply(self, events: Sequence[Event]) -> None:
        for event in events:
            self.rules.apply(self.state, event)
            if event.type == "round-ended":
                self.ended = event

    def choose(self) -> tuple[int, Action]:
        """Return a seat and a legal action of it: mostly of a seat that is asked, rarely a false call."""
        if self.lazy:
            found = [move for move in self._moves() if isinstance(move[1], Draw | Decline | Flip | Accept)]
            if found and self.random.random() < 0.98:
                return self.random.choice(found)
        elif self.rules.family == "dobon" and self.random.random() < OFTEN:
            for seat in range(self.seats):
                if may_call(self.state.table, self.state.hands[seat], seat) and self.rules.is_true(self.state, seat):
                    return seat, Dobon(answers_to(self.state.table))
        while True:
            asked = self.rules.waiting_for(self.state)
            seat = self.random.choice(asked) if self.random.random() < 0.8 else self.random.randrange(self.seats)
            legal = self.legal(seat)
            if legal:
                action = widened(self.random.choice(legal), self.random)
                calls = self.rules.calls
                false = isinstance(action, Dobon | Doubt) and calls and not calls.is_true(self.state, seat)
                if not false or self.random.random() < SELDOM:
                    return seat, action

    def _moves(self) -> list[tuple[int, Action]]:
        seats = self.rules.waiting_for(self.state)
        return [(seat, action) for seat in seats for action in self.actions(seat)]

    def actions(self, seat: int) -> list[Action]:
        """Return the seat's legal actions that strategies choose from."""
        found: list[Action] = self.rules.actions(self.state.table, self.state.hands[seat], seat, self.options)
        return found

    def legal(self, seat: int) -> list[LegalAction]:
        """Return the seat's legal actions, each with what may be added to it."""
        found: list[LegalAction] = self.rules.legal(self.state.table, self.state.hands[seat], seat, self.options)
        return found

    def act(self, seat: int, action: Action) -> Sequence[Event]:
        """Perform the action and return its events."""
        events = self._numbered(self.rules.decide(self.state, seat, action, self.options, NOW, self.chance))
        self._apply(events)
        return events


def widened(legal: LegalAction, random: Random) -> Action:
    """Return an action that can be built from the entry: the listed one, or one with random additions."""
    action, more = legal.action, legal.more
    if more is None:
        return action
    if isinstance(action, Beat):
        for pair in random.sample(more.pairs, len(more.pairs)):
            if random.random() < 0.5 and not {card for one in action.pairs for card in one} & {*pair}:
                action = Beat((*action.pairs, pair))
        return action
    if isinstance(action, Play | Lead | Attack | ThrowIn):
        return _with_cards(action, more, random)
    return action


def _with_cards(action: "Play | Lead | Attack | ThrowIn", more: More, random: Random) -> Action:
    most = min(len(more.cards), more.most - len(action.cards)) if more.cards else 0
    added = random.sample(more.cards, random.randint(0, max(0, most)) if random.random() < 0.5 else 0)
    made = replace(action, cards=(*action.cards, *added))
    if isinstance(made, Play) and more.suits:
        return replace(made, suit=random.choice(more.suits))
    extra = [card for card in more.extra if card not in made.cards]
    if isinstance(made, Lead) and extra and random.random() < 0.5:
        return replace(made, extra=random.choice(extra))
    return made
