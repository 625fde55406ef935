"""Analyses of finished rounds: requests, their progress and their results.

A row is added by the first request. One process at a time computes it: it holds a lease, which it extends with every
decision that it has judged. After a crash the lease ends, and another process continues behind the last decision.
Every function raises `Unavailable` (`infra.postgres.retry`) if the database does not answer.
"""

import uuid
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

import orjson
import psycopg

from domain.analysis.questions import Question
from domain.analysis.round_analysis import ANALYSER, Judged
from domain.log.moments import Moment, later
from infra.analyser import drills
from infra.databases.pool import AccountsPool
from infra.postgres.pool import Pool
from infra.postgres.retry import Unavailable, read_with_retry, write_once

LEASE_SECONDS = 60
"""The time after which an analysis without progress is given to another process."""

MAX_ATTEMPTS = 3
"""The number of attempts without progress after which an analysis has failed."""

Connection = psycopg.Connection[Any]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an analysis is."""

    done: int
    "The number of decisions that are judged."
    total: int | None
    "The number of all decisions; None before the computation begins."
    failed: bool
    result: dict[str, Any] | None
    "The analysis, once it is complete."


@dataclass(frozen=True, slots=True)
class Job:
    """An analysis to compute."""

    game: str
    head: str
    "Digest of the event that ended the round."
    round: int
    judged: list[Judged]
    "The decisions that were judged before, in order."
    account: str
    "The account that has requested it."


_FIND = "SELECT done, total, attempts, result FROM dobon.find_analysis(%s, %s, %s)"
_REQUEST = "SELECT dobon.request_analysis(%s, %s, %s, %s, %s, %s)"

_WAITING = """
SELECT DISTINCT ON (requested_by) requested_at, game_id::text, head, coalesce(requested_by::text, '') AS account
FROM dobon.analyses
WHERE result IS NULL AND analyser = %(analyser)s AND attempts < %(most)s AND leased_until <= %(now)s
ORDER BY requested_by, requested_at, game_id, head"""

# The row lock keeps another process from taking the same analysis, and the lease keeps it from there on.
_CLAIM = """
UPDATE dobon.analyses SET lease = %(lease)s, leased_until = %(until)s, attempts = attempts + 1
WHERE (game_id, head, analyser) = (
    SELECT game_id, head, analyser FROM dobon.analyses
    WHERE game_id = %(game)s AND head = %(head)s AND result IS NULL AND analyser = %(analyser)s
        AND attempts < %(most)s AND leased_until <= %(now)s
    FOR UPDATE SKIP LOCKED
)
RETURNING round, judged"""

_SAVE = (
    "SELECT WHERE dobon.save_analysis(%(game)s, %(head)s, %(analyser)s, %(lease)s, %(judged)s, %(total)s, %(until)s)"
)
_FINISH = """
SELECT WHERE dobon.finish_analysis(
    %(game)s, %(head)s, %(analyser)s, %(lease)s, %(result)s, %(ids)s::uuid[], %(questions)s::text[]
)"""
_RELEASE = "SELECT WHERE dobon.release_analysis(%(game)s, %(head)s, %(analyser)s, %(lease)s)"


def find(pool: AccountsPool, game: str, head: str) -> Progress | None:
    """Return how far the analysis of a round is; None if it was not requested."""
    row = read_with_retry(pool.games.of(game), lambda conn: conn.execute(_FIND, (game, head, ANALYSER)).fetchone())
    if row is None:
        return None
    done, total, attempts, result = row
    return Progress(done, total, attempts >= MAX_ATTEMPTS, None if result is None else orjson.loads(result))


def request(pool: AccountsPool, game: str, head: str, round_number: int, at: Moment, account: str) -> None:
    """Request the analysis of a round for an account, unless it was requested."""
    write_once(
        pool.games.of(game), lambda conn: conn.execute(_REQUEST, (game, head, ANALYSER, round_number, at, account))
    )


class Lease:
    """The right of one process to compute an analysis."""

    def __init__(self, pool: AccountsPool, job: Job, lease: str) -> None:
        self.job = job
        self._pool, self._games = pool, pool.games.of(job.game)
        self._id = lease

    def save(self, judged: list[Judged], total: int, now: Moment) -> bool:
        """Store the decisions judged so far and extend the lease; return False if it has ended."""
        until = later(now, seconds=LEASE_SECONDS)
        return self._run(_SAVE, judged=orjson.dumps(judged).decode(), total=total, until=until)

    def finish(self, result: dict[str, Any], questions: Iterable[Question], now: Moment) -> bool:
        """Store the complete analysis with its drills; return False if the lease has ended."""
        drilled = drills.values_of(self.job.game, questions, now)
        values = self._values(result=orjson.dumps(result).decode()) | drilled

        def work(conn: Connection) -> bool:
            with conn.transaction() as transaction, self._games.connection_beside(self._pool, conn) as games:
                # The last statement, because a game in another database does not belong to this transaction.
                drills.offer(conn, games, self.job.game, drilled)
                finished = games.execute(_FINISH, values).rowcount == 1
                if not finished:
                    raise psycopg.Rollback(transaction)
            return finished

        return write_once(self._pool, work)

    def release(self) -> bool:
        """Give the analysis to another process at once."""
        return self._run(_RELEASE)

    def _values(self, **values: object) -> dict[str, Any]:
        job = self.job
        return {"game": job.game, "head": job.head, "analyser": ANALYSER, "lease": self._id, **values}

    def _run(self, statement: str, **values: object) -> bool:
        given = self._values(**values)
        return write_once(self._games, lambda conn: conn.execute(statement, given).rowcount) == 1


Order = Callable[[Iterable[tuple[tuple[str, str], str]]], Iterable[tuple[str, str]]]
"""Puts analyses, which come with their accounts, in the order in which they are to be computed."""


def claim(pool: AccountsPool, now: Moment, order: Order) -> Lease | None:
    """Take the first analysis that no process computes, by an order of the oldest of all accounts; None without one.

    A database that does not answer is left out, unless none answers.
    """
    lease, until = str(uuid.uuid4()), later(now, seconds=LEASE_SECONDS)
    values = {"lease": lease, "until": until, "now": now, "analyser": ANALYSER, "most": MAX_ATTEMPTS}
    waiting = {
        (game, head): (account, database)
        for _, game, head, account, database in sorted(_waiting(pool, values), key=itemgetter(0, 1, 2))
    }
    for game, head in order((one, account) for one, (account, _) in waiting.items()):
        account, database = waiting[game, head]
        row = _take(database, values | {"game": game, "head": head})
        if row is not None:
            number, judged = row
            return Lease(pool, Job(game, head, number, orjson.loads(judged), account), lease)
    return None


def _take(database: Pool, values: dict[str, Any]) -> tuple[Any, ...] | None:
    """Return round and judged decisions of an analysis; None if another process has taken it."""
    return write_once(database, lambda conn: conn.execute(_CLAIM, values).fetchone())


def _waiting(pool: AccountsPool, values: dict[str, Any]) -> Iterator[tuple[Moment, str, str, str, Pool]]:
    """Yield the oldest request of each account in each database that answers. Raises `Unavailable` if none does."""
    databases, failures = pool.games.each(), []
    for database in databases:
        try:
            rows = read_with_retry(database, lambda conn: conn.execute(_WAITING, values).fetchall())
        except Unavailable as failure:
            failures.append(failure)
            continue
        yield from ((*row, database) for row in rows)
    if len(failures) == len(databases):
        raise failures[0]
