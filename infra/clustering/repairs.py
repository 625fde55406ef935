"""Standbys that have diverged from their leader are rebuilt as copies of it, one of a database at a time.

Patroni rewinds a node whose timeline differs from that of the leader. It does not see a log that differs on the same
timeline, or one that the leader has deleted already: such a standby never follows again, but may confirm commits that
it receives and cannot replay.
"""

import shutil
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from infra.clustering import patroni
from infra.clustering.layout import Database, Layout, Node
from infra.clustering.patroni import Position
from infra.clustering.processes import Process

LOOK_SECONDS = 5.0
"""Interval between two looks at the positions."""

STUCK_SECONDS = 45.0
"""Seconds in which a standby replays nothing of what its leader has. A query on it may hold it up for 30 s."""


@dataclass
class Divergence:
    """Finds standbys that do not follow the leader of their database."""

    _since: dict[str, tuple[Node, Position, float]] = field(default_factory=dict)
    "The leader of each standby, and since when the standby has had its position."

    def is_stuck(self, standby: Node, leader: Node, before: Position, found: Position, now: float) -> bool:
        """Tell whether a standby has stood still for long behind the position that the leader had before."""
        known = self._since.get(standby.name)
        if known is None or known[0] != leader or known[1] != found or found.location >= before.location:
            self._since[standby.name] = (leader, found, now)
            return False
        return now - known[2] >= STUCK_SECONDS

    def forget(self, standby: Node) -> None:
        """Begin again with a standby, because it did not answer."""
        self._since.pop(standby.name, None)


def have_different_histories(layout: Layout, one: Node, other: Node, timeline: int) -> bool:
    """Tell whether two nodes began a timeline of the same number at different places."""
    try:
        first, second = (
            (layout.directory(node.name) / "data" / "pg_wal" / f"{timeline:08X}.history").read_text()
            for node in (one, other)
        )
    except OSError:  # the first timeline has no history, and old files are deleted
        return False
    return first != second


def is_ahead(found: Position, after: Position) -> bool:
    """Tell whether a standby has replayed what its leader has not written, on the same timeline.

    `after` is the position of the leader at a later moment. A standby never receives what its leader has not written.
    """
    return found.timeline == after.timeline and found.location > after.location


@dataclass
class Repairs:
    """Lets standbys that have diverged be rebuilt.

    The data of a standby that is ahead of its leader are kept beside the new ones, because after a failure that nobody
    foresaw they could be the only ones with an answered command.
    """

    layout: Layout
    nodes: Mapping[str, Process]
    announce: Callable[[str], None]
    _divergence: Divergence = field(default_factory=Divergence)
    _ending: dict[str, bool] = field(default_factory=dict)
    "Nodes that were asked to end in order to be rebuilt, and whether they were ahead."
    _looked: float = 0.0

    def look(self, leaders: Mapping[str, Node | None]) -> None:
        """Ask nodes that have diverged to end. `leaders` are the leaders of the databases, by scope."""
        now = time.monotonic()
        if now - self._looked < LOOK_SECONDS:
            return
        self._looked = now
        for database in self.layout.databases:
            leader = leaders[database.scope]
            if leader is not None and not any(self.expects(node.name) for node in database.nodes):
                self._look_at(database, leader, now)

    def expects(self, name: str) -> bool:
        """Tell whether the end of a process is part of a repair."""
        return name in self._ending

    def before_start(self, name: str) -> None:
        """Remove the data of a node that is to be rebuilt, before its Patroni starts and copies the leader."""
        if name not in self._ending:
            return
        ahead = self._ending.pop(name)
        data = self.layout.directory(name) / "data"
        if (data / "postmaster.pid").exists():  # PostgreSQL runs or was killed, so Patroni has to look after it first
            return
        if ahead:
            kept = data.with_name(f"data.ahead-{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}")
            data.rename(kept)
            self.announce(f"{name} was ahead of its leader: its earlier data are kept in {kept}")
        else:
            shutil.rmtree(data)

    def _look_at(self, database: Database, leader: Node, now: float) -> None:
        for node in database.nodes:
            before, found, after = (
                (patroni.position(leader), patroni.position(node), patroni.position(leader))
                if node != leader
                else (None, None, None)
            )
            if before is None or found is None or after is None:
                self._divergence.forget(node)
                continue
            differs = found.timeline == after.timeline and have_different_histories(
                self.layout, node, leader, after.timeline
            )
            ahead = differs or is_ahead(found, after)
            if ahead or self._divergence.is_stuck(node, leader, before, found, now):
                reason = "has a log that differs from that" if ahead else "does not follow the log"
                self.announce(f"{node.name} {reason} of {leader.name} and is rebuilt from it")
                self._divergence.forget(node)
                self._ending[node.name] = ahead
                self.nodes[node.name].terminate()
                return
