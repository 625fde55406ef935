"""Analyses of finished rounds: requests, their progress and their results.

A row is added by the first request. One process at a time computes it: it holds a lease, which it extends with every
decision that it has judged. After a crash the lease ends, and another process continues behind the last decision.
Every function raises `Unavailable` (`infra.postgres.retry`) if the database does not answer.
"""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import orjson
import psycopg

from domain.analysis.questions import Question
from domain.analysis.round_analysis import ANALYSER, Judged
from domain.moments import Moment, later
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry, write_once
from infra.repositories import drills

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


_FIND = """
SELECT jsonb_array_length(judged::jsonb), total, attempts, result FROM dobon.analyses
WHERE game_id = %s AND head = %s AND analyser = %s"""

# Rows of older analysers are of no use once the round is requested again.
_REQUEST = """
WITH old AS (DELETE FROM dobon.analyses WHERE game_id = %(game)s AND head = %(head)s AND analyser < %(analyser)s)
INSERT INTO dobon.analyses (game_id, head, analyser, round, requested_at)
VALUES (%(game)s, %(head)s, %(analyser)s, %(round)s, %(at)s) ON CONFLICT DO NOTHING"""

# The row lock keeps another process from taking the same analysis, and the lease keeps it from there on.
_CLAIM = """
UPDATE dobon.analyses SET lease = %(lease)s, leased_until = %(until)s, attempts = attempts + 1
WHERE (game_id, head, analyser) = (
    SELECT game_id, head, analyser FROM dobon.analyses
    WHERE result IS NULL AND analyser = %(analyser)s AND attempts < %(most)s AND leased_until <= %(now)s
    ORDER BY requested_at, game_id, head LIMIT 1 FOR UPDATE SKIP LOCKED
)
RETURNING game_id, head, round, judged"""

# A process whose lease has ended changes nothing more.
_SAVE = """
UPDATE dobon.analyses SET judged = %(judged)s, total = %(total)s, attempts = 0, leased_until = %(until)s
WHERE game_id = %(game)s AND head = %(head)s AND analyser = %(analyser)s AND lease = %(lease)s"""
_FINISH = f"""
WITH finished AS (
    UPDATE dobon.analyses SET result = %(result)s, lease = NULL, leased_until = ''
    WHERE game_id = %(game)s AND head = %(head)s AND analyser = %(analyser)s AND lease = %(lease)s
    RETURNING game_id
), {drills.ADD}
SELECT count(*) FROM finished"""  # noqa: S608 - our parts
_RELEASE = """
UPDATE dobon.analyses SET lease = NULL, leased_until = '', attempts = 0
WHERE game_id = %(game)s AND head = %(head)s AND analyser = %(analyser)s AND lease = %(lease)s"""


def find(pool: Pool, game: str, head: str) -> Progress | None:
    """Return how far the analysis of a round is; None if it was not requested."""
    row = read_with_retry(pool, lambda conn: conn.execute(_FIND, (game, head, ANALYSER)).fetchone())
    if row is None:
        return None
    done, total, attempts, result = row
    return Progress(done, total, attempts >= MAX_ATTEMPTS, None if result is None else orjson.loads(result))


def request(pool: Pool, game: str, head: str, round_number: int, at: Moment) -> None:
    """Request the analysis of a round, unless it was requested."""
    values = {"game": game, "head": head, "analyser": ANALYSER, "round": round_number, "at": at}
    write_once(pool, lambda conn: conn.execute(_REQUEST, values))


class Lease:
    """The right of one process to compute an analysis."""

    def __init__(self, pool: Pool, job: Job, lease: str) -> None:
        self.job = job
        self._pool = pool
        self._id = lease

    def save(self, judged: list[Judged], total: int, now: Moment) -> bool:
        """Store the decisions judged so far and extend the lease; return False if it has ended."""
        until = later(now, seconds=LEASE_SECONDS)
        return self._run(_SAVE, judged=orjson.dumps(judged).decode(), total=total, until=until)

    def finish(self, result: dict[str, Any], questions: Iterable[Question], now: Moment) -> bool:
        """Store the complete analysis with its drills; return False if the lease has ended."""
        values = self._values(result=orjson.dumps(result).decode())
        values |= drills.values_of(self.job.game, questions, now)
        row = write_once(self._pool, lambda conn: conn.execute(_FINISH, values).fetchone())
        return row is not None and row[0] == 1

    def release(self) -> bool:
        """Give the analysis to another process at once."""
        return self._run(_RELEASE)

    def _values(self, **values: object) -> dict[str, Any]:
        job = self.job
        return {"game": job.game, "head": job.head, "analyser": ANALYSER, "lease": self._id, **values}

    def _run(self, statement: str, **values: object) -> bool:
        given = self._values(**values)
        return write_once(self._pool, lambda conn: conn.execute(statement, given).rowcount) == 1


def claim(pool: Pool, now: Moment) -> Lease | None:
    """Take the oldest analysis that no process computes; None if there is none."""
    lease, until = str(uuid.uuid4()), later(now, seconds=LEASE_SECONDS)
    values = {"lease": lease, "until": until, "now": now, "analyser": ANALYSER, "most": MAX_ATTEMPTS}
    row = write_once(pool, lambda conn: conn.execute(_CLAIM, values).fetchone())
    if row is None:
        return None
    game, head, number, judged = row
    return Lease(pool, Job(game, head, number, orjson.loads(judged)), lease)
