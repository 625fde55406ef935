"""The functions through which the application reads and changes one game: PL/pgSQL in the `.sql` files of this folder.

They are the only way to write a table of games, and to read one game. The application's role may call those that are
granted to it. They act as the owner of the tables, whose rights the application does not have. Each call does all of a
command and commits by itself. Its first parameter is the id of the game, so a router can send it to the database of
the game.

A name in a query means the column, because the columns of a result are variables of the function too. So no parameter
has the name of a column. The search path is fixed, because the function acts as the owner. Functions that are not
granted act as the function that calls them. A function that reads begins with `check_owned`, one that writes with
`lock_owned`, unless it is for all games of a database (`infra.postgres.partitions`).

Statements over many games, such as lists, the change feed and the clock, run in each database, and read its tables.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from infra.postgres.tables.schema import APP_ROLE, SCHEMA

Connection = psycopg.Connection[Any]

FOLDER = Path(__file__).parent

# Functions of triggers and policies belong to the revisions that created those.
_PRESENT = """
SELECT oid::regprocedure::text FROM pg_proc AS present WHERE pronamespace = %s::regnamespace AND NOT EXISTS (
    SELECT FROM pg_depend WHERE refclassid = 'pg_proc'::regclass AND refobjid = present.oid AND deptype = 'n'
) ORDER BY 1"""

_ROUTED = """
SELECT proname, pg_get_function_arguments(oid), pronargs, pg_get_function_result(oid) FROM pg_proc
WHERE pronamespace = %s::regnamespace AND prosecdef AND proargnames[1] = 'game'
    AND has_function_privilege(%s, oid, 'EXECUTE')
ORDER BY proname"""


@dataclass(frozen=True, slots=True)
class Function:
    """A function whose calls a router sends to the database of the game."""

    name: str
    parameters: str
    "As in SQL, such as `game uuid, after integer`."
    parameter_count: int
    returns: str
    "A type, or `TABLE` with named columns."


def replace(conn: Connection) -> None:
    """Replace all functions by those of this version of the program, with their rights, in the caller's transaction.

    The sessions of other servers keep calling the old ones until it commits, and then find the new ones by their names.
    """
    drop(conn)
    for file in _files():
        conn.execute(file.read_bytes())
    for signature in _present(conn):
        conn.execute(sql.SQL("REVOKE ALL ON FUNCTION {} FROM PUBLIC").format(sql.SQL(signature)))


def drop(conn: Connection) -> None:
    """Drop all functions of the schema, also those that no file defines any more."""
    for signature in _present(conn):
        conn.execute(sql.SQL("DROP FUNCTION {}").format(sql.SQL(signature)))


def digest() -> str:
    """Return a digest of all functions of this version. The newest revision has it too, because it brings them."""
    return sha256(b"".join(file.read_bytes() for file in _files())).hexdigest()[:16]


def read_routed(shard: Connection) -> list[Function]:
    """Return the functions of a shard whose calls a router has to send there, by name."""
    return [Function(*row) for row in shard.execute(_ROUTED, (SCHEMA, APP_ROLE))]


def _files() -> list[Path]:
    return sorted(FOLDER.glob("*.sql"))


def _present(conn: Connection) -> Iterator[Any]:
    return (signature for (signature,) in conn.execute(_PRESENT, (SCHEMA,)).fetchall())
