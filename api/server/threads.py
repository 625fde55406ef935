"""Threads that run functions for an event loop.

The executor of the standard library needs a lock and a condition for each call, which costs a seventh of the rate of
small requests.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

R = TypeVar("R")


class Threads:
    """A fixed number of threads. They end with the process."""

    def __init__(self, count: int, name: str) -> None:
        self._jobs: SimpleQueue[tuple[Callable[..., Any], tuple[Any, ...], asyncio.Future[Any]]] = SimpleQueue()
        for _ in range(count):
            Thread(target=self._work, name=name, daemon=True).start()

    def run(self, function: Callable[..., R], *arguments: Any) -> "asyncio.Future[R]":
        """Run a function in the next free thread; return its result as a future of the running event loop."""
        future: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        self._jobs.put((function, arguments, future))
        return future

    def _work(self) -> None:
        while True:
            function, arguments, future = self._jobs.get()
            result, error = None, None
            try:
                result = function(*arguments)
            except BaseException as raised:  # noqa: BLE001 - raised again where the future is awaited
                error = raised
            with suppress(RuntimeError):  # the loop has been closed meanwhile
                future.get_loop().call_soon_threadsafe(settle, future, result, error)
            del function, arguments, future, result, error  # nothing is kept until the next job


def settle(future: "asyncio.Future[Any]", result: Any, error: BaseException | None) -> None:
    """Give a future its result, unless it was cancelled."""
    if future.cancelled():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
