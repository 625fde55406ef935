"""A round of any ruleset as an environment of PettingZoo (AEC): one seat after the other is asked, and acts or waits.

The game runs as games of bots do (`domain.running.self_play`): the seats are asked in the same order, calls come before
what would cover the card, and each seat decides from its own game.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from domain.bots.strategies import newest_version, playing
from domain.game.game import Game, actions, actions_without_false_calls, view
from domain.game.registry import ruleset as rules_of
from domain.log.chance import RandomStream
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
        self.render_mode = render_mode
        self._actions = actions if false_calls else actions_without_false_calls
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.layout = Layout(rules_of(ruleset), seats)
        self._play = self._begun("spaces")
        self._seat: int | None = None
        self._own: Game | None = None
        self._choices: Choices = {}
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        space = Dict(
            {
                "observation": Box(-np.inf, np.inf, (self.layout.size,), np.float32),
                "action_mask": Box(0, 1, (SIZE,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: Discrete(SIZE) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """Return the space of the observations of a seat."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of the actions of a seat."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a round. The same seed deals the same one."""
        del options
        if seed is not None or not hasattr(self, "_random"):
            self._random = np.random.default_rng(seed)
        self._play = self._begun(str(self._random.integers(2**62)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._steps = 0
        self._next_version()

    def step(self, action: int | None) -> None:
        """Let the seat that is asked act. Raises `ValueError` for an action that its mask does not allow."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        found = self._choices
        if action is None or int(action) not in found:
            raise ValueError(f"{agent} may choose {[*found]} ({', '.join(map(describe, found))}), not {action}")
        self._cumulative_rewards[agent] = 0.0
        self._steps += 1
        self._answer(found[int(action)])
        if self._seat is None:
            self._end()
        elif self._steps >= LONGEST:
            self.truncations = dict.fromkeys(self.agents, True)

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what a seat sees. The mask of a seat that is not asked allows nothing."""
        seat = self._seats[agent]
        game = self._own if seat == self._seat and self._own is not None else self._play.game.seen_by(seat)
        return {
            "observation": self.layout.vector(game, seat),
            "action_mask": mask(self._choices if seat == self._seat and agent in self.agents else {}),
        }

    def advice(self, strategy: str) -> int:
        """Return what a strategy of this project (`novice`, `careful` or `expert`) would choose now.

        For opponents, and for something to learn from. Raises `ValueError` for an unknown strategy, and if no seat is
        asked.
        """
        seat, game = self._seat, self._own
        if seat is None or game is None:
            raise ValueError("no seat is asked: the round is over")
        decide = playing(self.key, strategy, newest_version(self.key, strategy))
        label = f"dobon/environments/1|{self._play.seed}|{seat}|{game.version}"
        action = decide(game, seat, self._actions(game, seat), RandomStream(sha256(label.encode()).digest(), strategy))
        return WAIT if action is None else number_of(action)

    def render(self) -> str | None:
        """Return what the seat that is asked sees, as text."""
        if self.render_mode is None:
            return None
        seat = self._seats[self.agent_selection]
        shown = view(self._play.game, seat)["round"]
        hands = " | ".join(" ".join(cards) for cards in shown["hands"])
        board = " ".join(f"{name}={value}" for name, value in shown["board"].items() if value not in (None, []))
        return (
            f"{self.agent_selection}: {shown['phase']}, turn {shown['turn']}, stock {shown['stock']}\n{hands}\n{board}"
        )

    def close(self) -> None:
        """Do nothing: nothing is open."""

    def _begun(self, seed: str) -> SelfPlay:
        return SelfPlay(self.key, ["novice"] * self.seats, seed, self.options)

    def _answer(self, action: Action | None) -> None:
        """Pass the decision of the seat that is asked on, and let the game run until the next question or its end."""
        try:
            self._question(self._asking.send(action))
        except StopIteration as end:
            self._play.move(end.value)
            self._next_version()

    def _next_version(self) -> None:
        """Ask the first seat that has a choice at the next version at which one has."""
        self._seat, self._own, self._choices = None, None, {}
        while self._play.until_asked():
            self._asking = asked_in_turn(self._play.game)
            try:
                self._question(next(self._asking))
            except StopIteration as end:
                self._play.move(end.value)
            else:
                return

    def _question(self, seat: int) -> None:
        """Ask this seat, or the next one that has a choice. Raises `StopIteration` if none has."""
        server = self._play.game
        waiting = server.ruleset.waiting_for(server.state)
        while True:
            own = server.seen_by(seat)
            found = self._actions(own, seat)
            if found:
                self._seat, self._own, self._choices = seat, own, choices(found, may_wait=seat not in waiting)
                self.agent_selection = self.possible_agents[seat]
                return
            seat = self._asking.send(None)

    def _end(self) -> None:
        """Give the rewards of the round."""
        points = self._play.rounds()[-1].points
        self.rewards = {agent: float(points[self._seats[agent]]) for agent in self.agents}
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]
