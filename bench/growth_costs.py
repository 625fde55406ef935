"""Costs per game and per event: bytes on disk, the projectors' rate, `check` and `rebuild`."""

import time
from collections.abc import Callable

import psycopg

from bench import Row
from bench.calibrate import turns_per_second
from bench.growth_world import World
from infra.event_store import integrity
from infra.postgres.tables.game_log import events
from infra.postgres.tables.schema import metadata
from infra.projections import builds
from infra.projections.rebuild import rebuild_next_games
from infra.projections.statistics import checkpoint_name
from infra.projections.statistics_projector import StatisticsProjector

COUNTED = 20_000
"""Newest games that the projector of the statistics counts again."""

CHECKED, REBUILT = 300, 1_000
"""Games that are checked, and whose snapshots and claims are rebuilt."""


def rows(world: World, owner: psycopg.Connection) -> list[Row]:
    """Return the costs in the large database."""
    return [*storage(world, owner), *projector(world, owner), *check(world), *rebuild(world)]


def storage(world: World, owner: psycopg.Connection) -> list[Row]:
    """Return bytes per event of the log, and bytes per game of every table of some size."""
    count = sum(world.column("SELECT count(*) FROM dobon.events"))
    games = sum(world.column("SELECT sum(games)::int8 FROM dobon.closed_games"))
    found: list[Row] = [("events of a game", count / games, "")]
    heap, toast, indexes = owner.execute(
        "SELECT pg_relation_size(oid), coalesce(pg_total_relation_size(nullif(reltoastrelid, 0)), 0), pg_indexes_size(oid)"
        " FROM pg_class WHERE oid = %s::regclass",
        [f"dobon.{events.name}"],
    ).fetchall()[0]
    for what, size in (("rows", heap), ("TOAST", toast), ("indexes", indexes), ("all", heap + toast + indexes)):
        found.append((f"an event on disk: {what}", size / count, "bytes"))
    for table in metadata.sorted_tables:
        size = owner.execute("SELECT pg_total_relation_size(%s::regclass)", [f"dobon.{table.name}"]).fetchall()[0][0]
        if size / games > 20:
            found.append((f"a game on disk: {table.name}", size / games, "bytes"))
    size = owner.execute("SELECT pg_database_size(current_database())").fetchall()[0][0]
    return [*found, ("a game on disk: the whole database", size / games, "bytes"), ("the database", size / 1e9, "GB")]


def projector(world: World, owner: psycopg.Connection) -> list[Row]:
    """Return the rate at which statistics and ratings catch up with the newest games."""
    games = [
        str(row[0])
        for row in owner.execute(
            "SELECT id FROM dobon.games WHERE closed ORDER BY created_at DESC, id DESC LIMIT %s", [COUNTED]
        )
    ]
    owner.execute(
        "DELETE FROM dobon.progress WHERE name = %s AND game_id = ANY(%s::uuid[])", [checkpoint_name(1), games]
    )
    for table in ("rated_games", "player_games"):
        owner.execute(f"DELETE FROM dobon.{table} WHERE game_id = ANY(%s::uuid[])", [games])  # noqa: S608 - tables of this list
    owner.execute("UPDATE dobon.games SET closed = false WHERE id = ANY(%s::uuid[])", [games])
    count = sum(world.column("SELECT sum(version)::int8 FROM dobon.games WHERE id = ANY(%s::uuid[])", games))
    follower = StatisticsProjector(world.pool)

    def catch_up() -> int:
        while follower.run():
            pass
        return count

    return _rates(f"statistics and ratings of {len(games):,} games", catch_up, "target 10,000")


def check(world: World) -> list[Row]:
    """Return the cost of `check`, on played games, because the logs of copies are invalid from their first event."""
    played = world.played

    def run() -> int:
        return sum(integrity.check_game(world.pool, played[number % len(played)]).version for number in range(CHECKED))

    return _rates(f"check of {CHECKED} games", run)


def rebuild(world: World) -> list[Row]:
    """Return the cost of rebuilding snapshots and claims."""
    with world.pool.connection() as conn:
        number = builds.begin_build(conn, "folds")
        build = next(one for one in builds.list_builds(conn, "folds") if one.number == number)

        def run() -> int:
            rebuild_next_games(world.pool, conn, build, REBUILT)
            last = next(one for one in builds.list_builds(conn, "folds") if one.number == number).last_game
            return sum(world.column("SELECT sum(version)::int8 FROM dobon.games WHERE id <= %s::uuid", last))

        return _rates(f"rebuild of the snapshots of {REBUILT:,} games", run)


def _rates(what: str, work: Callable[[], int], target: str = "") -> list[Row]:
    """Return events per second, their number per million turns of the reference loop, and the cost of a million."""
    before = turns_per_second()
    start, cpu = time.perf_counter(), time.process_time()
    count = work()
    seconds, spent = time.perf_counter() - start, time.process_time() - cpu
    turns = (before + turns_per_second()) / 2
    return [
        (f"{what}: events per second", count / seconds, target),
        (f"{what}: events per Mloop of CPU", count / spent / turns * 1e6, ""),
        (f"{what}: a million events", 1e6 / count * seconds, "s"),
    ]
