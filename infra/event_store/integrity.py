"""The integrity check of logs: recomputes digests and seals of one game or of all games."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import psycopg

from domain.log.chance import HashChain
from domain.log.errors import no_such_game
from domain.log.events import LoggedEvent
from domain.log.identifiers import LOWEST_ID
from domain.log.log_format import digest, genesis, seal
from domain.log.upcasting import current
from domain.ruleset.catalogue import ROUND_DEALT
from infra.databases.pool import AccountsPool
from infra.event_store import store
from infra.postgres.damage import describe_damage, is_damage
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry

Connection = psycopg.Connection[Any]

PAGE = 100
"""Games read in one query."""


@dataclass(frozen=True, slots=True)
class Integrity:
    """The result of checking one log."""

    version: int
    "The version of the newest event found."
    head: str
    "The digest in the game's row."
    computed: str
    "The digest computed from the events."
    first_bad: int | None
    "The first wrong version, or None if the log is intact."
    problem: str | None
    "The fault of that version in a sentence."


def check_game(pool: AccountsPool, game_id: str) -> Integrity:
    """Check digests and seals of a log from its first event. Raises `Refused("no-such-game")` and `Unavailable`."""

    def work(conn: Connection) -> Integrity:
        # The row is read before the log, so events appended in between can only make the log longer than the row says.
        try:
            row = conn.execute("SELECT version, head FROM dobon.read_game(%s)", [game_id]).fetchone()
            if row is None:
                raise no_such_game()
            last_link = store.last_link(conn, game_id)
        except psycopg.Error as failure:
            if not is_damage(failure):
                raise
            return Integrity(
                0, "", "", 1, f"The row or the secret of the game cannot be read: {describe_damage(failure)}"
            )
        except LookupError:
            return Integrity(0, "", "", 1, "The secret of the game is missing.")
        return _check_events(game_id, _read_events(conn, game_id, row[0]), last_link, *row)

    return read_with_retry(pool.games.of(game_id), work)


def _read_events(conn: Connection, game_id: str, version: int) -> Iterator[LoggedEvent | str]:
    """Yield the log up to a version; end with the fault of an event that cannot be read or decoded."""
    whole = _read_or_fault(conn, game_id, 0, version)
    if not isinstance(whole, str):
        yield from whole
        return
    for number in range(1, version + 1):
        found = _read_or_fault(conn, game_id, number - 1, number)
        if isinstance(found, str):
            yield found
            return
        yield from found


def _read_or_fault(conn: Connection, game_id: str, after: int, upto: int) -> list[LoggedEvent] | str:
    """Return the events after one version and up to another, or why they cannot be read."""
    try:
        return store.read(conn, game_id, after=after, upto=upto)
    except (ValueError, KeyError, TypeError):
        return "It cannot be decoded."
    except psycopg.Error as failure:
        if not is_damage(failure):
            raise
        return f"It cannot be read: {describe_damage(failure)}."


def _check_events(
    game_id: str, events: Iterator[LoggedEvent | str], last_link: bytes, version: int, head: str
) -> Integrity:
    computed, last, links, secret = genesis(game_id), 0, HashChain(last_link, 0), None
    for event in events:
        if not isinstance(event, str) and event.type == ROUND_DEALT:
            secret = links.link(current(event).public["round"])
        problem = _find_problem(event, last + 1, computed, game_id, secret)
        if isinstance(event, str) or problem is not None:
            return Integrity(last, head, computed, last + 1, problem)
        computed, last = event.digest, event.version
        if last == 1:
            links = HashChain(last_link, current(event).public["options"]["rounds"])
    if last != version:
        return Integrity(
            last, head, computed, last + 1, f"The log ends at version {last}; the game's row has version {version}."
        )
    if computed != head:
        return Integrity(last, head, computed, last, "Its digest differs from the one in the game's row.")
    return Integrity(last, head, computed, None, None)


def _find_problem(
    event: LoggedEvent | str, version: int, previous: str, game_id: str, secret: bytes | None
) -> str | None:
    """Return the fault of an event that should have this version, or None."""
    if isinstance(event, str):
        return event
    if event.version != version:
        return f"It is missing; the next event is version {event.version}."
    if set(event.seals) != set(event.sealed):
        return "Its seals do not match its sealed parts."
    try:
        for part, payload in event.sealed.items():
            if secret is None or seal(secret, version, part, payload) != event.seals[part]:
                return f"The part for {part} differs from the one that was sealed."
        same = digest(previous, game_id, event) == event.digest
    except TypeError:
        return "It holds a value that an event cannot have."
    return None if same else "Its digest does not match its content."


def check_all(
    pool: AccountsPool, after: str | None = None, limit: int | None = None
) -> Iterator[tuple[str, Integrity]]:
    """Yield each game and the result of its check, by id after `after`. Raises `Unavailable`."""
    place, left = after or LOWEST_ID, limit
    while left is None or left > 0:
        size = PAGE if left is None else min(PAGE, left)
        found = (_read_or_else(database, _GAMES, _GAMES_BY_SECRETS, (place, size)) for database in pool.games.each())
        page = sorted(game for games in found for (game,) in games)[:size]
        for game_id in page:
            yield game_id, check_game(pool, game_id)
            place = game_id
        if len(page) < size:
            return
        left = None if left is None else left - size


def count_remaining(pool: AccountsPool, after: str | None) -> int:
    """Return the number of games after this id, or of all games."""
    place = (after or LOWEST_ID,)
    return sum(int(_read_or_else(one, _COUNT, _COUNT_BY_SECRETS, place)[0][0]) for one in pool.games.each())


_GAMES = "SELECT id FROM dobon.games WHERE id > %s::uuid ORDER BY id LIMIT %s"
_COUNT = "SELECT count(*) FROM dobon.games WHERE id > %s::uuid"

# Every game has a secret, so games whose own rows are damaged are found here.
_GAMES_BY_SECRETS = "SELECT game_id FROM dobon.game_secrets WHERE game_id > %s::uuid ORDER BY game_id LIMIT %s"
_COUNT_BY_SECRETS = "SELECT count(*) FROM dobon.game_secrets WHERE game_id > %s::uuid"


def _read_or_else(pool: Pool, statement: str, otherwise: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """Return the rows of a statement, or those of another one if the first meets damaged data."""
    try:
        return read_with_retry(pool, lambda conn: conn.execute(statement, values).fetchall())
    except psycopg.Error as failure:
        if not is_damage(failure):
            raise
        return read_with_retry(pool, lambda conn: conn.execute(otherwise, values).fetchall())


def count_ahead(pool: AccountsPool) -> int:
    """Return the number of readable games whose time is ahead of the server's. Raises `Unavailable`."""
    statement = "SELECT count(*) FROM dobon.games WHERE clock_offset_ms <> 0 AND %s"
    return sum(int(_read_or_else(one, statement, "SELECT 0 WHERE %s", (True,))[0][0]) for one in pool.games.each())
