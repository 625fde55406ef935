import asyncio
from threading import Event, get_ident
from typing import Any

import pytest

from api.server.threads import Threads


def test_results_and_errors_reach_the_event_loop() -> None:
    async def run() -> None:
        threads = Threads(2, "test")
        assert await asyncio.gather(*(threads.run(pow, number, 2) for number in range(100))) == [
            number**2 for number in range(100)
        ]
        with pytest.raises(ZeroDivisionError):
            await threads.run(lambda: 1 / 0)
        assert await threads.run(get_ident) != get_ident(), "the threads outlive an error"

    asyncio.run(run())


def test_a_cancelled_call_leaves_its_thread_to_the_next() -> None:
    async def run() -> None:
        threads, go_on = Threads(1, "test"), Event()
        first: asyncio.Future[Any] = threads.run(go_on.wait)
        first.cancel()
        second = threads.run(pow, 2, 3)
        go_on.set()
        assert await second == 8

    asyncio.run(run())


def test_a_result_for_a_closed_loop_is_dropped() -> None:
    threads, go_on, began = Threads(1, "test"), Event(), Event()

    def hold() -> None:
        began.set()
        go_on.wait()

    async def leave() -> None:
        threads.run(hold)
        await asyncio.get_running_loop().run_in_executor(None, began.wait)

    asyncio.run(leave())
    go_on.set()

    async def use() -> int:
        return await threads.run(pow, 2, 3)

    assert asyncio.run(use()) == 8
