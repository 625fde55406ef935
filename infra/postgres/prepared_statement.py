"""Prepares a statement once per connection and sends it by libpq directly.

psycopg's `execute` costs 40 µs of CPU for what libpq does in 6. It also releases the interpreter lock three times where
this does once, which matters with eight threads. So the append, which every command waits for, is sent this way;
everything else uses psycopg.
"""

import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from typing import Any
from weakref import WeakKeyDictionary

from psycopg import Connection, DataError, OperationalError, errors, pq

Value = str | int | bytes | None

_NO_SUCH_STATEMENT = b"26000"
"""SQLSTATE of a missing prepared statement."""

_PARAMETER = re.compile(r"%\((\w+)\)s")
_prepared: WeakKeyDictionary[Connection[Any], set[bytes]] = WeakKeyDictionary()
"""Names of the statements that each connection has prepared."""


def run(conn: Connection[Any], statement: str, values: Mapping[str, Value]) -> int:
    """Run a statement with parameters written as `%(name)s`, and return the number of rows. Raises psycopg's errors.

    The caller must be the only user of the connection. In a transaction psycopg runs the statement. It is
    not prepared if the connection must not prepare (`prepare_threshold=None`, as for some poolers).
    """
    if not conn.autocommit or conn.pgconn.transaction_status != pq.TransactionStatus.IDLE:
        return conn.execute(statement, values).rowcount
    name, text, order = _positional(statement)
    arguments = [values[parameter] for parameter in order]
    encoded: list[Any] = [
        _encode(value) for value in arguments
    ]  # None is allowed, although psycopg's types say otherwise
    binary = [isinstance(value, bytes) for value in arguments]
    if conn.prepare_threshold is None:
        result = conn.pgconn.exec_params(text, encoded, None, binary)
        _raise_on_error(result)
        return result.command_tuples or 0
    _prepare(conn, name, text)
    result = conn.pgconn.exec_prepared(name, encoded, binary)
    if result.error_field(pq.DiagnosticField.SQLSTATE) == _NO_SUCH_STATEMENT:
        # After a rollback psycopg deallocates every prepared statement of the connection. Nothing was executed yet.
        _prepared[conn].discard(name)
        _prepare(conn, name, text)
        result = conn.pgconn.exec_prepared(name, encoded, binary)
    _raise_on_error(result)
    return result.command_tuples or 0


def _prepare(conn: Connection[Any], name: bytes, text: bytes) -> None:
    known = _prepared.setdefault(conn, set())
    if name not in known:
        _raise_on_error(conn.pgconn.prepare(name, text))
        known.add(name)


@cache
def _positional(statement: str) -> tuple[bytes, bytes, list[str]]:
    """Return a name for the statement, its text with `$1`, `$2`, ..., and the parameters in that order."""
    order = list(dict.fromkeys(_PARAMETER.findall(statement)))
    text = _PARAMETER.sub(lambda match: f"${order.index(match[1]) + 1}", statement).encode()
    return f"dobon_{sha256(text).hexdigest()[:32]}".encode(), text, order


def _encode(value: Value) -> bytes | None:
    if isinstance(value, str):
        if "\0" in value:
            raise DataError("a string for PostgreSQL must not contain NUL")  # libpq would silently truncate it
        return value.encode()
    return str(value).encode() if isinstance(value, int) else value


def _raise_on_error(result: pq.abc.PGresult) -> None:
    """Raise the server's error, if there is one."""
    if result.status in (pq.ExecStatus.COMMAND_OK, pq.ExecStatus.TUPLES_OK):
        return
    if result.error_field(pq.DiagnosticField.SQLSTATE) is None:
        raise OperationalError(result.error_message.decode(errors="replace"))
    raise errors.error_from_result(result)
