"""Requests with an idempotency key outside the log: each is done once, and a repetition gets the first result.

The record of the key and the effect are one transaction, so neither exists without the other. Requests on a game have
their record beside the game: commands in `infra.event_store`, others in the functions that `do_on_game` calls. A
result holds no secret and no text of a player, and of a key only the SHA-256 is stored.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, LiteralString

import orjson
import psycopg

from domain.log.errors import Refused
from infra.clock import now
from infra.event_store.canonical_json import canonical_text
from infra.postgres.pool import Pool
from infra.postgres.retry import write_once

Connection = psycopg.Connection[Any]
Result = dict[str, Any]
"""JSON values."""

# An insert waits for another transaction with the same key; of two, one finds the row of the other.
_RECORD = "INSERT INTO dobon.requests (key, request, result, at) VALUES (%s, %s, '{}', %s) ON CONFLICT (key) DO NOTHING"
# The first request may have been committed without its standby, so its result has to wait for the standby too.
_FIND = "SELECT request, result, dobon.wait_for_standby() FROM dobon.requests WHERE key = %s"
_SET_RESULT = "UPDATE dobon.requests SET result = %s WHERE key = %s"


@dataclass(frozen=True, slots=True)
class KeyedRequest:
    """A request with its idempotency key."""

    scope: str
    "The account; keys of two scopes are independent."
    key: str
    request: bytes
    "A digest of everything that is asked for."

    @property
    def hashed_key(self) -> bytes:
        """The SHA-256 of scope and key."""
        return sha256(f"{self.scope}|{self.key}".encode()).digest()


def do_once(pool: Pool, keyed: KeyedRequest | None, work: Callable[[Connection], Result]) -> Result:
    """Return the result of `work`, or the first result if the key was used before. Without a key just do the work.

    Raises `Refused("key-reused")` if the key was used for another request, whatever `work` raises, and `Unavailable`.
    """
    if keyed is None:
        return write_once(pool, work)

    def record_and_work(conn: Connection) -> Result:
        with conn.transaction():
            if not conn.execute(_RECORD, (keyed.hashed_key, keyed.request, now())).rowcount:
                return _first_result(conn, keyed)
            result = work(conn)
            conn.execute(_SET_RESULT, (canonical_text(result), keyed.hashed_key))
            return result

    return write_once(pool, record_and_work)


def do_on_game(
    games: Connection, keyed: KeyedRequest | None, statement: LiteralString, values: Mapping[str, Any], result: Result
) -> Result | None:
    """Return the result of a function of `infra.postgres.functions.additions`, or its first result for a used key.

    `statement` calls it with `values` and with `key`, `request` and `result`. None if nothing was added. Raises
    `Refused("key-reused")`.
    """
    given = {
        **values, "key": keyed and keyed.hashed_key, "request": keyed and keyed.request, "result": canonical_text(result),
    }  # fmt: skip
    row = games.execute(statement, given).fetchone()
    if row is None:
        return None
    first_request, text = row
    if keyed is not None and first_request is not None and bytes(first_request) != keyed.request:
        raise key_reused()
    found: Result = orjson.loads(text)
    return found


def _first_result(conn: Connection, keyed: KeyedRequest) -> Result:
    row = conn.execute(_FIND, (keyed.hashed_key,)).fetchone()
    assert row is not None  # records are never deleted
    if bytes(row[0]) != keyed.request:
        raise key_reused()
    result: Result = orjson.loads(row[1])
    return result


def key_reused() -> Refused:
    """Return the refusal of a key that was used for another request."""
    return Refused("key-reused", "This idempotency key was used for another request; use a new key.")
