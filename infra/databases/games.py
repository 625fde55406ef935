"""Reads of many games: each statement runs in every shard, and the results are put together.

If the games are in one database, that is one statement.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, islice
from time import monotonic, sleep
from typing import Any, TypeVar

import psycopg

from infra.postgres.partitions import PARTITIONS
from infra.postgres.pool import Pool
from infra.postgres.retry import MOVE_PAUSE_SECONDS, MOVE_SECONDS, Unavailable, read_with_retry

T = TypeVar("T")

Connection = psycopg.Connection[Any]

_OWNED = "SELECT number FROM dobon.partitions WHERE owned ORDER BY number"

_ALL = [*range(PARTITIONS)]


def read_each(pool: Pool, work: Callable[[Connection], T]) -> list[T]:
    """Return what `work` reads in each shard; together they have read each game once.

    If a partition of games moves to another shard meanwhile, all are read again. Raises `Unavailable` if a shard does
    not answer, because its games would be missing.
    """
    if len(pool.shards) == 1:
        return [read_with_retry(pool.shards[0], work)]
    end = monotonic() + MOVE_SECONDS
    while True:
        found = [read_with_retry(shard, lambda conn: _with_partitions(conn, work)) for shard in pool.shards]
        if sorted(chain.from_iterable(partitions for _, partitions in found)) == _ALL:
            return [result for result, _ in found]
        if monotonic() > end:
            raise Unavailable("games are being moved to another database")
        sleep(MOVE_PAUSE_SECONDS)


def _with_partitions(conn: Connection, work: Callable[[Connection], T]) -> tuple[T, list[int]]:
    """Return what `work` reads, and the partitions that the shard owned meanwhile; none if they have changed."""
    before = _owned(conn)
    result = work(conn)
    return result, before if _owned(conn) == before else []


def _owned(conn: Connection) -> list[int]:
    return [number for (number,) in conn.execute(_OWNED)]


def read_page(
    pool: Pool, work: Callable[[Connection], Sequence[T]], place: Callable[[T], Any], limit: int, *, newest_first: bool
) -> list[T]:
    """Return the first rows of all shards, as `read_each`. `work` reads those of one shard, in the order of `place`."""
    return merge(read_each(pool, work), place, limit, newest_first=newest_first)


def merge(parts: Iterable[Sequence[T]], place: Callable[[T], Any], limit: int, *, newest_first: bool) -> list[T]:
    """Return the first rows of all parts, each of which is in the order of `place`, or in the opposite one."""
    return [*islice(sorted(chain.from_iterable(parts), key=place, reverse=newest_first), limit)]


def find_in_shards(pool: Pool, work: Callable[[Connection], T | None]) -> T | None:
    """Return what `work` finds in the shard that has it; None if no shard has it.

    Raises `Unavailable` if a shard that does not answer may have it.
    """
    if len(pool.shards) > 1:
        for shard in pool.reachable_shards:
            try:
                found = read_with_retry(shard, work)
            except Unavailable:
                continue
            if found is not None:
                return found
    return next((found for found in read_each(pool, work) if found is not None), None)


def read_answering(pool: Pool, work: Callable[[Connection], T]) -> list[T]:
    """Return what `work` reads in each shard that answers. Raises `Unavailable` if none does."""
    results, failures = [], []
    for shard in pool.reachable_shards:
        try:
            results.append(read_with_retry(shard, work))
        except Unavailable as failure:
            failures.append(failure)
    if not results:
        raise failures[0]
    return results
