"""Finds the games that a projection must read.

After a start these are all games that have changed since their checkpoint, later those in the change feed.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg

from domain.log.identifiers import LOWEST_ID
from infra.event_store import change_feed
from infra.event_store.change_feed import Start
from infra.postgres.advisory_lock import try_advisory_lock
from infra.postgres.around_damage import read_versions
from infra.postgres.damage import is_damage
from infra.postgres.pool import Pool
from infra.projections import checkpoints

PAGE = 100
"""Default number of games that are yielded together."""

SCANNED = 1_000
"""Games whose versions are compared with their checkpoints at once."""

Connection = psycopg.Connection[Any]


class Follower:
    """The position of one projection in the change feed of one database.

    It keeps nothing that cannot be found again, so it may be dropped at any time.
    """

    def __init__(self, name: str, *, all_games: bool = False, at_once: bool = False) -> None:
        """`name` is the projection's name in its checkpoints. `all_games`: closed games are unread, too.

        `at_once`: transactions that stay open delay nothing (`change_feed.changed_since`).
        """
        self._name = name
        self._at_once = at_once
        self._all_games = all_games
        self._start: Start | None = None
        "The position from which to read the feed next, and the arrivals so far; None before the first run."
        self._caught_up_to: str | None = LOWEST_ID
        "The id of the last game examined since the start; None when all have been."

    def changed_games(self, log: Connection, conn: Connection, size: int = PAGE) -> Iterator[list[str]]:
        """Yield pages of at most `size` games that may have unread events.

        `log` is a connection to the database of the games, `conn` to that of the checkpoints. A page is yielded again
        unless the caller asks for the next one.
        """
        if self._start is None:
            # The position is read before the first query, so no change is missed between the query and the feed.
            self._start, self._caught_up_to = change_feed.feed_start(log), LOWEST_ID
        yield from self._catch_up(log, conn, size)
        try:
            changes = change_feed.changed_since(log, self._start.position, at_once=self._at_once)
        except psycopg.Error as failure:
            if not is_damage(failure):
                raise
            # A damaged page of events hides which games have changed. Their rows tell it, so catch up once more.
            self._start = None
            return
        if changes.arrivals != self._start.arrivals:
            self._start = None
            yield from self.changed_games(log, conn, size)
            return
        games = list(changes.games)
        for first in range(0, len(games), size):
            yield games[first : first + size]
        self._start = Start(changes.next_position, changes.arrivals)

    def _catch_up(self, log: Connection, conn: Connection, size: int) -> Iterator[list[str]]:
        while self._caught_up_to is not None:
            games, last = read_versions(log, self._caught_up_to, SCANNED, closed=self._all_games)
            known = checkpoints.versions(conn, self._name, list(games)) if games else {}
            unread = [game for game, version in games.items() if version > known.get(game, 0)]
            for first in range(0, len(unread), size):
                page = unread[first : first + size]
                yield page
                self._caught_up_to = page[-1]
            self._caught_up_to = last


def followers(
    databases: Sequence[Pool], name: str, *, all_games: bool = False, at_once: bool = False
) -> dict[Pool, Follower]:
    """Return a follower for each of these databases of games, as `Follower` describes.

    Each has a position of its own, because transaction ids of different servers have nothing to do with each other.
    """
    return {database: Follower(name, all_games=all_games, at_once=at_once) for database in databases}


@contextmanager
def alone_in(pool: Pool, database: Pool, key: int) -> Iterator[tuple[Connection, Connection] | None]:
    """Yield connections to a database of games and to that of the accounts, `pool`; None if another process works.

    The key is that of an advisory lock in the database of games. It avoids work that is done twice. Correctness does
    not depend on it, because a game may move to another database meanwhile. If both databases are one, it is one
    connection, so a caller that holds it must ask neither pool for another one.
    """
    with database.connection() as log, try_advisory_lock(log, key) as taken:
        if not taken:
            yield None
            return
        with pool.connection_beside(database, log) as conn:
            yield log, conn
