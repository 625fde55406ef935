"""Citus could distribute the tables of games by the id of the game, instead of shards with a router.

No build of Citus was available here, so the test with a server has never been run. It needs `DOBON_CITUS_URL`: the
address of an empty database of a server with Citus, for a superuser.
"""

import os

import psycopg
import pytest
from sqlalchemy import Table, UniqueConstraint

from infra.event_store import store
from infra.postgres.bootstrap import prepare
from infra.postgres.functions import FUNCTIONS
from infra.postgres.partitions import ID_COLUMNS
from infra.postgres.pool import open_pool
from infra.postgres.tables import GAME_TABLES
from infra.settings import Settings
from prove.harness.service_games import Stage

URL = os.environ.get("DOBON_CITUS_URL")

_SIGNATURE = "SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace = 'dobon'::regnamespace AND proname = %s"


@pytest.mark.parametrize("table", GAME_TABLES, ids=lambda table: table.name)
def test_every_unique_key_of_a_game_has_the_id_of_the_game(table: Table):
    """Each node can check such a key alone."""
    keys = [table.primary_key, *(key for key in table.constraints if isinstance(key, UniqueConstraint))]
    for key in (*keys, *(index for index in table.indexes if index.unique)):
        assert ID_COLUMNS[table.name] in key.columns, key


@pytest.mark.parametrize("table", GAME_TABLES, ids=lambda table: table.name)
def test_rows_of_a_game_name_only_rows_of_games(table: Table):
    """A row of an account may be in another database, where a foreign key cannot be checked."""
    assert {key.column.table.name for key in table.foreign_keys} <= ID_COLUMNS.keys()


@pytest.mark.skipif(URL is None, reason="DOBON_CITUS_URL is not set")
def test_a_game_is_played_in_distributed_tables():
    settings = Settings(database_url=URL)
    prepare(settings)
    with psycopg.connect(URL or "", autocommit=True) as conn:
        conn.execute("CREATE EXTENSION IF NOT EXISTS citus")
        conn.execute("SET citus.enable_unsafe_triggers = on")
        conn.execute("SELECT create_reference_table('dobon.partitions')")
        for table, column in ID_COLUMNS.items():
            conn.execute(f"DROP POLICY owned ON dobon.{table}")  # Citus refuses policies with subqueries
            beside = "none" if table == "games" else "dobon.games"
            distribute = "SELECT create_distributed_table(%s, %s, colocate_with => %s)"
            conn.execute(distribute, (f"dobon.{table}", column, beside))
        for function in FUNCTIONS:
            if function.is_routed:
                (signature,) = conn.execute(_SIGNATURE, (function.name,)).fetchone() or ("",)
                distribute = "SELECT create_distributed_function(%s, 'game', colocate_with => 'dobon.games')"
                conn.execute(distribute, (signature,))
    with open_pool(settings) as pool:
        table = Stage(pool).open()
        for _ in range(20):
            table.move()
        with pool.connection() as conn:
            events = store.read(conn, table.id)
        assert [event.version for event in events] == list(range(1, table.game().version + 1))
