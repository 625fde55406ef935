"""A shard that does not answer refuses its own games, and lists of all games; all other games and streams continue."""

from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import Any

import pytest

from domain.log.identifiers import LOWEST_ID
from infra.databases.pool import AccountsPool, open_pool
from infra.databases.preparation import prepare
from infra.postgres.cluster import Cluster
from infra.postgres.pool import Pool
from infra.postgres.tables.schema import APP_ROLE
from infra.postgres.urls import DATABASE, cluster
from infra.queries.database_metrics import read_stats
from infra.settings import Settings
from prove.harness.application import Caller, House, Table, open_house
from prove.harness.drills import add_drill
from prove.harness.service_games import owning, shard_of
from tests.api.conftest import refused
from tests.api.streaming.sse import Message, read_events, stream
from tests.conftest import new_directory, remove
from tests.shards import sharded

SOON_SECONDS = 2.0
"""The time within which games of another shard continue. A shard that hangs would delay them for longer."""


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    """A PostgreSQL of its own for the first shard."""
    made = new_directory()
    prepare(Settings(data_dir=made))
    yield cluster(Settings(data_dir=made))
    remove(made)


@pytest.fixture(scope="module")
def pool(request: pytest.FixtureRequest, server: Cluster) -> Iterator[AccountsPool]:
    first = Settings(database_url=server.url(DATABASE, APP_ROLE), owner_database_url=server.url(DATABASE))
    with open_pool(sharded(request.config, first=first)) as opened:
        yield opened


@pytest.fixture(scope="module")
def only_house(pool: Pool) -> Iterator[House]:
    with open_house(pool) as house:
        yield house


def table_on(house: House, place: int) -> Table:
    """Return a table in this shard."""
    return house.table_where(
        lambda table: shard_of(house.pool, table.id) is house.pool.games.each()[place], listed=True
    )


@pytest.fixture
def tables(house: House, server: Cluster) -> list[Table]:
    """A game in each shard. The shard of the first one has a server of its own, which is running again."""
    restart(server, house)
    until(lambda: house.player().get("/v1/games").status_code == 200)
    return [table_on(house, place) for place in (0, 1)]


def restart(server: Cluster, house: House) -> None:
    """Start the server of a shard, and give the router new sessions.

    The older ones have connections to the server before its end. The first command on one is answered with 503, because
    nobody knows whether it was done.
    """
    server.start()
    house.pool.games.of(LOWEST_ID).drain()


def until(holds: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    end = monotonic() + 30
    while not holds():
        assert monotonic() < end


def unavailable(caller: Caller, path: str) -> None:
    answer = caller.get(path)
    refused(answer, 503, "unavailable")
    assert answer.headers["Retry-After"]


def test_a_dead_shard_refuses_only_its_own_games_and_lists(house: House, server: Cluster, tables: list[Table]) -> None:
    dead, living = tables
    server.stop()
    living.turn.act(living.id, "draw")
    assert living.people[0].get(f"{living.path}/events").status_code == 200
    assert living.people[0].post(f"{living.path}/stamps", {"stamp": "nice"}).status_code == 201
    unavailable(dead.people[0], f"{dead.path}/view")
    refused(dead.people[0].act(dead.id, "draw"), 503, "unavailable")
    for path in ("/v1/games", "/v1/games?mine=true", "/v1/games?join_code=ABCDEF", "/v1/players/me/export"):
        unavailable(living.people[0], path)
    refused(living.people[0].delete("/v1/players/me?confirm=true"), 503, "unavailable")
    server.start()
    until(lambda: dead.people[0].get(f"{dead.path}/view").status_code == 200)
    until(lambda: living.people[0].get("/v1/games?mine=true").status_code == 200)
    assert living.people[0].get("/v1/players/me").status_code == 200, "the refused erasure had no effect"


def test_a_game_of_a_living_shard_can_be_created_and_joined(house: House, server: Cluster, tables: list[Table]) -> None:
    people = house.player("Aoi"), house.player("Ren")
    server.stop()
    for _ in range(64):  # the id decides about the shard
        made = people[0].post("/v1/games", {"ruleset": "dobon-sato", "seats": 2})
        if made.status_code == 201:
            break
        refused(made, 503, "unavailable")
    sat = people[1].post(f"/v1/games/{made.json['id']}/seats", {"join_code": made.json["join_code"]})
    assert sat.status_code == 201, sat.json


def test_links_and_drills_of_a_living_shard_are_found(house: House, server: Cluster, tables: list[Table]) -> None:
    found = [house.table_where(lambda table, at=at: shard_of(house.pool, table.id) is at, players=1, bots=["novice"])
             for at in house.pool.games.each()]  # fmt: skip
    for table in found:
        table.played_until(lambda view: view["status"] == "finished")
    links = [table.people[0].post(f"{table.path}/shares").json["token"] for table in found]
    made = [add_drill(house, table, 7) for table in found]
    server.stop()
    assert house.nobody.get(f"/v1/shares/{links[1]}").status_code == 200
    refused(house.nobody.get(f"/v1/shares/{links[0]}"), 503, "unavailable")
    assert found[1].people[0].get(f"/v1/drills/{made[1]}").status_code == 200
    refused(found[0].people[0].get(f"/v1/drills/{made[0]}"), 503, "unavailable")


def test_the_metrics_tell_of_the_dead_shard(house: House, server: Cluster, tables: list[Table]) -> None:
    assert read_stats(house.pool, house.time.now).unreachable == 0
    server.stop()
    found = read_stats(house.pool, house.time.now)
    assert found.unreachable == 1
    assert found.games["playing"] >= 1


def test_the_streams_of_other_games_go_on(house: House, server: Cluster, tables: list[Table]) -> None:
    dead, living = tables
    with stream(living.people[0], living.id) as one, stream(dead.people[0], dead.id) as other:
        known = [read_events(found, table.log()[0]) for found, table in ((other, dead), (one, living))]
        server.stop()
        for _ in range(4):
            known[1] += draw_and_read(living, one)
        restart(server, house)
        until(lambda: dead.people[0].get(f"{dead.path}/view").status_code == 200)
        known[0] += draw_and_read(dead, other)
    for table, events in zip(tables, known, strict=True):
        assert [event["version"] for event in events] == [*range(1, table.log()[0] + 1)]


def test_a_shard_that_hangs_does_not_delay_the_streams_of_other_games(
    house: House, server: Cluster, tables: list[Table]
) -> None:
    dead, living = tables
    with stream(living.people[0], living.id) as one, stream(dead.people[0], dead.id) as other:
        known = [read_events(found, table.log()[0]) for found, table in ((other, dead), (one, living))]
        with owning(house.pool.games.each()[0]) as conn, conn.transaction():
            conn.execute("LOCK TABLE dobon.games, dobon.events, dobon.stamps IN ACCESS EXCLUSIVE MODE")
            for _ in range(4):
                began = monotonic()
                known[1] += draw_and_read(living, one)
                assert monotonic() - began < SOON_SECONDS
        known[0] += draw_and_read(dead, other)
    for table, events in zip(tables, known, strict=True):
        assert [event["version"] for event in events] == [*range(1, table.log()[0] + 1)]


def draw_and_read(table: Table, found: Iterable[Message]) -> list[dict[str, Any]]:
    """Draw a card in a game, and return its event from the stream."""
    drawn = table.turn.act(table.id, "draw")
    assert drawn.status_code == 200, drawn.json
    return read_events(found, 1)
