"""The event store in PostgreSQL: appends by one call of a function, reads by `(game_id, version)`.

A command is one call in autocommit (`infra.postgres.functions.append`). It advances the row of the game from the
version at which the command was judged, and from the digest of that version. Everything else depends on having found
that row, so either all of a command is written or nothing. The guard and the primary key `(game_id, version)` decide
races; no isolation level is needed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson
from msgspec import Struct
from psycopg import Connection

from domain.log.events import Event, LoggedEvent, Part, Payload
from domain.log.log_format import canonical
from domain.log.moments import Moment
from domain.log.upcasting import schema_of
from infra.event_store.append_calls import append_call
from infra.event_store.canonical_json import canonical_text
from infra.postgres import prepared_statement

CLOCK = "clock"
"""The actor of events without an account: deadlines, deals and bots."""

NEWEST = 2**31 - 1
"""A version after the end of every log."""


@dataclass(frozen=True, slots=True)
class IdempotencyKey:
    """An idempotency key of an account, with a digest of its request."""

    account: str
    key: str
    request: bytes


@dataclass(frozen=True, slots=True)
class NewGame:
    """The columns of a game's row that never change."""

    ruleset: str
    options: dict[str, Any]
    seats: int
    listed: bool
    join_code: str
    created_by: str
    created_at: Moment
    spectators: str
    spectator_delay: int
    last_link: bytes
    "The server's link of the last round."


@dataclass(frozen=True, slots=True)
class Claim:
    """A call and its verdict."""

    version: int
    round: int
    seat: int
    player: str | None
    kind: str
    on: int
    valid: bool
    facts: dict[str, Any]
    "Details from the ruleset, such as the card, the hand and its formulas."
    at: Moment


@dataclass(frozen=True, slots=True)
class AdminAct:
    """An act of an admin."""

    id: str
    at: Moment
    actor: str
    "The admin's account."
    act: str
    subject: str
    "The id of a game or a player, or the name of a projection."
    reason: str


@dataclass(slots=True)
class Append:
    """Events after version `expected` of a game, with their digests, and all rows written with them."""

    game: str
    expected: int
    events: Sequence[Event | LoggedEvent]
    bodies: list[str]
    "The result of `encode` for each event."
    actors: list[str]
    "The actor of each event: an account, or `CLOCK`."
    status: str
    round: int
    due_at: Moment | None
    "When the scheduler examines the game next, in the time of the server."
    summary: Mapping[str, Any]
    "The `domain.running.summary` of the game."
    created: NewGame | None = None
    "Set with the first events of a game only."
    key: IdempotencyKey | None = None
    claims: list[Claim] = field(default_factory=list)
    seated: dict[int, str] = field(default_factory=dict)
    "Accounts by the seat they have taken."
    unseated: list[int] = field(default_factory=list)
    act: AdminAct | None = None
    "The act of the admin that gave the command, if any."
    shown: str | None = None
    "The status that spectators see; None if the game is hidden from them."
    players: list[dict[str, Any]] | None = None
    "The taken seats as views show them, if they have changed."
    restated: bool = False
    "True if the status has changed since version `expected`."
    attended: bool = True
    "Whether a person still takes part."
    missed_turns: int = 0
    "Turns that the clock has played for people since their last command."
    clock_offset_ms: int = 0
    "The milliseconds by which the game's time is ahead of the server's."
    previous: str | None = None
    "The digest of version `expected`: a failover may have replaced that version by another one. None: any digest."

    @property
    def last(self) -> int:
        """The version of the last event."""
        return self.expected + len(self.events)


def append(conn: Connection[Any], new: Append) -> bool:
    """Write the events in one round trip; return False and write nothing if the game has changed.

    Raises `psycopg.errors.UniqueViolation` if the key was used before, or if a game to be created exists.
    """
    values = _row_values(new)
    is_rare = (
        new.created or new.claims or new.seated or new.unseated or new.restated or new.act or new.players is not None
    )
    if len(new.events) == 1 and not is_rare:
        values |= _event_values(new)
        return prepared_statement.run(conn, append_call(tuple(values)), values) > 0
    values |= _events_values(new)
    return conn.execute(append_call(tuple(values)), values).rowcount > 0


def _row_values(new: Append) -> dict[str, Any]:
    """Return the arguments that every append has."""
    return {
        "game": new.game, "expected": new.expected, "previous": new.previous, "new_status": new.status,
        "new_shown": new.shown, "new_summary": canonical_text(new.summary), "new_round": new.round,
        "new_due_at": new.due_at, "new_attended": new.attended, "new_missed_turns": new.missed_turns,
        "new_offset_ms": new.clock_offset_ms,
    }  # fmt: skip


def _event_values(new: Append) -> dict[str, Any]:
    """Return the other arguments of `append_event`."""
    event, key = new.events[0], new.key
    return {
        "new_type": event.type, "new_schema": schema_of(event), "new_body": new.bodies[0], "new_actor": new.actors[0],
        "new_at": event.at, "new_digest": event.digest, "key_account": key and key.account, "key_text": key and key.key,
        "key_request": key and key.request,
    }  # fmt: skip


def _events_values(new: Append) -> dict[str, Any]:
    """Return the other arguments of `append_events` that the command needs."""
    events = new.events
    values: dict[str, Any] = {
        "new_types": [event.type for event in events], "new_schemas": [schema_of(event) for event in events],
        "new_bodies": new.bodies, "new_actors": new.actors, "new_moments": [event.at for event in events],
        "new_digests": [event.digest for event in events],
    }  # fmt: skip
    if new.key is not None:
        values |= {"key_account": new.key.account, "key_text": new.key.key, "key_request": new.key.request}
    if new.players is not None or new.created is not None:
        values["new_players"] = canonical_text(new.players or [])
    if new.restated:
        values["restated"] = True
    if new.seated:
        values |= {"seated": list(new.seated), "seated_players": list(new.seated.values())}
    if new.unseated:
        values["unseated"] = new.unseated
    if new.claims:
        values |= claim_columns(new.claims)
    if (act := new.act) is not None:
        values |= {
            "act_id": act.id, "act_at": act.at, "act_actor": act.actor, "act_name": act.act, "act_reason": act.reason,
        }  # fmt: skip
    if (row := new.created) is not None:
        values |= {
            "game_ruleset": row.ruleset, "game_options": canonical_text(row.options), "game_seats": row.seats,
            "game_spectators": row.spectators, "game_delay": row.spectator_delay, "game_listed": row.listed,
            "game_join_code": row.join_code, "game_creator": row.created_by, "game_created_at": row.created_at,
            "game_last_link": row.last_link,
        }  # fmt: skip
    return values


def claim_columns(claims: Sequence[Claim]) -> dict[str, list[Any]]:
    """Return claims as one array for each column, by the names of the functions' parameters."""
    return {
        "claim_versions": [claim.version for claim in claims],
        "claim_rounds": [claim.round for claim in claims],
        "claim_seats": [claim.seat for claim in claims],
        "claim_players": [claim.player for claim in claims],
        "claim_kinds": [claim.kind for claim in claims],
        "claim_targets": [claim.on for claim in claims],
        "claim_valid": [claim.valid for claim in claims],
        "claim_facts": [canonical_text(claim.facts) for claim in claims],
        "claim_moments": [claim.at for claim in claims],
    }


class _Body(Struct, omit_defaults=True):
    """The parts of an event, as its row has them."""

    public: Part | Payload
    sealed: Mapping[str, Part | Payload] = {}
    seals: dict[str, str] = {}


def encode(event: Event | LoggedEvent) -> str:
    """Return the canonical JSON of an event's parts."""
    return canonical(_Body(event.public, event.sealed, event.seals)).decode()


def read(
    conn: Connection[Any], game: str, after: int = 0, upto: int = NEWEST, limit: int | None = None
) -> list[LoggedEvent]:
    """Return the complete events of a game after one version and up to another, in order."""
    rows = conn.execute(
        "SELECT version, type, schema, body, at, digest FROM dobon.read_events(%s, %s, %s, %s)",
        (game, after, upto, limit),
    )
    return [event(*row) for row in rows]


def read_after(conn: Connection[Any], known: Mapping[str, int], limit: int) -> dict[str, list[LoggedEvent]]:
    """Return the complete events after the known version of each game, in order, at most `limit` per game."""
    # LATERAL with a limit descends the primary key once per game, whatever size the planner estimates for the log.
    rows = conn.execute(
        "SELECT known.id, new.* FROM unnest(%s::uuid[], %s::int4[]) AS known (id, version) CROSS JOIN LATERAL ("
        " SELECT version, type, schema, body, at, digest FROM dobon.events"
        " WHERE game_id = known.id AND version > known.version ORDER BY version LIMIT %s"
        ") AS new ORDER BY known.id, new.version",
        (list(known), list(known.values()), limit),
    )
    found: dict[str, list[LoggedEvent]] = {}
    for game, *columns in rows:
        found.setdefault(game, []).append(event(*columns))
    return found


def read_endings(conn: Connection[Any], game: str, upto: int = NEWEST) -> list[LoggedEvent]:
    """Return the `round-ended` events of a game up to a version, in order."""
    return read_types(conn, game, ["round-ended"], upto)


def read_types(conn: Connection[Any], game: str, types: Sequence[str], upto: int = NEWEST) -> list[LoggedEvent]:
    """Return the events of these types of a game up to a version, in order."""
    rows = conn.execute(
        "SELECT version, type, schema, body, at, digest FROM dobon.read_events_of_types(%s, %s::text[], %s)",
        (game, list(types), upto),
    )
    return [event(*row) for row in rows]


def event(version: int, kind: str, schema: int, body: str, at: Moment, digest: str) -> LoggedEvent:
    """Return an event from the columns of its row."""
    parts = orjson.loads(body)
    public = parts["public"]
    return LoggedEvent(kind, public, parts.get("sealed", {}), schema, version, at, parts.get("seals", {}), digest)


def last_link(conn: Connection[Any], game: str) -> bytes:
    """Return the server's link of the last round of a game. Raises `LookupError`."""
    row = conn.execute("SELECT dobon.last_link(%s)", (game,)).fetchone()
    if row is None or row[0] is None:
        raise LookupError(f"game {game} has no secret")
    return bytes(row[0])


def clock_offset(conn: Connection[Any], game: str) -> int:
    """Return the milliseconds by which a game's time is ahead of the server's."""
    row = conn.execute("SELECT clock_offset_ms FROM dobon.read_game(%s)", (game,)).fetchone()
    return 0 if row is None else int(row[0])


def events_of_command(conn: Connection[Any], game: str, account: str, key: str) -> tuple[bytes, int, int] | None:
    """Return the request digest, first and last version of the command that used the key, or None.

    Waits until the synchronous standby has the command, because the command may be answered now.
    """
    row = conn.execute(
        "SELECT request, first_version, last_version FROM dobon.find_command(%s, %s, %s)", (game, account, key)
    ).fetchone()
    return None if row is None else (bytes(row[0]), row[1], row[2])
