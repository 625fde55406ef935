"""Directories, names, ports and passwords of a cluster on one machine, kept in a file for its next start.

A cluster has a database of accounts. With shards it also has a database for each shard, and a router with a pooler.
"""

import json
import os
import secrets
import shlex
import shutil
import socket
from collections.abc import Collection, Iterator
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from infra.postgres.binaries import RunAs
from infra.postgres.tables.schema import APP_ROLE, OWNER_ROLE
from infra.settings import Settings, variable_of

HOST = "127.0.0.1"
DATABASE = "dobon"
APP_ACCOUNT = "dobon"
"""The account of the servers, which may act as `dobon_app`."""

SUPERUSER = "postgres"
SCOPE = "dobon"
NODES = 3
FILE = "cluster.json"
ENVIRONMENT_FILE = "settings.env"
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
class Database:
    """Nodes of which one leads; the others have copies of its data."""

    scope: str
    "The name under which Patroni keeps it in etcd."
    nodes: tuple[Node, ...]
    port: int = 0
    "The port of HAProxy that leads to the leader; 0 if clients find the leader themselves."


@dataclass(frozen=True, slots=True)
class Router:
    """The PostgreSQL that sends each call for one game to its shard, and the PgBouncer in front of it."""

    port: int
    "The port of the router's PostgreSQL."
    pooler_port: int


@dataclass(frozen=True, slots=True)
class Layout:
    """A cluster whose processes and data are in the directory `home`."""

    home: Path
    members: tuple[Member, ...]
    accounts: Database
    "The database of accounts; without shards also of the games."
    passwords: dict[str, str]
    "Of the superuser, `replication`, `rewind`, `patroni` (its REST interface) and the account of the servers."
    shards: tuple[Database, ...] = ()
    "The databases of games."
    router: Router | None = None
    "Only with shards."

    @classmethod
    def create(cls, home: Path, members: int, nodes: int = NODES, shards: int = 0) -> "Layout":
        """Return a layout with free ports and new passwords. Each database has `nodes` nodes."""
        ports = iter(free_ports(2 * (members + nodes + 1)))
        prefix = "accounts" if shards else "node"
        layout = cls(
            home,
            tuple(Member(f"etcd{number}", next(ports), next(ports)) for number in range(1, members + 1)),
            Database(
                SCOPE, tuple(Node(f"{prefix}{number}", next(ports), next(ports)) for number in range(1, nodes + 1))
            ),
            {name: secrets.token_hex(16) for name in (SUPERUSER, "replication", "rewind", "patroni", APP_ACCOUNT)},
            router=Router(next(ports), next(ports)) if shards else None,
        )
        return layout.with_shards(shards)

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
            _load_database(found["accounts"]),
            found["passwords"],
            tuple(_load_database(one) for one in found["shards"]),
            Router(**found["router"]) if found["router"] else None,
        )

    def with_shards(self, count: int) -> "Layout":
        """Return the layout with further shards up to `count`. They have as many nodes as the accounts."""
        shards = list(self.shards)
        size = len(self.accounts.nodes)
        ports = iter(free_ports((count - len(shards)) * (2 * size + 1), {*self._ports()}))
        for number in range(len(shards) + 1, count + 1):
            nodes = (Node(f"shard{number}-{place}", next(ports), next(ports)) for place in range(1, size + 1))
            shards.append(Database(f"{SCOPE}-shard{number}", tuple(nodes), next(ports)))
        return replace(self, shards=tuple(shards))

    def save(self, account: RunAs | None) -> None:
        """Write the layout for the next start, and the settings for a shell. Only this account may read the files."""
        make_private(self.home, account)
        content = asdict(self)
        del content["home"]
        write_private(self.home / FILE, json.dumps(content, indent=1), account)
        lines = [f"{variable}={shlex.quote(value)}\n" for variable, value in self.owner_environment().items()]
        write_private(self.home / ENVIRONMENT_FILE, "".join(lines), account)

    @property
    def databases(self) -> tuple[Database, ...]:
        """All databases, that of the accounts first."""
        return (self.accounts, *self.shards)

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The nodes of all databases."""
        return tuple(node for database in self.databases for node in database.nodes)

    def directory(self, name: str) -> Path:
        """Return the directory of a process."""
        return self.home / name

    def log(self, name: str) -> Path:
        """Return the file with the output of a process."""
        return self.home / f"{name}.log"

    def settings(self) -> Settings:
        """Return the settings with all addresses, those for migrations included."""
        return Settings(
            database_url=self._several_hosts(APP_ACCOUNT),
            owner_database_url=self._several_hosts(SUPERUSER),
            shard_urls=tuple(self._leader_url(APP_ACCOUNT, shard) for shard in self.shards),
            owner_shard_urls=tuple(self._leader_url(SUPERUSER, shard) for shard in self.shards),
            router_url=self._url(APP_ACCOUNT, self.router.pooler_port) if self.router else None,
            owner_router_url=self._url(SUPERUSER, self.router.port) if self.router else None,
        )

    def environment(self) -> dict[str, str]:
        """Return the variables with which a server finds the databases."""
        return _variables(self.settings(), "database_url", "shard_urls", "router_url")

    def owner_environment(self) -> dict[str, str]:
        """Return also the variables with the superuser's addresses, for other commands such as `dobon shards move`."""
        owner = _variables(self.settings(), "owner_database_url", "owner_shard_urls", "owner_router_url")
        return self.environment() | owner

    def node_url(self, node: Node, dbname: str = "postgres") -> str:
        """Return the superuser's address of one node, whatever its role."""
        return f"{self._url(SUPERUSER, node.port, dbname)}?connect_timeout={CONNECT_SECONDS}"

    def owner_url(self, database: Database) -> str:
        """Return the superuser's address of the leader of a database."""
        return self._leader_url(SUPERUSER, database) if database.port else self._several_hosts(SUPERUSER)

    def _ports(self) -> Iterator[int]:
        for member in self.members:
            yield from (member.client_port, member.peer_port)
        for node in self.nodes:
            yield from (node.port, node.rest_port)
        yield from (database.port for database in self.shards)
        if self.router is not None:
            yield from (self.router.port, self.router.pooler_port)

    def _several_hosts(self, account: str) -> str:
        """Return an address of the accounts with which libpq itself finds the leader."""
        hosts = ",".join(f"{HOST}:{node.port}" for node in self.accounts.nodes)
        # A random order, so that a frozen node delays only a part of the new connections.
        options = f"target_session_attrs=read-write&load_balance_hosts=random&connect_timeout={CONNECT_SECONDS}"
        return f"postgresql://{account}:{self.passwords[account]}@{hosts}/{DATABASE}?{options}"

    def _leader_url(self, account: str, database: Database) -> str:
        """Return an address of HAProxy. The router uses it too, so it has only options of PostgreSQL 15's libpq.

        When HAProxy has just started, it does not know yet who leads.
        """
        options = f"target_session_attrs=read-write&connect_timeout={CONNECT_SECONDS}"
        return f"{self._url(account, database.port)}?{options}"

    def _url(self, account: str, port: int, dbname: str = DATABASE) -> str:
        return f"postgresql://{account}:{self.passwords[account]}@{HOST}:{port}/{dbname}"


def _variables(settings: Settings, *names: str) -> dict[str, str]:
    """Return the variables of settings that are addresses or lists of them."""
    found = {name: getattr(settings, name) or "" for name in names}
    return {
        variable_of(name): value if isinstance(value, str) else " ".join(value)
        for name, value in found.items()
        if value
    }


def _load_database(found: dict[str, Any]) -> Database:
    return Database(found["scope"], tuple(Node(**one) for one in found["nodes"]), found["port"])


def free_ports(count: int, avoided: Collection[int] = ()) -> list[int]:
    """Return different ports that are free now and not avoided, and that the system does not give to connections.

    A node that starts again needs its old port, which an outgoing connection must not have taken meanwhile.
    """
    found: list[int] = []
    with ExitStack() as stack:
        while len(found) < count:
            port = PORTS[secrets.randbelow(len(PORTS))]
            with suppress(OSError):
                if port not in avoided:
                    stack.enter_context(socket.create_server((HOST, port)))
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
