"""The integrity of logs: digests and seals computed again, for one game or for all of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import psycopg

from domain.errors import no_such_game
from domain.events import Event
from domain.identifiers import LOWEST_ID
from domain.log_format import digest, genesis, seal
from domain.upcasting import current
from infra.event_store import store
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry

Connection = psycopg.Connection[Any]

PAGE = 100
"""Games looked up at once."""


@dataclass(frozen=True, slots=True)
class Integrity:
    """What came of computing a log's digests and seals again."""

    version: int
    "Of the newest event that is there."
    head: str
    "Digest that stands in the game's row."
    computed: str
    "Digest of what is there."
    first_bad: int | None
    "The first version that is wrong; None where all is well."
    problem: str | None
    "What is wrong with it, in a sentence."


def check_game(pool: Pool, game_id: str) -> Integrity:
    """Digests and seals of a log, from its first event on. Raises `Refused("no-such-game")` and `Unavailable`."""

    def work(conn: Connection) -> Integrity:
        # The row before the log: what is appended in between is then more than the row promises, never less.
        row = conn.execute("SELECT version, head FROM dobon.games WHERE id = %s", [game_id]).fetchone()
        if row is None:
            raise no_such_game()
        statement = "SELECT round, secret FROM dobon.round_secrets WHERE game_id = %s ORDER BY round"
        secrets = {number: bytes(secret) for number, secret in conn.execute(statement, [game_id])}
        return _check_events(game_id, _read_events(conn, game_id, row[0]), secrets, *row)

    return read_with_retry(pool, work)


def _read_events(conn: Connection, game_id: str, version: int) -> Iterator[Event | None]:
    """The log up to a version; ends with None at what can no longer be read as an event."""
    try:
        yield from store.read(conn, game_id, upto=version)
    except (ValueError, KeyError, TypeError):
        for number in range(1, version + 1):
            try:
                yield from store.read(conn, game_id, after=number - 1, upto=number)
            except (ValueError, KeyError, TypeError):
                yield None
                return


def _check_events(
    game_id: str, events: Iterator[Event | None], secrets: dict[int, bytes], version: int, head: str
) -> Integrity:
    computed, last, round_number = genesis(game_id), 0, 0
    for event in events:
        problem = _find_problem(event, last + 1, computed, game_id, secrets.get(round_number))
        if event is None or problem is not None:
            return Integrity(last, head, computed, last + 1, problem)
        computed, last = event.digest, event.version
        if event.type == "round-committed":
            round_number = current(event).public["round"]
    if last != version:
        return Integrity(
            last, head, computed, last + 1, f"The log ends at version {last}; the game's row is at {version}."
        )
    if computed != head:
        return Integrity(last, head, computed, last, "Its digest is not the one in the game's row.")
    return Integrity(last, head, computed, None, None)


def _find_problem(event: Event | None, version: int, previous: str, game_id: str, secret: bytes | None) -> str | None:
    """What is wrong with the event that ought to be the one of this version."""
    if event is None:
        return "It cannot be read."
    if event.version != version:
        return f"It is missing; the next event is version {event.version}."
    if set(event.seals) != set(event.sealed):
        return "Its seals are not those of its sealed parts."
    try:
        for part, payload in event.sealed.items():
            if secret is None or seal(secret, version, part, payload) != event.seals[part]:
                return f"The part sealed for {part} is not the one that was sealed."
        same = digest(previous, game_id, event) == event.digest
    except TypeError:
        return "It holds what no event can hold."
    return None if same else "Its digest is not that of what stands there."


def check_all(pool: Pool, after: str | None = None, limit: int | None = None) -> Iterator[tuple[str, Integrity]]:
    """Each game and what came of its check, in the order of their ids from the one after `after` on. Raises `Unavailable`."""
    place, left = after or LOWEST_ID, limit
    statement = "SELECT id FROM dobon.games WHERE id > %s::uuid ORDER BY id LIMIT %s"
    while left is None or left > 0:
        size = PAGE if left is None else min(PAGE, left)
        values = (place, size)
        page = read_with_retry(pool, lambda conn, values=values: conn.execute(statement, values).fetchall())  # type: ignore[misc]
        for (game_id,) in page:
            yield game_id, check_game(pool, game_id)
            place = game_id
        if len(page) < size:
            return
        left = None if left is None else left - size


def count_remaining(pool: Pool, after: str | None) -> int:
    """How many games come after this one; all of them without one."""
    statement = "SELECT count(*) FROM dobon.games WHERE id > %s::uuid"
    row = read_with_retry(pool, lambda conn: conn.execute(statement, (after or LOWEST_ID,)).fetchone())
    assert row is not None
    return int(row[0])
