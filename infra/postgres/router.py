"""The router: a PostgreSQL without data, whose functions in PL/Proxy send each call to the shard of its game.

It has the same functions as a shard, under the same names. Its map, the address of each partition, is a foreign server.
There may be any number of routers with the same map.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from infra.postgres import functions
from infra.postgres.partitions import PARTITION_OF, PARTITIONS, ROUTES
from infra.postgres.shards import ShardsDisagree
from infra.postgres.tables.schema import APP_ROLE, SCHEMA

Connection = psycopg.Connection[Any]

_REVISION = "SELECT obj_description(to_regnamespace(%s), 'pg_namespace')"
_HAS_ROUTES = "SELECT FROM pg_foreign_server WHERE srvname = %s"
_ROUTES = "SELECT option_name, option_value FROM pg_foreign_server, pg_options_to_table(srvoptions) WHERE srvname = %s"
_PLACE = ("host", "port", "dbname")
"""What tells one shard from another. Timeouts may differ from server to server."""


def is_current(conn: Connection, addresses: Sequence[str], owners: Mapping[int, int], revision: str) -> bool:
    """Tell whether a router was set up for this revision of the tables, and sends calls to these owners."""
    row = conn.execute(_REVISION, (SCHEMA,)).fetchone()
    if row is None or row[0] != revision:
        return False
    routes = {name: _place(to) for name, to in conn.execute(_ROUTES, (ROUTES,))}
    return all(routes.get(f"p{number}") == _place(addresses[shard]) for number, shard in owners.items())


def set_up(conn: Connection, addresses: Sequence[str], owners: Mapping[int, int], revision: str) -> None:
    """Create or replace the functions and the map. `addresses` are those of the shards for the application.

    Raises `ShardsDisagree` if a partition has no owner, and psycopg's errors, as without the extension.
    """
    app = sql.Identifier(APP_ROLE)
    with conn.transaction():
        conn.execute("CREATE EXTENSION IF NOT EXISTS plproxy")
        conn.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(sql.Identifier(SCHEMA)))
        conn.execute(sql.SQL("GRANT USAGE ON SCHEMA {} TO {}").format(sql.Identifier(SCHEMA), app))
        conn.execute(PARTITION_OF)
        _set_routes(conn, addresses, owners)
        conn.execute(sql.SQL("GRANT USAGE ON FOREIGN SERVER {} TO {}").format(sql.Identifier(ROUTES), app))
        for statement in functions.route():
            conn.execute(statement)
        comment = sql.SQL("COMMENT ON SCHEMA {} IS {}")
        conn.execute(comment.format(sql.Identifier(SCHEMA), sql.Literal(revision)))


def set_route(conn: Connection, partition: int, address: str) -> None:
    """Send the calls for a partition to another shard from now on."""
    change = sql.SQL("ALTER SERVER {} OPTIONS (SET {} {})")
    place = sql.Literal(_without_account(address))
    conn.execute(change.format(sql.Identifier(ROUTES), sql.Identifier(f"p{partition}"), place))


def _set_routes(conn: Connection, addresses: Sequence[str], owners: Mapping[int, int]) -> None:
    missing = sorted(set(range(PARTITIONS)) - set(owners))
    if missing:
        raise ShardsDisagree(
            f"No shard owns the partitions {', '.join(map(str, missing))}. If one is being moved, repeat the move."
        )
    routes = sql.Identifier(ROUTES)
    given = [(f"p{number}", _without_account(addresses[owners[number]])) for number in range(PARTITIONS)]
    if conn.execute(_HAS_ROUTES, (ROUTES,)).fetchone() is not None:
        conn.execute(sql.SQL("DROP SERVER {} CASCADE").format(routes))
    options = sql.SQL(", ").join(sql.SQL("{} {}").format(sql.Identifier(name), sql.Literal(to)) for name, to in given)
    create = sql.SQL("CREATE SERVER {} FOREIGN DATA WRAPPER plproxy OPTIONS ({})")
    conn.execute(create.format(routes, options))
    account = _account(addresses[0])
    named = sql.SQL(", ").join(
        sql.SQL("{} {}").format(sql.Identifier(name), sql.Literal(value)) for name, value in account.items()
    )
    conn.execute(sql.SQL("CREATE USER MAPPING FOR PUBLIC SERVER {} OPTIONS ({})").format(routes, named))


def _account(address: str) -> dict[str, str]:
    """Return user and password of an address; all shards have the same."""
    parameters = conninfo_to_dict(address)
    return {name: str(parameters[name]) for name in ("user", "password") if parameters.get(name)}


def _place(address: str) -> dict[str, str]:
    return {name: str(value) for name, value in conninfo_to_dict(address).items() if name in _PLACE}


def _without_account(address: str) -> str:
    parameters = conninfo_to_dict(address)
    return make_conninfo(**{name: str(value) for name, value in parameters.items() if name not in ("user", "password")})
