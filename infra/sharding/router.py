"""The router: a PostgreSQL without data, whose functions in PL/Proxy send each call to the shard of its game.

It has the functions of a shard that begin with a game, under the same names. Its map, the address of each partition, is
a foreign server. There may be any number of routers with the same map.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from infra.postgres import functions
from infra.postgres.partitions import PARTITIONS, ROUTES
from infra.postgres.tables.schema import APP_ROLE, SCHEMA
from infra.sharding.shards import ShardsDisagree

Connection = psycopg.Connection[Any]

_REVISION = "SELECT obj_description(to_regnamespace(%s), 'pg_namespace')"
_HAS_ROUTES = "SELECT FROM pg_foreign_server WHERE srvname = %s"
_ROUTES = "SELECT option_name, option_value FROM pg_foreign_server, pg_options_to_table(srvoptions) WHERE srvname = %s"
_PARTITION_OF = "SELECT pg_get_functiondef('dobon.partition_of(uuid)'::regprocedure)"
_ROUTE = """
CREATE FUNCTION {schema}.{name}({parameters}) RETURNS {returns} LANGUAGE plproxy AS $body$
CLUSTER {cluster}; RUN ON dobon.partition_of(game);
$body$"""
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
    """Replace the functions and the map. `addresses` are those of the shards for the application.

    The functions are those that the first shard has. Raises `ShardsDisagree` if a partition has no owner, and psycopg's
    errors, as without the extension.
    """
    app = sql.Identifier(APP_ROLE)
    with conn.transaction():
        conn.execute("CREATE EXTENSION IF NOT EXISTS plproxy")
        conn.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(sql.Identifier(SCHEMA)))
        conn.execute(sql.SQL("GRANT USAGE ON SCHEMA {} TO {}").format(sql.Identifier(SCHEMA), app))
        _set_functions(conn, addresses[0])
        _set_routes(conn, addresses, owners)
        conn.execute(sql.SQL("GRANT USAGE ON FOREIGN SERVER {} TO {}").format(sql.Identifier(ROUTES), app))
        comment = sql.SQL("COMMENT ON SCHEMA {} IS {}")
        conn.execute(comment.format(sql.Identifier(SCHEMA), sql.Literal(revision)))


def set_route(conn: Connection, partition: int, address: str) -> None:
    """Send the calls for a partition to another shard from now on."""
    change = sql.SQL("ALTER SERVER {} OPTIONS (SET {} {})")
    place = sql.Literal(_without_account(address))
    conn.execute(change.format(sql.Identifier(ROUTES), sql.Identifier(f"p{partition}"), place))


def _set_functions(conn: Connection, address: str) -> None:
    with psycopg.connect(address) as shard:
        routed = functions.read_routed(shard)
        partition_of = shard.execute(_PARTITION_OF).fetchone()
    assert partition_of is not None
    functions.drop(conn)
    conn.execute(partition_of[0])
    for function in routed:
        name = sql.Identifier(SCHEMA, function.name)
        create = sql.SQL(_ROUTE).format(
            schema=sql.Identifier(SCHEMA), name=sql.Identifier(function.name), parameters=sql.SQL(function.parameters),
            returns=sql.SQL(function.returns), cluster=sql.Literal(ROUTES),
        )  # fmt: skip
        conn.execute(create)
        conn.execute(sql.SQL("REVOKE ALL ON FUNCTION {} FROM PUBLIC").format(name))
        conn.execute(sql.SQL("GRANT EXECUTE ON FUNCTION {} TO {}").format(name, sql.Identifier(APP_ROLE)))


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
