"""Reads of many games have each game once, also while a partition moves, or tell that they cannot."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from infra.databases import games
from infra.databases.pool import AccountsPool, open_pool
from infra.postgres.partitions import partition_of
from infra.postgres.pool import Pool
from infra.postgres.retry import Unavailable
from infra.queries.games import find_games
from infra.settings import Settings
from prove.harness.service_games import Stage, owning
from tests.shards import sharded

Connection = psycopg.Connection[Any]

PARTITION = 0
"""A partition of the first shard."""


@pytest.fixture(scope="module")
def settings(request: pytest.FixtureRequest) -> Settings:
    """Two shards, a router, and a database of accounts."""
    return sharded(request.config)


@pytest.fixture(scope="module")
def pool(settings: Settings) -> Iterator[AccountsPool]:
    with open_pool(settings) as opened:
        yield opened


@pytest.fixture
def moved(pool: AccountsPool) -> Iterator[None]:
    """The partition returns to the first shard afterwards."""
    yield
    own(pool.games.each()[1], owned=False)
    own(pool.games.each()[0], owned=True)


def own(shard: Pool, *, owned: bool) -> None:
    """Let a shard own the partition or not."""
    with owning(shard) as conn:
        conn.execute("UPDATE dobon.partitions SET owned = %s WHERE number = %s", (owned, PARTITION))


def move(pool: AccountsPool) -> None:
    """Move the partition to the second shard."""
    own(pool.games.each()[0], owned=False)
    own(pool.games.each()[1], owned=True)


def names(conn: Connection) -> list[str]:
    """Return the name of the database if it owns the partition."""
    owned = "SELECT current_database() FROM dobon.partitions WHERE number = %s AND owned"
    return [name for (name,) in conn.execute(owned, (PARTITION,))]


@pytest.mark.usefixtures("moved")
@pytest.mark.parametrize("place", [0, 1], ids=["before the second shard is read", "while the second shard is read"])
def test_a_partition_that_moves_meanwhile_is_read_once(pool: AccountsPool, place: int):
    reads = list[str]()

    def work(conn: Connection) -> list[str]:
        found = names(conn)
        reads.append(conn.info.dbname)
        if len(reads) == place + 1:
            move(pool)
        return found

    found = [name for part in pool.games.read(work) for name in part]
    assert found == [psycopg.conninfo.conninfo_to_dict(pool.games.each()[1].conninfo)["dbname"]]
    assert len(reads) == 4, "all were read again"


@pytest.mark.usefixtures("moved")
def test_games_of_a_partition_without_a_shard_are_not_left_out_silently(
    pool: AccountsPool, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(games, "MOVE_SECONDS", 0.05)
    own(pool.games.each()[0], owned=False)
    for read in (
        lambda: pool.games.read(names),
        lambda: pool.games.find(lambda _: None),
        lambda: find_games(pool),
    ):
        with pytest.raises(Unavailable, match="are being moved"):
            read()
    assert pool.games.read_answering(names) == [[], []]


def test_what_one_shard_has_is_found(pool: AccountsPool):
    for shard in pool.games.each():
        name = psycopg.conninfo.conninfo_to_dict(shard.conninfo)["dbname"]
        assert pool.games.find(lambda conn, name=name: name if conn.info.dbname == name else None) == name
    assert pool.games.find(lambda _: None) is None


def test_the_first_rows_of_all_shards_are_a_page(pool: AccountsPool):
    rows = {shard.name: [number * 2 + place for number in range(5)] for place, shard in enumerate(pool.games.each())}
    by_name = {
        psycopg.conninfo.conninfo_to_dict(shard.conninfo)["dbname"]: rows[shard.name] for shard in pool.games.each()
    }
    page = pool.games.merge(lambda conn: by_name[conn.info.dbname], lambda row: row, 4, newest_first=False)
    assert page == [0, 1, 2, 3]
    newest = pool.games.merge(
        lambda conn: by_name[conn.info.dbname][::-1], lambda row: row, 3, newest_first=True, others=[20, 0]
    )
    assert newest == [20, 9, 8]


def test_the_list_of_games_is_that_of_both_shards(pool: Pool):
    stage = Stage(pool)
    games = list[str]()
    while len({partition_of(game) // 32 for game in games}) < 2 or len(games) < 6:
        stage.wait(ms=1)
        games.insert(0, stage.open(listed=True).id)
    assert [row.id for row in find_games(pool)] == games
    last, found = None, list[str]()
    while page := find_games(pool, after=last, limit=2):
        found += [row.id for row in page]
        last = page[-1].created_at, page[-1].id
    assert found == games
