"""Reads from several databases at the same time, so that one that does not answer delays none of the others."""

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from infra.postgres.pool import Pool
from infra.postgres.retry import Unavailable

_logger = logging.getLogger(__name__)

T = TypeVar("T")

PATIENCE_SECONDS = 0.25
"""The time for which a read waits for a database that has answered the last one."""


class ConcurrentReader:
    """Reads of one thread from all these databases, each in a thread of its own; with one there are no threads.

    A database that does not answer in time is left out, until it answers again. Its games have to be read later.
    """

    def __init__(self, databases: Sequence[Pool], patience: float = PATIENCE_SECONDS) -> None:
        """`patience` is a number of seconds."""
        self._databases = [_Database(pool) for pool in databases]
        self._patience = patience

    def read(self, work: Callable[[Pool], T]) -> list[T]:
        """Return what `work` reads in each database that answers.

        Raises `Unavailable` if none answers, and whatever else `work` raises.
        """
        if len(self._databases) == 1:
            return [work(self._databases[0].pool)]
        begun = [(database, database.begin(work)) for database in self._databases if not database.is_busy]
        wait([future for database, future in begun if database.answers], self._patience)
        results, failures = [], []
        for database, future in begun:
            if not future.done():
                database.note(answers=False)
                continue
            failure = future.exception()
            database.note(answers=failure is None)
            if failure is None:
                results.append(future.result())
            elif isinstance(failure, Unavailable):
                failures.append(failure)
            else:
                raise failure
        if not results:
            raise failures[0] if failures else Unavailable("no database of games answers")
        return results


class _Database:
    """A database, and its thread."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.answers = True
        "Whether it has answered the last read."
        self._reads: SimpleQueue[tuple[Future[Any], Callable[[Pool], Any]]] = SimpleQueue()
        self._last: Future[Any] | None = None
        self._thread: Thread | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a read has not ended. If one has ended too late, the next one is waited for again."""
        if self._last is None:
            return False
        if not self._last.done():
            return True
        if not self.answers and self._last.exception() is None:
            self.note(answers=True)
        return False

    def begin(self, work: Callable[[Pool], T]) -> Future[T]:
        """Begin a read."""
        if self._thread is None:
            self._thread = Thread(target=self._run, name=f"read-{self.pool.name}", daemon=True)
            self._thread.start()
        found: Future[T] = Future()
        self._last = found
        self._reads.put((found, work))
        return found

    def note(self, *, answers: bool) -> None:
        """Note whether the database answers, and log a change."""
        if answers != self.answers:
            state = "answers again" if answers else "does not answer, and its games are left out"
            _logger.warning("the database %s %s", self.pool.name, state)
        self.answers = answers

    def _run(self) -> None:
        while True:
            found, work = self._reads.get()
            try:
                found.set_result(work(self.pool))
            except BaseException as failure:  # noqa: BLE001 - whoever reads gets it
                found.set_exception(failure)
            del found, work
