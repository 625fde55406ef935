"""A short slice of the proof `failover`, whose full counts are in docs/figures.md, and how it measures."""

from random import Random
from threading import Event

import pytest

from prove.failover import BETWEEN, CUT_OFF, ETCD, POSTGRES, check_failover, check_shards
from prove.failover_load import SLICE, Answers, Outages
from prove.harness.retrying_client import Client
from prove.parent_losses import AGAIN, check_parents
from prove.report import Run
from tests.infra.clustering.available import require_packages


def make_client() -> Client:
    return Client(1, "client", Random(1), Event(), lambda: None)


def test_an_answer_to_an_attempt_from_before_a_loss_does_not_count():
    answers, client = Answers(), make_client()
    since = answers.begin()
    client.began = since - 1
    answers.note(client)
    assert answers.wait(lambda: True) is None
    client.began = since + 1
    answers.note(client)
    first = answers.wait(lambda: False)
    assert first is not None
    assert first >= since
    assert answers.count == 2


def test_an_answer_for_a_game_of_another_shard_does_not_count():
    answers, client = Answers(lambda _: 0), make_client()
    client.began = answers.begin()
    answers.note(client)
    assert answers.wait(lambda: True, 1) is None
    assert answers.wait(lambda: False, 0) is not None
    assert answers.wait(lambda: False) is not None


def test_a_late_answer_is_a_failure_only_if_times_are_judged():
    outages = Outages()
    outages.seconds[ETCD] += [0.1, 5.1]
    assert len(outages.row(ETCD, 5, 2, judged=True).failures) == 1
    assert outages.row(ETCD, 5, 2, judged=False).holds
    assert not outages.row(ETCD, 5, 3, judged=False).holds, "a loss is missing"


@pytest.mark.slow
@pytest.mark.server
@pytest.mark.cluster
def test_no_answered_command_is_lost_with_the_leader():
    require_packages()
    # How fast the next leader answers depends on the machine.
    rows = check_failover(Run(0.002, quiet=True), (POSTGRES, ETCD, CUT_OFF), **SLICE)
    assert [row for row in rows if not row.holds] == []
    assert rows[0].count >= 300


@pytest.mark.slow
@pytest.mark.server
@pytest.mark.cluster
def test_no_answered_command_is_lost_between_servers_and_shards():
    require_packages(shards=True)
    # The loss of a shard's leader takes longer, and is that of the other test.
    rows = check_shards(Run(0.002, quiet=True), tuple(BETWEEN), nodes=2, **SLICE)
    assert [row for row in rows if not row.holds] == []
    assert rows[0].count >= 300


@pytest.mark.slow
@pytest.mark.server
@pytest.mark.cluster
def test_no_answered_command_is_lost_when_the_cluster_is_started_over_one_that_runs():
    require_packages()
    kinds = (f"{AGAIN} at once with another port",)
    rows = check_parents(Run(0.002, quiet=True), "--nodes", "2", "--etcd", "1", kinds=kinds, **SLICE)
    assert [row for row in rows if not row.holds] == []
    assert rows[0].count >= 300
