"""Commands that are released at the same moment, and what came of them."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from typing import Any

from domain.errors import Refused
from infra import log
from infra.referee import Outcome
from prove.harness.service_games import Table

RACERS = 16

Race = Callable[[Sequence[Callable[[], Any]]], list[Any]]


@contextmanager
def racing(most: int = RACERS) -> Iterator[Race]:
    """Runs up to `most` commands, each in a thread of its own and released together; gives what came of them."""
    with ThreadPoolExecutor(most) as threads:

        def released(commands: Sequence[Callable[[], Any]]) -> list[Any]:
            barrier = Barrier(len(commands))

            def run(command: Callable[[], Any]) -> Any:
                barrier.wait(60)
                try:
                    return command()
                except Refused as refusal:
                    return refusal

            return list(threads.map(run, commands))

        yield released


def logged(table: Table, after: int) -> list[log.Event]:
    """The events after that version, which have no hole."""
    with table.stage.pool.connection() as conn:
        events = log.read(conn, table.id, after=after)
    assert [event.version for event in events] == list(range(after + 1, after + 1 + len(events)))
    return events


def told(came: Sequence[Any]) -> list[tuple[str, str, dict[str, Any]]]:
    """What those who came too late were told, each thing once."""
    found: list[tuple[str, str, dict[str, Any]]] = []
    for refusal in came:
        if isinstance(refusal, Refused) and (said := (refusal.code, refusal.detail, refusal.extra)) not in found:
            found.append(said)
    return found


def moved(came: Outcome | Refused) -> bool:
    """Did the command do anything?"""
    return isinstance(came, Outcome)
