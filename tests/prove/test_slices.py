"""A short slice of each proof. `make prove` runs the full counts, which are in docs/figures.md."""

from collections.abc import Iterable

import pytest

import prove.access.proof
import prove.input.proof
import prove.leaks.proof
from prove import chance, feed, history, ladder, loss, move, races, shards, tamper
from prove.harness.shards import sharded_servers
from prove.report import Row, Run
from tests.shards import router_binaries

pytestmark = pytest.mark.slow


def a_slice(share: float) -> Run:
    return Run(share, quiet=True)


def hold(rows: Iterable[Row]) -> list[Row]:
    found = [*rows]
    assert [row for row in found if not row.holds] == []
    return found


def test_shuffles_are_uniform_and_never_repeat():
    assert len(hold(chance.prove(a_slice(0.01)))) == 7


def test_changes_of_a_log_are_detected():
    hold(tamper.prove(a_slice(0.001)))


@pytest.mark.server
def test_followers_of_the_feed_record_every_event_once():
    hold(feed.prove(a_slice(0.01)))


@pytest.mark.server
def test_every_head_is_in_the_public_log_once():
    assert len(hold(history.prove(Run(0.001, quiet=True, row=history.ONE)))) == 5


@pytest.mark.server
def test_every_head_of_two_shards_is_in_the_public_log_once():
    router_binaries()
    assert len(hold(history.prove(Run(0.001, quiet=True, row=history.TWO)))) == 6


@pytest.mark.server
def test_each_game_is_in_one_of_two_shards():
    router_binaries()
    with sharded_servers(2, 24) as servers:
        hold(shards.places(a_slice(0.01), servers))


@pytest.mark.server
def test_a_partition_moves_without_loss():
    router_binaries()
    assert len(hold(move.prove(a_slice(0.01)))) == 11


@pytest.mark.server
def test_races_leave_one_order_and_the_same_answers():
    assert len(hold(races.prove(a_slice(0.005)))) == len(races.RACES)


@pytest.mark.server
def test_access_matches_the_declared_table():
    assert len(hold(prove.access.proof.prove(a_slice(0.01)))) == 8


def test_views_do_not_depend_on_hidden_cards():
    assert hold(prove.leaks.proof.prove(a_slice(0.002)))[0].count >= 400


@pytest.mark.server
def test_no_answered_command_is_lost():
    hold(loss.prove(a_slice(0.002)))


@pytest.mark.server
def test_lost_commands_are_detected_if_postgres_answers_before_it_writes():
    # A game whose last events were lost stays busy, so its client gives up soon.
    answered = loss.check_loss(a_slice(0.005), asynchronous_commit=True, give_up_after=5)[0]
    assert [what for what in answered.failures if "its key is not there" in what]
    assert [what for what in answered.failures if "not in the log" in what]


@pytest.mark.server
def test_no_game_of_the_ladder_is_stuck():
    assert len(hold(ladder.prove(a_slice(0.006)))) == 2


@pytest.mark.server
def test_every_input_gets_an_intended_answer():
    assert len(hold(prove.input.proof.prove(a_slice(0.003)))) == 3
