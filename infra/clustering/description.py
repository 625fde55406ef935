"""What `dobon cluster --status` prints: who leads, which partitions each shard owns, and what answers."""

import socket
from collections.abc import Sequence

import psycopg
from psycopg import pq

from infra.clustering.layout import APP_ACCOUNT, DATABASE, HOST, Database, Layout, Router
from infra.clustering.local import POOLER, PROXY, ROUTER, find_leader, find_statuses
from infra.postgres.partitions import owned_partitions


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
