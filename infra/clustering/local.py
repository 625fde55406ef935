"""A whole cluster on one machine: members of etcd, nodes of Patroni and PostgreSQL for each database, and the router.

A cluster without shards has one database and no router.
"""

import logging
import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Self

import psycopg
from psycopg import sql
from sqlalchemy.exc import DBAPIError

from infra.clustering import etcd, haproxy, patroni, pgbouncer
from infra.clustering import router as router_server
from infra.clustering.layout import (
    APP_ACCOUNT,
    NODES,
    ROLES,
    SUPERUSER,
    Database,
    Layout,
    Member,
    Node,
    make_private,
    write_private,
)
from infra.clustering.packages import Packages
from infra.clustering.patroni import Status
from infra.clustering.processes import STOP_SECONDS, Process
from infra.clustering.repairs import Repairs
from infra.postgres.binaries import RunAs, unusable_directory
from infra.postgres.cluster import find_home
from infra.postgres.file_lock import open_private, try_lock
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

log = logging.getLogger(__name__)


class ClusterFailed(StartError):
    """The cluster did not start. The message names the logs."""


def directory_of(data_dir: Path) -> Path:
    """Return the directory of the cluster in a data directory."""
    return data_dir / "cluster"


class LocalCluster:
    """A cluster in a directory, which is created if it does not exist. One process at a time can start it.

    A start takes over what runs of the cluster, because the process that started it may have been killed. It starts
    only what does not run, and ends no node and no member of etcd, because they may have answered commands.
    """

    def __init__(
        self,
        base: Path,
        packages: Packages,
        *,
        members: int = MEMBERS,
        nodes: int = NODES,
        shards: int = 0,
        announce: Callable[[str], None] = log.info,
    ) -> None:
        """The numbers are those of a new cluster; one with shards may get more later. `announce` receives what happens.

        Raises `ClusterFailed`.
        """
        self.packages = packages
        self.announce = announce
        try:
            home, self._lock = _take(base, packages.account)
        except OSError as error:
            raise ClusterFailed(str(unusable_directory(base, error))) from error
        self.layout = Layout.load(home) or Layout.create(home, members, nodes, shards)
        present = len(self.layout.shards)
        if present != shards and not 0 < present < shards:
            self.release()
            raise ClusterFailed(
                f"The cluster in {home} has {present} shards: start it with --shards {present}"
                f"{', or more.' if present else '. Shards can be added only to a cluster that has some.'}"
            )
        self.layout = self.layout.with_shards(shards)
        self.layout.save(packages.account)
        self._files: dict[str, dict[Path, str]] = {}
        self.members = {one.name: self._member_process(one) for one in self.layout.members}
        self.nodes = {
            node.name: self._node_process(database, node)
            for database in self.layout.databases
            for node in database.nodes
        }
        self.routing = self._routing_processes()
        self._repairs = Repairs(self.layout, self.nodes, announce)

    def start(self) -> Self:
        """Start all processes, and wait until each database has a leader with its standbys. Raises `ClusterFailed`."""
        # All of them first, so that an interrupted start stops them in order.
        if adopted := [name for name, one in self.by_name().items() if one.adopt()]:
            self.announce(f"an earlier run has left {', '.join(adopted)}: taken over")
        self._end_outdated_routing()
        self.configure()
        for process in (*self.members.values(), *self.nodes.values()):
            process.start()
        for node in self.nodes.values():
            if node.adopted is not None:
                node.send(signal.SIGHUP)  # Patroni reads its configuration again
        self._start_routing()
        for database in self.layout.databases:
            self.wait_for(f"a leader of {database.scope}", partial(_has_leader, database))
            # Nothing is written before, because it would not wait for a standby.
            self.wait_for(f"a standby of {database.scope}", partial(is_whole, database))
            self.attempt("roles", partial(self._create_roles, self.layout.owner_url(database)))
        if self.layout.router is not None:
            address = self.layout.settings().owner_router_url or ""
            self.attempt("the router", partial(self._create_roles, address))
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
        self.release()

    def release(self) -> None:
        """Let another process start the cluster. Its processes are left as they are."""
        os.close(self._lock)

    def by_name(self) -> dict[str, Process]:
        """Return all processes with their names, etcd first."""
        return self.members | self.nodes | self.routing

    def processes(self) -> list[Process]:
        """Return all processes, etcd first."""
        return [*self.by_name().values()]

    def restart_ended(self) -> list[str]:
        """Start all processes again that have ended, and return their names."""
        ended = [name for name, one in self.by_name().items() if not one.is_running()]
        for name in ended:
            self._repairs.before_start(name)
            self.by_name()[name].start()
            self.announce(f"{name} had ended and was started again")
        return ended

    def look_after(self) -> None:
        """Start processes again that have ended, and let a node that has diverged from its leader be rebuilt."""
        self.restart_ended()
        self._repairs.look({database.scope: find_leader(database) for database in self.layout.databases})

    def is_healthy(self) -> bool:
        """Tell whether all databases are whole and all processes run."""
        running = all(process.is_running() for process in self.processes())
        return running and all(is_whole(database) for database in self.layout.databases)

    def configure(self) -> None:
        """Write the files with the configuration of all processes."""
        for name, files in self._files.items():
            make_private(self.layout.directory(name), self.packages.account)
            for file, content in files.items():
                write_private(file, content, self.packages.account)

    def wait_for(self, what: str, has_come: Callable[[], bool]) -> None:
        """Wait for a state of the cluster, and repair nodes meanwhile. Raises `ClusterFailed`.

        A process that was taken over may have been ending already, and is started again.
        """
        end = time.monotonic() + START_SECONDS
        while not has_come():
            ended = [name for name, one in self.by_name().items() if not one.is_running()]
            failed = [name for name in ended if self.by_name()[name].child and not self._repairs.expects(name)]
            if failed or time.monotonic() > end:
                reason = f"{', '.join(failed)} ended" if failed else f"{what} did not come in {START_SECONDS:g} s"
                raise ClusterFailed(f"The cluster did not start: {reason}. The logs are in {self.layout.home}.")
            self.look_after()
            time.sleep(POLL_SECONDS)

    def attempt(self, what: str, action: Callable[[], object]) -> None:
        """Do something with the databases, again while they change their leaders. Raises `ClusterFailed`."""

        def is_done() -> bool:
            try:
                action()
            except (psycopg.OperationalError, psycopg.InternalError) as error:
                log.info("%s: attempt failed: %s", what, error)
                return False
            except DBAPIError as error:
                if isinstance(error.orig, (psycopg.OperationalError, psycopg.InternalError)):
                    return False
                raise
            return True

        self.wait_for(what, is_done)

    def _member_process(self, member: Member) -> Process:
        self._files[member.name] = {}
        return self._process(member.name, etcd.command(self.packages.etcd, self.layout, member))

    def _node_process(self, database: Database, node: Node) -> Process:
        directory = self.layout.directory(node.name)
        program, file = directory / patroni.PROGRAM.name, directory / "patroni.yml"
        content = patroni.configuration(self.layout, database, node, self.packages.postgres)
        self._files[node.name] = {program: patroni.PROGRAM.read_text(), file: content}
        return self._process(node.name, patroni.command(self.packages.patroni, program, file))

    def _routing_processes(self) -> dict[str, Process]:
        """Return the processes between servers and shards, in the order of their start; none without shards."""
        router, packages = self.layout.router, self.packages.routing
        if router is None:
            return {}
        assert packages is not None
        users, pooler = self.layout.directory(POOLER) / "users.txt", self.layout.directory(POOLER) / "pgbouncer.ini"
        proxy = self.layout.directory(PROXY) / "haproxy.cfg"
        self._files[POOLER] = {users: pgbouncer.users(self.layout), pooler: pgbouncer.configuration(router, users)}
        self._files[PROXY] = {proxy: haproxy.configuration(self.layout)}
        command = router_server.command(packages.postgres, self.layout.directory(ROUTER), router)
        return {
            PROXY: self._process(PROXY, haproxy.command(packages.haproxy, proxy)),
            # PostgreSQL would wait for its clients after SIGTERM.
            ROUTER: self._process(ROUTER, command, signal.SIGINT),
            POOLER: self._process(POOLER, pgbouncer.command(packages.pgbouncer, pooler)),
        }

    def _process(self, name: str, command: list[str], ending: signal.Signals = signal.SIGTERM) -> Process:
        mark = str(self.layout.directory(name))
        return Process(command, self.layout.log(name), self.packages.account, ending=ending, mark=mark)

    def _end_outdated_routing(self) -> None:
        """End processes between servers and shards whose configuration is no longer the present one."""
        for name, process in reversed(self.routing.items()):
            if process.is_running() and (not process.is_current() or self._is_outdated(name)):
                self.announce(f"{name} gets another configuration and is started again")
                process.end()

    def _is_outdated(self, name: str) -> bool:
        with suppress(FileNotFoundError):
            return any(file.read_text() != content for file, content in self._files.get(name, {}).items())
        return True

    def _start_routing(self) -> None:
        """Start all processes in between. A router is created again, because nothing in it is worth keeping."""
        if self.packages.routing is not None and self.routing and not self.routing[ROUTER].is_running():
            directory, password = self.layout.directory(ROUTER), self.layout.passwords[SUPERUSER]
            router_server.create(self.packages.routing.postgres, directory, password, self.packages.account)
        for process in self.routing.values():
            process.start()

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


def _take(base: Path, account: RunAs | None) -> tuple[Path, int]:
    """Create the directory of a cluster and take its lock. Return the home and the lock. Raises `ClusterFailed`."""
    base.mkdir(mode=0o711 if account else 0o700, parents=True, exist_ok=True)
    home = find_home(base, account)
    make_private(home, account)
    lock = open_private(home / ".lock")
    if try_lock(lock):
        os.truncate(lock, 0)
        os.pwrite(lock, str(os.getpid()).encode(), 0)
        return home, lock
    holder = os.pread(lock, 20, 0).decode() or "unknown"
    os.close(lock)
    raise ClusterFailed(
        f"The cluster in {home} is running already, started by process {holder}: `dobon cluster --status` shows it, "
        f"and Ctrl-C there or `kill {holder}` stops it."
    )


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
