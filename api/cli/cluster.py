"""`dobon cluster`: etcd, Patroni, PostgreSQL and servers on one machine, until a signal ends them; who leads."""

import signal
import socket
import sys
import time
from contextlib import suppress
from types import FrameType

from infra.clustering.layout import ENVIRONMENT_FILE, HOST, Layout
from infra.clustering.local import (
    START_SECONDS,
    ClusterFailed,
    LocalCluster,
    describe,
    directory_of,
    find_leader,
    find_leaders,
)
from infra.clustering.packages import find_packages
from infra.clustering.processes import Process
from infra.postgres.binaries import is_root, run_as
from infra.postgres.bootstrap import prepare
from infra.postgres.cluster import find_home
from infra.settings import Settings

WATCH_SECONDS = 0.5
"""Interval between two looks at the processes and the leader."""

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

    `members` are those of etcd, and `nodes` those of each database.

    Raises `PackagesMissing` and `ClusterFailed`.
    """
    for number in (signal.SIGTERM, signal.SIGINT):  # a shell may start a program in the background without SIGINT
        signal.signal(number, _interrupt)
    ports = range(port, port + servers)
    for one in ports:
        _check_port(one)
    began = time.monotonic()
    packages = find_packages(shards=shards > 0)
    cluster = LocalCluster(directory_of(settings.data_dir), packages, members=members, nodes=nodes, shards=shards)
    running: list[Process] = []
    try:
        cluster.start()
        layout = cluster.layout
        prepare(layout.settings())
        running += [_start_server(layout, one, workers) for one in ports]
        _wait_for_servers(running, ports)
        last = layout.databases[-1]
        leader = find_leader(last) or last.nodes[0]
        text = WELCOME.format(
            seconds=time.monotonic() - began,
            urls=" ".join(f"http://{HOST}:{one}" for one in ports),
            nodes="\n".join(describe(layout)),
            home=layout.home,
            settings=layout.home / ENVIRONMENT_FILE,
            other="shards move 0 2" if shards > 1 else "check",
            data=layout.directory(leader.name) / "data",
        )
        print(text, flush=True)
        _watch(cluster, running)
    except KeyboardInterrupt:
        return 0
    finally:
        # A second Ctrl-C must not leave processes behind.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for process in running:
            process.terminate()
        for process in running:
            process.wait()
        cluster.stop()
    return 0


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


def _check_port(port: int) -> None:
    """Raise `ClusterFailed` if another program uses the port."""
    try:
        socket.create_server((HOST, port)).close()
    except OSError as error:
        raise ClusterFailed(f"Port {port} of {HOST} is in use. Choose another with --port.") from error


def _wait_for_servers(servers: list[Process], ports: range) -> None:
    """Wait until each server accepts connections. Raises `ClusterFailed`."""
    end = time.monotonic() + START_SECONDS
    for server, port in zip(servers, ports, strict=True):
        while True:
            with suppress(OSError), socket.create_connection((HOST, port), timeout=1):
                break
            if not server.is_running() or time.monotonic() > end:
                raise ClusterFailed(f"The server at port {port} did not start. Its log is {server.log}.")
            time.sleep(WATCH_SECONDS / 5)


def _start_server(layout: Layout, port: int, workers: int) -> Process:
    command = [
        sys.executable, "-m", "api.cli", "serve", "--host", HOST, "--port", str(port), "--workers", str(workers),
    ]  # fmt: skip
    process = Process(command, layout.log(f"server-{port}"), environment=layout.environment())
    process.start()
    return process


def _interrupt(_: int, __: FrameType | None) -> None:
    raise KeyboardInterrupt


def _watch(cluster: LocalCluster, servers: list[Process]) -> None:
    """Start processes again that have ended, and print each change of a leader. A signal ends it."""
    last = find_leaders(cluster.layout)
    while True:
        time.sleep(WATCH_SECONDS)
        for name in cluster.restart_ended():
            print(f"{_now()}  {name} had ended and was started again", flush=True)
        for process in servers:
            if not process.is_running():
                process.start()
        leaders = find_leaders(cluster.layout)
        for scope, leader in leaders.items():
            if leader != last[scope]:
                print(f"{_now()}  {leader.name if leader else 'no node'} leads {scope}", flush=True)
        last = leaders


def _now() -> str:
    return time.strftime("%H:%M:%S")
