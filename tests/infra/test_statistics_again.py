"""Statistics made again from the logs, beside the live ones and in their place."""

from contextlib import suppress
from itertools import count as counting_up

import pytest

from infra.database import Pool
from infra.projections import builds, switching
from infra.projections.counting import Projector
from infra.projections.statistics import NAME, count
from tests.infra.racing import Race
from tests.infra.records import (
    Stopped,
    all_counted,
    finished,
    let_go,
    live,
    recorded,
    stopping_after,
)
from tests.infra.test_feed import settled


def test_a_rebuild_finds_the_live_statistics_as_the_logs_have_them(over: Pool):
    Projector(over).run()
    told: list[tuple[int, int]] = []
    with over.connection() as conn:
        before = recorded(conn)
    build = switching.rebuild(over, lambda done, games: told.append((done, games)))
    assert (build.state, build.differences, build.games) == (builds.LIVE, 0, 3)
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
    with over.connection() as conn:
        assert recorded(conn) == before
        assert {one.number: one.state for one in builds.all_of(conn, NAME)} == {1: builds.OVER, 2: builds.LIVE}
        assert recorded(conn, 1) == ({}, {}), "nothing is left of the old build"
    all_counted(over)


def test_a_rebuild_names_what_was_wrong_and_mends_it(over: Pool):
    Projector(over).run()
    with over.connection() as conn:
        conn.execute("UPDATE dobon.statistics SET wins = wins + 1 WHERE ruleset = 'doubt' AND games > 0")
        conn.execute("DELETE FROM dobon.ratings WHERE ruleset = 'dobon-sato'")
    build = switching.rebuild(over)
    assert build.differences == 3 * 2 + 3
    assert build.first_difference is not None
    assert "doubt" in build.first_difference
    all_counted(over)


def test_a_rebuild_that_a_server_is_asked_for_is_made_beside_the_live_one(over: Pool):
    projector = Projector(over, at_once=1)
    while projector.run():
        pass
    with over.connection() as conn:
        again = builds.begin(conn, NAME)
        before = recorded(conn)
        projector.run()
        assert live(conn) == 1
        assert recorded(conn) == before, "the live one is read until the other is whole"
        finished(over, rounds=1)
        settled(conn)
        for _ in range(12):
            projector.run()
        assert live(conn) == again
    all_counted(over)


def test_a_rebuild_that_is_stopped_anywhere_is_taken_up_by_the_next(over: Pool, monkeypatch: pytest.MonkeyPatch):
    Projector(over).run()
    for statements in counting_up():
        with over.connection() as conn:
            again = builds.begin(conn, NAME)
        with stopping_after(monkeypatch, statements) as done, suppress(Stopped):
            Projector(over).run()
        let_go(over)
        Projector(over).run()
        with over.connection() as conn:
            assert live(conn) == again
            assert next(one for one in builds.all_of(conn, NAME) if one.number == again).differences == 0
        all_counted(over)
        if done[0] < statements:
            break
    assert statements > 50


def test_two_that_rebuild_at_once_make_one_build(over: Pool, race: Race):
    Projector(over).run()
    came = race([lambda: switching.rebuild(over)] * 3 + [lambda: Projector(over).run()] * 2)
    assert all(one.differences == 0 for one in came[:3])
    all_counted(over)


def test_counting_goes_on_while_a_build_is_being_filled(over: Pool):
    Projector(over).run()
    with over.connection() as conn:
        again = builds.begin(conn, NAME)
        table = finished(over, rounds=1)
        settled(conn)
        assert count(conn, table.id, 1), "the live one"
        assert switching.switch(conn, again) == []
    all_counted(over)
