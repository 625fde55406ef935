"""`dobon cluster`: etcd, Patroni, PostgreSQL and servers on one machine, until a signal ends them; who leads."""

import signal
import sys
import time
from types import FrameType

from api.cli.cluster_servers import Servers
from infra.clustering.description import describe
from infra.clustering.layout import ENVIRONMENT_FILE, HOST, Layout
from infra.clustering.local import ClusterFailed, LocalCluster, directory_of, find_leader, find_leaders
from infra.clustering.packages import find_packages
from infra.databases.preparation import prepare
from infra.postgres.binaries import is_root, run_as
from infra.postgres.bootstrap import OTHER_DIRECTORY, UnreleasedTables
from infra.postgres.cluster import find_home
from infra.settings import Settings

WATCH_SECONDS = 0.5
"""Interval between two looks at the processes and the leader."""

LAST_PORT = 65_535

WELCOME = """\
The cluster is up after {seconds:.0f} s. Open a server in a browser and play: {urls}

{nodes}

`dobon cluster --status` shows who leads. Logs and data are in {home}.
For other commands with this cluster: set -a; . {settings}; dobon {other}
To see a failover, kill a leader: kill -9 $(head -1 {data}/postmaster.pid). Ctrl-C stops everything.
"""


def run_cluster(
    settings: Settings, port: int, servers: int, workers: int, *, members: int, nodes: int, shards: int
) -> int:
    """Run a cluster with servers at ports from `port` on until SIGTERM or SIGINT, and return the exit code.

    `members` are those of etcd, and `nodes` those of each database. What an earlier run has left is taken over.

    Raises `PackagesMissing`, `ClusterFailed` and `DatabaseUnusable`.
    """
    for number in (signal.SIGTERM, signal.SIGINT):  # a shell may start a program in the background without SIGINT
        signal.signal(number, _interrupt)
    ports = range(port, port + servers)
    if ports[-1] > LAST_PORT:
        raise ClusterFailed(f"{servers} servers need the ports {port} to {ports[-1]}, but {LAST_PORT} is the last one.")
    began = time.monotonic()
    packages = find_packages(shards=shards > 0)
    cluster = LocalCluster(
        directory_of(settings.data_dir), packages, members=members, nodes=nodes, shards=shards, announce=_announce
    )
    try:
        running = Servers(cluster.layout, ports, workers, _announce)
    except ClusterFailed:
        cluster.release()  # the processes of an earlier run continue
        raise
    try:
        cluster.start()
        _prepare(cluster)
        running.start()
        running.wait_until_ready(meanwhile=cluster.look_after)
        print(
            _welcome(cluster, ports, time.monotonic() - began, "shards move 0 2" if shards > 1 else "check"), flush=True
        )
        running.stop_former()
        _watch(cluster, running)
    except KeyboardInterrupt:
        return 0
    finally:
        running.stop()
        cluster.stop()
    return 0


def _prepare(cluster: LocalCluster) -> None:
    try:
        cluster.attempt("the tables", lambda: prepare(cluster.layout.settings()))
    except UnreleasedTables as error:
        raise UnreleasedTables(f"The cluster in {cluster.layout.home}", error.revision, OTHER_DIRECTORY) from None


def _welcome(cluster: LocalCluster, ports: range, seconds: float, other: str) -> str:
    layout = cluster.layout
    last = layout.databases[-1]
    leader = find_leader(last) or last.nodes[0]
    return WELCOME.format(
        seconds=seconds,
        urls=" ".join(f"http://{HOST}:{one}" for one in ports),
        nodes="\n".join(describe(layout)),
        home=layout.home,
        settings=layout.home / ENVIRONMENT_FILE,
        other=other,
        data=layout.directory(leader.name) / "data",
    )


def show_status(settings: Settings) -> int:
    """Print a line for each node of the running cluster. Return 1 if none answers."""
    base = directory_of(settings.data_dir)
    layout = Layout.load(find_home(base, run_as() if is_root() else None)) if base.exists() else None
    lines = [] if layout is None else describe(layout)
    if not lines:
        print(f"No cluster of {base} is running.", file=sys.stderr)
        return 1
    print("\n".join(lines))
    return 0


def _interrupt(_: int, __: FrameType | None) -> None:
    raise KeyboardInterrupt


def _watch(cluster: LocalCluster, servers: Servers) -> None:
    """Start processes again that have ended, and tell of each change of a leader. A signal ends it."""
    last = find_leaders(cluster.layout)
    while True:
        time.sleep(WATCH_SECONDS)
        cluster.look_after()
        servers.restart_ended()
        leaders = find_leaders(cluster.layout)
        for scope, leader in leaders.items():
            if leader != last[scope]:
                _announce(f"{leader.name if leader else 'no node'} leads {scope}")
        last = leaders


def _announce(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')}  {text}", flush=True)
