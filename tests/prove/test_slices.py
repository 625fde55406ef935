"""A short slice of each proof. The full counts are made by `make prove`, and stand in docs/guarantees.md."""

from collections.abc import Iterable

import pytest

import prove.access.proof
import prove.input.proof
import prove.leaks.proof
from prove import chance, feed, loss, races, tamper
from prove.report import Row, Run

pytestmark = pytest.mark.slow


def a_slice(share: float) -> Run:
    return Run(share, quiet=True)


def hold(rows: Iterable[Row]) -> list[Row]:
    found = [*rows]
    assert [row for row in found if not row.holds] == []
    return found


def test_shuffles_are_even_and_never_the_same():
    assert len(hold(chance.prove(a_slice(0.02)))) == 7


def test_what_is_changed_in_a_log_is_found():
    hold(tamper.prove(a_slice(0.002)))


@pytest.mark.server
def test_followers_of_the_feed_hear_of_every_event_once():
    hold(feed.prove(a_slice(0.01)))


@pytest.mark.server
def test_races_leave_one_order_and_everybody_is_told_the_same():
    assert len(hold(races.prove(a_slice(0.005)))) == len(races.RACES)


@pytest.mark.server
def test_everybody_is_told_what_the_table_of_access_says():
    assert len(hold(prove.access.proof.prove(a_slice(0.01)))) == 6


def test_nothing_that_is_shown_depends_on_hidden_cards():
    assert hold(prove.leaks.proof.prove(a_slice(0.002)))[0].count >= 400


@pytest.mark.server
def test_nothing_that_was_answered_is_lost():
    hold(loss.prove(a_slice(0.003)))


@pytest.mark.server
def test_what_was_answered_is_missed_where_postgres_answers_before_it_has_written():
    answered = loss.lost(a_slice(0.005), forgetful=True)[0]
    assert [what for what in answered.failures if "its key is not there" in what]
    assert [what for what in answered.failures if "not in the log" in what]


@pytest.mark.server
def test_whatever_is_sent_the_answer_is_one_that_was_meant():
    assert len(hold(prove.input.proof.prove(a_slice(0.005)))) == 3
