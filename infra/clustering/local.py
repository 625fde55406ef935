"""A whole cluster on one machine: three members of etcd, and three nodes of Patroni and PostgreSQL."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

import psycopg
from psycopg import sql

from infra.clustering import etcd, patroni
from infra.clustering.layout import APP_ACCOUNT, HOST, ROLES, Layout, Node, make_private, write_private
from infra.clustering.packages import Packages
from infra.clustering.patroni import Status
from infra.clustering.processes import STOP_SECONDS, Process
from infra.postgres.cluster import find_home
from infra.postgres.file_lock import open_private, try_lock
from infra.postgres.tables.schema import APP_ROLE
from infra.settings import StartError

MEMBERS = 3
START_SECONDS = 180.0
POLL_SECONDS = 0.2

CONFIRMING = "quorum_standby"
"""The role of a standby that confirms commits."""

MEMBER_STOP_SECONDS = 2.0
"""Seconds for etcd to stop. The last members look for others for longer, and a kill loses nothing."""


class ClusterFailed(StartError):
    """The cluster did not start. The message names the logs."""


def directory_of(data_dir: Path) -> Path:
    """Return the directory of the cluster in a data directory."""
    return data_dir / "cluster"


class LocalCluster:
    """A cluster in a directory, which is created if it does not exist. One process at a time can start it."""

    def __init__(self, base: Path, packages: Packages, *, members: int = MEMBERS) -> None:
        self.packages = packages
        base.mkdir(mode=0o711 if packages.account else 0o700, parents=True, exist_ok=True)
        home = find_home(base, packages.account)
        make_private(home, packages.account)
        self._lock = open_private(home / ".lock")
        if not try_lock(self._lock):
            os.close(self._lock)
            raise ClusterFailed(f"The cluster in {home} is running already: `dobon cluster --status` shows it.")
        self.layout = Layout.load(home) or Layout.create(home, members)
        self.layout.save(packages.account)
        self.members = {one.name: self._member_process(one.name) for one in self.layout.members}
        self.nodes = {one.name: self._node_process(one.name) for one in self.layout.nodes}

    def start(self) -> Self:
        """Start all processes, and wait until there is a leader with a synchronous standby. Raises `ClusterFailed`."""
        for process in self.processes():
            process.start()
        self._wait("a leader", lambda: self.leader() is not None)
        # Nothing is written before, because it would not wait for a standby.
        self._wait("a standby that confirms commits", self.is_healthy)
        self._create_roles()
        return self

    def stop(self) -> None:
        """Stop all processes: the standbys, then the leader, then etcd. The data stay."""
        leader = self.leader()
        standbys = [self.nodes[node.name] for node in self.layout.nodes if node != leader]
        leading = [] if leader is None else [self.nodes[leader.name]]
        for group, seconds in (
            (standbys, STOP_SECONDS),
            (leading, STOP_SECONDS),
            ([*self.members.values()], MEMBER_STOP_SECONDS),
        ):
            for process in group:
                process.terminate()
            for process in group:
                process.wait(seconds)
        os.close(self._lock)

    def processes(self) -> list[Process]:
        """Return all processes, etcd first."""
        return [*self.members.values(), *self.nodes.values()]

    def restart_ended(self) -> list[str]:
        """Start all processes again that have ended, and return their names."""
        ended = [(name, one) for name, one in (self.members | self.nodes).items() if not one.is_running()]
        for _, process in ended:
            process.start()
        return [name for name, _ in ended]

    def leader(self) -> Node | None:
        """Return the node that leads, or None while no node does."""
        return find_leader(self.layout)

    def statuses(self) -> list[Status]:
        """Return what the nodes say about themselves; nothing if none answers."""
        return find_statuses(self.layout)

    def is_healthy(self) -> bool:
        """Tell whether all nodes say the same: one leads, and all others confirm its commits."""
        try:
            views = [patroni.statuses(node) for node in self.layout.nodes]
        except (OSError, ValueError):
            return False
        roles = sorted(one.role for one in views[0] if one.state in ("running", "streaming"))
        # A node that was frozen still tells of the time before.
        same = len({tuple((one.name, one.role, one.timeline) for one in view) for view in views}) == 1
        timelines = {one.timeline for one in views[0]}
        wanted = ["leader", *[CONFIRMING] * (len(self.nodes) - 1)]
        return same and len(timelines) == 1 and roles == wanted

    def _member_process(self, name: str) -> Process:
        member = next(one for one in self.layout.members if one.name == name)
        make_private(self.layout.directory(name), self.packages.account)
        command = etcd.command(self.packages.etcd, self.layout, member)
        return Process(command, self.layout.log(name), self.packages.account)

    def _node_process(self, name: str) -> Process:
        node = next(one for one in self.layout.nodes if one.name == name)
        directory = self.layout.directory(name)
        make_private(directory, self.packages.account)
        content = patroni.configuration(self.layout, node, self.packages.postgres)
        write_private(directory / "patroni.yml", content, self.packages.account)
        command = [str(self.packages.patroni), str(directory / "patroni.yml")]
        return Process(command, self.layout.log(name), self.packages.account)

    def _wait(self, what: str, has_come: Callable[[], bool]) -> None:
        end = time.monotonic() + START_SECONDS
        while not has_come():
            ended = [name for name, one in (self.members | self.nodes).items() if not one.is_running()]
            if ended or time.monotonic() > end:
                reason = f"{', '.join(ended)} ended" if ended else f"{what} did not come in {START_SECONDS:g} s"
                raise ClusterFailed(f"The cluster did not start: {reason}. The logs are in {self.layout.home}.")
            time.sleep(POLL_SECONDS)

    def _create_roles(self) -> None:
        """Create the roles of the program, and the account of its servers."""
        with psycopg.connect(self.layout.owner_url(), dbname="postgres", autocommit=True) as connection:
            present = {name for (name,) in connection.execute("SELECT rolname FROM pg_roles ORDER BY rolname")}
            for role in ROLES:
                if role not in present:
                    connection.execute(sql.SQL("CREATE ROLE {} NOLOGIN").format(sql.Identifier(role)))
            if APP_ACCOUNT not in present:
                create = sql.SQL("CREATE ROLE {} LOGIN PASSWORD {} IN ROLE {}")
                password = sql.Literal(self.layout.passwords[APP_ACCOUNT])
                connection.execute(create.format(sql.Identifier(APP_ACCOUNT), password, sql.Identifier(APP_ROLE)))


def find_leader(layout: Layout) -> Node | None:
    """Return the node that leads, or None while no node does.

    A node that was frozen says for a moment that it still leads, on an earlier timeline.
    """
    found = [(patroni.leading_timeline(node), node) for node in layout.nodes]
    timeline, leader = max(found, key=lambda one: one[0])
    return leader if timeline else None


def find_statuses(layout: Layout) -> list[Status]:
    """Return what the leader says about all nodes, or else the first node that answers; nothing if none answers."""
    leader = find_leader(layout)
    for node in layout.nodes if leader is None else (leader, *layout.nodes):
        try:
            return patroni.statuses(node)
        except (OSError, ValueError):
            continue
    return []


def describe(layout: Layout) -> list[str]:
    """Return a line for each node: its name, role, state, timeline, lag and address."""
    ports = {node.name: node.port for node in layout.nodes}
    return [
        f"{one.name:8} {one.role:13} {one.state:10} timeline {one.timeline:<3} lag {one.lag:<8} {HOST}:{ports[one.name]}"
        for one in find_statuses(layout)
        if one.name in ports
    ]
