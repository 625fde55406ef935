"""Every finished round is counted once, wherever projectors stop and however many run."""

import random
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count as counting_up

import psycopg
import pytest

from infra.postgres.pool import Pool
from infra.projections import builds, ratings
from infra.projections.statistics import NAME, count_games
from infra.projections.statistics_projector import STATISTICS_LOCK, StatisticsProjector
from prove.harness.concurrent_commands import Race
from prove.harness.service_games import Stage, owning
from tests.infra.event_store.test_change_feed import settled
from tests.infra.projections.records import (
    Stopped,
    check_all_counted,
    copied,
    delete_statistics,
    finished,
    live,
    recorded,
    stopping_after,
    wait_for_locks,
)


def test_every_finished_round_is_counted(over: Pool):
    assert StatisticsProjector(over).run() == 3
    check_all_counted(over)
    with over.connection() as conn:
        found, ratings = recorded(conn)
    assert sum(tally.games for (_, entrant), tally in found.items() if entrant != "*") == 9
    assert sum(tally.games for (_, entrant), tally in found.items() if entrant == "*") == 3
    assert len(ratings) == 9


def test_a_second_run_counts_nothing_twice(over: Pool):
    projector = StatisticsProjector(over)
    assert [projector.run(), projector.run(), StatisticsProjector(over).run()] == [3, 0, 0]
    check_all_counted(over)


def test_a_round_is_counted_when_it_ends(own: Pool):
    projector = StatisticsProjector(own)
    table = Stage(own).open(seats=2, options={"rounds": 2})
    while table.game().status == "playing":
        projector.run()
        with own.connection() as conn:
            assert recorded(conn) == ({}, {})
        table.move()
    with own.connection() as conn:
        settled(conn)
        projector.run()
        found, rated = recorded(conn)
    assert [tally.rounds for tally in found.values()] == [1, 1, 1], "for both players, and for all games together"
    assert (rated, sum(tally.games for tally in found.values())) == ({}, 0)


def test_a_game_is_counted_in_which_several_seats_call_on_one_card(own: Pool):
    table = Stage(own).open(seats=3, options={"rounds": 1, "false_claim": "nothing"})
    game = table.game()
    assert game.ruleset.calls is not None
    wrong = [seat for seat in range(3) if not game.ruleset.calls.is_true(game.state, seat)]
    assert len(wrong) > 1
    for seat in wrong:
        table.act(seat, table.call())
    while table.game().status == "playing":
        table.move()
    with own.connection() as conn:
        settled(conn)
        assert StatisticsProjector(own).run() == 1
        found, rated = recorded(conn)
    assert len(rated) == 3
    assert sum(tally.false_calls for tally in found.values()) >= len(wrong)


def test_a_projector_stopped_at_any_statement_is_continued_by_the_next(over: Pool, monkeypatch: pytest.MonkeyPatch):
    for statements in counting_up(random.randrange(3), 3):
        with over.connection() as conn:
            delete_statistics(conn)
        with stopping_after(monkeypatch, statements) as done:
            try:
                StatisticsProjector(over).run()
            except Stopped:
                pass
            else:
                break
        assert done[0] == statements
        wait_for_locks(over)
        StatisticsProjector(over).run()
        check_all_counted(over)
    assert statements > 15, "it was stopped between all statements of a batch"


def test_only_one_projector_counts_at_a_time(over: Pool):
    with over.connection() as conn:
        conn.execute("SELECT pg_advisory_lock(%s)", (STATISTICS_LOCK,))
        assert StatisticsProjector(over).run() == 0
        conn.execute("SELECT pg_advisory_unlock_all()")
    assert StatisticsProjector(over).run() == 3


def test_two_concurrent_projectors_count_a_game_once(over: Pool, race: Race):
    """The lock between projectors is left out, because correctness does not depend on it."""
    with over.connection() as conn:
        ids = [row[0] for row in conn.execute("SELECT id FROM dobon.games ORDER BY id")]
        build = live(conn)

    def counts(game_id: str) -> Callable[[], int]:
        def run() -> int:
            with over.connection() as conn:
                return count_games(conn, conn, [game_id], build)

        return run

    came: list[int] = []
    for game_id in ids:
        came += race([counts(game_id)] * 6)
    assert sum(came) == 3
    with over.connection() as conn, conn.transaction():
        builds.lock_build(conn, NAME, build)
        ratings.rate_pending(conn, build)
    check_all_counted(over)


def test_a_late_commit_is_counted_and_rated_in_its_place(own: Pool):
    table = finished(own)
    projector = StatisticsProjector(own)
    projector.run()
    with owning(own) as conn, psycopg.connect(conn.info.dsn, password=conn.info.password) as sleeper:
        copied(sleeper, table.id, 10)
        copied(conn, table.id, 30)
        copied(conn, table.id, 20)
        projector.run()
        sleeper.commit()
        settled(conn)
        assert projector.run() >= 1
    check_all_counted(own)


@pytest.mark.parametrize("seed", range(3))
def test_ratings_are_independent_of_the_order_of_reading(own: Pool, seed: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(ratings, "PAGE", 3)
    tables = [finished(own, rounds=1), finished(own, rounds=1, seats=2)]
    with owning(own) as conn:
        # the same two groups of players over and over, so that each rating depends on the one before
        games = [copied(conn, table.id, 10 * number) for number in range(1, 8) for table in tables]
        random.Random(seed).shuffle(games)
        games += [table.id for table in tables]
        build = live(conn)
        for number, game_id in enumerate(games):
            assert count_games(conn, conn, [game_id], build)
            if number % (seed + 1) == 0:
                with conn.transaction():
                    builds.lock_build(conn, NAME, build)
                    ratings.rate_pending(conn, build)
    StatisticsProjector(own).run()
    check_all_counted(own)


def test_interrupted_projectors_beside_writers_count_everything_once(own: Pool):
    tables = [finished(own, rounds=1), finished(own, "dobon-kawagoe", 1)]
    writing = threading.Event()
    writing.set()

    def write(place: int) -> None:
        chosen = random.Random(place)
        with owning(own) as conn, psycopg.connect(conn.info.dsn, password=conn.info.password) as writer:
            for number in range(25):
                copied(writer, chosen.choice(tables).id, chosen.randrange(1000))
                if number % 5 == 4:
                    writer.rollback()
                elif chosen.random() < 0.6:
                    writer.commit()
            writer.commit()

    def follow(place: int) -> None:
        chosen, projector = random.Random(place), StatisticsProjector(own, at_once=7)
        while writing.is_set():
            projector.run()
            if chosen.random() < 0.3:
                projector = StatisticsProjector(own, at_once=7)

    with ThreadPoolExecutor(5) as threads:
        readers = [threads.submit(follow, place) for place in range(2)]
        for writer in [threads.submit(write, place) for place in range(3)]:
            writer.result()
        writing.clear()
        for reader in readers:
            reader.result()
    with own.connection() as conn:
        settled(conn)
    projector = StatisticsProjector(own)
    while projector.run():
        pass
    check_all_counted(own)


def test_an_unreadable_log_does_not_block_the_count_of_others(over: Pool, caplog: pytest.LogCaptureFixture):
    with owning(over) as conn:
        game = str(conn.execute("SELECT id FROM dobon.games ORDER BY id LIMIT 1").fetchone()[0])  # type: ignore[index]
        broken = copied(conn, game, 5)
        conn.execute(
            "INSERT INTO dobon.events (game_id, version, type, schema, body, actor, at, digest)"
            " SELECT game_id, version + 1, 'round-ended', 1, '{\"public\":{}}', 'clock', at, '' FROM dobon.events"
            " WHERE game_id = %s ORDER BY version DESC LIMIT 1",
            (broken,),
        )
        conn.execute(
            "INSERT INTO dobon.events (game_id, version, type, schema, body, actor, at, digest)"
            " SELECT game_id, version + 1, 'game-abandoned', 1, '{\"public\":{}}', 'clock', at, '' FROM dobon.events"
            " WHERE game_id = %s ORDER BY version DESC LIMIT 1",
            (broken,),
        )
        settled(conn)
    assert StatisticsProjector(over).run() == 3
    assert broken in caplog.text
