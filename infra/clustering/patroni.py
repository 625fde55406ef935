"""Patroni: the configuration of each node, and what it says about the cluster."""

import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from infra.clustering.layout import HOST, SUPERUSER, Database, Layout, Node
from infra.postgres.cluster import DEFAULTS

ANSWER_SECONDS = 3.0

PROGRAM = Path(__file__).with_name("patroni_program.py")
"""Patroni as it is run: the library with one change. A node has a copy, which its account can read."""

CLUSTER: dict[str, Any] = {
    "ttl": 20,  # seconds after which a leader that is gone is replaced
    "loop_wait": 1,
    "retry_timeout": 9,  # at most (ttl - loop_wait) / 2
    "maximum_lag_on_failover": 16 * 1024**2,  # a standby that is chosen has every answered commit at any lag
    "primary_start_timeout": 0,  # a leader whose PostgreSQL has died is replaced at once, before it could recover
    # A commit is answered when one of the standbys has it, and the standby that has most becomes the leader. With one
    # chosen standby the other is often ahead of it, and then has to be rewound before it can confirm anything.
    "synchronous_mode": "quorum",
    "synchronous_mode_strict": True,  # without a standby nothing is answered
    "synchronous_node_count": 1,
}
"""The settings of the whole cluster, which Patroni keeps in etcd."""

PARAMETERS: dict[str, Any] = DEFAULTS | {
    "max_connections": 200,
    "wal_keep_size": "256MB",
    "wal_log_hints": "on",  # for pg_rewind
    "wal_sender_timeout": "10s",  # a standby that is frozen holds up all commits until Patroni has chosen another one
    "wal_receiver_timeout": "10s",
    "wal_retrieve_retry_interval": "500ms",  # a promotion sometimes waits for the end of this interval
    # Games that move to another shard are copied by logical replication.
    "wal_level": "logical",
    "max_wal_senders": 20,
    "max_replication_slots": 20,
    "max_worker_processes": 16,
    "max_logical_replication_workers": 8,
}
"""The settings of PostgreSQL besides those that Patroni chooses, such as `synchronous_standby_names`."""


@dataclass(frozen=True, slots=True)
class Status:
    """What a node says about itself or another one."""

    name: str
    role: str
    "`leader`, `quorum_standby` (it may confirm commits and lead next) or `replica`."
    state: str
    "`running` or `streaming` if all is well."
    timeline: int
    lag: int
    "Bytes behind the leader; -1 if unknown."


def configuration(layout: Layout, database: Database, node: Node, postgres: Path) -> str:
    """Return the file for a node of a database: YAML."""
    passwords = layout.passwords
    content = {
        "scope": database.scope,
        "name": node.name,
        "restapi": {
            "listen": f"{HOST}:{node.rest_port}",
            "connect_address": f"{HOST}:{node.rest_port}",
            "authentication": {"username": "patroni", "password": passwords["patroni"]},
        },
        "etcd3": {"hosts": [f"{HOST}:{member.client_port}" for member in layout.members]},
        "bootstrap": {
            "dcs": CLUSTER | {"postgresql": {"use_pg_rewind": True, "use_slots": True, "parameters": PARAMETERS}},
            "initdb": [{"encoding": "UTF8"}, {"locale": "C"}, "data-checksums"],
        },
        "postgresql": {
            "listen": f"{HOST}:{node.port}",
            "connect_address": f"{HOST}:{node.port}",
            "data_dir": str(layout.directory(node.name) / "data"),
            "bin_dir": str(postgres),
            "pgpass": str(layout.directory(node.name) / "pgpass"),
            "authentication": {
                "superuser": {"username": SUPERUSER, "password": passwords[SUPERUSER]},
                "replication": {"username": "replication", "password": passwords["replication"]},
                "rewind": {"username": "rewind", "password": passwords["rewind"]},
            },
            "parameters": {"unix_socket_directories": ""},
            "pg_hba": [
                f"host all all {HOST}/32 scram-sha-256",
                f"host replication replication {HOST}/32 scram-sha-256",
            ],
            "remove_data_directory_on_rewind_failure": True,
            "remove_data_directory_on_diverged_timelines": True,
        },
        "watchdog": {"mode": "off"},  # it would restart the whole machine
    }
    return yaml.safe_dump(content, sort_keys=False)


def command(patroni: Path, program: Path, file: Path) -> list[str]:
    """Return the command line of a node. `patroni` is a program in Patroni's environment, `program` a copy of ours."""
    return [str(patroni.with_name("python3")), str(program), str(file)]


def statuses(node: Node) -> list[Status]:
    """Return what a node knows about all nodes, in the order of their names. Raises `OSError` if it does not answer."""
    found = []
    for one in _get(node, "cluster")["members"]:
        lag = one.get("lag", 0)
        found.append(
            Status(
                one["name"],
                one["role"],
                one["state"],
                one.get("timeline") or 0,
                lag if isinstance(lag, int) else -1,
            )
        )
    return sorted(found, key=lambda status: status.name)


def leading_timeline(node: Node) -> int:
    """Return the timeline of a node that says that it leads and holds the lock; 0 for any other node."""
    try:
        return int(_get(node, "leader")["timeline"])
    except (OSError, ValueError, LookupError):
        return 0


@dataclass(frozen=True, slots=True)
class Position:
    """How far the log of a PostgreSQL is that accepts connections."""

    timeline: int
    "0 if it is unknown, as of a standby without a connection to a leader."
    location: int
    "What a primary has written to disk, and what a standby has replayed."


def position(node: Node) -> Position | None:
    """Return how far a node is, or None if its Patroni does not answer or its PostgreSQL accepts no connections."""
    try:
        found = _get(node, "patroni")
        log = found["xlog"]
        return Position(found.get("timeline") or 0, log["location" if "location" in log else "replayed_location"] or 0)
    except (OSError, ValueError, LookupError):
        return None


def _get(node: Node, path: str) -> dict[str, Any]:
    address = f"http://{HOST}:{node.rest_port}/{path}"
    with urllib.request.urlopen(address, timeout=ANSWER_SECONDS) as response:
        found: dict[str, Any] = json.load(response)
    return found
