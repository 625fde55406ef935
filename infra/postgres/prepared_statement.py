"""A statement that is prepared once a connection and sent by libpq's own call.

psycopg's `execute` costs 40 µs of CPU for what libpq does in 6, and hands the interpreter over three times where this does once, which eight
threads feel more than one. So the one statement that every command waits for goes this way; everything else takes the comfortable one.
"""

import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from typing import Any
from weakref import WeakKeyDictionary

from psycopg import Connection, DatabaseError, DataError, OperationalError, errors, pq

Value = str | int | bytes | None

_GONE = b"26000"
"""SQLSTATE: there is no such prepared statement."""

_NAMED = re.compile(r"%\((\w+)\)s")
_prepared: WeakKeyDictionary[Connection[Any], set[bytes]] = WeakKeyDictionary()
"""What each connection has prepared."""


def run(conn: Connection[Any], statement: str, values: Mapping[str, Value]) -> int:
    """Run a statement with parameters written as `%(name)s`; how many rows it changed. Raises psycopg's errors.

    The connection has to be the caller's alone. One that may not prepare (`prepare_threshold=None`, as for some poolers), or that is in a
    transaction, goes the comfortable way.
    """
    if (
        conn.prepare_threshold is None
        or not conn.autocommit
        or conn.pgconn.transaction_status != pq.TransactionStatus.IDLE
    ):
        return conn.execute(statement, values).rowcount
    name, text, order = _numbered(statement)
    given = [values[parameter] for parameter in order]
    sent: list[Any] = [_sent(value) for value in given]  # None is a value here, whatever the declaration says
    binary = [isinstance(value, bytes) for value in given]
    _prepare(conn, name, text)
    found = conn.pgconn.exec_prepared(name, sent, binary)
    if found.error_field(pq.DiagnosticField.SQLSTATE) == _GONE:
        # After a rollback psycopg forgets all that was prepared on the connection, this with it. Nothing was done yet.
        _prepared[conn].discard(name)
        _prepare(conn, name, text)
        found = conn.pgconn.exec_prepared(name, sent, binary)
    _checked(found)
    return found.command_tuples or 0


def _prepare(conn: Connection[Any], name: bytes, text: bytes) -> None:
    known = _prepared.setdefault(conn, set())
    if name not in known:
        _checked(conn.pgconn.prepare(name, text))
        known.add(name)


@cache
def _numbered(statement: str) -> tuple[bytes, bytes, list[str]]:
    """A name for the statement, its text with `$1`, `$2`, ..., and which parameter each of them is."""
    order = list(dict.fromkeys(_NAMED.findall(statement)))
    text = _NAMED.sub(lambda found: f"${order.index(found[1]) + 1}", statement).encode()
    return f"dobon_{sha256(text).hexdigest()[:32]}".encode(), text, order


def _sent(value: Value) -> bytes | None:
    if isinstance(value, str):
        if "\0" in value:
            raise DataError("a text for Postgres cannot hold NUL")  # libpq would end it there without a word
        return value.encode()
    return str(value).encode() if isinstance(value, int) else value


def _checked(found: pq.abc.PGresult) -> None:
    """Raise the error that the server answered with, if it did."""
    if found.status in (pq.ExecStatus.COMMAND_OK, pq.ExecStatus.TUPLES_OK):
        return
    said = found.error_message.decode(errors="replace")
    state = found.error_field(pq.DiagnosticField.SQLSTATE)
    if state is None:
        raise OperationalError(said)
    try:
        kind = errors.lookup(state.decode())
    except KeyError:
        kind = DatabaseError
    raise kind(said)
