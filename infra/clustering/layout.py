"""Directories, names, ports and passwords of a cluster on one machine, kept in a file for its next start."""

import json
import os
import secrets
import shutil
import socket
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from infra.postgres.binaries import RunAs
from infra.postgres.tables.schema import APP_ROLE, OWNER_ROLE

HOST = "127.0.0.1"
DATABASE = "dobon"
APP_ACCOUNT = "dobon"
"""The account of the servers, which may act as `dobon_app`."""

SUPERUSER = "postgres"
NODES = 3
FILE = "cluster.json"
ROLES = (OWNER_ROLE, APP_ROLE)

PORTS = range(18_000, 32_000)
"""Ports from which those of a cluster are chosen: below those that Linux gives to outgoing connections."""

CONNECT_SECONDS = 2
"""Seconds for a connection to one node, which may be frozen, before libpq tries the next one."""


@dataclass(frozen=True, slots=True)
class Member:
    """A member of etcd."""

    name: str
    client_port: int
    peer_port: int


@dataclass(frozen=True, slots=True)
class Node:
    """A PostgreSQL with the Patroni that runs it."""

    name: str
    port: int
    "The port of PostgreSQL."
    rest_port: int
    "The port of Patroni, which says who leads."


@dataclass(frozen=True, slots=True)
class Layout:
    """A cluster whose processes and data are in the directory `home`."""

    home: Path
    members: tuple[Member, ...]
    nodes: tuple[Node, ...]
    passwords: dict[str, str]
    "Of the superuser, `replication`, `rewind`, `patroni` (its REST interface) and the account of the servers."

    @classmethod
    def create(cls, home: Path, members: int, nodes: int = NODES) -> "Layout":
        """Return a layout with free ports and new passwords."""
        ports = iter(free_ports(2 * members + 2 * nodes))
        return cls(
            home,
            tuple(Member(f"etcd{number}", next(ports), next(ports)) for number in range(1, members + 1)),
            tuple(Node(f"node{number}", next(ports), next(ports)) for number in range(1, nodes + 1)),
            {name: secrets.token_hex(16) for name in (SUPERUSER, "replication", "rewind", "patroni", APP_ACCOUNT)},
        )

    @classmethod
    def load(cls, home: Path) -> "Layout | None":
        """Return the layout of the cluster in a directory, or None if there is none."""
        try:
            found: dict[str, Any] = json.loads((home / FILE).read_text())
        except FileNotFoundError:
            return None
        return cls(
            home,
            tuple(Member(**one) for one in found["members"]),
            tuple(Node(**one) for one in found["nodes"]),
            found["passwords"],
        )

    def save(self, account: RunAs | None) -> None:
        """Write the layout for the next start. Only this account may read the file."""
        make_private(self.home, account)
        content = asdict(self)
        del content["home"]
        write_private(self.home / FILE, json.dumps(content, indent=1), account)

    def directory(self, name: str) -> Path:
        """Return the directory of a member or a node."""
        return self.home / name

    def log(self, name: str) -> Path:
        """Return the file with the output of a process."""
        return self.home / f"{name}.log"

    def application_url(self) -> str:
        """Return the address with which servers find the leader."""
        return self._url(APP_ACCOUNT)

    def owner_url(self) -> str:
        """Return the address of the leader for migrations."""
        return self._url(SUPERUSER)

    def node_url(self, node: Node, dbname: str = "postgres") -> str:
        """Return the superuser's address of one node, whatever its role."""
        return f"postgresql://{SUPERUSER}:{self.passwords[SUPERUSER]}@{HOST}:{node.port}/{dbname}?connect_timeout={CONNECT_SECONDS}"

    def _url(self, account: str) -> str:
        hosts = ",".join(f"{HOST}:{node.port}" for node in self.nodes)
        # A random order, so that a frozen node delays only a part of the new connections.
        options = f"target_session_attrs=read-write&load_balance_hosts=random&connect_timeout={CONNECT_SECONDS}"
        return f"postgresql://{account}:{quote(self.passwords[account])}@{hosts}/{DATABASE}?{options}"


def free_ports(count: int) -> list[int]:
    """Return different ports that are free now, and that the system does not give to outgoing connections.

    A node that starts again needs its old port, which an outgoing connection must not have taken meanwhile.
    """
    found: list[int] = []
    with ExitStack() as stack:
        while len(found) < count:
            with suppress(OSError):
                stack.enter_context(socket.create_server((HOST, port := PORTS[secrets.randbelow(len(PORTS))])))
                found.append(port)
    return found


def make_private(directory: Path, account: RunAs | None) -> None:
    """Create a directory that only the account may enter."""
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    directory.chmod(0o700)
    if account is not None:
        shutil.chown(directory, account.uid, account.gid)


def write_private(path: Path, text: str, account: RunAs | None) -> None:
    """Write a file that only the account may read, at once and completely."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.touch(mode=0o600)
    draft.write_text(text)
    if account is not None:
        shutil.chown(draft, account.uid, account.gid)
    draft.replace(path)
