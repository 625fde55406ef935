"""A cluster as it is seen from outside: its names, what was done to it, and waits for its states."""

import shutil
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from infra.clustering.description import describe
from infra.clustering.layout import Database, Layout, Node
from infra.clustering.local import find_leader
from infra.settings import Settings
from prove.harness.retrying_client import Client

TIMEOUT_SECONDS = 180.0
"""Seconds for the servers to start, and for a cluster to be whole again."""


class NotWhole(Exception):
    """The cluster is not whole again in time."""


@dataclass
class ObservedCluster(ABC):
    """A cluster with servers, and what was done to it."""

    settings: Settings
    ports: Sequence[int]
    "Those of the servers."
    clients: Sequence[Client] = ()
    "Those that play at it."
    diary: list[str] = field(default_factory=list)
    "Everything that was done to the cluster, with the time of day as in the logs."

    @property
    @abstractmethod
    def layout(self) -> Layout:
        """The names, ports and directories."""

    @abstractmethod
    def heal(self) -> None:
        """Start everything again that has ended, and wait until the cluster is whole. Raises `NotWhole`."""

    def note(self, what: str) -> None:
        """Write down what is done now."""
        self.diary.append(f"{time.strftime('%H:%M:%S', time.gmtime())}.{int(time.time() * 1000) % 1000:03} {what}")

    def leader(self, database: Database | None = None) -> Node:
        """Return the node that leads a database, by default the accounts, after a wait if needed. Raises `NotWhole`."""
        found: list[Node] = []

        def has_leader() -> bool:
            leader = find_leader(database or self.layout.accounts)
            found.extend([leader] if leader else [])
            return bool(found)

        self.wait_until(has_leader)
        return found[0]

    def standbys(self, database: Database | None = None) -> list[Node]:
        """Return the nodes that do not lead."""
        leader = self.leader(database)
        return [node for node in (database or self.layout.accounts).nodes if node != leader]

    def wait_until(self, has_come: Callable[[], bool]) -> None:
        """Wait for a state of the cluster. Raises `NotWhole`."""
        end = time.monotonic() + TIMEOUT_SECONDS
        while not has_come():
            if time.monotonic() > end:
                raise NotWhole(f"the cluster was not whole again in {TIMEOUT_SECONDS:g} s: {describe(self.layout)}")
            time.sleep(0.1)

    def keep_logs(self) -> Path:
        """Copy the diary and the logs of all processes into a new directory, and return it."""
        kept = Path(tempfile.mkdtemp(prefix="dobon-failover-"))
        for log in self.layout.home.glob("*.log"):
            shutil.copy(log, kept)
        (kept / "diary.txt").write_text("\n".join(self.diary) + "\n")
        return kept
