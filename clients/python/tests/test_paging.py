import asyncio
import inspect
from typing import get_type_hints

import httpx

from connections import Intercepting, grouped
from dobon_client import AsyncDobon, Dobon, types
from dobon_client._async.paging import POSITIONS
from dobon_client.types import Event, Game, NewGame
from test_stream import open_durak

GAME: NewGame = {"ruleset": "durak", "seats": 2}


def test_iteration_yields_the_items_of_all_pages_in_their_order(first: Dobon) -> None:
    opened = [first.games.open(GAME)["id"] for _ in range(3)]
    games: list[Game] = list(first.iterate(first.games.list, mine=True, limit=1))
    assert [game["id"] for game in games] == opened[::-1]


def test_iteration_continues_after_versions_as_well(first: Dobon, second: Dobon) -> None:
    game = open_durak(first, second)
    events: list[Event] = list(first.iterate(first.games.events_page, game, 1, limit=2))
    assert [event["version"] for event in events] == [*range(2, first.games.view(game)["version"] + 1)]


def test_iteration_reads_a_page_only_when_it_is_needed() -> None:
    page = httpx.Response(200, json={"games": [{"id": "a"}, {"id": "b"}], "next": "more"})
    transport = Intercepting(lambda _, __: page)
    with Dobon("http://test", "t", transport=transport) as client:
        games = client.iterate(client.games.list)
        assert [next(games)["id"] for _ in range(3)] == ["a", "b", "a"]
    assert [request.url.query for request in transport.sent] == [b"", b"cursor=more"]


def test_iteration_is_asynchronous_in_the_asynchronous_client(base_url: str) -> None:
    async def main() -> None:
        async with AsyncDobon(base_url) as client:
            await client.create_player("Pages")
            opened = [(await client.games.open(GAME))["id"] for _ in range(2)]
            found = [game["id"] async for game in client.iterate(client.games.list, mine=True, limit=1)]
            assert found == opened[::-1]

    asyncio.run(main())


def test_every_operation_that_returns_pages_can_be_iterated() -> None:
    with Dobon("http://test") as client:
        operations = grouped(client)
    kinds = {name: get_type_hints(method, vars(types)).get("return") for name, method in operations.items()}
    paged = {name for name, kind in kinds.items() if "next" in getattr(kind, "__annotations__", {})}
    positions = {name: {*inspect.signature(operations[name]).parameters} & {*POSITIONS} for name in paged}
    assert {name for name, found in positions.items() if len(found) != 1} == set()
    assert {"games.list", "games.events_page", "rounds.review_page", "webhooks.deliveries"} < paged
