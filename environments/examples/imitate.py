"""Train a small network that plays Sato's Dobon for two, and let it play against `novice`.

    python -m environments.examples.imitate --rounds 1500 --games 1000

The network learns which action `careful` would take, in situations that it gets into itself (DAgger: the share of its
own actions grows). It needs numpy alone.
"""

import argparse
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from environments.action_space import SIZE
from environments.aec import RoundEnv

Array = NDArray[Any]
Choose = Callable[[RoundEnv, dict[str, Any]], int]

HIDDEN, BATCH, RATE = 128, 128, 1e-3


class Network:
    """One hidden layer; the outputs are the logits of all actions."""

    def __init__(self, inputs: int, random: np.random.Generator) -> None:
        scale = [(inputs, HIDDEN), (HIDDEN, SIZE)]
        self.weights = [random.normal(0, rows**-0.5, (rows, columns)).astype(np.float32) for rows, columns in scale]
        self.moments = [(np.zeros_like(weight), np.zeros_like(weight)) for weight in self.weights]
        self.steps = 0

    def logits(self, seen: Array) -> tuple[Array, Array]:
        """Return the hidden layer and the logits."""
        hidden = np.maximum(seen @ self.weights[0], 0)
        return hidden, hidden @ self.weights[1]

    def choose(self, seen: dict[str, Any]) -> int:
        """Return the best allowed action."""
        _, logits = self.logits(seen["observation"])
        return int(np.where(seen["action_mask"] == 1, logits, -np.inf).argmax())

    def learn(self, seen: Array, masks: Array, wanted: Array) -> None:
        """Make the wanted actions of a batch more likely (cross-entropy, Adam)."""
        hidden, logits = self.logits(seen)
        logits = np.where(masks == 1, logits, -1e9)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        chances[np.arange(len(wanted)), wanted] -= 1
        back = chances / len(wanted)
        gradients = [seen.T @ ((back @ self.weights[1].T) * (hidden > 0)), hidden.T @ back]
        self.steps += 1
        for place, gradient in enumerate(gradients):
            first, second = self.moments[place]
            first[:] = 0.9 * first + 0.1 * gradient
            second[:] = 0.999 * second + 0.001 * gradient**2
            spread = np.sqrt(second / (1 - 0.999**self.steps)) + 1e-8
            self.weights[place] -= RATE * first / (1 - 0.9**self.steps) / spread


def play(env: RoundEnv, seed: int, choose: list[Choose]) -> dict[str, float]:
    """Play a round, in which each seat has its own way to choose. Return the points."""
    env.reset(seed=seed)
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        agent = env.agent_selection
        env.step(choose[env.possible_agents.index(agent)](env, env.observe(agent)))
    return dict(env.rewards)


def trained(env: RoundEnv, rounds: int, seed: int = 1) -> Network:
    """Return a network after this many rounds."""
    random = np.random.default_rng(seed)
    network = Network(env.layout.size, random)
    seen: list[tuple[Array, Array, int]] = []
    for number in range(rounds):
        own = min(0.8, number / rounds)

        def choose(env: RoundEnv, shown: dict[str, Any], own: float = own) -> int:
            advice = env.advice("careful")
            seen.append((shown["observation"], shown["action_mask"], advice))
            return network.choose(shown) if random.random() < own else advice

        play(env, seed * 1_000_000 + number, [choose, choose])
        for batch in batches(seen, random, 4):
            network.learn(*batch)
    return network


def batches(
    seen: list[tuple[Array, Array, int]], random: np.random.Generator, count: int
) -> Iterator[tuple[Array, ...]]:
    """Yield random batches of what was seen."""
    for _ in range(count):
        picked = [seen[place] for place in random.integers(len(seen), size=BATCH)]
        observations, masks, wanted = zip(*picked, strict=True)
        yield np.stack(observations), np.stack(masks), np.array(wanted)


def compared(env: RoundEnv, network: Network, deals: int, against: str, seed: int = 9) -> tuple[float, float]:
    """Return the share of won rounds against a strategy, and its error at 95 %. Each deal is played on both seats."""
    ours: Choose = lambda _, shown: network.choose(shown)  # noqa: E731
    theirs: Choose = lambda env, _: env.advice(against)  # noqa: E731
    won = []
    for deal in range(deals):
        first = play(env, seed * 1_000_000 + deal, [ours, theirs])
        second = play(env, seed * 1_000_000 + deal, [theirs, ours])
        won.append(((first["seat_0"] > first["seat_1"]) + (second["seat_1"] > second["seat_0"])) / 2)
    return float(np.mean(won)), float(1.96 * np.std(won) / deals**0.5)


def main() -> None:
    """Train, and compare."""
    parser = argparse.ArgumentParser(description="Train an agent that beats novice.")
    parser.add_argument("--rounds", type=int, default=1500)
    parser.add_argument("--games", type=int, default=1000)
    given = parser.parse_args()
    env = RoundEnv("dobon-sato", 2)
    began = monotonic()
    network = trained(env, given.rounds)
    print(f"trained on {given.rounds} rounds in {monotonic() - began:.0f} s")
    for against in ("novice", "careful"):
        won, error = compared(env, network, given.games // 2, against)
        print(f"wins {won:.1%} ± {error:.1%} of {given.games} rounds against {against}")


if __name__ == "__main__":
    main()
