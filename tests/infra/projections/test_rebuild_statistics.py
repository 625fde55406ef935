"""Statistics rebuilt from the logs, next to the live ones and in their place."""

import random
from contextlib import suppress
from itertools import count as counting_up

import pytest

from infra.postgres.pool import Pool
from infra.projections import builds, rebuild_statistics
from infra.projections.statistics import NAME, count_games
from infra.projections.statistics_projector import StatisticsProjector
from prove.harness.concurrent_commands import Race
from tests.infra.event_store.test_change_feed import settled
from tests.infra.projections.records import (
    Stopped,
    check_all_counted,
    finished,
    live,
    recorded,
    stopping_after,
    wait_for_locks,
)


def test_a_rebuild_agrees_with_the_live_statistics(over: Pool):
    StatisticsProjector(over).run()
    told: list[tuple[int, int]] = []
    with over.connection() as conn:
        before = recorded(conn)
    build = rebuild_statistics.rebuild(over, lambda done, games: told.append((done, games)))
    assert (build.state, build.differences, build.games) == (builds.LIVE, 0, 3)
    assert told == [(4, 4)]
    with over.connection() as conn:
        assert recorded(conn) == before
        assert {one.number: one.state for one in builds.list_builds(conn, NAME)} == {1: builds.OVER, 2: builds.LIVE}
        assert recorded(conn, 1) == ({}, {}), "the old build is deleted"
    check_all_counted(over)


def test_a_rebuild_names_and_repairs_wrong_statistics(over: Pool):
    StatisticsProjector(over).run()
    with over.connection() as conn:
        conn.execute("UPDATE dobon.statistics SET wins = wins + 1 WHERE ruleset = 'doubt' AND games > 0")
        conn.execute("DELETE FROM dobon.ratings WHERE ruleset = 'dobon-sato'")
    build = rebuild_statistics.rebuild(over)
    assert build.differences == (3 + 1) * 2 + 3, "those of all games are wrong as well"
    assert build.first_difference is not None
    assert "doubt" in build.first_difference
    check_all_counted(over)


def test_a_requested_rebuild_replaces_the_live_build_when_it_is_complete(over: Pool):
    projector = StatisticsProjector(over, at_once=1)
    while projector.run():
        pass
    with over.connection() as conn:
        again = builds.begin_build(conn, NAME)
        before = recorded(conn)
        projector.run()
        assert live(conn) == 1
        assert recorded(conn) == before, "the live build is read until the new one is complete"
        finished(over, rounds=1)
        settled(conn)
        for _ in range(12):
            projector.run()
        assert live(conn) == again
    check_all_counted(over)


def test_a_rebuild_stopped_at_any_statement_is_continued_by_the_next(over: Pool, monkeypatch: pytest.MonkeyPatch):
    StatisticsProjector(over).run()
    for statements in counting_up(random.randrange(3), 3):
        with over.connection() as conn:
            again = builds.begin_build(conn, NAME)
        with stopping_after(monkeypatch, statements) as done, suppress(Stopped):
            StatisticsProjector(over).run()
        wait_for_locks(over)
        StatisticsProjector(over).run()
        with over.connection() as conn:
            assert live(conn) == again
            assert next(one for one in builds.list_builds(conn, NAME) if one.number == again).differences == 0
        check_all_counted(over)
        if done[0] < statements:
            break
    assert statements > 50


def test_two_concurrent_rebuilds_make_one_build(over: Pool, race: Race):
    StatisticsProjector(over).run()
    came = race([lambda: rebuild_statistics.rebuild(over)] * 3 + [lambda: StatisticsProjector(over).run()] * 2)
    assert all(one.differences == 0 for one in came[:3])
    check_all_counted(over)


def test_counting_continues_during_a_rebuild(over: Pool):
    StatisticsProjector(over).run()
    with over.connection() as conn:
        again = builds.begin_build(conn, NAME)
        table = finished(over, rounds=1)
        settled(conn)
        assert count_games(conn, conn, [table.id], 1), "the live build"
        assert rebuild_statistics.switch_builds(over, conn, again) == []
    check_all_counted(over)
