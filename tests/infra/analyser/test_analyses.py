"""Requests for analyses, and the worker that computes them."""

import uuid

import pytest

from domain.log.moments import Moment, later
from infra.analyser import analyses
from infra.analyser.worker import AnalysisWorker
from infra.commands.fair_queue import FairQueue
from infra.databases.pool import AccountsPool
from infra.postgres.pool import Pool
from prove.harness.service_games import owning, shard_of

AT: Moment = "2026-11-21T03:24:00.000000Z"
BEFORE: Moment = "2026-11-20T00:00:00.000000Z"
ME, OTHER = str(uuid.uuid4()), str(uuid.uuid4())


@pytest.fixture
def empty(pool: AccountsPool) -> None:
    """No analysis is requested, because workers take those of all games."""
    for shard in pool.games.each():
        with owning(shard) as connection:
            connection.execute("DELETE FROM dobon.analyses")


def claim(pool: Pool, now: Moment) -> analyses.Lease | None:
    """Take an analysis as a process that has computed none yet."""
    return analyses.claim(pool, now, FairQueue().order)


def requested(pool: Pool, at: Moment = AT, account: str = ME) -> tuple[str, str]:
    """Return id and head of an analysis that was requested, of no game."""
    game = str(uuid.uuid4())
    analyses.request(pool, game, "head", 1, at, account)
    return game, "head"


@pytest.mark.usefixtures("empty")
def test_a_request_is_one_analysis_however_often_it_is_repeated(pool: Pool):
    game, head = requested(pool)
    analyses.request(pool, game, head, 1, AT, ME)
    assert analyses.find(pool, game, head) == analyses.Progress(0, None, failed=False, result=None)
    assert analyses.find(pool, game, "another head") is None
    assert claim(pool, AT) is not None
    assert claim(pool, AT) is None


@pytest.mark.usefixtures("empty")
def test_the_oldest_request_comes_first(pool: Pool):
    newer, older = requested(pool, AT), requested(pool, BEFORE)
    found = [claim(pool, AT), claim(pool, AT)]
    assert [(lease.job.game, lease.job.head) for lease in found if lease] == [older, newer]


@pytest.mark.usefixtures("empty")
def test_a_killed_process_is_replaced_when_its_lease_ends(pool: Pool):
    game, head = requested(pool)
    first = claim(pool, AT)
    assert first is not None
    assert first.save([{"version": 7}], 3, AT)
    assert claim(pool, AT) is None
    ended = later(AT, seconds=analyses.LEASE_SECONDS)
    second = claim(pool, ended)
    assert second is not None
    assert second.job.judged == [{"version": 7}]
    assert not first.save([{"version": 7}, {"version": 8}], 3, ended)
    assert not first.finish({}, [], ended)
    assert second.finish({"round": 1}, [], ended)
    assert analyses.find(pool, game, head) == analyses.Progress(1, 3, failed=False, result={"round": 1})


@pytest.mark.usefixtures("empty")
def test_an_analysis_without_progress_fails(pool: Pool):
    game, head = requested(pool)
    now = AT
    for _ in range(analyses.MAX_ATTEMPTS):
        assert claim(pool, now) is not None
        now = later(now, seconds=analyses.LEASE_SECONDS)
    assert claim(pool, now) is None
    found = analyses.find(pool, game, head)
    assert found is not None
    assert found.failed


@pytest.mark.usefixtures("empty")
def test_a_released_analysis_is_taken_at_once(pool: Pool):
    requested(pool)
    lease = claim(pool, AT)
    assert lease is not None
    assert lease.release()
    assert claim(pool, AT) is not None


@pytest.mark.usefixtures("empty")
def test_a_request_removes_the_analysis_of_an_older_analyser(pool: Pool, monkeypatch: pytest.MonkeyPatch):
    game, head = requested(pool)
    monkeypatch.setattr(analyses, "ANALYSER", analyses.ANALYSER + 1)
    assert analyses.find(pool, game, head) is None
    analyses.request(pool, game, head, 1, AT, ME)
    with shard_of(pool, game).connection() as connection:
        rows = connection.execute("SELECT analyser FROM dobon.analyses WHERE game_id = %s", [game]).fetchall()
    assert rows == [(analyses.ANALYSER,)]


@pytest.mark.usefixtures("empty")
def test_a_worker_survives_an_analysis_that_cannot_be_computed(pool: Pool):
    game, head = requested(pool)
    worker = AnalysisWorker(pool, now=lambda: AT)
    assert worker.step()
    assert not worker.step()
    assert analyses.find(pool, game, head) == analyses.Progress(0, None, failed=False, result=None)


@pytest.mark.usefixtures("empty")
def test_accounts_take_turns_however_many_analyses_one_has_requested(pool: Pool):
    for _ in range(20):
        requested(pool, BEFORE)
    theirs = requested(pool, AT, OTHER)
    queue, order = FairQueue(), []
    for _ in range(4):
        lease = analyses.claim(pool, AT, queue.order)
        assert lease is not None
        queue.charge(lease.job.account, 10.0)
        order.append(lease.job.account)
    assert order == [ME, OTHER, ME, ME]
    assert analyses.find(pool, *theirs) is not None


@pytest.mark.usefixtures("empty")
def test_the_worker_charges_the_time_of_an_analysis_to_its_account(pool: Pool, caplog: pytest.LogCaptureFixture):
    """The logs of these games do not exist, which takes time as well."""
    for _ in range(3):
        requested(pool, BEFORE)
    theirs = requested(pool, AT, OTHER)
    seconds = iter(range(0, 1_000, 10))
    worker = AnalysisWorker(pool, now=lambda: AT, steady=lambda: next(seconds))
    with caplog.at_level("CRITICAL", logger="infra.analyser.worker"):
        assert worker.step()
        assert worker.step()
    assert theirs[0] not in {lease.job.game for _ in range(2) if (lease := claim(pool, AT)) is not None}


@pytest.mark.usefixtures("empty")
def test_a_complete_analysis_does_not_tell_who_has_requested_it(pool: AccountsPool):
    requested(pool)
    lease = claim(pool, AT)
    assert lease is not None
    assert lease.finish({"decisions": []}, [], AT)
    for shard in pool.games.each():
        with owning(shard) as connection:
            assert connection.execute("SELECT FROM dobon.analyses WHERE requested_by IS NOT NULL").fetchall() == []
