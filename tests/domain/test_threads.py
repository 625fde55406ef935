"""Threads that read logs at the same time, in processes that have read none before."""

import sys
from multiprocessing import get_context
from pathlib import Path
from threading import Barrier, Thread

from domain.game.reading import read_log
from domain.log.log_format import parse

GOLDEN = Path(__file__).parents[1] / "golden"
THREADS = 8
PROCESSES = 12
"""If events were not ready to be read, some of the processes would end by a signal."""


def read_in_threads(number: int) -> None:
    """Read some logs in several threads at once, which take turns as those of a worker do."""
    sys.setswitchinterval(0.0005)
    paths = sorted(GOLDEN.glob("*.jsonl"))[number::PROCESSES]
    logs, together = [parse(path.read_text().splitlines()).events for path in paths], Barrier(THREADS)

    def read() -> None:
        together.wait()
        for log in logs:
            assert len([*read_log(log)]) == len(log)

    threads = [Thread(target=read) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_the_first_events_of_a_process_are_read_by_many_threads() -> None:
    context = get_context("forkserver")  # starts each process from one that has only imported this module
    context.set_forkserver_preload([__name__])
    processes = [context.Process(target=read_in_threads, args=(number,)) for number in range(PROCESSES)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0] * PROCESSES
