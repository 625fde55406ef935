"""Counters that a killed process cannot lock.

A process that is stopped (SIGSTOP) keeps everything that a killed one would never release.
"""

import multiprocessing
import os
import signal
from threading import Thread
from typing import Any

import pytest

from prove.harness.counters import Counters

STOPS = 100
SECONDS = 60
"""Seconds in which a process has to continue, or to read a count."""


@pytest.fixture(scope="module")
def context() -> Any:
    return multiprocessing.get_context("spawn")


def add_forever(counters: Counters, writer: int) -> None:
    mine = counters.of(writer)
    while True:
        mine.add("looks")


def add_some(counters: Counters, writer: int, count: int) -> None:
    mine = counters.of(writer)
    for _ in range(count):
        mine.add("looks")
        mine.add("events", 3)


def beyond(counters: Counters, before: int) -> int:
    """Return the count of looks once it exceeds `before`, read in a thread, because a locked count is never read."""
    found: list[int] = []

    def read() -> None:
        while (now := counters["looks"]) <= before:
            pass
        found.append(now)

    reading = Thread(target=read, daemon=True)
    reading.start()
    reading.join(SECONDS)
    assert found, "the count is locked, or nothing was added"
    return found[0]


def test_counters_are_read_wherever_their_writer_was_stopped_and_another_one_continues_them(context: Any):
    counters = Counters(("looks", "events"), 2, context)
    process = context.Process(target=add_forever, args=(counters, 1))
    process.start()
    count = 0
    try:
        for _ in range(STOPS):
            count = beyond(counters, count)
            os.kill(process.pid, signal.SIGSTOP)
            os.waitpid(process.pid, os.WUNTRACED)
            count = beyond(counters, count - 1)
            os.kill(process.pid, signal.SIGCONT)
    finally:
        process.kill()
        process.join()
    count = beyond(counters, count - 1)
    counters.of(1).add("looks", 5)
    assert counters["looks"] == count + 5


def test_a_count_is_the_sum_of_what_all_its_writers_have_added(context: Any):
    counters = Counters(("looks", "events"), 3, context)
    counters.of(0).add("events")
    writers = [context.Process(target=add_some, args=(counters, writer, 500 * writer)) for writer in (1, 2)]
    for process in writers:
        process.start()
    for process in writers:
        process.join()
    assert (counters["looks"], counters["events"]) == (1_500, 4_501)
    assert (counters.of(2)["looks"], counters.of(2)["events"]) == (1_000, 3_000)
