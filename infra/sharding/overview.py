"""What each shard has: its partitions, games and sizes, and the moves that are under way."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import psycopg

from infra.postgres.partitions import ID_COLUMNS, PARTITIONS
from infra.sharding.channel import name_of
from infra.sharding.servers import Servers, Shard

Connection = psycopg.Connection[Any]

_PARTITIONS = """
SELECT number, owned, arrivals, count(games.id) FROM dobon.partitions
LEFT JOIN dobon.games ON dobon.partition_of(games.id) = partitions.number
GROUP BY number, owned, arrivals ORDER BY number"""
_BYTES = "SELECT sum(pg_total_relation_size(place))::int8 FROM unnest(%s::regclass[]) AS place"
_LEAVING = "SELECT pubname FROM pg_publication ORDER BY pubname"
_COMING = """
SELECT subname FROM pg_subscription
WHERE subdbid = (SELECT oid FROM pg_database WHERE datname = current_database()) ORDER BY subname"""


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of one shard."""

    shard: Shard
    games: dict[int, int]
    "The number of games of each partition that the shard owns."
    remains: int
    "Games of other partitions: copies that arrive, or remains of a move."
    bytes: int
    "Size of the tables with rows of games."
    leaving: frozenset[int]
    "Partitions of which a move from this shard is under way or has to be finished."
    coming: frozenset[int]
    "Partitions whose changes this shard receives."


def contents(servers: Servers) -> list[Contents]:
    """Return the contents of the shards that answer."""
    return [_contents(shard, shard.conn) for shard in servers.answering]


def _contents(shard: Shard, conn: Connection) -> Contents:
    rows = conn.execute(_PARTITIONS).fetchall()
    places = [f"dobon.{table}" for table in ID_COLUMNS]
    size = conn.execute(_BYTES, (places,)).fetchone()
    names = {name_of(number): number for number in range(PARTITIONS)}
    leaving, coming = (
        frozenset(names[name] for (name,) in conn.execute(query) if name in names) for query in (_LEAVING, _COMING)
    )
    return Contents(
        shard=shard,
        games={number: games for number, owned, _, games in rows if owned},
        remains=sum(games for _, owned, _, games in rows if not owned),
        bytes=0 if size is None or size[0] is None else size[0],
        leaving=leaving,
        coming=coming,
    )


def without_owner(found: Iterable[Contents]) -> list[int]:
    """Return the partitions that none of these shards owns."""
    return sorted(set(range(PARTITIONS)) - {number for one in found for number in one.games})


def ranges(numbers: Iterable[int]) -> str:
    """Return numbers as ranges, such as `0-15 20`; `none` without any."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and found[-1][-1] == number - 1:
            found[-1].append(number)
        else:
            found.append([number])
    return " ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in found) or "none"
