"""A round of any ruleset as a game of OpenSpiel, `dobon_round`, which this module registers.

A chance node at the beginning chooses one of the deals, all with equal chance. All later chance, such as the order of a
reshuffle, follows from the deal. After it the game is `RoundEnv`: the same seats are asked, with the same numbers for
actions.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from domain.game.registry import RULESETS
from environments.action_space import SIZE, describe
from environments.aec import LONGEST, RoundEnv

TYPE = pyspiel.GameType(
    short_name="dobon_round",
    long_name="A round of a ruleset of dobon",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    min_num_players=min(rules.seats[0] for rules in RULESETS.values()),
    max_num_players=max(rules.seats[-1] for rules in RULESETS.values()),
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={
        "ruleset": "dobon-sato",
        "players": 4,
        "options": {"name": "options"},
        "false_calls": False,
        "deals": 1000,
    },
)


def _round(parameters: Mapping[str, Any]) -> RoundEnv:
    """Return the environment with these parameters of the game."""
    options = {name: value for name, value in parameters["options"].items() if name != "name"}
    return RoundEnv(parameters["ruleset"], parameters["players"], options, false_calls=parameters["false_calls"])


class RoundGame(pyspiel.Game):  # type: ignore[misc]
    """The game."""

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        """Take all parameters of `TYPE`. Raises `Refused` if they do not go together."""
        self._layout = _round(parameters).layout
        deals, players = parameters["deals"], parameters["players"]
        info = pyspiel.GameInfo(
            num_distinct_actions=SIZE,
            max_chance_outcomes=deals,
            num_players=players,
            min_utility=-np.inf,
            max_utility=np.inf,
            max_game_length=LONGEST,
        )
        super().__init__(TYPE, info, parameters)

    def new_initial_state(self) -> "RoundState":
        """Return the state before the deal."""
        return RoundState(self)

    def make_py_observer(self, kind: Any = None, params: Mapping[str, Any] | None = None) -> "Observer | None":
        """Return an observer of all that one seat sees, now or in the whole round; None for other kinds."""
        if params:
            raise ValueError(f"observers have no parameters such as {params}")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return Observer(self._layout.size, recalls=kind.perfect_recall)


class RoundState(pyspiel.State):  # type: ignore[misc]
    """A state. Clones and pickles have copies of the round."""

    def __init__(self, game: RoundGame) -> None:
        super().__init__(game)
        self.round: RoundEnv | None = None
        "None before the deal."

    def current_player(self) -> Any:
        """Return the seat that is asked."""
        if self.round is None:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if self.round.asked is None else self.round.asked

    def is_terminal(self) -> bool:
        """Tell whether the round is over."""
        return self.round is not None and self.round.asked is None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the deals, with equal chance."""
        deals = self.get_game().max_chance_outcomes()
        return [(deal, 1 / deals) for deal in range(deals)]

    def returns(self) -> list[float]:
        """Return the points of the round by seat; 0 before its end."""
        return [0.0] * self.num_players() if self.round is None else [*self.round.rewards.values()]

    def _legal_actions(self, _: int) -> list[int]:
        return [] if self.round is None else sorted(self.round.choices)

    def _apply_action(self, action: int) -> None:
        if self.round is None:
            self.round = _round(self.get_game().get_parameters())
            self.round.reset(seed=action)
        else:
            self.round.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == pyspiel.PlayerId.CHANCE else describe(action)

    def __str__(self) -> str:
        return "before the deal" if self.round is None else self.round.text(self.round.agent_selection)


class Observer:
    """What one seat sees now; with `perfect_recall` all that it has seen and done, as text alone."""

    def __init__(self, size: int, *, recalls: bool) -> None:
        """Take the size of the vector."""
        self._recalls = recalls
        self.tensor = None if recalls else np.zeros(size, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: RoundState, player: int) -> None:
        """Write what the seat sees into the tensor."""
        if self.tensor is not None:
            one = state.round
            self.tensor[:] = 0 if one is None else one.observe(one.possible_agents[player])["observation"]

    def string_from(self, state: RoundState, player: int) -> str:
        """Return what the seat sees, or recalls, as text."""
        one = state.round
        if one is None:
            return ""
        return (one.recall if self._recalls else one.text)(one.possible_agents[player])


pyspiel.register_game(TYPE, RoundGame)
