"""etcd: the command of each member, and what it answers about itself."""

import json
import urllib.request
from pathlib import Path
from typing import Any

from infra.clustering.layout import HOST, Layout, Member

HEARTBEAT_MILLISECONDS = 200
ELECTION_MILLISECONDS = 2_000
"""Times between members. etcd's own, 100 and 1,000, are too short for a busy machine with three members."""

ANSWER_SECONDS = 3.0


def command(program: Path, layout: Layout, member: Member) -> list[str]:
    """Return the command line of a member. The program keeps its data in the directory of the member."""
    peers = ",".join(f"{one.name}=http://{HOST}:{one.peer_port}" for one in layout.members)
    client, peer = f"http://{HOST}:{member.client_port}", f"http://{HOST}:{member.peer_port}"
    options = {
        "name": member.name,
        "data-dir": layout.directory(member.name),
        "listen-client-urls": client,
        "advertise-client-urls": client,
        "listen-peer-urls": peer,
        "initial-advertise-peer-urls": peer,
        "initial-cluster": peers,
        "initial-cluster-token": layout.nodes[0].name,
        "heartbeat-interval": HEARTBEAT_MILLISECONDS,
        "election-timeout": ELECTION_MILLISECONDS,
        "auto-compaction-retention": "1h",
        "logger": "zap",
        "log-level": "warn",
    }
    return [str(program), *(f"--{name}={value}" for name, value in options.items())]


def is_leader(member: Member) -> bool:
    """Tell whether the member leads etcd. A member that does not answer leads nothing."""
    try:
        status = _post(member, "v3/maintenance/status")
    except (OSError, ValueError):
        return False
    # A status without a leader, during an election, has no such field.
    return bool(status.get("leader")) and status["leader"] == status["header"]["member_id"]


def _post(member: Member, path: str) -> dict[str, Any]:
    request = urllib.request.Request(f"http://{HOST}:{member.client_port}/{path}", b"{}", method="POST")
    with urllib.request.urlopen(request, timeout=ANSWER_SECONDS) as response:  # noqa: S310 - an address of ours
        found: dict[str, Any] = json.load(response)
    return found
