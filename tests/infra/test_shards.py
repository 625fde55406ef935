"""Games that are spread over two databases, with a router that sends each call to the database of the game."""

import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace

import psycopg
import pytest

from domain.game.game import Game, actions
from domain.log.events import SPECTATOR
from domain.ruleset.actions import Action, Dobon, Draw
from infra.databases.pool import AccountsPool, open_pool
from infra.databases.preparation import prepare
from infra.postgres import retry
from infra.postgres.bootstrap import DatabaseUnusable
from infra.postgres.partitions import is_not_owned, partition_of
from infra.postgres.pool import Pool
from infra.postgres.retry import CommitUnknown, Unavailable
from infra.postgres.urls import application_url
from infra.settings import Settings
from infra.sharding import router, shards
from prove.harness.service_games import Stage, Table, owning, shard_of
from tests.conftest import clone
from tests.shards import sharded

READABLE = (
    "events",
    "claims",
    "game_seats",
    "progress",
    "comments",
    "shares",
    "stamps",
    "analyses",
    "drills",
    "game_acts",
)
"""Tables of games that the application may read directly."""


@pytest.fixture(scope="module")
def settings(request: pytest.FixtureRequest) -> Settings:
    """Two shards, a router, and a database of accounts."""
    return sharded(request.config)


@pytest.fixture
def pool(settings: Settings) -> Iterator[AccountsPool]:
    """The pools of a server."""
    with open_pool(settings) as opened:
        yield opened


@pytest.fixture
def stage(pool: Pool) -> Stage:
    """The game service of a server."""
    return Stage(pool)


def games_in(shard: Pool) -> set[str]:
    """Return the ids of the games whose rows a shard shows."""
    with shard.connection() as conn:
        return {str(game) for (game,) in conn.execute("SELECT id FROM dobon.games ORDER BY id")}


def open_on_both(stage: Stage) -> list[Table]:
    """Open games until each shard has one, and return one of each shard."""
    found: dict[int, Table] = {}
    while len(found) < 2:
        table = stage.open()
        found.setdefault(partition_of(table.id) // 32, table)
    return [found[0], found[1]]


def test_each_game_is_in_the_shard_that_owns_its_partition(pool: AccountsPool, stage: Stage):
    tables = open_on_both(stage)
    for place, table in enumerate(tables):
        assert [table.id in games_in(shard) for shard in pool.games.each()] == [place == 0, place == 1]


def test_a_game_is_played_to_its_end(pool: Pool, stage: Stage):
    for table in open_on_both(stage):
        while table.game().status == "playing":
            table.move()
        assert Stage(pool).another_process().view(table.id, SPECTATOR).version == table.game().version


def own(shard: Pool, partition: int, *, owned: bool) -> None:
    """Let a shard own a partition or not."""
    with owning(shard) as conn:
        conn.execute("UPDATE dobon.partitions SET owned = %s WHERE number = %s", (owned, partition))


def test_a_command_waits_while_its_partition_is_on_its_way(pool: AccountsPool, stage: Stage):
    table, _ = open_on_both(stage)
    partition = partition_of(table.id)
    own(pool.games.each()[0], partition, owned=False)
    with ThreadPoolExecutor(1) as threads:
        try:
            moved = threads.submit(table.move)
            assert not wait([moved], timeout=0.1).done
        finally:
            own(pool.games.each()[0], partition, owned=True)
        assert moved.result(30).version == table.game().version


def test_a_command_is_refused_if_its_partition_does_not_arrive(
    pool: AccountsPool, stage: Stage, monkeypatch: pytest.MonkeyPatch
):
    table, other = open_on_both(stage)
    version = table.game().version
    monkeypatch.setattr(retry, "MOVE_SECONDS", 0.05)
    own(pool.games.each()[0], partition_of(table.id), owned=False)
    try:
        with pytest.raises(Unavailable) as refused:
            table.move()
        assert not isinstance(refused.value, CommitUnknown)
        other.move()
    finally:
        own(pool.games.each()[0], partition_of(table.id), owned=True)
    assert table.game().version == version


def test_a_shard_shows_no_rows_of_partitions_that_it_does_not_own(pool: AccountsPool, stage: Stage):
    table, _ = open_on_both(stage)
    own(pool.games.each()[0], partition_of(table.id), owned=False)
    try:
        assert table.id not in games_in(pool.games.each()[0])
        with pool.games.each()[0].connection() as conn:
            for name in READABLE:
                row = conn.execute(f"SELECT count(*) FROM dobon.{name} WHERE game_id = %s", (table.id,)).fetchone()
                assert row == (0,), name
        stage.wait(seconds=3600)
        stage.tick()
    finally:
        own(pool.games.each()[0], partition_of(table.id), owned=True)
    assert table.id in games_in(pool.games.each()[0])


def test_the_clock_runs_what_is_due_in_all_shards(stage: Stage):
    tables = [stage.open(options={"turn_seconds": 30}) for _ in range(2)]
    while len({partition_of(table.id) // 32 for table in tables}) < 2:
        tables.append(stage.open(options={"turn_seconds": 30}))
    before = {table.id: table.game().version for table in tables}
    stage.wait(seconds=31)
    stage.tick()
    assert all(table.game().version > before[table.id] for table in tables)


def test_after_a_lost_connection_a_read_is_repeated_and_a_write_is_of_unknown_outcome(settings: Settings):
    with open_pool(replace(settings, pool_size=1)) as pool:  # with one session of the router
        stage = Stage(pool)
        table, other = open_on_both(stage)
        table.move()
        end_sessions(pool.games.each()[0])
        assert stage.another_process().view(table.id, SPECTATOR).version == table.game().version
        key = str(uuid.uuid4())
        seat, action = legal(table)
        end_sessions(pool.games.each()[0])
        with pytest.raises(CommitUnknown):
            table.act(seat, action, key=key)
        other.move()
        done = table.act(seat, action, key=key)
        assert table.act(seat, action, key=key).repeated
        assert done.version == table.game().version


def legal(table: Table) -> tuple[int, Action]:
    """Return a seat that can act, and an action of it that is not a call."""
    return next(
        (seat, action)
        for seat in range(len(table.players))
        for action in actions(table.game(seat), seat)
        if not isinstance(action, Dobon)
    )


def end_sessions(shard: Pool) -> None:
    """End the sessions of the router on a shard."""
    with owning(shard) as conn:
        conn.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name <> 'dobon' AND pid <> pg_backend_pid()"
        )


def test_the_database_of_accounts_refuses_games(pool: Pool):
    with pool.connection() as conn, pytest.raises(psycopg.DatabaseError) as refused:
        conn.execute("SELECT dobon.bring_forward(gen_random_uuid(), '2026')")
    assert is_not_owned(refused.value)


def test_two_shards_share_the_partitions_equally(settings: Settings):
    found = shards.owners(settings.owner_shard_urls)
    assert sorted(found) == list(range(64))
    assert [list(found.values()).count(place) for place in (0, 1)] == [32, 32]


def test_preparing_again_changes_nothing(settings: Settings):
    before = shards.owners(settings.owner_shard_urls)
    prepare(settings)
    assert shards.owners(settings.owner_shard_urls) == before


def test_a_router_with_an_old_map_gets_the_new_one(settings: Settings, stage: Stage, pool: AccountsPool):
    table, _ = open_on_both(stage)
    address = application_url(settings, settings.shard_urls[1])
    with psycopg.connect(settings.router_url or "", autocommit=True) as conn:
        router.set_route(conn, partition_of(table.id), address)
    with pool.games.of(table.id).connection() as conn, pytest.raises(psycopg.DatabaseError) as refused:
        conn.execute("SELECT * FROM dobon.read_game(%s)", (table.id,))
    assert is_not_owned(refused.value)
    prepare(settings)
    table.move()


def test_two_owners_of_a_partition_are_an_error(settings: Settings, pool: AccountsPool):
    own(pool.games.each()[1], 0, owned=True)
    try:
        with pytest.raises(shards.ShardsDisagree, match="1 and 2 both own partition 0"):
            shards.owners(settings.owner_shard_urls)
    finally:
        own(pool.games.each()[1], 0, owned=False)


def test_a_database_with_games_cannot_become_one_of_accounts_alone(request: pytest.FixtureRequest, settings: Settings):
    alone = clone(request.config, "_with_games")
    with open_pool(alone) as pool:
        Stage(pool).open()
    with pytest.raises(DatabaseUnusable, match="DOBON_SHARD_URLS"):
        prepare(replace(settings, database_url=alone.database_url, owner_database_url=alone.owner_database_url))


def test_a_database_of_accounts_can_be_a_shard(request: pytest.FixtureRequest):
    alone = clone(request.config, "_grown")
    with open_pool(alone) as pool:
        table = Stage(pool).open()
        version = table.game().version
    grown = sharded(request.config, accounts=alone, first=alone)
    found = shards.owners(grown.owner_shard_urls)
    assert set(found.values()) == {0}, "a new shard owns nothing until partitions are moved"
    with open_pool(grown) as pool:
        assert Stage(pool).tables.view(table.id, SPECTATOR).version == version
        Table(Stage(pool), table.id, table.players).move()
        assert table.id in games_in(pool.games.each()[0])


def lose_events(pool: Pool, table: Table, kept: Game) -> None:
    """Take all events after a version back, as the failover of a shard may do with events that nobody was promised."""
    of_game = "WHERE game_id = %s AND"
    with owning(shard_of(pool, table.id)) as owner, owner.transaction():
        owner.execute("ALTER TABLE dobon.events DISABLE TRIGGER events_no_change")
        owner.execute(f"DELETE FROM dobon.events {of_game} version > %s", (table.id, kept.version))
        owner.execute("ALTER TABLE dobon.events ENABLE ALWAYS TRIGGER events_no_change")
        owner.execute(f"DELETE FROM dobon.commands {of_game} last_version > %s", (table.id, kept.version))
        owner.execute(f"DELETE FROM dobon.folds {of_game} version > %s", (table.id, kept.version))
        changed = (kept.version, kept.head, table.id)
        owner.execute("UPDATE dobon.games SET version = %s, head = %s WHERE id = %s", changed)


def test_events_that_a_shard_has_lost_are_not_shown_although_only_the_router_was_asked(pool: Pool, stage: Stage):
    table = stage.open()
    kept = table.game()
    table.move()
    lose_events(pool, table, kept)
    assert (table.game().version, table.game().head) == (kept.version, kept.head)


def test_a_command_is_not_refused_because_of_events_that_a_shard_has_lost(pool: Pool, stage: Stage):
    table = stage.open()
    kept, turn = table.game(), table.turn
    table.act(turn, Draw())
    lose_events(pool, table, kept)
    assert table.act(turn, Draw()).version > kept.version
