"""The databases of the games: that of the accounts, or several others that share the games (shards).

With shards there is also a router, which is a PostgreSQL without data. It sends each call for one game to the shard of
that game. Only this class knows whether there are any: other modules ask it where a game is, or read all databases.
"""

from collections.abc import Callable, Sequence
from itertools import chain, islice
from time import monotonic, sleep
from typing import Any, TypeVar

import psycopg

from infra.postgres.partitions import PARTITIONS, owned_partitions
from infra.postgres.pool import Pool
from infra.postgres.retry import MOVE_PAUSE_SECONDS, MOVE_SECONDS, Unavailable, read_with_retry
from infra.postgres.urls import application_url, router_url
from infra.settings import Settings

T = TypeVar("T")

Connection = psycopg.Connection[Any]

SHARD_CONNECTIONS = 4
"""The maximum number of connections of one process to each shard: for lists, streams and the clock."""

_ALL = [*range(PARTITIONS)]


class GameDatabases:
    """Where the games are."""

    standby: Pool | None = None
    "For reads of logs that a standby may have, by the functions of one game."

    def __init__(self, settings: Settings, accounts: Pool) -> None:
        """Connect to the databases of these settings; `accounts` has the games if there are no shards."""
        self._accounts, self._router = accounts, accounts
        self._databases: tuple[Pool, ...] = (accounts,)
        size = min(settings.pool_size, SHARD_CONNECTIONS)
        if settings.router_url is not None:
            url = router_url(settings.router_url)
            self._router = Pool(settings, url, "dobon-router", settings.pool_size, prepares=False)
            self._databases = tuple(
                Pool(settings, application_url(settings, url), f"dobon-shard-{number}", size, patient=False)
                for number, url in enumerate(settings.shard_urls, 1)
            )
        if settings.standby_url is not None:
            url = application_url(settings, settings.standby_url)
            self.standby = Pool(settings, url, "dobon-standby", size, prepares=False, patient=False)

    def close(self, timeout: float = 5.0) -> None:
        """Close all connections but those to the accounts."""
        for pool in {self._router, self.standby or self._accounts, *self._databases} - {self._accounts}:
            pool.close(timeout)

    def of(self, game: str) -> Pool:  # noqa: ARG002 - the router finds the shard by the game that is given to the function
        """Return the pool for calls of the functions of this game (`infra.postgres.functions`)."""
        return self._router

    def each(self, only: Pool | None = None) -> tuple[Pool, ...]:
        """Return all databases of games, for statements over many games; or only this one of them."""
        return self._databases if only is None else (only,)

    def place(self, database: Pool) -> int:
        """Return the place of a database among all, from 0 in the order of the settings."""
        return self._databases.index(database)

    def title(self, database: Pool) -> str:
        """Return what operators call a database."""
        return f"shard {self.place(database) + 1}"

    @property
    def primary_changes(self) -> int:
        """How often the databases of games have got another primary. Rows that were read before may be lost."""
        return sum(database.primary.changes for database in self._databases)

    @property
    def are_reachable(self) -> bool:
        """Whether none has failed a moment ago. Work that waits for a dead one would hold up everything after it."""
        return not any(database.breaker.is_open for database in self._databases)

    @property
    def _reachable(self) -> tuple[Pool, ...]:
        """The databases without those that could not be reached a moment ago; all of them if none could.

        For work that must not wait for a dead one, and looks again later. Another one may die at any time.
        """
        return tuple(one for one in self._databases if not one.breaker.is_open) or self._databases

    def check_router(self) -> None:
        """Raise `Unavailable` if there is a router and it does not answer."""
        if self._router is not self._accounts:
            read_with_retry(self._router, lambda conn: conn.execute("SELECT 1"))

    def read(self, work: Callable[[Connection], T]) -> list[T]:
        """Return what `work` reads in each database; together they have read each game once.

        If a partition of games moves to another shard meanwhile, all are read again. Raises `Unavailable` if a shard
        does not answer, because its games would be missing.
        """
        if len(self._databases) == 1:
            return [read_with_retry(self._databases[0], work)]
        end = monotonic() + MOVE_SECONDS
        while True:
            found = [read_with_retry(shard, lambda conn: _with_partitions(conn, work)) for shard in self._databases]
            if sorted(chain.from_iterable(partitions for _, partitions in found)) == _ALL:
                return [result for result, _ in found]
            if monotonic() > end:
                raise Unavailable("games are being moved to another database")
            sleep(MOVE_PAUSE_SECONDS)

    def merge(
        self,
        work: Callable[[Connection], Sequence[T]],
        place: Callable[[T], Any],
        limit: int,
        *,
        newest_first: bool,
        others: Sequence[T] = (),
    ) -> list[T]:
        """Return the first rows of all databases in the order of `place`, or in the opposite one.

        `work` reads those of one database, as `read`. `others` are rows from elsewhere.
        """
        rows = chain(others, *self.read(work))
        return [*islice(sorted(rows, key=place, reverse=newest_first), limit)]

    def find(self, work: Callable[[Connection], T | None]) -> T | None:
        """Return what `work` finds in the database that has it; None if no database has it.

        Raises `Unavailable` if a shard that does not answer may have it.
        """
        if len(self._databases) > 1:
            for shard in self._reachable:
                try:
                    found = read_with_retry(shard, work)
                except Unavailable:
                    continue
                if found is not None:
                    return found
        return next((found for found in self.read(work) if found is not None), None)

    def read_answering(self, work: Callable[[Connection], T]) -> list[T]:
        """Return what `work` reads in each database that answers. Raises `Unavailable` if none does."""
        results, failures = [], []
        for database in self._reachable:
            try:
                results.append(read_with_retry(database, work))
            except Unavailable as failure:
                failures.append(failure)
        if not results:
            raise failures[0]
        return results


def _with_partitions(conn: Connection, work: Callable[[Connection], T]) -> tuple[T, list[int]]:
    """Return what `work` reads, and the partitions that the shard owned meanwhile; none if they have changed."""
    before = owned_partitions(conn)
    result = work(conn)
    return result, before if owned_partitions(conn) == before else []
