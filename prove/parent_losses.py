"""`dobon cluster` is killed under load and started again, as a part of the proof `failover`.

Its nodes and servers go on without it. The next start has to take them over, whenever it comes and whatever its port:
nothing that may hold answered commands is ended, no leader changes, and the clients are answered all the time.
"""

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from random import Random
from typing import Any

from infra.clustering.layout import free_ports
from infra.clustering.local import find_leaders
from prove.failover_load import Answers, Losses, Outages, check_losses, note_outage
from prove.harness.parent_cluster import ParentCluster, parent_cluster
from prove.report import Row, Run

COMMANDS = 20_000

PAUSE_SECONDS = 5.0
"""Longest time between two answers from the loss until the cluster is up again."""

AGAIN = "the command killed, and started again"

STARTS = {
    f"{AGAIN} at once": (5, 1, 0.0, False),
    f"{AGAIN} at once with another port": (5, 1, 0.0, True),
    f"{AGAIN} after 10 s": (3, 0, 10.0, False),
    f"{AGAIN} after 10 s with another port": (3, 0, 10.0, True),
    f"{AGAIN} after 70 s": (2, 0, 70.0, False),
    f"{AGAIN} after 70 s with another port": (2, 0, 70.0, True),
}
"""How often in a full run, how often at least, after how many seconds, and whether the port differs."""


def check_parents(run: Run, *options: str, shards: int = 0, kinds: Collection[str] = (), **load: Any) -> list[Row]:
    """Return the rows of a run with starts of these kinds, by default all.

    `options` are further ones of the command, and `load` has further fields of `Losses`.
    """
    chosen = {kind: found for kind, found in STARTS.items() if kind in (kinds or STARTS)}
    due = [kind for kind, (full, least, *_) in chosen.items() for _ in range(run.count(full, least))]
    Random(f"{run.seed}-starts").shuffle(due)
    losses = Losses(dict.fromkeys(chosen, PAUSE_SECONDS), due, run.count(COMMANDS, 300), **load)
    with parent_cluster("--shards", str(shards), *options) as house:
        starting = Starting(run, house)
        rows = check_losses(run, house, losses, starting.strike)
        return [
            *rows,
            Row("starts that took everything over", starting.count, starting.failures, trials=False, wanted=len(due)),
        ]


@dataclass(slots=True)
class Starting:
    """Kills the command and starts it again, and finds what a start has ended."""

    run: Run
    house: ParentCluster
    count: int = 0
    failures: list[str] = field(default_factory=list)

    def strike(
        self,
        kind: str,
        number: int,  # noqa: ARG002 - every start is the same
        answers: Answers,
        outages: Outages,
        have_given_up: Callable[[], bool],
    ) -> None:
        """Kill the command, start it again, and note the longest pause meanwhile."""
        _, _, seconds, moves = STARTS[kind]
        house = self.house
        before, leaders = house.processes(), find_leaders(house.layout)
        house.kill_parent()
        began = answers.begin()
        time.sleep(seconds)
        house.start(free_ports(1)[0] if moves else house.ports[0])
        pause = max(answers.pause(place) for place in range(max(1, len(house.layout.shards))))
        first = answers.wait(have_given_up)
        note_outage(self.run, house, kind, outages, began, None if first is None else began + pause)
        self.count += 1
        after = house.processes()
        ended = [name for name, process in before.items() if after.get(name) != process]
        if ended:
            self.failures.append(f"{kind}: {', '.join(ended)} ended")
        if find_leaders(house.layout) != leaders:
            self.failures.append(f"{kind}: another node leads")
