"""The limit of unfinished games for each account, as the player of a seat or as the creator."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any

import psycopg

from domain.log.errors import Refused
from domain.log.sentences import Sentence
from infra.databases.pool import AccountsPool
from infra.postgres.around_damage import read_rows

# Both parts of a game are in one database. Both use a partial index, so finished games cost nothing. The status is
# literal, because a parameter would hide from PostgreSQL that the index applies.
_UNFINISHED = "status IN ('waiting', 'playing', 'between-rounds')"
_TAKEN = f"SELECT game_id FROM dobon.game_seats WHERE player_id = %(account)s AND {_UNFINISHED}"  # noqa: S608 - a constant
_CREATED = f"SELECT id FROM dobon.games WHERE created_by = %(account)s AND {_UNFINISHED}"  # noqa: S608 - a constant
_ALL = f"{_TAKEN} UNION {_CREATED}"


def _unfinished(conn: psycopg.Connection[Any], account: str) -> int:
    """Return the number of games. Around damaged data, games that the account created are those where it has a seat."""
    values = {"account": account}
    for statement in (_ALL, _TAKEN, _CREATED):
        found = read_rows(conn, statement, values)
        if found is not None:
            return len(found)
    return 0


class UnfinishedGames:
    """Counts the unfinished games of accounts before another one is added.

    In one process the commands that add a game to an account run one after another. Processes do not wait for each
    other, so simultaneous commands exceed the limit by at most one game for each further process.
    """

    def __init__(self, pool: AccountsPool, limit: int) -> None:
        """`limit` is the maximum for one account; 0 for no limit."""
        self._pool = pool
        self._limit = limit
        self._locks: dict[str, tuple[Lock, int]] = {}
        "The lock of each account with a command, and the number of its users."
        self._registry_lock = Lock()

    @contextmanager
    def adding(self, account: str) -> Iterator[None]:
        """Serialize the commands that add a game to the account, from the check to the commit.

        It is taken before the lock of a game, and by no thread that holds one.
        """
        if not self._limit:
            yield
            return
        with self._registry_lock:
            lock, users = self._locks.get(account, (Lock(), 0))
            self._locks[account] = lock, users + 1
        try:
            with lock:
                yield
        finally:
            with self._registry_lock:
                _, users = self._locks[account]
                if users == 1:
                    del self._locks[account]
                else:
                    self._locks[account] = lock, users - 1

    def check(self, account: str) -> None:
        """Raise `Refused("too-many-games")` if the account has as many unfinished games as allowed.

        Games that cannot be read, and those in a database that does not answer, are not counted.
        """
        if not self._limit:
            return
        count = sum(self._pool.games.read_answering(lambda conn: _unfinished(conn, account)))
        if count >= self._limit:
            raise Refused(
                "too-many-games",
                Sentence(
                    "You take part in {count} unfinished games, and {limit} are allowed: finish one, or leave one that "
                    "has not started.",
                    count=count,
                    limit=self._limit,
                ),
                limit=self._limit,
            )
