"""Speed of the rules beside an earlier commit, and beside UNO of rlcard if that is installed.

The loop of `bench.rules` plays in one process for each commit. The processes take turns with slices of work and report
CPU time, so that a busy machine slows both alike; the figure is the median ratio of neighbouring slices.
"""

import io
import json
import random
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from bench import Row

COMMIT = "81ad773"
TARGETS = {"none": ("bare", 2.5), "actor": ("acting seat's view", 2.5), "all": ("views of four seats", 2.2)}
"""By what is rendered after each decision: its name, and the ratio to reach."""
OF_RLCARD = {"none": 0.5, "actor": 0.5, "all": 0.8}
"""The part of rlcard's rate to reach, by what is rendered."""
RULESETS = ("dobon-sato", "dobon-kawagoe")
SEATS = 4
SLICES, DECISIONS = 25, 1_000
ROOT = Path(__file__).parent.parent

_LOOP = """
import json, sys, time
sys.path.insert(0, ".")
from bench.rules import play
for line in sys.stdin:
    ruleset, decisions, seats, render = json.loads(line)
    start = time.process_time()
    done = play(ruleset, decisions, range(seats), render)
    print(done / (time.process_time() - start), flush=True)
"""


class Loop:
    """The loop of `bench.rules` in a process of its own, with the code of one folder."""

    def __init__(self, folder: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-B", "-c", _LOOP], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self._process.communicate()

    def rate(self, ruleset: str, render: str) -> float:
        """Play a slice and return its decisions per second of CPU time. Raises RuntimeError if the process failed."""
        seats = 0 if render == "none" else SEATS
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([ruleset, DECISIONS, seats, render]) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError("the loop of the other commit failed; its error is printed above")
        return float(answer)


class Uno:
    """The same loop with rlcard's UNO for four seats: random legal actions, with the states of the same seats."""

    def __init__(self) -> None:
        from rlcard.games.uno import Game  # type: ignore[import-not-found, import-untyped, unused-ignore]  # optional

        self._game: Any = Game(num_players=SEATS)
        self._random = random.Random(1)

    def rate(self, _: str, render: str) -> float:
        """Play a slice and return its decisions per second of CPU time."""
        game, start = self._game, time.process_time()
        game.init_game()
        for _decision in range(DECISIONS):
            if game.is_over():
                game.init_game()
            seat = game.get_player_id()
            game.round.proceed_round(game.players, self._random.choice(game.get_legal_actions()))
            for viewer in {"none": (), "actor": (seat,), "all": range(SEATS)}[render]:
                game.get_state(viewer)
        return DECISIONS / (time.process_time() - start)


def rows() -> list[Row]:
    """Return the ratios; none if the repository does not have the earlier commit, as in a shallow clone."""
    with tempfile.TemporaryDirectory() as folder:
        if not check_out(COMMIT, Path(folder)):
            return []
        with Loop(Path(folder)) as before, Loop(ROOT) as now:
            found = [_against(now, before, ruleset, render) for ruleset in RULESETS for render in TARGETS]
            if find_spec("rlcard") is not None:
                found += [_of_rlcard(now, ruleset, render) for ruleset in RULESETS for render in TARGETS]
    return found


def check_out(commit: str, folder: Path, *more: str) -> bool:
    """Write the packages `domain`, `bench` and `more` at that commit into the folder; False for an unknown commit."""
    archive = subprocess.run(
        ["git", "archive", commit, "domain", "bench", *more], cwd=ROOT, capture_output=True, check=False
    ).stdout
    if not archive:
        return False
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(folder, filter="data")
    return True


def _against(now: Loop, before: Loop, ruleset: str, render: str) -> Row:
    name, target = TARGETS[render]
    return f"{ruleset}: decisions, {name}, against {COMMIT}", _ratio(now, before, ruleset, render), f"target {target}"


def _of_rlcard(now: Loop, ruleset: str, render: str) -> Row:
    name, target = TARGETS[render][0], OF_RLCARD[render]
    return (
        f"{ruleset}: decisions, {name}, against rlcard's UNO",
        _ratio(now, Uno(), ruleset, render),
        f"target {target}",
    )


def _ratio(one: Loop, other: Loop | Uno, ruleset: str, render: str) -> float:
    """Return the median ratio of the rates of slices that were played one after the other."""
    return statistics.median(one.rate(ruleset, render) / other.rate(ruleset, render) for _ in range(SLICES))
