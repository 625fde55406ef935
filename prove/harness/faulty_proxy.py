"""A faulty network between clients and the server: it cuts connections, delays requests and sends some twice.

It reads whole requests and chooses the fate of each at random. It runs in a process of its own.
"""

import asyncio
import multiprocessing
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from prove.harness import watchdog
from prove.harness.counters import Counters, Writer

FATES = {
    "passed": 0.86, "delayed": 0.04, "duplicated after": 0.03, "duplicated beside": 0.03, "cut before": 0.008, "cut in the request": 0.008,
    "cut while it works": 0.008, "cut before the answer": 0.008, "cut in the answer": 0.008,
}  # fmt: skip
"""Probability of each fate of a request. A cut aborts the connection."""

NAMES = (*FATES, "answered in two ways", "no server")
"""Counted events: also duplicates with different answers, and requests that found no server."""

SHOWN = 10
"""Maximum number of differing answers that are stored."""

DELAY_SECONDS = 0.2
CONNECTION_ERRORS = (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError)


@dataclass(slots=True)
class FaultyNetwork:
    """The network as the proof sees it."""

    port: int
    counts: Counters
    reports: Any

    def differing_answers(self) -> list[str]:
        """Return the first duplicates with different answers."""
        found = []
        while not self.reports.empty():
            found.append(self.reports.get())
        return found

    def count(self, *names: str) -> int:
        """Return the number of these events."""
        return sum(self.counts[name] for name in names)

    @property
    def cuts(self) -> int:
        """The number of cut connections."""
        return self.count(*(name for name in FATES if name.startswith("cut")))

    @property
    def duplicates(self) -> int:
        """The number of requests that reached the server twice."""
        return self.count(*(name for name in FATES if name.startswith("duplicated")))


@contextmanager
def faulty_network(server_port: int, seed: str) -> Iterator[FaultyNetwork]:
    """Yield a network in front of a server's port."""
    context = multiprocessing.get_context("spawn")
    counts = Counters(NAMES, 1, context)
    reports = context.SimpleQueue()
    process = context.Process(target=_main, args=(server_port, seed, counts, reports), daemon=True)
    process.start()
    try:
        yield FaultyNetwork(reports.get(), counts, reports)
    finally:
        process.terminate()
        process.join(10)


def _main(server_port: int, seed: str, counts: Counters, reports: Any) -> None:
    watchdog.dump_on_signal()
    asyncio.run(_serve(server_port, seed, counts.of(0), reports))


async def _serve(server_port: int, seed: str, counts: Writer, reports: Any) -> None:
    chance = Random(f"{seed}-network")

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        wire = _Wire(server_port, counts, reports, chance, reader, writer)
        with suppress(*CONNECTION_ERRORS):
            await wire.run()
        wire.close()

    server = await asyncio.start_server(handle, "127.0.0.1", 0)
    reports.put(server.sockets[0].getsockname()[1])
    await server.serve_forever()


Upstream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class _Wire:
    """A client's connection, and the one to the server behind it."""

    def __init__(
        self,
        port: int,
        counts: Writer,
        reports: Any,
        chance: Random,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        self.port, self.counts, self.reports, self.chance = port, counts, reports, chance
        self.reader, self.writer = reader, writer
        self.upstream: Upstream | None = None

    def close(self) -> None:
        """Abort both connections."""
        self.writer.transport.abort()
        if self.upstream:
            self.upstream[1].transport.abort()

    def note(self, what: str) -> None:
        """Count an event."""
        self.counts.add(what)

    async def run(self) -> None:
        """Handle requests one after the other until a connection is cut."""
        while True:
            request = await _read_message(self.reader)
            fate = self.chance.choices([*FATES], [*FATES.values()])[0]
            if fate.startswith("duplicated") and b"idempotency-key:" not in request.lower():
                fate = "passed"
            try:
                answer = await self.forward(fate, request)
            except CONNECTION_ERRORS:
                self.note("no server")
                raise
            if answer is None:
                return
            self.writer.write(answer)
            await self.writer.drain()

    async def forward(self, fate: str, request: bytes) -> bytes | None:
        """Return the answer to pass on, or None if the client is cut off."""
        if fate == "cut before":
            self.note(fate)
            return None
        if fate == "delayed":
            await asyncio.sleep(self.chance.random() * DELAY_SECONDS)
        if fate == "duplicated beside":
            first, second = await asyncio.gather(self.request(request), self.request_beside(request))
            return self.pick_answer(fate, request, first, second)
        if fate in ("cut in the request", "cut while it works"):
            await self.send(
                request if fate == "cut while it works" else request[: self.chance.randrange(1, len(request))]
            )
            if self.chance.random() < 0.5:
                await asyncio.sleep(self.chance.random() * 0.01)
            self.note(fate)
            return None
        answer = await self.request(request)
        if fate == "duplicated after":
            return self.pick_answer(fate, request, answer, await self.request(request))
        self.note(fate)
        if fate == "cut in the answer":
            self.writer.write(answer[: self.chance.randrange(1, len(answer))])
            await self.writer.drain()
            return None
        return None if fate == "cut before the answer" else answer

    def pick_answer(self, fate: str, sent: bytes, first: bytes, second: bytes) -> bytes:
        """Return one of two answers to the same request, which have to be equal if both executed the command."""
        self.note(fate)
        statuses = {_status(first), _status(second)}
        if statuses & {200, 201} and not statuses & {503} and _body(first) != _body(second):
            self.note("answered in two ways")
            if self.counts["answered in two ways"] <= SHOWN:
                path = sent.split(b" ", 2)[1].decode()
                self.reports.put(f"{path}, {fate}: {sorted(statuses)} {_difference(_body(first), _body(second))}")
        return self.chance.choice([first, second])

    async def request(self, request: bytes) -> bytes:
        """Return the server's answer."""
        reader = await self.send(request)
        return await _read_message(reader)

    async def request_beside(self, request: bytes) -> bytes:
        """Return the server's answer on another connection."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(request)
            return await _read_message(reader)
        finally:
            writer.transport.abort()

    async def send(self, data: bytes) -> asyncio.StreamReader:
        """Send data, on a new connection if the old one was closed."""
        if self.upstream is None or self.upstream[0].at_eof():
            self.upstream = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.upstream
        writer.write(data)
        await writer.drain()
        return reader


_TIMES = re.compile(rb'"now":"[^"]*"|,"allowed_from":"[^"]*"')


async def _read_message(reader: asyncio.StreamReader) -> bytes:
    """Return a whole request or answer; its head has the length."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(
        (int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")), 0
    )
    return head + await reader.readexactly(length)


def _status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


def _body(answer: bytes) -> bytes:
    """Return the body without the moment of the answer, and without what depends on that moment."""
    return _TIMES.sub(b"", answer.partition(b"\r\n\r\n")[2])


def _difference(one: bytes, other: bytes) -> str:
    place = next(
        (place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    start = max(0, place - 60)
    return f"{one[start : place + 60]!r} and {other[start : place + 60]!r}"
