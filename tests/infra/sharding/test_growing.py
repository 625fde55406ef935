"""One database becomes two shards: the second is added, and partitions move there."""

import re
from collections.abc import Sequence

import psycopg
import pytest

from api.cli import main
from infra.databases.pool import open_pool
from infra.databases.preparation import prepare
from infra.event_store import integrity
from infra.postgres.migrate import newest
from infra.postgres.partitions import partition_of
from infra.postgres.urls import application_url
from infra.settings import Settings
from infra.sharding import router, shards
from infra.sharding.moves import move
from infra.sharding.servers import NotMovable, each_host, open_servers, public_address
from prove.harness.service_games import Stage
from prove.harness.shards import ShardedServers


def test_one_database_grows_into_two_shards(servers: ShardedServers) -> None:
    first = servers.shards[0].url("grown")
    alone = Settings(database_url=first, data_dir=servers.settings.data_dir)
    prepare(alone)
    with open_pool(alone) as pool:
        stage = Stage(pool)
        tables = [stage.open() for _ in range(6)]
        versions = [table.move().version for table in tables]
    grown = Settings(
        database_url=first,
        shard_urls=(first, servers.shards[1].url("grown_too")),
        router_url=servers.router.url("router_of_grown"),
        data_dir=servers.settings.data_dir,
    )
    prepare(grown)
    partitions = sorted({partition_of(table.id) for table in tables})
    for partition in partitions[::2]:
        moved = move(grown, partition, 2)
        assert moved is not None
        assert moved.games == sum(partition_of(table.id) == partition for table in tables)
    with open_pool(grown) as pool:
        service = Stage(pool).another_process()
        assert [service.view(table.id, -2).version for table in tables] == versions
        for table in tables:
            table.stage = Stage(pool)
            if table.game().status == "playing":
                table.move()
        assert [found.problem for _, found in integrity.check_all(pool)] == [None] * len(tables)


@pytest.fixture
def run(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `dobon` find the two shards."""
    monkeypatch.setenv("DOBON_DATABASE_URL", str(settings.database_url))
    monkeypatch.setenv("DOBON_SHARD_URLS", " ".join(settings.shard_urls))
    monkeypatch.setenv("DOBON_ROUTER_URL", str(settings.router_url))


@pytest.mark.usefixtures("run")
def test_a_range_of_partitions_moves_by_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["shards", "move", "60-61", "63", "1"]) == 0
    assert main.main(["shards"]) == 0
    shown = capsys.readouterr().out
    assert "Partition 61 is in shard 1 now: " in shown
    assert "60-61 63 (" in shown
    assert main.main(["shards", "move", "60-61", "63", "2"]) == 0
    assert main.main(["shards", "move", "63", "2"]) == 0
    assert capsys.readouterr().out.endswith("Partition 63 is in shard 2.\n")


@pytest.mark.usefixtures("run")
def test_games_of_each_partition_are_shown(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    with open_pool(settings) as pool:
        game = Stage(pool).open().id
    assert main.main(["shards", "--partitions"]) == 0
    shown = capsys.readouterr().out
    assert f"partition {partition_of(game)}: " in shown
    assert re.search(r"\d games?, ", shown)


@pytest.mark.parametrize("given", ["64", "5-4", "x", "-1", "3-"])
@pytest.mark.usefixtures("run")
def test_other_partitions_are_refused(given: str) -> None:
    with pytest.raises(SystemExit):
        main.main(["shards", "move", "--", given, "1"])


@pytest.mark.usefixtures("run")
def test_a_shard_that_does_not_answer_is_shown(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    gone = "postgresql://someone:secret@127.0.0.1:1/gone"
    monkeypatch.setenv("DOBON_SHARD_URLS", f"{settings.shard_urls[0]} {gone}")
    assert main.main(["shards"]) == 1
    shown = capsys.readouterr().out
    assert "shard 2  127.0.0.1:1/gone\n  does not answer" in shown
    assert "secret" not in shown
    assert main.main(["shards", "move", "0", "2"]) == 1
    assert "Shard 2 does not answer" in capsys.readouterr().err


def test_one_database_has_no_shards() -> None:
    with pytest.raises(NotMovable, match="Games are in one database"), open_servers(Settings()):
        pass


def test_moves_need_an_administrator(servers: ShardedServers, settings: Settings) -> None:
    for server in (*servers.shards, servers.router):
        with psycopg.connect(server.url("postgres"), autocommit=True) as conn:
            conn.execute("CREATE ROLE mortal LOGIN IN ROLE dobon_owner")
    mortals = tuple(server.url("dobon", "mortal") for server in servers.shards)
    given = Settings(
        database_url=settings.database_url,
        shard_urls=settings.shard_urls,
        owner_shard_urls=mortals,
        router_url=settings.router_url,
        data_dir=settings.data_dir,
    )
    owner = 1 + shards.owners(settings.shard_urls)[5]
    with pytest.raises(NotMovable, match=f"mortal is not a superuser of shard {owner}"):
        move(given, 5, 3 - owner)


def test_each_host_of_an_address_is_a_router() -> None:
    found = each_host("postgresql://dobon@one:1,two:2/router")
    assert [public_address(url) for url in found] == ["one:1/router", "two:2/router"]


def test_a_server_that_starts_during_a_move_gives_the_router_the_new_owner(
    settings: Settings, servers: ShardedServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It reads the owners before the move, and the map after it."""
    read, moved = shards.owners, []

    def owners(urls: Sequence[str]) -> dict[int, int]:
        found = read(urls)
        if len(moved) < 2:
            moved.append(move(settings, 7, 2 - found[7]))
        return found

    monkeypatch.setattr(shards, "owners", owners)
    prepare(settings)
    monkeypatch.undo()
    addresses = [application_url(settings, url) for url in settings.shard_urls]
    with psycopg.connect(servers.router.url("router")) as conn:
        assert router.is_current(conn, addresses, shards.owners(settings.shard_urls), newest() or "")
