import asyncio
from collections.abc import Iterator

import httpx
import pytest

from connections import Intercepting
from dobon_client import AsyncDobon, Dobon, DobonError
from test_stream import open_durak


def test_a_player_without_finished_games_downloads_none(first: Dobon, second: Dobon) -> None:
    open_durak(first, second)
    assert [*first.players.download_games(first.account.me()["id"])] == []


def test_games_are_yielded_line_by_line() -> None:
    answer = httpx.Response(200, content=b'{"seat":0}\n{"seat":1}\n')
    transport = Intercepting(lambda _, __: answer)
    with Dobon("http://test", "t", transport=transport) as client:
        games = client.players.download_games("me", since="2026-11-01T00:00:00Z", logs=False)
        assert [game["seat"] for game in games] == [0, 1]
    assert transport.sent[0].url.query == b"since=2026-11-01T00%3A00%3A00Z&logs=false"


def test_a_download_that_breaks_off_raises_an_error() -> None:
    def broken() -> Iterator[bytes]:
        yield b'{"seat":0}\n'
        raise httpx.RemoteProtocolError("cut")

    transport = Intercepting(lambda _, __: httpx.Response(200, content=broken()))
    with Dobon("http://test", "t", transport=transport) as client:
        games = client.players.download_games("me")
        assert next(games)["seat"] == 0
        with pytest.raises(DobonError, match="no-answer"):
            next(games)


def test_a_download_is_asynchronous_in_the_asynchronous_client(base_url: str) -> None:
    async def main() -> None:
        async with AsyncDobon(base_url) as client:
            me = await client.create_player("Downloads")
            assert [game async for game in client.players.download_games(me["id"])] == []

    asyncio.run(main())
