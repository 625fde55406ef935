"""A round of any ruleset as an environment of PettingZoo (AEC): one seat after the other is asked, and acts or waits.

The game runs as games of bots do (`domain.running.self_play`): the seats are asked in the same order, calls come before
what would cover the card, and each seat decides from its own game.
"""

from collections.abc import Generator, Mapping
from copy import deepcopy
from functools import cached_property, partial
from hashlib import sha256
from operator import itemgetter
from typing import Any, NamedTuple, Self

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from domain.bots.strategies import newest_version, playing
from domain.game.game import Game, actions, actions_without_false_calls, view
from domain.game.registry import ruleset as rules_of
from domain.log.chance import RandomStream
from domain.log.events import Event, seen_by
from domain.log.log_format import canonical
from domain.ruleset.actions import Action
from domain.running.automation import asked_in_turn
from domain.running.self_play import SelfPlay
from environments.action_space import SIZE, WAIT, Choices, choices, describe, mask, number_of
from environments.observation import Layout

LONGEST = 3_000
"""A round with more decisions is truncated."""


def env(ruleset: str = "dobon-sato", seats: int = 4, **more: Any) -> AECEnv:
    """Return the environment of `RoundEnv`, which also refuses calls in a wrong order."""
    return OrderEnforcingWrapper(RoundEnv(ruleset, seats, **more))


class Taken(NamedTuple):
    """A step."""

    version: int
    "The version of the game before it."
    agent: str
    number: int | None
    "The action; None for a step after the end, which takes a seat out."


class RoundEnv(AECEnv):  # type: ignore[misc]
    """One round. The reward of a seat is its points at the end of the round; before it all rewards are 0.

    An observation is a dictionary with `observation`, a vector as `layout` describes it, and `action_mask`.
    """

    metadata = {"render_modes": ["ansi"], "name": "dobon_v0", "is_parallelizable": False}  # noqa: RUF012 - PettingZoo's own

    def __init__(
        self,
        ruleset: str = "dobon-sato",
        seats: int = 4,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        *,
        false_calls: bool = False,
    ) -> None:
        """Take the key of a ruleset and its options. Raises `Refused` if they do not go together.

        Without `false_calls` a seat is not offered the calls that it knows to be false, and is not asked for them.
        """
        super().__init__()
        self.key, self.seats, self.options = ruleset, seats, {**(options or {}), "rounds": 1}
        self.render_mode, self.false_calls = render_mode, false_calls
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.layout = Layout(rules_of(ruleset), seats)
        self.asked: int | None = None
        "The seat that is asked; None after the end."
        self.choices: Choices = {}
        "What it may choose, by number."
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._random: np.random.Generator | None = None
        self._begin("spaces")

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return an independent environment in the same situation. Nothing is played again."""
        other = object.__new__(type(self))
        memo[id(self)], memo[id(self.layout)] = other, self.layout
        for fast in (self._play, self.choices, self._taken):
            memo[id(fast)] = fast.copy()
        other.__dict__.update(deepcopy(self.__dict__, memo))
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        """Tell how to make the environment again, and what happened in it: the round is played again."""
        made = partial(type(self), self.key, self.seats, self.options, self.render_mode, false_calls=self.false_calls)
        return made, (), (self._random, self._play.seed, self._taken)

    def __setstate__(self, state: tuple[np.random.Generator | None, str, list[Taken]]) -> None:
        self._random, seed, taken = state
        self._begin(seed)
        for step in taken:
            self.step(step.number)

    @cached_property
    def observation_spaces(self) -> dict[str, Any]:
        """By seat: the space of its observations."""
        space = Dict(
            {
                "observation": Box(-np.inf, np.inf, (self.layout.size,), np.float32),
                "action_mask": Box(0, 1, (SIZE,), np.int8),
            }
        )
        return dict.fromkeys(self.possible_agents, space)

    @cached_property
    def action_spaces(self) -> dict[str, Any]:
        """By seat: the space of its actions."""
        return {agent: Discrete(SIZE) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """Return the space of the observations of a seat."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of the actions of a seat."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a round. The same seed deals the same one."""
        del options
        if seed is not None or self._random is None:
            self._random = np.random.default_rng(seed)
        self._begin(str(self._random.integers(2**62)))

    def step(self, action: int | None) -> None:
        """Let the seat that is asked act. Raises `ValueError` for an action that its mask does not allow."""
        agent, version = self.agent_selection, self._play.game.version
        if not self.choices:
            self._was_dead_step(action)
            self._taken.append(Taken(version, agent, None))
            return
        if action is None or int(action) not in self.choices:
            found = self.choices
            raise ValueError(f"{agent} may choose {[*found]} ({', '.join(map(describe, found))}), not {action}")
        self._taken.append(Taken(version, agent, int(action)))
        self._answers.append(self.choices[int(action)])
        self._ask()
        if self.asked is None:
            self._end()
        elif len(self._taken) >= LONGEST:
            self.asked, self.choices = None, {}
            self.truncations = dict.fromkeys(self.agents, True)

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what a seat sees. The mask of a seat that is not asked allows nothing."""
        seat = self._seats[agent]
        return {
            "observation": self.layout.vector(self._play.game.seen_by(seat), seat),
            "action_mask": mask(self.choices if seat == self.asked else {}),
        }

    def recall(self, agent: str) -> str:
        """Return all that a seat has seen of the round and done in it, in that order, as text."""
        seat, types = self._seats[agent], self._play.game.ruleset.events.types
        lines = [(event.version, _told(seen_by(event, seat))) for event in self._play.log if event.type in types]
        for version, one, number in self._taken:
            if one == agent and number is not None:
                lines.append((version, describe(number)))
        return "\n".join(f"{version} {line}" for version, line in sorted(lines, key=itemgetter(0)))

    def advice(self, strategy: str) -> int:
        """Return what a strategy of this project (`novice`, `careful` or `expert`) would choose now.

        For opponents, and for something to learn from. Raises `ValueError` for an unknown strategy, and if no seat is
        asked.
        """
        seat = self.asked
        if seat is None:
            raise ValueError("no seat is asked: the round is over")
        game = self._play.game.seen_by(seat)
        decide = playing(self.key, strategy, newest_version(self.key, strategy))
        label = f"dobon/environments/1|{self._play.seed}|{seat}|{game.version}"
        offered = self._offered(game, seat)
        action = decide(game, seat, offered, RandomStream(sha256(label.encode()).digest(), strategy))
        return WAIT if action is None else number_of(action)

    def render(self) -> str | None:
        """Return what the seat that is asked sees, as text."""
        return None if self.render_mode is None else self.text(self.agent_selection)

    def text(self, agent: str) -> str:
        """Return what a seat sees, as text."""
        shown = view(self._play.game, self._seats[agent])["round"]
        hands = " | ".join(" ".join(cards) for cards in shown["hands"])
        board = " ".join(f"{name}={value}" for name, value in shown["board"].items() if value not in (None, []))
        return f"{agent}: {shown['phase']}, turn {shown['turn']}, stock {shown['stock']}\n{hands}\n{board}"

    def close(self) -> None:
        """Do nothing: nothing is open."""

    def _begin(self, seed: str) -> None:
        """Deal the round of a seed, and ask the first seat."""
        self._play = SelfPlay(self.key, ["novice"] * self.seats, seed, self.options)
        self._taken: list[Taken] = []
        self._answers: list[Action | None] = []
        "The decisions at this version of the game, in the order in which seats are asked."
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def _ask(self) -> None:
        """Let the game run until a seat has a choice, or to its end."""
        self.asked, self.choices = None, {}
        while not self.choices and self._play.until_asked():
            try:
                self._ask_in_turn(asked_in_turn(self._play.game))
            except StopIteration as end:
                self._play.move(end.value)
                self._answers = []

    def _ask_in_turn(self, asking: Generator[int, Action | None, Any]) -> None:
        """Ask the next seat of this version that has a choice. Raises `StopIteration` with the move if none has."""
        game = self._play.game
        waiting = game.ruleset.waiting_for(game.state)
        seat = next(asking)
        for answer in self._answers:
            seat = asking.send(answer)
        while not (found := self._offered(game.seen_by(seat), seat)):
            self._answers.append(None)
            seat = asking.send(None)
        self.asked, self.choices = seat, choices(found, may_wait=seat not in waiting)
        self.agent_selection = self.possible_agents[seat]

    def _offered(self, own: Game, seat: int) -> list[Action]:
        """Return the actions that a seat is offered; `own` is its game."""
        return (actions if self.false_calls else actions_without_false_calls)(own, seat)

    def _end(self) -> None:
        """Give the rewards of the round."""
        points = self._play.rounds()[-1].points
        self.rewards = {agent: float(points[self._seats[agent]]) for agent in self.agents}
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]


def _told(event: Event) -> str:
    """Return an event with its parts as text."""
    return " ".join([event.type, *(canonical(part).decode() for part in (event.public, *event.sealed.values()))])
