"""Commands released at the same moment, and their outcomes."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from typing import Any

from domain.log.errors import Refused
from domain.log.events import LoggedEvent
from infra.commands.handler import Outcome
from infra.event_store import store
from prove.harness.service_games import Table, shard_of

RACERS = 16

Race = Callable[[Sequence[Callable[[], Any]]], list[Any]]


@contextmanager
def racing(most: int = RACERS) -> Iterator[Race]:
    """Yield a function that runs up to `most` commands in threads released together and returns their outcomes."""
    with ThreadPoolExecutor(most) as threads:

        def released(commands: Sequence[Callable[[], Any]]) -> list[Any]:
            barrier = Barrier(len(commands))

            def run(command: Callable[[], Any]) -> Any:
                barrier.wait(60)
                return outcome_of(command)

            return list(threads.map(run, commands))

        yield released


def outcome_of(command: Callable[[], Any]) -> Any:
    """Run a command and return its outcome, or its refusal."""
    try:
        return command()
    except Refused as refusal:
        return refusal


def read_logged(table: Table, after: int) -> list[LoggedEvent]:
    """Return the events after that version, after checking that they have no gap."""
    with shard_of(table.stage.pool, table.id).connection() as conn:
        events = store.read(conn, table.id, after=after)
    assert [event.version for event in events] == list(range(after + 1, after + 1 + len(events)))
    return events


def distinct_refusals(came: Sequence[Any]) -> list[tuple[str, str, dict[str, Any]]]:
    """Return the distinct refusals among the outcomes: code, detail, and extra fields except the moment."""
    found: list[tuple[str, str, dict[str, Any]]] = []
    for refusal in came:
        if isinstance(refusal, Refused):
            extra = {name: value for name, value in refusal.extra.items() if name != "now"}
            if (said := (refusal.code, refusal.detail, extra)) not in found:
                found.append(said)
    return found


def is_executed(came: Outcome | Refused) -> bool:
    """Return whether the command was executed."""
    return isinstance(came, Outcome)
