"""Computes requested analyses, one at a time, from the log of the game. Accounts take turns by the time they use."""

import logging
from collections.abc import Callable
from time import monotonic

from domain.analysis.questions import questions
from domain.analysis.round_analysis import judge, points_of, round_decisions, summary
from domain.game.reading import read_log
from domain.log.moments import Moment
from domain.review.second_judge import confirmed
from infra import clock
from infra.analyser import analyses
from infra.commands.fair_queue import FairQueue
from infra.databases.pool import AccountsPool
from infra.queries import history

_logger = logging.getLogger(__name__)


class AnalysisWorker:
    """Takes the requested analyses of all processes. Any number of workers may run at once."""

    def __init__(
        self,
        pool: AccountsPool,
        is_stopping: Callable[[], bool] = lambda: False,
        now: Callable[[], Moment] = clock.now,
        steady: Callable[[], float] = monotonic,
    ) -> None:
        """`is_stopping` is asked before each decision; the next worker continues with that decision.

        `steady` returns seconds.
        """
        self._pool = pool
        self._is_stopping = is_stopping
        self._now = now
        self._steady = steady
        self._queue = FairQueue()

    def step(self) -> bool:
        """Compute one analysis; return False if none was requested. Raises `Unavailable`."""
        lease = analyses.claim(self._pool, self._now(), self._queue.order)
        if lease is None:
            return False
        began = self._steady()
        try:
            self._compute(lease)
        except (ArithmeticError, LookupError, TypeError, ValueError):
            # Another attempt is made when the lease ends. All other analyses continue.
            _logger.exception("round %d of game %s could not be analysed", lease.job.round, lease.job.game)
        finally:
            self._queue.charge(lease.job.account, self._steady() - began)
        return True

    def _compute(self, lease: analyses.Lease) -> None:
        job = lease.job
        upto = history.reveal_of(self._pool, job.game, job.head)
        if upto is None:
            raise LookupError(f"the log has no event with the digest {job.head}")
        events = [*read_log(history.revealed_events(self._pool, job.game, upto))]
        created = events[0].public
        decisions = round_decisions(job.game, events, job.round, created.seats)
        judged = job.judged[:]
        for decision in decisions[len(judged) :]:
            if self._is_stopping():
                lease.release()
                return
            judged.append(confirmed(decision, judge(decision)))
            if not lease.save(judged, len(decisions), self._now()):
                return
        points = points_of(events, job.round)
        found = summary(created.ruleset, job.round, created.seats, judged, points)
        lease.finish(found, questions(decisions, found["decisions"]), self._now())
