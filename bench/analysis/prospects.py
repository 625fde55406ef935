"""`python -m bench.analysis.prospects dobon-sato 8`: fit the mean that replaces the rest of a playout (`HORIZONS`).

It needs numpy. It prints the coefficients for a horizon of 8 decisions; the variance of differences between
actions against whole playouts; and the root of the mean square of the error of such a difference, without its noise.
"""

import sys
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from domain.analysis.decisions import Decision
from domain.analysis.likely_worlds import Worlds
from domain.analysis.marks import unit
from domain.analysis.prospects import Facts, beating_facts, dobon_facts, doubt_facts, kawagoe_facts, kirifu_facts
from domain.analysis.round_analysis import round_decisions
from domain.analysis.samples import mean_and_error
from domain.log.chance import RandomStream
from domain.playouts.position import make_position
from domain.running.self_play import GAME, play

ROUNDS, WORLDS, CANDIDATES = 48, 100, 4
"""Rounds of self-play, worlds of each fourth decision, and candidates of it that are played out."""

FACTS = {"dobon-sato": dobon_facts, "dobon-kawagoe": kawagoe_facts, "doubt": doubt_facts, "kirifu": kirifu_facts}

SEATS = {"doubt": (3, 4, 5, 6), "kirifu": (3, 4, 5)}
"""Numbers of seats that rounds take in turn; four in the other rulesets."""

Playout = tuple[Facts | None, tuple[float, ...]]
"""The facts at the horizon (None if the round was over), and points, win and loss at the end."""


class Played(NamedTuple):
    """The playouts of a decision."""

    worlds: list[int]
    "Numbers of the worlds. A world that is drawn again has the same number."
    ends: list[list[Playout]]
    "For each world one of each candidate."


def playouts(ruleset: str, horizon: int) -> Iterator[Played]:
    """Yield the playouts of each fourth decision."""
    for number in range(ROUNDS):
        sizes = SEATS.get(ruleset, (4,))
        seats = sizes[number % len(sizes)]
        log, _ = play(ruleset, (("careful", "novice") * 3)[:seats], f"prospects-{number}", {"rounds": 1})
        for decision in round_decisions(GAME, log, 1, seats)[::4]:
            yield _of_decision(ruleset, decision, horizon)


def _of_decision(ruleset: str, decision: Decision, horizon: int) -> Played:
    stream = RandomStream(decision.version.to_bytes(32, "big"), "worlds")
    facts, fresh = FACTS.get(ruleset, beating_facts), None in decision.candidates
    played, before = Played([], []), None
    for world in Worlds(decision, stream).draw(WORLDS):
        played.worlds.append(len(played.worlds) if world is not before else played.worlds[-1])
        before = world
        start = make_position(ruleset, world, decision.game.options, stream.word() >> 34, fresh=fresh)
        found: list[Playout] = []
        for candidate in decision.candidates[:CANDIDATES]:
            position, seat = start.copy(), decision.seat
            position.act(seat, candidate)
            position.play_out(horizon)
            known = None if position.over else facts(position, seat)
            position.play_out()
            ends = position.points[seat], float(position.winner == seat), float(seat in position.losers)
            found.append((known, ends))
        played.ends.append(found)
    return played


def main() -> None:
    """Print coefficients and errors."""
    ruleset, horizon = sys.argv[1], int(sys.argv[2])
    found = [*playouts(ruleset, horizon)]
    flat = [one for decision in found for world in decision.ends for one in world if one[0] is not None]
    facts, ends = np.array([one[0] for one in flat]), np.array([one[1] for one in flat])
    fitted = np.linalg.lstsq(facts, ends, rcond=None)[0]
    for line in fitted.T:
        print(f"({', '.join(f'{number:.4f}' for number in line)}),")
    ratios, squares = [], []
    for decision in found:
        whole = np.array([[ends[0] for _, ends in world] for world in decision.ends]) / unit(ruleset)
        short = np.array(
            [[ends[0] if known is None else known @ fitted[:, 0] for known, ends in world] for world in decision.ends]
        ) / unit(ruleset)
        for other in range(1, whole.shape[1]):
            long_gap, short_gap = whole[:, 0] - whole[:, other], short[:, 0] - short[:, other]
            wrong, noise = mean_and_error(long_gap - short_gap, decision.worlds)
            squares.append(wrong**2 - noise**2)
            if long_gap.var() > 0:
                ratios.append(short_gap.var() / long_gap.var())
    error = np.mean(squares)
    print(f"variance {np.median(ratios):.3f}, error {np.sign(error) * abs(error) ** 0.5:.4f} units")


if __name__ == "__main__":
    main()
