"""A whole cluster on one machine: members of etcd, nodes of Patroni and PostgreSQL for each database, and the router.

A cluster without shards has one database and no router.
"""

import os
import signal
import socket
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Self

import psycopg
from psycopg import pq, sql

from infra.clustering import etcd, haproxy, patroni, pgbouncer
from infra.clustering import router as router_server
from infra.clustering.layout import (
    APP_ACCOUNT,
    DATABASE,
    HOST,
    NODES,
    ROLES,
    SUPERUSER,
    Database,
    Layout,
    Member,
    Node,
    Router,
    make_private,
    write_private,
)
from infra.clustering.packages import Packages
from infra.clustering.patroni import Status
from infra.clustering.processes import STOP_SECONDS, Process
from infra.postgres.cluster import find_home
from infra.postgres.file_lock import open_private, try_lock
from infra.postgres.shards import owned_partitions
from infra.postgres.tables.schema import APP_ROLE
from infra.settings import StartError

MEMBERS = 3
START_SECONDS = 180.0
ROUTER, POOLER, PROXY = "router", "pgbouncer", "haproxy"
"""The processes between servers and shards."""
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

    def __init__(
        self, base: Path, packages: Packages, *, members: int = MEMBERS, nodes: int = NODES, shards: int = 0
    ) -> None:
        """The numbers are those of a new cluster; one with shards may get more later. Raises `ClusterFailed`."""
        self.packages = packages
        base.mkdir(mode=0o711 if packages.account else 0o700, parents=True, exist_ok=True)
        home = find_home(base, packages.account)
        make_private(home, packages.account)
        self._lock = open_private(home / ".lock")
        if not try_lock(self._lock):
            os.close(self._lock)
            raise ClusterFailed(f"The cluster in {home} is running already: `dobon cluster --status` shows it.")
        self.layout = Layout.load(home) or Layout.create(home, members, nodes, shards)
        present = len(self.layout.shards)
        if present != shards and not 0 < present < shards:
            os.close(self._lock)
            raise ClusterFailed(
                f"The cluster in {home} has {present} shards: start it with --shards {present}"
                f"{', or more.' if present else '. Shards can be added only to a cluster that has some.'}"
            )
        self.layout = self.layout.with_shards(shards)
        self.layout.save(packages.account)
        self.members = {one.name: self._member_process(one) for one in self.layout.members}
        self.nodes = {
            node.name: self._node_process(database, node)
            for database in self.layout.databases
            for node in database.nodes
        }
        self.routing = self._routing_processes()

    def start(self) -> Self:
        """Start all processes, and wait until each database has a leader with its standbys. Raises `ClusterFailed`."""
        for process in (*self.members.values(), *self.nodes.values()):
            process.start()
        self._start_routing()
        for database in self.layout.databases:
            self._wait(f"a leader of {database.scope}", partial(_has_leader, database))
            # Nothing is written before, because it would not wait for a standby.
            self._wait(f"a standby of {database.scope}", partial(is_whole, database))
            self._create_roles(self.layout.owner_url(database))
        if self.layout.router is not None:
            address = self.layout.settings().owner_router_url or ""
            self._wait("the router", lambda: pq.PGconn.ping(address.encode()) == pq.Ping.OK)
            self._create_roles(address)
        return self

    def stop(self) -> None:
        """Stop all processes: the way to the shards, the standbys, the leaders, then etcd. The data stay."""
        leaders = [leader for database in self.layout.databases if (leader := find_leader(database)) is not None]
        standbys = [self.nodes[node.name] for node in self.layout.nodes if node not in leaders]
        for group, seconds in (
            ([*reversed(self.routing.values())], STOP_SECONDS),
            (standbys, STOP_SECONDS),
            ([self.nodes[leader.name] for leader in leaders], STOP_SECONDS),
            ([*self.members.values()], MEMBER_STOP_SECONDS),
        ):
            for process in group:
                process.terminate()
            for process in group:
                process.wait(seconds)
        os.close(self._lock)

    def by_name(self) -> dict[str, Process]:
        """Return all processes with their names, etcd first."""
        return self.members | self.nodes | self.routing

    def processes(self) -> list[Process]:
        """Return all processes, etcd first."""
        return [*self.by_name().values()]

    def restart_ended(self) -> list[str]:
        """Start all processes again that have ended, and return their names."""
        ended = [(name, one) for name, one in self.by_name().items() if not one.is_running()]
        for _, process in ended:
            process.start()
        return [name for name, _ in ended]

    def is_healthy(self) -> bool:
        """Tell whether all databases are whole and all processes run."""
        running = all(process.is_running() for process in self.processes())
        return running and all(is_whole(database) for database in self.layout.databases)

    def _member_process(self, member: Member) -> Process:
        make_private(self.layout.directory(member.name), self.packages.account)
        command = etcd.command(self.packages.etcd, self.layout, member)
        return self._process(member.name, command)

    def _node_process(self, database: Database, node: Node) -> Process:
        content = patroni.configuration(self.layout, database, node, self.packages.postgres)
        file = self._write(node.name, "patroni.yml", content)
        return self._process(node.name, [str(self.packages.patroni), str(file)])

    def _routing_processes(self) -> dict[str, Process]:
        """Return the processes between servers and shards, in the order of their start; none without shards."""
        router, packages = self.layout.router, self.packages.routing
        if router is None:
            return {}
        assert packages is not None
        users = self._write(POOLER, "users.txt", pgbouncer.users(self.layout))
        pooler = self._write(POOLER, "pgbouncer.ini", pgbouncer.configuration(router, users))
        proxy = self._write(PROXY, "haproxy.cfg", haproxy.configuration(self.layout))
        command = router_server.command(packages.postgres, self.layout.directory(ROUTER), router)
        return {
            PROXY: self._process(PROXY, haproxy.command(packages.haproxy, proxy)),
            # PostgreSQL would wait for its clients after SIGTERM.
            ROUTER: self._process(ROUTER, command, signal.SIGINT),
            POOLER: self._process(POOLER, pgbouncer.command(packages.pgbouncer, pooler)),
        }

    def _write(self, name: str, file: str, content: str) -> Path:
        """Write a file into the directory of a process, and return it."""
        directory = self.layout.directory(name)
        make_private(directory, self.packages.account)
        write_private(directory / file, content, self.packages.account)
        return directory / file

    def _process(self, name: str, command: list[str], ending: signal.Signals = signal.SIGTERM) -> Process:
        return Process(command, self.layout.log(name), self.packages.account, ending=ending)

    def _start_routing(self) -> None:
        """Create the router again, so that it gets the map of the shards, and start all processes in between."""
        if self.packages.routing is not None and self.layout.router is not None:
            for process in reversed(self.routing.values()):
                process.end_left()
            directory, password = self.layout.directory(ROUTER), self.layout.passwords[SUPERUSER]
            router_server.create(self.packages.routing.postgres, directory, password, self.packages.account)
        for process in self.routing.values():
            process.start()

    def _wait(self, what: str, has_come: Callable[[], bool]) -> None:
        end = time.monotonic() + START_SECONDS
        while not has_come():
            ended = [name for name, one in self.by_name().items() if not one.is_running()]
            if ended or time.monotonic() > end:
                reason = f"{', '.join(ended)} ended" if ended else f"{what} did not come in {START_SECONDS:g} s"
                raise ClusterFailed(f"The cluster did not start: {reason}. The logs are in {self.layout.home}.")
            time.sleep(POLL_SECONDS)

    def _create_roles(self, address: str) -> None:
        """Create the roles of the program, and the account of its servers."""
        with psycopg.connect(address, dbname="postgres", autocommit=True) as connection:
            present = {name for (name,) in connection.execute("SELECT rolname FROM pg_roles ORDER BY rolname")}
            for role in ROLES:
                if role not in present:
                    connection.execute(sql.SQL("CREATE ROLE {} NOLOGIN").format(sql.Identifier(role)))
            if APP_ACCOUNT not in present:
                create = sql.SQL("CREATE ROLE {} LOGIN PASSWORD {} IN ROLE {}")
                password = sql.Literal(self.layout.passwords[APP_ACCOUNT])
                connection.execute(create.format(sql.Identifier(APP_ACCOUNT), password, sql.Identifier(APP_ROLE)))


def find_leader(database: Database) -> Node | None:
    """Return the node that leads, or None while no node does.

    A node that was frozen says for a moment that it still leads, on an earlier timeline.
    """
    found = [(patroni.leading_timeline(node), node) for node in database.nodes]
    timeline, leader = max(found, key=lambda one: one[0])
    return leader if timeline else None


def _has_leader(database: Database) -> bool:
    return find_leader(database) is not None


def find_leaders(layout: Layout) -> dict[str, Node | None]:
    """Return the leader of each database, by the scope."""
    return {database.scope: find_leader(database) for database in layout.databases}


def find_statuses(database: Database) -> list[Status]:
    """Return what the leader says about all nodes, or else the first node that answers; nothing if none answers."""
    leader = find_leader(database)
    for node in database.nodes if leader is None else (leader, *database.nodes):
        try:
            return patroni.statuses(node)
        except (OSError, ValueError):
            continue
    return []


def is_whole(database: Database) -> bool:
    """Tell whether all nodes say the same: one leads, and all others confirm its commits."""
    try:
        views = [patroni.statuses(node) for node in database.nodes]
    except (OSError, ValueError):
        return False
    roles = sorted(one.role for one in views[0] if one.state in ("running", "streaming"))
    # A node that was frozen still tells of the time before.
    same = len({tuple((one.name, one.role, one.timeline) for one in view) for view in views}) == 1
    timelines = {one.timeline for one in views[0]}
    wanted = ["leader", *[CONFIRMING] * (len(database.nodes) - 1)]
    return same and len(timelines) == 1 and roles == wanted


def describe(layout: Layout) -> list[str]:
    """Return a line for each node, and with shards for each database and each process between servers and shards.

    Nothing if no node answers.
    """
    lines, answering = list[str](), False
    for database in layout.databases:
        nodes = _describe_nodes(database)
        answering = answering or bool(nodes)
        if layout.shards:
            lines.append(_describe_database(layout, database))
        lines += nodes or [f"{database.scope}: no node answers"]
    if not answering:
        return []
    return [*lines, *_describe_proxy(layout), *(_describe_routing(layout.router) if layout.router else [])]


def _describe_nodes(database: Database) -> list[str]:
    ports = {node.name: node.port for node in database.nodes}
    return [
        f"{one.name:9} {one.role:13} {one.state:10} timeline {one.timeline:<3} lag {one.lag:<8} {HOST}:{ports[one.name]}"
        for one in find_statuses(database)
        if one.name in ports
    ]


def _describe_database(layout: Layout, database: Database) -> str:
    if database not in layout.shards:
        return f"{database.scope}: accounts"
    leader = find_leader(database)
    if leader is None:
        return f"{database.scope}: no leader, so the games of its partitions wait"
    try:
        with psycopg.connect(layout.node_url(leader, DATABASE), autocommit=True) as connection:
            numbers = owned_partitions(connection)
    except psycopg.Error:
        return f"{database.scope}: its partitions cannot be read"
    return f"{database.scope}: games of partitions {ranges(numbers) or 'none'}, at {HOST}:{database.port}"


def _describe_routing(router: Router) -> list[str]:
    def state(port: int) -> str:
        address = f"host={HOST} port={port} dbname={DATABASE} user={APP_ACCOUNT} connect_timeout=2"
        return "runs" if pq.PGconn.ping(address.encode()) == pq.Ping.OK else "does not answer"

    return [
        f"{name}: {state(port)}, at {HOST}:{port}"
        for name, port in ((ROUTER, router.port), (POOLER, router.pooler_port))
    ]


def _describe_proxy(layout: Layout) -> list[str]:
    try:
        for database in layout.shards:
            socket.create_connection((HOST, database.port), 2).close()
    except OSError:
        return [f"{PROXY}: does not answer"]
    return [f"{PROXY}: runs"] if layout.shards else []


def ranges(numbers: Sequence[int]) -> str:
    """Return numbers in ascending order as ranges: "0-3, 5" for 0, 1, 2, 3, 5."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in found)
