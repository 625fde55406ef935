"""A cluster of etcd, Patroni and PostgreSQL with servers, whose processes can be killed, frozen and cut off."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import psycopg

from api.cli.cluster_servers import is_ready
from infra.clustering import etcd
from infra.clustering.layout import NODES, Database, Layout, Node, free_ports
from infra.clustering.local import LocalCluster, find_leader
from infra.clustering.packages import find_packages
from infra.clustering.patroni import leading_timeline
from infra.clustering.processes import Process
from infra.databases.preparation import prepare
from infra.settings import Settings
from prove.harness.database import directory
from prove.harness.environment import environment_of
from prove.harness.observed_cluster import ObservedCluster

SERVERS = 2
WAITING_SECONDS = 5.0
"""Seconds for commands to wait for standbys that are held. Without synchronous replication none does."""

RESTART_SECONDS = 0.5
"""Seconds until `dobon cluster` at the latest starts a process again that has ended."""

REPEATING_SECONDS = 1.5
"""Seconds in which clients repeat commands whose wait was ended."""

_WAITING = (
    "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND backend_type = 'client backend' ORDER BY pid"
)


@dataclass(kw_only=True)
class RunningCluster(ObservedCluster):
    """A cluster whose processes this one has started."""

    cluster: LocalCluster
    servers: dict[int, Process] = field(default_factory=dict)
    "By port."

    @property
    def layout(self) -> Layout:
        """The names, ports and directories."""
        return self.cluster.layout

    def heal(self) -> None:
        """Start everything again that has ended, and wait until the cluster is whole. Raises `NotWhole`."""
        for name in self.cluster.restart_ended():
            self.note(f"{name} is started")
        self.wait_until(self.cluster.is_healthy)
        self.note("the cluster is whole")

    # What is done to it

    def kill_postgres(self, node: Node) -> None:
        """Send SIGKILL to the PostgreSQL of a node, first to its first process."""
        self.note(f"PostgreSQL of {node.name} is killed")
        self._kill_postgres(node)

    def kill_node(self, node: Node) -> None:
        """Send SIGKILL to Patroni and PostgreSQL of a node."""
        self.note(f"{node.name} is killed")
        self.cluster.nodes[node.name].kill()
        self._kill_postgres(node)

    def kill_patroni(self, node: Node) -> None:
        """Send SIGKILL to the Patroni of a node. Its PostgreSQL continues."""
        self.note(f"Patroni of {node.name} is killed")
        self.cluster.nodes[node.name].kill()

    def kill_patroni_after_leading(self, node: Node) -> None:
        """Wait until a node whose PostgreSQL was killed no longer leads, and kill its Patroni before it follows."""
        self.wait_until(lambda: not leading_timeline(node))
        self.kill_node(node)

    def kill_successor(self, former: Node) -> None:
        """Wait until another node than `former` leads, and kill that node at once."""

        def leads() -> bool:
            leader = find_leader(self.layout.accounts)
            if leader is None or leader == former:
                return False
            self.kill_node(leader)
            return True

        self.wait_until(leads)

    def start_alone(self, node: Node, seconds: float) -> None:
        """Start a node, and wait for that time before the others may start."""
        self.note(f"{node.name} is started alone")
        self.cluster.nodes[node.name].start()
        time.sleep(seconds)

    def kill_server(self) -> None:
        """Send SIGKILL to the first server, whose workers end with it."""
        self.note("a server is killed")
        self.servers[self.ports[0]].kill()

    def restart_servers(self) -> None:
        """Start servers again that have ended, as late as `dobon cluster` would, and wait until they answer."""
        time.sleep(RESTART_SECONDS)

        def are_up() -> bool:
            for server in self.servers.values():
                server.start()  # again, if the workers of the killed one still had the port
            return all(is_ready(port) for port in self.servers)

        self.wait_until(are_up)

    def freeze(self, node: Node, *, patroni: bool = True) -> list[psutil.Process]:
        """Stop all processes of a node with SIGSTOP, and return them: a machine that does not answer any more.

        Without `patroni` only those of PostgreSQL.
        """
        self.note(f"{node.name} is frozen")
        child = self.cluster.nodes[node.name].child
        assert child is not None
        # Patroni first: it would see that its PostgreSQL does not answer.
        frozen = [*([psutil.Process(child.pid)] if patroni else []), *_postgres(self.layout, node)]
        for process in frozen:
            with suppress(psutil.NoSuchProcess):
                process.suspend()
        return frozen

    def resume(self, node: Node, frozen: list[psutil.Process]) -> None:
        """Let frozen processes run on, PostgreSQL first, so that it serves for a moment without its Patroni."""
        self.note(f"{node.name} runs again")
        for process in reversed(frozen):
            with suppress(psutil.NoSuchProcess):
                process.resume()

    def kill_member(self) -> str:
        """Send SIGKILL to the leader of etcd, and return its name."""
        self.wait_until(lambda: any(etcd.is_leader(member) for member in self.layout.members))
        name = next((member for member in self.layout.members if etcd.is_leader(member)), self.layout.members[0]).name
        self.note(f"{name} is killed")
        self.cluster.members[name].kill()
        return name

    def kill_between(self, name: str) -> None:
        """Send SIGKILL to a process between servers and shards, and to its children."""
        self.note(f"{name} is killed")
        process = self.cluster.routing[name]
        assert process.child is not None
        children = psutil.Process(process.child.pid).children(recursive=True)
        process.kill()
        for child in children:
            with suppress(psutil.NoSuchProcess):
                child.kill()

    def restart_ended(self) -> None:
        """Start processes again that have ended, as late as `dobon cluster` would."""
        time.sleep(RESTART_SECONDS)
        self.cluster.restart_ended()

    def cut_off(self, node: Node, database: Database | None = None) -> int:
        """Kill the leader's PostgreSQL after commits that no standby has received. Return how many waits were ended.

        `node` leads the database, by default that of the accounts.
        The standbys' receivers are held, so commands wait. Some waits are cancelled, so PostgreSQL reports success with
        a warning; others are ended with their connections. Clients repeat the commands. Then the leader is killed, and
        the receivers end without reading what was sent to them: what only the leader had is lost.
        """
        self.note(f"{node.name} is cut off")
        receivers = [one for standby in self.standbys(database) for one in _receivers(self.layout, standby)]
        for receiver in receivers:
            receiver.suspend()
        try:
            ended = self._end_waits(node)
            time.sleep(REPEATING_SECONDS)
            ended += self._end_waits(node)
            time.sleep(REPEATING_SECONDS)
            self.note(f"PostgreSQL of {node.name} is killed after {ended} ended waits")
            self._kill_postgres(node)
        finally:
            for receiver in receivers:
                with suppress(psutil.NoSuchProcess):
                    receiver.terminate()
                    receiver.resume()
        return ended

    def _end_waits(self, node: Node) -> int:
        with psycopg.connect(self.layout.node_url(node), autocommit=True) as connection:
            end = time.monotonic() + WAITING_SECONDS
            while len(waiting := [pid for (pid,) in connection.execute(_WAITING)]) < 4 and time.monotonic() < end:
                time.sleep(0.05)
            for number, pid in enumerate(waiting):
                ending = "pg_cancel_backend" if number % 2 else "pg_terminate_backend"
                connection.execute(f"SELECT {ending}(%s)", [pid])  # type: ignore[arg-type]
        return len(waiting)

    def _kill_postgres(self, node: Node) -> None:
        processes = _postgres(self.layout, node)
        for process in processes[:1]:
            # A stopped postmaster starts no backend between the listing and the kill.
            with suppress(psutil.NoSuchProcess):
                process.suspend()
                processes += [one for one in process.children() if one not in processes]
        for process in processes:
            with suppress(psutil.NoSuchProcess):
                process.kill()

    def kill_all(self) -> None:
        """Kill every process of the cluster."""
        for server in self.servers.values():
            server.terminate()
        for server in self.servers.values():
            server.wait()
        for process in reversed(self.cluster.processes()):
            process.kill()
        for node in self.layout.nodes:
            self._kill_postgres(node)


def _postgres(layout: Layout, node: Node) -> list[psutil.Process]:
    """Return the processes of a PostgreSQL, the first one first; none if it does not run."""
    data = layout.directory(node.name) / "data"
    with suppress(OSError, ValueError, IndexError, psutil.NoSuchProcess):
        first = psutil.Process(int((data / "postmaster.pid").read_text().split()[0]))
        if Path(first.cwd()) == data:
            return [first, *first.children(recursive=True)]
    return []


def _receivers(layout: Layout, node: Node) -> list[psutil.Process]:
    found = []
    for process in _postgres(layout, node):
        with suppress(psutil.NoSuchProcess):
            if "walreceiver" in " ".join(process.cmdline()):
                found.append(process)
    return found


@contextmanager
def running_cluster(members: int = 3, nodes: int = NODES, shards: int = 0) -> Iterator[RunningCluster]:
    """Yield a new cluster with servers without limits of requests and games. Its processes are killed afterwards."""
    packages = find_packages(shards=shards > 0)
    with directory() as place:
        cluster = LocalCluster(place / "cluster", packages, members=members, nodes=nodes, shards=shards)
        house = RunningCluster(Settings(), (), cluster=cluster)
        try:
            cluster.start()
            layout = cluster.layout
            house.settings = layout.settings()
            prepare(house.settings)
            house.servers = {port: _start_server(layout, port) for port in free_ports(SERVERS)}
            house.ports = [*house.servers]
            house.wait_until(lambda: all(is_ready(port) for port in house.servers))
            yield house
        finally:
            house.kill_all()


def _start_server(layout: Layout, port: int) -> Process:
    command = [sys.executable, "-m", "api.cli", "serve", "--port", str(port), "--workers", "1"]
    # An empty variable is unset.
    environment = dict.fromkeys(os.environ.keys() - environment_of({}).keys(), "")
    environment |= layout.environment() | {"DOBON_RATES": "off", "DOBON_GAMES_PER_ACCOUNT": "0"}
    process = Process(command, layout.log(f"server-{port}"), environment=environment)
    process.start()
    return process
