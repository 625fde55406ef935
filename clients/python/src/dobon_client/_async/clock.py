"""The server's time, and waiting for it."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from dobon_client.clock import ServerTime


class AsyncServerClock(ServerTime):
    """The server's time, with a way to sleep."""

    def __init__(
        self,
        local: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        """`local` returns seconds of a clock that keeps running; `sleep` waits for seconds of it."""
        super().__init__(local)
        self.sleep = sleep

    async def wait(self, moment: str) -> None:
        """Wait until a moment of the server."""
        while left := self.until(moment):
            await self.sleep(left)
