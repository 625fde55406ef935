"""Steps per second of the environments with observation and mask, beside UNO of rlcard if that is installed.

Both play random allowed actions in one process, in turns; the figures are medians of slices of CPU time.
"""

import statistics
import time
from importlib.util import find_spec
from typing import Any

import numpy as np

from bench import Row
from domain.game.registry import RULESETS

SLICES, STEPS, SEATS = 11, 500, 4


class Environment:
    """One of the environments."""

    def __init__(self, ruleset: str) -> None:
        from environments import env  # optional: needs the extra `environments`

        self._env: Any = env(ruleset, SEATS)
        self._env.reset(seed=1)
        self._chance = np.random.default_rng(1)

    def rate(self) -> float:
        """Play a slice and return its steps per second of CPU time."""
        env, start, done = self._env, time.process_time(), 0
        while done < STEPS:
            seen, _, ended, cut, _ = env.last()
            if ended or cut:
                env.reset()
                continue
            env.step(int(self._chance.choice(np.flatnonzero(seen["action_mask"]))))
            done += 1
        return STEPS / (time.process_time() - start)


class Uno:
    """The environment of rlcard's UNO for as many seats."""

    def __init__(self) -> None:
        import rlcard  # type: ignore[import-not-found, import-untyped, unused-ignore]  # optional

        self._env: Any = rlcard.make("uno", config={"game_num_players": SEATS, "seed": 1})
        self._state, _ = self._env.reset()
        self._chance = np.random.default_rng(1)

    def rate(self) -> float:
        """Play a slice and return its steps per second of CPU time."""
        env, start = self._env, time.process_time()
        for _ in range(STEPS):
            if env.is_over():
                self._state, _ = env.reset()
            self._state, _ = env.step(int(self._chance.choice([*self._state["legal_actions"]])))
        return STEPS / (time.process_time() - start)


def rows() -> list[Row]:
    """Return the rates; none without the extra `environments`."""
    if find_spec("pettingzoo") is None:
        return []
    uno = Uno() if find_spec("rlcard") else None
    found: list[Row] = []
    for ruleset in RULESETS:
        one = Environment(ruleset)
        rates = [(one.rate(), uno.rate() if uno else 1.0) for _ in range(SLICES)]
        found.append(
            (f"{ruleset}: steps with observation and mask", statistics.median(ours for ours, _ in rates), "/s")
        )
        if uno:
            ratio = statistics.median(ours / theirs for ours, theirs in rates)
            found.append((f"{ruleset}: steps, against rlcard's UNO", ratio, ""))
    return found
