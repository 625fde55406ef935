"""Projections of games in two databases are those of the same games in one, whichever shard is dead or has moved."""

from collections.abc import Callable, Iterator, Sequence
from concurrent import futures
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from time import monotonic
from typing import Any

import psycopg
import pytest
from psycopg import errors, sql
from psycopg.types.string import TextLoader

from domain.log.moments import later
from domain.ruleset.actions import Draw
from domain.transparency.entries import KINDS
from infra.clock import now
from infra.commands.scheduler import Scheduler
from infra.commands.service import GameService
from infra.databases import all_games
from infra.databases.pool import AccountsPool, open_pool
from infra.delivery import notifier as notifying
from infra.delivery.notifier import DATABASE_SECONDS
from infra.event_store import claims
from infra.postgres.partitions import ID_COLUMNS, partition_of
from infra.postgres.pool import Pool
from infra.postgres.retry import Unavailable
from infra.postgres.urls import owner_url
from infra.projections import builds, checkpoints, closing, rebuild_statistics
from infra.projections.heads import HeadProjector
from infra.projections.lag import projection_lags
from infra.projections.notifications import NotificationProjector
from infra.projections.rebuild import rebuild
from infra.projections.runner import ProjectionRunner
from infra.projections.snapshots import SnapshotProjector
from infra.projections.statistics import NAME
from infra.projections.statistics_projector import StatisticsProjector
from infra.settings import Settings
from infra.sharding.rows import OF_SHARD
from infra.sharding.servers import owner_shard_urls
from prove.harness.service_games import START, Stage, Table
from tests.conftest import clone
from tests.infra.delivery.receivers import Network
from tests.infra.delivery.test_notifier import Steady, notifier
from tests.infra.projections.records import check_histories, play_to_end, recorded
from tests.shards import sharded

COMPARED = {
    "statistics": "*",
    "ratings": "*",
    "rating_bands": "*",
    "rated_games": "*",
    "player_games": "*",
    "notifications": "player_id, kind, game_id, version, facts",
    "head_entries": "game_id, kind, version, head",
}
"""Tables of the accounts that follow from the logs, and their columns that do not depend on the order of reading."""

Connection = psycopg.Connection[Any]


@pytest.fixture
def pair(request: pytest.FixtureRequest) -> Settings:
    """Two shards, a router, and a database of accounts, which hold only this test's games."""
    return sharded(request.config)


@pytest.fixture
def pool(pair: Settings) -> Iterator[AccountsPool]:
    """The pools of a server."""
    with open_pool(pair) as opened:
        yield opened


def place_of(game: str) -> int:
    """Return the place of the shard that owns a game."""
    return partition_of(game) // 32


def one_in_each(make: Callable[[], Table]) -> list[Table]:
    """Make games until each shard has one, and return one of each shard in order."""
    found: dict[int, Table] = {}
    while len(found) < 2:
        table = make()
        found.setdefault(place_of(table.id), table)
    return [found[0], found[1]]


def finished_in_each(pool: Pool, ruleset: str = "dobon-sato", rounds: int = 1) -> list[Table]:
    """Play a game of each shard to its end, and return them in order."""
    opened = one_in_each(lambda: Stage(pool).open(seats=3, bots=1, ruleset=ruleset, options={"rounds": rounds}))
    return [play_to_end(table) for table in opened]


@contextmanager
def owners(settings: Settings) -> Iterator[list[Connection]]:
    """Yield connections of the owner of the tables to the shards."""
    conns = [psycopg.connect(owner_url(settings, url), autocommit=True) for url in owner_shard_urls(settings)]
    for conn in conns:
        conn.adapters.register_loader("uuid", TextLoader)
    try:
        yield conns
    finally:
        for conn in conns:
            conn.close()


def copy_games(source: Connection, target: Connection, partitions: list[int], *, without: tuple[str, ...] = ()) -> None:
    """Copy the rows of all games of some partitions, without some columns."""
    for table, column in ID_COLUMNS.items():
        names = source.execute(
            "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped"
            " AND attgenerated = '' ORDER BY attnum",
            (f"dobon.{table}",),
        ).fetchall()
        columns = sql.SQL(", ").join(sql.Identifier(name) for (name,) in names if name not in without)
        place = sql.Identifier("dobon", table)
        rows = sql.SQL("SELECT {} FROM {} WHERE dobon.partition_of({}) = ANY({}) AND {}").format(
            columns,
            place,
            sql.Identifier(column),
            sql.Literal(partitions),
            sql.SQL(OF_SHARD if table == "progress" else "true"),
        )
        with (
            source.cursor().copy(sql.SQL("COPY ({}) TO STDOUT").format(rows)) as out,
            target.cursor().copy(sql.SQL("COPY {} ({}) FROM STDIN").format(place, columns)) as into,
        ):
            for data in out:
                into.write(data)


def move(source: Connection, target: Connection, partition: int) -> None:
    """Move a partition to another shard, without its router."""
    source.execute("UPDATE dobon.partitions SET owned = false WHERE number = %s", (partition,))
    with target.transaction():
        copy_games(source, target, [partition])
        target.execute(
            "UPDATE dobon.partitions SET owned = true, arrivals = arrivals + 1 WHERE number = %s", (partition,)
        )


def rows(pool: Pool, table: str, columns: str = "*") -> list[tuple[Any, ...]]:
    """Return the rows of a table of the accounts in some order that depends on nothing else."""
    with pool.connection() as conn:
        return sorted(conn.execute(f"SELECT {columns} FROM dobon.{table}").fetchall(), key=repr)  # type: ignore[arg-type,unused-ignore]


def closed_in(shard: Pool) -> set[str]:
    with shard.connection() as conn:
        return {row[0] for row in conn.execute("SELECT id FROM dobon.games WHERE closed")}


def counted_games(pool: Pool) -> int:
    """Return the number of finished games in the live statistics."""
    with pool.connection() as conn:
        found, _ = recorded(conn)
    return sum(tally.games for (_, entrant), tally in found.items() if entrant == "*")


def told_games(pool: Pool) -> set[str]:
    """Return the games that accounts have notifications of."""
    return {str(game) for game, _ in rows(pool, "notifications", "game_id, kind")}


def test_projections_of_two_shards_are_those_of_one_database(pair: Settings, pool: Pool, own: Pool):
    check_against_one_database(pair, pool, own)


def test_the_accounts_may_be_in_one_of_the_shards_and_have_one_connection(request: pytest.FixtureRequest, own: Pool):
    accounts = clone(request.config, "_accounts_and_games")
    pair = replace(sharded(request.config, accounts=accounts, first=accounts), pool_size=1)
    with open_pool(pair) as pool:
        check_against_one_database(pair, pool, own)
        found = rebuild(pool)
        assert (found.differences, found.games) == ([], closing.count_all_games(pool))
        assert rebuild_statistics.rebuild(pool).differences == 0


def check_against_one_database(pair: Settings, pool: AccountsPool, own: Pool) -> None:
    """Play games on two shards, copy them to an empty database, and compare the projections of both."""
    for ruleset in ("dobon-sato", "doubt"):
        finished_in_each(pool, ruleset)
    one_in_each(lambda: Stage(pool).open())
    alone = psycopg.connect(own.conninfo.replace("dobon_app", "dobon_owner"), autocommit=True)
    with owners(pair) as conns, alone as target:
        for place, conn in enumerate(conns):
            copy_games(conn, target, list(range(place * 32, place * 32 + 32)), without=("tx",))
    for one in (pool, own):
        NotificationProjector(one).run(START)
        ProjectionRunner(one).run()
    for table, columns in COMPARED.items():
        assert rows(pool, table, columns) == rows(own, table, columns) != [], table
    with pool.connection() as conn:
        check_histories(conn)
    assert set().union(*map(closed_in, pool.games.each())) == closed_in(own) != set()
    assert all(closed_in(shard) for shard in pool.games.each())
    assert [lag.games for lag in projection_lags(pool)] == [lag.games for lag in projection_lags(own)]
    assert {lag.behind for lag in projection_lags(pool)} == {0}


def test_a_rebuild_reads_the_logs_of_all_shards(pool: Pool):
    tables = finished_in_each(pool, rounds=6)
    ProjectionRunner(pool).run()
    told: list[tuple[int, int]] = []
    found = rebuild(pool, lambda done, total: told.append((done, total)))
    assert (found.differences, found.games) == ([], closing.count_all_games(pool))
    assert told[-1] == (found.games, found.games)
    assert found.folds > 0
    again = rebuild_statistics.rebuild(pool)
    assert (again.state, again.differences, again.games) == (builds.LIVE, 0, len(tables)), "finished ones"


def test_a_requested_rebuild_repairs_each_shard_and_counts_the_differences_of_all(pair: Settings, pool: AccountsPool):
    tables = finished_in_each(pool, "doubt")
    runner = ProjectionRunner(pool)
    runner.run()
    with owners(pair) as conns:
        for conn, table in zip(conns, tables, strict=True):
            assert conn.execute("DELETE FROM dobon.claims WHERE game_id = %s", (table.id,)).rowcount > 0
    with pool.connection() as conn:
        builds.begin_build(conn, "claims")
    for _ in range(10):
        runner.run()
    with pool.connection() as conn:
        (build,) = (one for one in builds.list_builds(conn, "claims") if one.started_at is not None)
    assert (build.state, build.games) == (builds.OVER, closing.count_all_games(pool))
    assert build.differences > 1
    for shard, table in zip(pool.games.each(), tables, strict=True):
        with shard.connection() as conn:
            assert claims.read_claims(conn, table.id)
    assert rebuild(pool).agrees


def test_differences_are_counted_although_the_process_ends_before_the_repair(
    pair: Settings, pool: Pool, monkeypatch: pytest.MonkeyPatch
):
    (table, _) = finished_in_each(pool, "doubt")
    runner = ProjectionRunner(pool)
    runner.run()
    with owners(pair) as conns:
        missing = conns[0].execute("DELETE FROM dobon.claims WHERE game_id = %s", (table.id,)).rowcount
    with pool.connection() as conn:
        builds.begin_build(conn, "claims")
    real = builds.add_differences

    def end(conn: Connection, build: builds.Build, differences: list[str]) -> None:
        real(conn, build, differences)
        if differences:
            raise errors.OperatorIntervention("the process ends")

    with monkeypatch.context() as patch:
        patch.setattr(builds, "add_differences", end)
        with pytest.raises(errors.OperatorIntervention):
            runner.run()
    runner.run()
    with pool.connection() as conn:
        (build,) = (one for one in builds.list_builds(conn, "claims") if one.started_at is not None)
    assert build.differences == 2 * missing, "counted twice, but not lost"
    assert rebuild(pool).agrees


def test_a_rebuild_of_the_statistics_becomes_live_only_when_all_shards_are_counted(pool: AccountsPool):
    finished_in_each(pool)
    first, second = (StatisticsProjector(pool, only=database) for database in pool.games.each())
    first.run()
    second.run()
    before = rows(pool, "statistics")
    with pool.connection() as conn:
        again = builds.begin_build(conn, NAME)

    def live() -> int:
        with pool.connection() as conn:
            return next(one.number for one in builds.list_builds(conn, NAME) if one.state == builds.LIVE)

    for _ in range(3):
        first.run()
    assert live() != again
    second.run()
    assert live() == again
    assert [row[1:] for row in rows(pool, "statistics")] == [row[1:] for row in before]


def test_nothing_is_rebuilt_while_a_partition_has_no_shard(pair: Settings, pool: Pool):
    finished_in_each(pool)
    StatisticsProjector(pool).run()
    before = rows(pool, "statistics")
    with owners(pair) as conns, pool.connection() as conn:
        again = builds.begin_build(conn, NAME)
        conns[0].execute("UPDATE dobon.partitions SET owned = false WHERE number = 3")
        with pytest.raises(Unavailable):
            rebuild_statistics.switch_builds(pool, conn, again)
        with pytest.raises(Unavailable):
            all_games.next_games(pool, conn, "00000000-0000-0000-0000-000000000000", 10)
        conns[0].execute("UPDATE dobon.partitions SET owned = true WHERE number = 3")
        assert rows(pool, "statistics") == before
        assert rebuild_statistics.switch_builds(pool, conn, again) == []


def test_games_of_a_partition_that_arrives_are_read(pair: Settings, pool: AccountsPool):
    """Their events keep the transaction ids of the other shard, which the feed has passed."""
    (table, _) = finished_in_each(pool)
    projectors = [
        (
            StatisticsProjector(pool, only=one),
            NotificationProjector(pool, one),
            SnapshotProjector(pool, one),
            HeadProjector(pool, one),
        )
        for one in pool.games.each()
    ]

    def run(place: int) -> None:
        statistics, notifications, folds, heads = projectors[place]
        statistics.run()
        notifications.run(START)
        folds.run()
        heads.run()

    run(1)
    games = counted_games(pool)
    assert table.id not in told_games(pool)
    with owners(pair) as conns:
        move(conns[0], conns[1], partition_of(table.id))
    run(1)
    assert counted_games(pool) > games
    assert table.id in told_games(pool)
    assert {kind for game, kind in rows(pool, "head_entries", "game_id, kind") if game == table.id} == {*KINDS}
    before = {table: rows(pool, table, columns) for table, columns in COMPARED.items()}
    run(1)
    assert {table: rows(pool, table, columns) for table, columns in COMPARED.items()} == before


def test_games_that_have_left_are_skipped(pair: Settings, pool: AccountsPool):
    (table, _) = finished_in_each(pool, rounds=6)
    with owners(pair) as conns:
        move(conns[0], conns[1], partition_of(table.id))
    ProjectionRunner(pool, pool.games.each()[0]).run()
    with pool.games.each()[0].connection() as conn:
        assert not SnapshotProjector(pool, pool.games.each()[0])._store_or_log(conn, table.id), (
            "found before it had left"
        )
    assert table.id not in told_games(pool)
    ProjectionRunner(pool, pool.games.each()[1]).run()
    assert table.id in told_games(pool)
    with pool.games.each()[1].connection() as conn:
        assert checkpoints.read(conn, table.id, "folds")
    assert table.id in closed_in(pool.games.each()[1])


def test_a_checkpoint_that_another_process_has_moved_is_not_moved_again(pool: Pool):
    game = "11111111-1111-4111-8111-111111111111"
    with pool.connection() as conn:
        assert checkpoints.move(conn, "notifications", {game: 0}, {game: 4}) == {game}
        assert checkpoints.move(conn, "notifications", {game: 0}, {game: 5}) == set()
        assert checkpoints.move(conn, "notifications", {game: 4}, {game: 5}) == {game}
        assert checkpoints.read(conn, game, "notifications") == 5


def test_nothing_is_told_twice_while_a_game_moves(pool: AccountsPool, monkeypatch: pytest.MonkeyPatch):
    """For a moment the processes of both shards may read the same events."""
    (table, _) = one_in_each(Stage(pool).open)
    real = checkpoints.move

    def after_another(conn: Connection, name: str, last: dict[str, int], upto: dict[str, int]) -> set[str]:
        with pool.connection() as other:
            assert real(other, name, last, upto) >= {table.id}
        return real(conn, name, last, upto)

    monkeypatch.setattr(checkpoints, "move", after_another)
    assert NotificationProjector(pool, pool.games.each()[0]).run(START) == 0
    assert told_games(pool) == set()


def test_a_dead_shard_stops_no_projection_of_the_others(pool: AccountsPool):
    (table, _) = finished_in_each(pool)
    pool.games.each()[1].close()
    ProjectionRunner(pool, pool.games.each()[0]).run()
    assert table.id in closed_in(pool.games.each()[0])
    with pytest.raises(psycopg.OperationalError):
        ProjectionRunner(pool, pool.games.each()[1]).run()


def test_a_dead_shard_stops_no_clock_of_the_others(pool: AccountsPool):
    stage = Stage(pool, now())
    stage.tables = GameService(pool)
    (table, _) = one_in_each(lambda: stage.open(options={"turn_seconds": 30}))
    pool.games.each()[1].close()
    version, at = table.game().version, later(stage.at, seconds=60)
    late = GameService(pool, lambda: at)
    schedulers = [
        Scheduler(late, ProjectionRunner(pool, one), poll_seconds=0.05, only=one) for one in pool.games.each()
    ]
    for scheduler in schedulers:
        scheduler.start()
    try:
        until = monotonic() + 60
        while late.view(table.id, -1).version == version and monotonic() < until:
            pass
    finally:
        for scheduler in schedulers:
            scheduler.stop()
    assert late.view(table.id, -1).version > version


def test_a_dead_shard_stops_no_notification_of_the_others(pool: AccountsPool, caplog: pytest.LogCaptureFixture):
    stage, steady = Stage(pool), Steady()
    (table, other) = one_in_each(stage.open)
    pool.games.each()[1].close()
    made = notifier(pool, stage, Network(), steady)
    for _ in range(5):
        made.step()
    assert table.id in told_games(pool)
    assert other.id not in told_games(pool)
    assert caplog.text.count("notifications of the games of shard 2 wait for it") == 1, "it is not asked in each step"
    made.close()


def test_others_wait_for_a_shard_that_does_not_answer_only_once(
    pair: Settings, pool: Pool, monkeypatch: pytest.MonkeyPatch
):
    stage, steady = Stage(pool), Steady()
    (table, other) = one_in_each(stage.open)
    made = notifier(pool, stage, Network(), steady)
    waited: list[tuple[int, float | None]] = []

    def wait(runs: Sequence["Future[int]"], seconds: float | None) -> None:
        waited.append((len(runs), seconds))
        futures.wait(runs, seconds)

    monkeypatch.setattr(notifying, "wait", wait)
    with owners(pair) as conns, conns[1].transaction():
        conns[1].execute("LOCK TABLE dobon.games IN ACCESS EXCLUSIVE MODE")
        made.step()
        assert waited == [(2, DATABASE_SECONDS)]
        assert table.id in told_games(pool)
        made.step()
        assert waited[1:] in ([(1, DATABASE_SECONDS)], [(0, DATABASE_SECONDS)])
    until = monotonic() + 60
    while other.id not in told_games(pool) and monotonic() < until:
        steady.seconds += 1
        made.step()
    assert other.id in told_games(pool)
    made.close()


def test_the_error_of_the_only_database_is_raised(own: Pool):
    made = notifier(own, Stage(own), Network(), Steady())
    own.close()
    for _ in range(2):
        with pytest.raises(psycopg.OperationalError):
            made.step()
    made.close()


def test_a_game_is_played_while_its_projections_run(pool: AccountsPool):
    tables = one_in_each(lambda: Stage(pool).open_to_draw()[0])
    runners = [ProjectionRunner(pool, database) for database in pool.games.each()]
    for table in tables:
        table.act(table.turn, Draw())
        for runner in runners:
            runner.run()
    assert {lag.behind for lag in projection_lags(pool)} == {0}


def test_one_public_log_has_the_heads_of_all_shards_and_a_move_repeats_none(pair: Settings, pool: AccountsPool):
    tables = finished_in_each(pool)
    first, second = (HeadProjector(pool, database) for database in pool.games.each())
    first.run()
    second.run()
    before = rows(pool, "head_entries")
    assert {(row[1], row[2]) for row in before} >= {(table.id, kind) for table in tables for kind in KINDS}
    with owners(pair) as conns:
        move(conns[0], conns[1], partition_of(tables[0].id))
    assert second.run() == first.run() == HeadProjector(pool).run() == 0
    assert rows(pool, "head_entries") == before
