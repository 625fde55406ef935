"""Moves of partitions between two shards, each on a server of its own, and moves that are interrupted."""

import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from psycopg import sql
from psycopg.types.string import TextLoader

from domain.ruleset.actions import Draw
from infra.databases.pool import AccountsPool, open_pool
from infra.postgres.partitions import ID_COLUMNS, LOCK_KEY, bounds, partition_of
from infra.postgres.pool import Pool
from infra.postgres.tables import GAME_TABLES
from infra.settings import Settings
from infra.sharding import moves
from infra.sharding.channel import name_of
from infra.sharding.moves import move
from infra.sharding.ownership import find_owner, settle
from infra.sharding.rows import COLUMNS
from infra.sharding.servers import NotMovable, open_servers
from prove.harness.service_games import Stage, Table
from tests.shards import sharded

Connection = psycopg.Connection[Any]

STEPS = (
    "published", "slot created", "copied 1 of 1 parts", "copied", "subscribed", "caught up", "marked", "taken", "routed",
    "cleared",
)  # fmt: skip
"""The steps of a move, in order."""


class Killed(BaseException):
    """A move ends here, as if its process had been killed."""


@pytest.fixture
def pool(settings: Settings) -> Iterator[AccountsPool]:
    """The pools of a server."""
    with open_pool(settings) as opened:
        yield opened


@pytest.fixture
def stage(pool: Pool) -> Stage:
    """The game service of a server."""
    return Stage(pool)


@pytest.fixture
def table(stage: Stage) -> Table:
    """A running game of the first shard, with some moves."""
    while True:
        opened = stage.open()
        if owner_of(stage.pool, opened.id) == [1]:
            for _ in range(4):
                opened.move()
            return opened


def owner_of(pool: AccountsPool, game: str) -> list[int]:
    """Return the numbers of the shards that own the partition of a game."""
    found = []
    for number, shard in enumerate(pool.games.each(), 1):
        with shard.connection() as conn:
            query = "SELECT FROM dobon.partitions WHERE number = %s AND owned"
            if conn.execute(query, (partition_of(game),)).fetchone() is not None:
                found.append(number)
    return found


def rows_of(conn: Connection, partition: int) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of a partition, without ids of transactions."""
    found = {}
    for table, column in ID_COLUMNS.items():
        names = sql.SQL(", ").join(map(sql.Identifier, COLUMNS[table]))
        query = sql.SQL("SELECT {} FROM dobon.{} WHERE {} BETWEEN %s AND %s ORDER BY 1, 2")
        place = query.format(names, sql.Identifier(table), sql.Identifier(column))
        found[table] = conn.execute(place, bounds(partition)).fetchall()
    query = sql.SQL("SELECT * FROM dobon.closed_games WHERE partition = %s ORDER BY 2")
    found["closed_games"] = conn.execute(query, (partition,)).fetchall()
    return found


def fill(conn: Connection, game: str) -> None:
    """Insert a row of a game into each table of games."""
    for table in GAME_TABLES:
        values = {column.name: _value(column) for column in table.columns if column.name != "tx"}
        values[ID_COLUMNS[table.name]] = game
        values |= {"status": "waiting"} if table.name == "games" else {}
        values |= {"name": "folds"} if table.name == "progress" else {}
        insert = sql.SQL("INSERT INTO dobon.{} ({}) VALUES ({})").format(
            sql.Identifier(table.name),
            sql.SQL(", ").join(map(sql.Identifier, values)),
            sql.SQL(", ").join(sql.Placeholder() * len(values)),
        )
        conn.execute(insert, list(values.values()))
    conn.execute(
        "INSERT INTO dobon.closed_games VALUES (%s, 'finished', 3) ON CONFLICT (partition, status) DO NOTHING",
        (partition_of(game),),
    )


def _value(column: "sa.Column[Any]") -> Any:
    if isinstance(column.type, sa.Uuid):
        return str(uuid.uuid4())
    if isinstance(column.type, sa.LargeBinary):
        return b"x" * 32
    if isinstance(column.type, sa.Boolean):
        return True
    return 1 if isinstance(column.type, sa.Integer) else "[]"


@pytest.fixture
def owners(settings: Settings) -> Iterator[list[Connection]]:
    """Connections of the administrator to the shards."""
    with (
        psycopg.connect(settings.shard_urls[0], autocommit=True) as first,
        psycopg.connect(settings.shard_urls[1], autocommit=True) as second,
    ):
        for conn in (first, second):
            conn.adapters.register_loader("uuid", TextLoader)
        yield [first, second]


def remains(owners: list[Connection], partition: int) -> list[str]:
    """Return what is left of a move: names of publications, subscriptions, slots and marks."""
    found = []
    for conn in owners:
        for query in (
            "SELECT pubname FROM pg_publication WHERE pubname = %s ORDER BY 1",
            "SELECT subname FROM pg_subscription WHERE subname = %s ORDER BY 1",
            "SELECT slot_name FROM pg_replication_slots WHERE slot_name LIKE %s || '%%' ORDER BY 1",
        ):
            found += [name for (name,) in conn.execute(query, (name_of(partition),))]
        found += [name for (name,) in conn.execute("SELECT name FROM dobon.progress WHERE name = 'move' ORDER BY 1")]
    return found


def stop_after(step: str) -> Callable[[str], None]:
    """Return a function that ends a move after a step."""

    def note(done: str) -> None:
        if done == step:
            raise Killed

    return note


def test_all_rows_move(settings: Settings, pool: Pool, table: Table, owners: list[Connection]) -> None:
    partition = partition_of(table.id)
    fill(owners[0], str(uuid.UUID(int=uuid.UUID(bounds(partition)[0]).int + 7)))
    before = rows_of(owners[0], partition)
    assert all(before.values())
    moved = move(settings, partition, 2)
    assert moved is not None
    assert moved.games == len(before["games"])
    assert rows_of(owners[1], partition) == before
    assert not any(rows_of(owners[0], partition).values())
    assert owner_of(pool, table.id) == [2]
    assert remains(owners, partition) == []


def test_a_repeated_key_finds_its_first_command_in_the_new_shard(
    settings: Settings, stage: Stage, table: Table
) -> None:
    seat = table.turn
    first = table.act(seat, Draw(), key="once", request=b"draw")
    for to in (2, 1):
        move(settings, partition_of(table.id), to)
        again = table.act(seat, Draw(), stage.another_process(), key="once", request=b"draw")
        assert again.repeated
        assert [event.digest for event in again.events] == [event.digest for event in first.events]
        table.move()


def test_changes_during_the_copy_move_too(settings: Settings, table: Table, owners: list[Connection]) -> None:
    """The game moves on in the source between all steps before the switch."""
    partition, versions = partition_of(table.id), []

    def note(step: str) -> None:
        if step in STEPS[: STEPS.index("marked")] and table.game().status == "playing":
            table.move()
            versions.append(table.game().version)

    move(settings, partition, 2, note)
    assert len(versions) > 3
    moved = [version for game, version, *_ in rows_of(owners[1], partition)["events"] if game == table.id]
    assert moved == list(range(1, versions[-1] + 1))
    assert table.game().version == versions[-1]


def test_it_is_a_new_arrival(settings: Settings, table: Table, owners: list[Connection]) -> None:
    query, partition = "SELECT arrivals FROM dobon.partitions WHERE number = %s", partition_of(table.id)
    arrivals = []
    for to in (2, 1, 2):
        move(settings, partition, to)
        arrivals += owners[to - 1].execute(query, (partition,)).fetchone() or ()
    assert arrivals == sorted({*arrivals})


@pytest.mark.parametrize("step", STEPS)
def test_an_interrupted_move_has_at_most_one_owner_and_is_finished_by_the_next(
    step: str, settings: Settings, pool: Pool, table: Table, owners: list[Connection]
) -> None:
    partition = partition_of(table.id)
    before = rows_of(owners[0], partition)
    with pytest.raises(Killed):
        move(settings, partition, 2, stop_after(step))
    assert len(owner_of(pool, table.id)) == (step != "marked")
    move(settings, partition, 2)
    assert owner_of(pool, table.id) == [2]
    assert rows_of(owners[1], partition) == before
    assert not any(rows_of(owners[0], partition).values())
    assert remains(owners, partition) == []
    table.move()


@pytest.mark.parametrize("step", STEPS)
def test_an_interrupted_move_can_be_undone(
    step: str, settings: Settings, pool: Pool, table: Table, owners: list[Connection]
) -> None:
    partition = partition_of(table.id)
    before = rows_of(owners[0], partition)
    with pytest.raises(Killed):
        move(settings, partition, 2, stop_after(step))
    move(settings, partition, 1)
    assert owner_of(pool, table.id) == [1]
    assert rows_of(owners[0], partition) == before
    assert not any(rows_of(owners[1], partition).values())
    assert remains(owners, partition) == []
    table.move()


def test_a_signal_during_the_switch_leaves_an_owner(settings: Settings, pool: Pool, table: Table) -> None:
    def note(step: str) -> None:
        if step == "marked":
            raise KeyboardInterrupt

    with pytest.raises(NotMovable, match=r"interrupted .by a signal.. Shard 1 owns it"):
        move(settings, partition_of(table.id), 2, note)
    assert owner_of(pool, table.id) == [1]
    table.move()


def test_a_process_that_was_held_up_cannot_hand_over_what_another_has_taken_back(
    settings: Settings, pool: Pool, table: Table
) -> None:
    partition = partition_of(table.id)

    def note(step: str) -> None:
        if step == "marked":
            with open_servers(settings) as servers:
                assert settle(servers, partition).number == 1

    with pytest.raises(NotMovable, match=r"was undone[\s\S]*Shard 1 owns it"):
        move(settings, partition, 2, note)
    assert owner_of(pool, table.id) == [1]
    table.move()


def test_only_one_process_moves_a_partition(settings: Settings, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moves, "MOVE_LOCK_SECONDS", 0.2)
    partition, refused = partition_of(table.id), []

    def note(step: str) -> None:
        if step == "copied":
            with pytest.raises(NotMovable, match="Another process is moving"):
                move(settings, partition, 2)
            refused.append(step)

    move(settings, partition, 2, note)
    assert refused


def test_calls_that_do_not_end_keep_the_partition(
    settings: Settings, pool: Pool, table: Table, owners: list[Connection], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moves, "SWITCHES", 2)
    partition = partition_of(table.id)
    with owners[0].transaction():
        owners[0].execute("SELECT pg_advisory_xact_lock_shared(%s, %s)", (LOCK_KEY, partition))
        with pytest.raises(NotMovable, match="could not be handed over"):
            move(settings, partition, 2)
    assert owner_of(pool, table.id) == [1]
    assert remains(owners, partition) == []


def test_a_target_that_cannot_follow_gets_nothing(
    settings: Settings, pool: Pool, table: Table, owners: list[Connection], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moves, "SWITCHES", 1)
    partition, given_back = partition_of(table.id), []

    def note(step: str) -> None:
        if step == "caught up":
            owners[1].execute(f"ALTER SUBSCRIPTION {name_of(partition)} DISABLE")
        if step == "given back":
            given_back.append(owner_of(pool, table.id))

    with pytest.raises(NotMovable, match="could not be handed over"):
        move(settings, partition, 2, note)
    assert given_back == [[1]]
    table.move()


def test_a_lost_slot_ends_the_move(settings: Settings, pool: Pool, table: Table, owners: list[Connection]) -> None:
    partition = partition_of(table.id)

    def note(step: str) -> None:
        if step == "copied":  # as after a failover of the source
            owners[0].execute(
                "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name LIKE 'dobon_move%'"
            )

    with pytest.raises(NotMovable, match="the replication slot in shard 1 is lost"):
        move(settings, partition, 2, note)
    assert owner_of(pool, table.id) == [1]
    assert remains(owners, partition) == []


def test_the_switch_waits_for_statements_over_many_games(
    settings: Settings, pool: AccountsPool, table: Table, owners: list[Connection]
) -> None:
    """They hold no lock of the partition. What they have begun before the switch must not be lost."""
    given_back = []
    with psycopg.connect(pool.games.each()[0].conninfo) as late:

        def note(step: str) -> None:
            if step == "caught up":
                late.execute("UPDATE dobon.games SET due_at = '2030' WHERE id = %s", (table.id,))
            if step == "given back" and not given_back:
                given_back.append(owner_of(pool, table.id))
                late.commit()

        move(settings, partition_of(table.id), 2, note)
    assert given_back == [[1]]
    assert owners[1].execute("SELECT due_at FROM dobon.games WHERE id = %s", (table.id,)).fetchone() == ("2030",)


def test_a_partition_without_owner_and_move_is_named(
    settings: Settings, table: Table, owners: list[Connection]
) -> None:
    partition = partition_of(table.id)
    owners[0].execute("UPDATE dobon.partitions SET owned = false WHERE number = %s", (partition,))
    with pytest.raises(NotMovable, match=f"No shard owns partition {partition}. No move of it is under way"):
        move(settings, partition, 2)
    owners[0].execute("UPDATE dobon.partitions SET owned = true WHERE number = %s", (partition,))


def test_two_owners_are_named(settings: Settings, table: Table, owners: list[Connection]) -> None:
    partition = partition_of(table.id)
    owners[1].execute("UPDATE dobon.partitions SET owned = true WHERE number = %s", (partition,))
    with open_servers(settings) as servers, pytest.raises(NotMovable, match="1 and 2 both own partition"):
        find_owner(servers, partition)
    owners[1].execute("UPDATE dobon.partitions SET owned = false WHERE number = %s", (partition,))


def test_a_number_without_a_shard_is_refused(settings: Settings) -> None:
    with pytest.raises(NotMovable, match="The shards have the numbers 1 to 2"):
        move(settings, 0, 3)


def test_moves_need_logical_replication(request: pytest.FixtureRequest) -> None:
    with pytest.raises(NotMovable, match="wal_level = 'logical'"):
        move(sharded(request.config), 0, 2)


def test_calls_wait_for_the_move(settings: Settings, table: Table) -> None:
    """A thread plays on while the partition moves; its commands are repeated until the target has it."""

    def play() -> list[int]:
        return [table.move().version for _ in range(20) if table.game().status == "playing"]

    with ThreadPoolExecutor(1) as threads:
        playing = threads.submit(play)
        move(settings, partition_of(table.id), 2)
        assert playing.result() == sorted({*playing.result()})
