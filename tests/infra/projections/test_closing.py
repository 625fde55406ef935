"""Games are closed once they are over and read by all projections, and counted without reading them again."""

import pytest
from psycopg import errors

from infra.event_store import many_games
from infra.postgres.pool import Pool
from infra.projections.closing import close_games, count_games
from infra.projections.follower import Follower
from infra.projections.heads import HeadProjector
from infra.projections.lag import projection_lags
from infra.projections.notifications import NotificationProjector
from infra.projections.runner import ProjectionRunner
from infra.projections.snapshots import SnapshotProjector
from infra.projections.statistics_projector import StatisticsProjector
from prove.harness.concurrent_commands import Race
from prove.harness.service_games import START, Stage, owning
from tests.infra.projections.records import check_all_counted, finished, stopping_after


def closed(pool: Pool) -> set[str]:
    with pool.connection() as conn:
        return {row[0] for row in conn.execute("SELECT id FROM dobon.games WHERE closed ORDER BY id")}


def over_games(pool: Pool) -> set[str]:
    with pool.connection() as conn:
        found = conn.execute("SELECT id FROM dobon.games WHERE status IN ('finished', 'abandoned') ORDER BY id")
        return {row[0] for row in found}


def check_counts(pool: Pool) -> None:
    """Compare the counts with the rows."""
    with pool.connection() as conn:
        rows = conn.execute("SELECT status, count(*) FROM dobon.games GROUP BY status ORDER BY status")
        assert {status: games for status, games in count_games(conn).items() if games} == dict(rows.fetchall())


def test_games_that_all_projections_have_read_are_closed(over: Pool):
    assert closed(over) == set()
    check_counts(over)
    ProjectionRunner(over).run()
    assert closed(over) == over_games(over) != set()
    check_counts(over)


def test_an_abandoned_game_is_closed(own: Pool):
    table = Stage(own).open()
    table.stage.tables.abandon(table.id, table.players[0], "test")
    ProjectionRunner(own).run()
    assert closed(own) == {table.id}
    check_counts(own)


def test_a_game_without_its_snapshots_is_closed_later(over: Pool):
    NotificationProjector(over).run(START)
    HeadProjector(over).run()
    StatisticsProjector(over).run()
    with over.connection() as conn:
        long = "SELECT id FROM dobon.games WHERE status = 'finished' AND version >= 64 ORDER BY id"
        waiting = {row[0] for row in conn.execute(long)}
    assert closed(over) == over_games(over) - waiting
    assert waiting
    SnapshotProjector(over).run()
    with over.connection() as conn:
        close_games(conn, conn)
    assert closed(over) == over_games(over)
    check_counts(over)


def test_a_game_whose_heads_are_not_entered_stays_open(over: Pool):
    NotificationProjector(over).run(START)
    SnapshotProjector(over).run()
    StatisticsProjector(over).run()
    with over.connection() as conn:
        close_games(conn, conn)
        assert closed(over) == set()
        HeadProjector(over).run()
        close_games(conn, conn)
    assert closed(over) == over_games(over)


def test_a_game_is_counted_once_however_many_processes_close_it(over: Pool, race: Race):
    ProjectionRunner(over).run()
    with over.connection() as conn:
        conn.execute("UPDATE dobon.games SET closed = false")
        conn.execute("UPDATE dobon.closed_games SET games = 0")

    def close() -> None:
        with over.connection() as conn:
            close_games(conn, conn)

    race([close] * 6)
    assert closed(over) == over_games(over)
    check_counts(over)


def test_a_projector_that_starts_reads_no_closed_game(over: Pool):
    ProjectionRunner(over).run()
    with over.connection() as conn:
        conn.execute("DELETE FROM dobon.progress WHERE game_id = ANY(%s)", (list(closed(over)),))
        found = {game for page in Follower("statistics-1").changed_games(conn, conn) for game in page}
        everything = {
            game for page in Follower("statistics-1", all_games=True).changed_games(conn, conn) for game in page
        }
    assert found & over_games(over) == set()
    assert everything >= over_games(over)


def test_a_game_that_cannot_be_read_stays_open_and_shows_in_the_lag(over: Pool, caplog: pytest.LogCaptureFixture):
    with owning(over) as conn:
        (broken, version), *_ = conn.execute(
            "SELECT id, version FROM dobon.games WHERE status = 'finished' ORDER BY id"
        )
        conn.execute(
            "INSERT INTO dobon.events (game_id, version, type, schema, body, actor, at, digest)"
            " VALUES (%s, %s, 'round-revealed', 1, 'not JSON', 'clock', '2026', '')",
            (broken, version + 1),
        )
    ProjectionRunner(over).run()
    assert closed(over) == over_games(over) - {broken}
    assert broken in caplog.text
    assert {lag.name: lag.behind for lag in projection_lags(over)}["statistics"] == 1
    check_counts(over)


def test_a_damaged_page_keeps_only_its_own_game_from_being_counted(over: Pool, monkeypatch: pytest.MonkeyPatch):
    broken, real = min(over_games(over)), many_games.rows_of_types

    def read(conn: object, games: dict[str, int], types: object) -> object:
        if broken in games:
            raise errors.DataCorrupted("invalid page in block 7 of relation base/5/16384")
        return real(conn, games, types)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(many_games, "rows_of_types", read)
        assert StatisticsProjector(over).run() == 2
    assert StatisticsProjector(over).run() == 1
    check_all_counted(over)


def test_many_games_are_counted_with_as_few_statements_as_few_games(own: Pool, monkeypatch: pytest.MonkeyPatch):
    """A projector that is many games behind would otherwise need days."""
    statements = [statements_of_count(own, monkeypatch, games) for games in (3, 12)]
    assert statements[1] <= statements[0] + 4, "rating games from an earlier one on takes a few more"
    check_all_counted(own)


def statements_of_count(pool: Pool, monkeypatch: pytest.MonkeyPatch, games: int) -> int:
    """Return the number of statements by which that many new games are counted."""
    for _ in range(games):
        finished(pool, rounds=1)
    with stopping_after(monkeypatch, 10_000) as done:
        assert StatisticsProjector(pool).run() == games
    return done[0]
