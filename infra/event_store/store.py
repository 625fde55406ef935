"""The event store in PostgreSQL: appends in one statement, reads by `(game_id, version)`.

A command is one data-modifying statement in autocommit. It advances the row of the game from the version at which the
command was judged, and from the digest of that version. Everything else depends on having found that row, so either
all of a command is written or nothing. The guard and the primary key `(game_id, version)` decide races; no isolation
level is needed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson
from psycopg import Connection

from domain.events import Event
from domain.moments import Moment
from infra.event_store.append_sql import append_statement
from infra.event_store.canonical_json import canonical_text
from infra.postgres import prepared_statement
from infra.postgres.replication import WAIT_FOR_STANDBY

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
    events: list[Event]
    bodies: list[str]
    "The result of `encode` for each event."
    actors: list[str]
    "The actor of each event: an account, or `CLOCK`."
    status: str
    round: int
    due_at: Moment | None
    "When the scheduler examines the game next, in the time of the server."
    summary: Mapping[str, Any]
    "The `domain.summary` of the game."
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
    one = len(new.events) == 1
    has_rare_parts = bool(new.created or new.claims or new.seated or new.unseated or new.restated or new.act) or (
        new.players is not None
    )
    values = _parameters(new, one=one)
    if has_rare_parts:
        _add_rare_parameters(new, values)
    statement = append_statement(
        new.created is not None, one, new.key is not None, bool(new.claims), bool(new.seated),
        bool(new.unseated), new.restated, new.players is not None, new.act is not None,
    )  # fmt: skip
    if one and not has_rare_parts:
        return prepared_statement.run(conn, statement, values) > 0
    return conn.execute(statement, values).rowcount > 0


def _parameters(new: Append, *, one: bool) -> dict[str, Any]:
    """Return the parameters of every command; several events are passed as one array per column."""
    events = new.events
    values: dict[str, Any] = {
        "game": new.game, "expected": new.expected, "previous": new.previous, "status": new.status, "shown": new.shown, "summary": canonical_text(new.summary), "round": new.round, "last": new.last,
        "head": events[-1].digest, "due_at": new.due_at, "attended": new.attended, "missed": new.missed_turns,
        "offset": new.clock_offset_ms,
    }  # fmt: skip
    if one:
        event = events[0]
        values["type"] = event.type
        values["schema"] = event.schema
        values["body"] = new.bodies[0]
        values["actor"] = new.actors[0]
        values["at"] = event.at
    else:
        values["types"] = [event.type for event in events]
        values["schemas"] = [event.schema for event in events]
        values["bodies"] = new.bodies
        values["actors"] = new.actors
        values["ats"] = [event.at for event in events]
        values["digests"] = [event.digest for event in events]
    if new.key is not None:
        values["account"] = new.key.account
        values["key"] = new.key.key
        values["request"] = new.key.request
        values["first"] = new.expected + 1
    return values


def _add_rare_parameters(new: Append, values: dict[str, Any]) -> None:
    """Add the parameters that few commands have."""
    if new.created is not None:
        row = new.created
        values |= {
            "ruleset": row.ruleset, "options": canonical_text(row.options), "seats": row.seats, "listed": row.listed,
            "join_code": row.join_code, "created_by": row.created_by, "created_at": row.created_at,
            "spectators": row.spectators, "spectator_delay": row.spectator_delay, "last_link": row.last_link,
        }  # fmt: skip
    if new.claims:
        values |= claim_columns(new.claims)
    if new.act is not None:
        act = new.act
        values |= {"a_id": act.id, "a_at": act.at, "a_actor": act.actor, "a_act": act.act, "a_reason": act.reason}
    values["players"] = canonical_text(new.players or [])
    values["t_seat"] = list(new.seated)
    values["t_player"] = list(new.seated.values())
    values["unseated"] = new.unseated


def claim_columns(claims: Sequence[Claim]) -> dict[str, list[Any]]:
    """Return claims as one array per column."""
    return {
        "c_version": [claim.version for claim in claims],
        "c_round": [claim.round for claim in claims],
        "c_seat": [claim.seat for claim in claims],
        "c_player": [claim.player for claim in claims],
        "c_kind": [claim.kind for claim in claims],
        "c_on": [claim.on for claim in claims],
        "c_valid": [claim.valid for claim in claims],
        "c_facts": [canonical_text(claim.facts) for claim in claims],
        "c_at": [claim.at for claim in claims],
    }


def encode(event: Event) -> str:
    """Return the canonical JSON of an event's parts, and set the parts to what decoding it returns."""
    parts: dict[str, Any] = {"public": event.public}
    if event.sealed:
        parts |= {"sealed": event.sealed, "seals": event.seals}
    body = canonical_text(parts)
    _set_parts(event, body)
    return body


def _set_parts(event: Event, body: str) -> None:
    parts = orjson.loads(body)
    event.public = parts["public"]
    event.sealed = parts.get("sealed", {})
    event.seals = parts.get("seals", {})


def read(conn: Connection[Any], game: str, after: int = 0, upto: int = NEWEST, limit: int | None = None) -> list[Event]:
    """Return the complete events of a game after one version and up to another, in order."""
    rows = conn.execute(
        "SELECT version, type, schema, body, at, digest FROM dobon.events"
        " WHERE game_id = %s AND version > %s AND version <= %s ORDER BY version LIMIT %s",
        (game, after, upto, limit),
    )
    return [event(*row) for row in rows]


def read_after(conn: Connection[Any], known: Mapping[str, int], limit: int) -> dict[str, list[Event]]:
    """Return the complete events after the known version of each game, in order, at most `limit` per game."""
    # LATERAL with a limit descends the primary key once per game, whatever size the planner estimates for the log.
    rows = conn.execute(
        "SELECT known.id, new.* FROM unnest(%s::uuid[], %s::int4[]) AS known (id, version) CROSS JOIN LATERAL ("
        " SELECT version, type, schema, body, at, digest FROM dobon.events"
        " WHERE game_id = known.id AND version > known.version ORDER BY version LIMIT %s"
        ") AS new ORDER BY known.id, new.version",
        (list(known), list(known.values()), limit),
    )
    found: dict[str, list[Event]] = {}
    for game, *columns in rows:
        found.setdefault(game, []).append(event(*columns))
    return found


def read_endings(conn: Connection[Any], game: str, upto: int = NEWEST) -> list[Event]:
    """Return the `round-ended` events of a game up to a version, in order."""
    return read_types(conn, game, ["round-ended"], upto)


def read_types(conn: Connection[Any], game: str, types: Sequence[str], upto: int = NEWEST) -> list[Event]:
    """Return the events of these types of a game up to a version, in order."""
    rows = conn.execute(
        "SELECT version, type, schema, body, at, digest FROM dobon.events"
        " WHERE game_id = %s AND version <= %s AND type = ANY(%s) ORDER BY version",
        (game, upto, list(types)),
    )
    return [event(*row) for row in rows]


def event(version: int, kind: str, schema: int, body: str, at: Moment, digest: str) -> Event:
    """Return an event from the columns of its row."""
    found = Event(kind, {}, {}, schema, version, at, {}, digest)
    _set_parts(found, body)
    return found


def last_link(conn: Connection[Any], game: str) -> bytes:
    """Return the server's link of the last round of a game. Raises `LookupError`."""
    row = conn.execute("SELECT last_link FROM dobon.game_secrets WHERE game_id = %s", (game,)).fetchone()
    if row is None:
        raise LookupError(f"game {game} has no secret")
    return bytes(row[0])


def clock_offset(conn: Connection[Any], game: str) -> int:
    """Return the milliseconds by which a game's time is ahead of the server's."""
    row = conn.execute("SELECT clock_offset_ms FROM dobon.games WHERE id = %s", (game,)).fetchone()
    return 0 if row is None else int(row[0])


def events_of_command(conn: Connection[Any], game: str, account: str, key: str) -> tuple[bytes, int, int] | None:
    """Return the request digest, first and last version of the command that used the key, or None.

    Waits until the synchronous standby has the command, because the command may be answered now.
    """
    row = conn.execute(
        f"SELECT request, first_version, last_version, {WAIT_FOR_STANDBY} FROM dobon.commands"  # noqa: S608 - a constant
        " WHERE game_id = %s AND account = %s AND key = %s",
        (game, account, key),
    ).fetchone()
    return None if row is None else (bytes(row[0]), row[1], row[2])
