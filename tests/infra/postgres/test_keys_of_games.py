"""The keys of tables of games, which each shard must be able to check alone."""

import pytest
from sqlalchemy import Table, UniqueConstraint

from infra.postgres.partitions import ID_COLUMNS
from infra.postgres.tables import GAME_TABLES


@pytest.mark.parametrize("table", GAME_TABLES, ids=lambda table: table.name)
def test_every_unique_key_of_a_game_has_the_id_of_the_game(table: Table):
    keys = [table.primary_key, *(key for key in table.constraints if isinstance(key, UniqueConstraint))]
    for key in (*keys, *(index for index in table.indexes if index.unique)):
        assert ID_COLUMNS[table.name] in key.columns, key


@pytest.mark.parametrize("table", GAME_TABLES, ids=lambda table: table.name)
def test_rows_of_a_game_name_only_rows_of_games(table: Table):
    """A row of an account may be in another database, where a foreign key cannot be checked."""
    assert {key.column.table.name for key in table.foreign_keys} <= ID_COLUMNS.keys()
