"""The log for those who look back: what each may see of it, the record of calls, and whether it still is what was written.

A round is open once its secret is public (`round-revealed`): from then on everybody may open every envelope of it. Rounds follow one another, so
all events up to the last `round-revealed` belong to open rounds, and all after it to one that is not.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import psycopg

from domain.events import Event, Viewer, seen_by
from domain.log_format import digest, genesis, seal
from domain.upcasting import current
from infra.commands.repository import no_such_game
from infra.event_store import store
from infra.event_store.claims import recorded
from infra.postgres.bootstrap import Pool
from infra.postgres.retry import reading

Connection = psycopg.Connection[Any]


def seen(
    pool: Pool, game_id: str, viewer: Viewer, after: int = 0, limit: int | None = None, upto: int = store.NEWEST
) -> list[Event]:
    """At most `limit` events after a version, as the viewer may see them who may see the log up to `upto`. Raises `Unavailable`."""

    def work(conn: Connection) -> list[Event]:
        # Read first: what is revealed meanwhile then only shows more of what is there.
        events = store.read(conn, game_id, after=after, limit=limit, upto=upto)
        known = open_until(conn, game_id, upto)
        return [event if event.version <= known else seen_by(event, viewer) for event in events]

    return reading(pool, work)


def revealed(pool: Pool, game_id: str, upto: int = store.NEWEST) -> list[Event]:
    """The log up to the last round that is over by version `upto`, every envelope open. Raises `Unavailable`."""
    return reading(pool, lambda conn: store.read(conn, game_id, upto=open_until(conn, game_id, upto)))


def one(pool: Pool, game_id: str, version: int, upto: int = store.NEWEST) -> Event | None:
    """One event of a round that is over by version `upto`, opened; None where there is none. Raises `Unavailable`."""

    def work(conn: Connection) -> list[Event]:
        known = open_until(conn, game_id, upto)
        return store.read(conn, game_id, after=version - 1, upto=version) if version <= known else []

    return next(iter(reading(pool, work)), None)


def open_until(conn: Connection, game_id: str, upto: int = store.NEWEST) -> int:
    """The version of the newest `round-revealed` up to a version; 0 while no round is over."""
    row = conn.execute(
        "SELECT version FROM dobon.events WHERE game_id = %s AND version <= %s AND type = 'round-revealed'"
        " ORDER BY version DESC LIMIT 1",
        [game_id, upto],
    ).fetchone()
    return 0 if row is None else row[0]


def openings(pool: Pool, game_id: str) -> list[int]:
    """The versions at which rounds of the game were laid open, in order. Raises `Unavailable`."""
    statement = "SELECT version FROM dobon.events WHERE game_id = %s AND type = 'round-revealed' ORDER BY version"
    return [row[0] for row in reading(pool, lambda conn: conn.execute(statement, [game_id]).fetchall())]


def claims(pool: Pool, game_id: str, upto: int = store.NEWEST) -> list[store.Claim]:
    """Every call of the rounds that are over by version `upto`, oldest first, from the record of calls. Raises `Unavailable`."""
    return reading(pool, lambda conn: recorded(conn, game_id, open_until(conn, game_id, upto)))


def endings(pool: Pool, game_id: str, upto: int) -> list[Event]:
    """How rounds ended up to a version, oldest first: events `round-ended`, of which nothing is sealed. Raises `Unavailable`."""
    return reading(pool, lambda conn: store.endings(conn, game_id, upto))


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


def integrity(pool: Pool, game_id: str) -> Integrity:
    """Digests and seals of a log, from its first event on. Raises `Refused("no-such-game")` and `Unavailable`."""

    def work(conn: Connection) -> Integrity:
        # The row before the log: what is appended in between is then more than the row promises, never less.
        row = conn.execute("SELECT version, head FROM dobon.games WHERE id = %s", [game_id]).fetchone()
        if row is None:
            raise no_such_game()
        statement = "SELECT round, secret FROM dobon.round_secrets WHERE game_id = %s ORDER BY round"
        secrets = {number: bytes(secret) for number, secret in conn.execute(statement, [game_id])}
        return _checked(game_id, _one_by_one(conn, game_id, row[0]), secrets, *row)

    return reading(pool, work)


def _one_by_one(conn: Connection, game_id: str, version: int) -> Iterator[Event | None]:
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


def _checked(
    game_id: str, events: Iterator[Event | None], secrets: dict[int, bytes], version: int, head: str
) -> Integrity:
    computed, last, round_number = genesis(game_id), 0, 0
    for event in events:
        found = _problem(event, last + 1, computed, game_id, secrets.get(round_number))
        if event is None or found is not None:
            return Integrity(last, head, computed, last + 1, found)
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


def _problem(event: Event | None, version: int, previous: str, game_id: str, secret: bytes | None) -> str | None:
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
