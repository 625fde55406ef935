"""The asynchronous client. Its code is that of the synchronous one, which the other tests run."""

import asyncio
import inspect
from collections.abc import AsyncIterator, Callable

import httpx
import pytest

from connections import is_stream
from dobon_client import AsyncDobon, AsyncServerClock, Dobon, DobonError
from dobon_client.types import NewGame

GAME: NewGame = {"ruleset": "durak", "seats": 2, "bots": ["careful"], "options": {"bot_delay_ms": 0}}


class Breaking(httpx.AsyncHTTPTransport):
    """Streams that break after two pieces, and commands whose first answer is lost. `sent` holds all requests."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[httpx.Request] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.sent.append(request)
        response = await super().handle_async_request(request)
        if is_stream(request):
            return httpx.Response(response.status_code, headers=response.headers, stream=Pieces(response, 2))
        if request.method == "POST" and self.sent.count(request) == 1:
            await response.aclose()
            raise httpx.ReadError("the connection was reset")
        return response


class Pieces(httpx.AsyncByteStream):
    """The first pieces of a body, and then a failure."""

    def __init__(self, response: httpx.Response, number: int) -> None:
        self._response, self._number = response, number

    async def __aiter__(self) -> AsyncIterator[bytes]:
        assert isinstance(self._response.stream, httpx.AsyncByteStream)
        number = self._number
        async for piece in self._response.stream:
            if not number:
                break
            yield piece
            number -= 1
        raise httpx.ReadError("the connection was reset")

    async def aclose(self) -> None:
        await self._response.aclose()


async def play(dobon: AsyncDobon, game: str) -> None:
    table = await dobon.table(game)
    while table.view["status"] != "finished":
        if table.view["actions"]:
            await table.act(table.view["actions"][0])
        else:
            await table.next()


@pytest.mark.parametrize("transport", [httpx.AsyncHTTPTransport, Breaking])
def test_one_client_plays_follows_and_is_told_at_the_same_time(
    base_url: str, transport: Callable[[], httpx.AsyncBaseTransport]
) -> None:
    async def told(dobon: AsyncDobon) -> list[str]:
        kinds: list[str] = []
        async for item in dobon.account.notifications(0):
            assert item["kind"] == "notification"
            kinds.append(item["notification"]["kind"])
            if kinds[-1] == "ended":
                break
        return kinds

    async def follow(dobon: AsyncDobon, game: str) -> list[int]:
        return [item["event"]["version"] async for item in dobon.games.follow(game) if item["kind"] == "event"]

    async def main() -> None:
        async with AsyncDobon(base_url, transport=transport()) as dobon:
            await dobon.create_player("Async")
            game = (await dobon.games.open(GAME))["id"]
            _, followed, kinds = await asyncio.gather(play(dobon, game), follow(dobon, game), told(dobon))
            assert followed == [event["version"] async for event in dobon.games.events(game)]
            assert "started" in kinds
            assert [one["id"] for one in (await dobon.games.list(mine=True))["games"]] == [game]

    asyncio.run(main())


def test_a_refusal_is_raised_by_the_asynchronous_client(base_url: str) -> None:
    async def main() -> None:
        async with AsyncDobon(base_url) as dobon:
            await dobon.create_player("Async")
            await dobon.games.open({"ruleset": "durak", "seats": 40})

    with pytest.raises(DobonError) as raised:
        asyncio.run(main())
    assert raised.value.code == "bad-seat-count"


def test_a_stream_that_is_closed_sends_nothing_more(base_url: str) -> None:
    async def main() -> None:
        async with AsyncDobon(base_url) as dobon:
            await dobon.create_player("Async")
            stream = dobon.games.follow((await dobon.games.open(GAME))["id"])
            assert (await anext(stream))["kind"] == "event"
            await stream.aclose()
            with pytest.raises(StopAsyncIteration):
                await anext(stream)

    asyncio.run(main())


def test_waiting_sleeps_in_the_event_loop_until_the_moment_of_the_server() -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async def main() -> None:
        clock = AsyncServerClock(lambda: sum(slept), sleep)
        clock.observe("2026-11-21T03:24:00Z", 0)
        await clock.wait("2026-11-21T03:25:00Z")

    asyncio.run(main())
    assert slept == [60.0]


def test_both_clients_have_the_same_methods() -> None:
    def parameters(kind: type) -> dict[str, list[str]]:
        methods = inspect.getmembers(kind, inspect.isfunction)
        return {name: [*inspect.signature(method).parameters] for name, method in methods if not name.startswith("_")}

    asynchronous = parameters(AsyncDobon)
    asynchronous["close"] = asynchronous.pop("aclose")
    assert asynchronous == parameters(Dobon)
