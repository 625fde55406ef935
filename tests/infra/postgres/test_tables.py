import uuid
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
import sqlalchemy
from psycopg import errors

from domain.log.moments import Moment
from infra.accounts import admin_log
from infra.postgres import migrate
from infra.postgres.bootstrap import prepare
from infra.postgres.pool import Pool, open_pool
from infra.postgres.tables import COMMON_TABLES, GAME_TABLES
from infra.postgres.tables.game_log import events, games
from infra.postgres.tables.schema import SCHEMA, metadata
from infra.postgres.urls import cluster, owner_url
from infra.settings import Settings
from tests.conftest import clone

AT: Moment = "2026-11-21T03:24:00.123456Z"
EVENT = "INSERT INTO dobon.events (game_id, version, type, schema, body, actor, at, digest) VALUES (%s, %s, 'passed', 1, '{}', 'clock', %s, '')"
GAME = (
    "INSERT INTO dobon.games (id, ruleset, options, seats, status, version, head, listed, created_by, created_at) "
    "VALUES (%s, 'dobon-sato', '{}', 4, %s, 1, '', true, %s, %s)"
)


def one(pool: Pool, statement: str, *values: object) -> Any:
    with pool.connection() as connection:
        row = connection.execute(statement, values).fetchone()
        return row and row[0]


def run(pool: Pool, statement: str, *values: object) -> int:
    with pool.connection() as connection:
        return connection.execute(statement, values).rowcount


@pytest.fixture(scope="module")
def settings(request: pytest.FixtureRequest) -> Settings:
    """A separate database, because the games created here have rows that real games lack."""
    return clone(request.config, "_schema")


@pytest.fixture(scope="module")
def pool(settings: Settings) -> Iterator[Pool]:
    with open_pool(settings) as pool:
        yield pool


@pytest.fixture
def owner(settings: Settings) -> Iterator[psycopg.Connection[Any]]:
    """A connection of the owner of the tables to this database."""
    with psycopg.connect(owner_url(settings), autocommit=True) as connection:
        yield connection


@pytest.fixture
def game(owner: psycopg.Connection[Any]) -> str:
    """The id of a game with one event in its log."""
    game = str(uuid.uuid4())
    owner.execute(GAME, (game, "waiting", str(uuid.uuid4()), AT))
    owner.execute(EVENT, (game, 1, AT))
    return game


def test_keys_of_per_game_tables_begin_with_the_game():
    for table in GAME_TABLES:
        assert next(iter(table.primary_key.columns)).name == ("id" if table is games else "game_id"), table.name
        assert not table.foreign_keys, table.name
        unique = [index for index in table.indexes if index.unique]
        assert all(next(iter(index.columns)).name == "game_id" for index in unique), table.name


def test_every_table_is_per_game_or_declared_common():
    assert {*GAME_TABLES, *COMMON_TABLES} == set(metadata.tables.values())
    assert {table.schema for table in metadata.tables.values()} == {SCHEMA}


def test_hashed_columns_are_stored_as_text():
    assert isinstance(events.c.body.type, sqlalchemy.Text)
    kinds = {type(column.type) for table in metadata.tables.values() for column in table.columns}
    assert not kinds & {sqlalchemy.JSON, sqlalchemy.Float, sqlalchemy.DateTime}


@pytest.mark.parametrize(
    "change", ["UPDATE dobon.events SET body = '[]'", "DELETE FROM dobon.events", "TRUNCATE dobon.events"]
)
def test_the_application_cannot_change_the_log(pool: Pool, game: str, change: str):
    with pytest.raises(errors.InsufficientPrivilege):
        run(pool, change)


@pytest.mark.parametrize(
    "change", ["UPDATE dobon.events SET body = '[]'", "DELETE FROM dobon.events", "TRUNCATE dobon.events"]
)
def test_the_owner_cannot_change_the_log(owner: psycopg.Connection, game: str, change: str):
    with pytest.raises(errors.RestrictViolation, match="append-only"):
        owner.execute(change)
    assert owner.execute("SELECT body FROM dobon.events WHERE game_id = %s", [game]).fetchone() == ("{}",)


def test_a_replication_session_cannot_change_the_log(settings: Settings, game: str):
    assert settings.owner_database_url
    with psycopg.connect(settings.owner_database_url) as superuser:
        superuser.execute("SET session_replication_role = replica")
        with pytest.raises(errors.RestrictViolation):
            superuser.execute("DELETE FROM dobon.events WHERE game_id = %s", [game])


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO dobon.events (game_id, version) VALUES (gen_random_uuid(), 1)",
        "INSERT INTO dobon.games (id) VALUES (gen_random_uuid())",
        "INSERT INTO dobon.game_acts (game_id) VALUES (gen_random_uuid())",
        "UPDATE dobon.games SET version = 1",
        "SELECT last_link FROM dobon.game_secrets",
        "SELECT state FROM dobon.folds",
        "SELECT key FROM dobon.commands",
        "SELECT dobon.add_claims(NULL, '', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')",
        "UPDATE dobon.games SET ruleset = 'other'",
        "UPDATE dobon.games SET created_by = id",
        "UPDATE dobon.game_secrets SET last_link = ''",
        "UPDATE dobon.commands SET request = ''",
        "UPDATE dobon.claims SET valid = true",
        "UPDATE dobon.tokens SET kind = 'admin'",
        "DELETE FROM dobon.games",
        "DELETE FROM dobon.game_secrets",
        "DELETE FROM dobon.commands",
        "DELETE FROM dobon.tokens",
        "UPDATE dobon.receipt_keys SET secret = ''",
        "DELETE FROM dobon.receipt_keys",
        "TRUNCATE dobon.receipt_keys",
        "UPDATE dobon.acts SET reason = ''",
        "DELETE FROM dobon.acts",
        "TRUNCATE dobon.acts",
        "UPDATE dobon.comments SET text = ''",
        "UPDATE dobon.shares SET hash = ''",
        "UPDATE dobon.stamps SET stamp = ''",
        "UPDATE dobon.players SET created_at = ''",
        "UPDATE dobon.alembic_version SET version_num = ''",
        "ALTER TABLE dobon.events DISABLE TRIGGER ALL",
        "DROP TABLE dobon.folds",
        "CREATE TABLE dobon.mine (a int)",
        "CREATE TABLE public.mine (a int)",
        "SET ROLE dobon_owner",
    ],
)
def test_the_application_has_only_the_rights_it_needs(settings: Settings, statement: str):
    with psycopg.connect(str(settings.database_url)) as connection, pytest.raises(errors.InsufficientPrivilege):
        connection.execute(statement)  # type: ignore[arg-type,unused-ignore]


def test_the_owner_of_the_tables_cannot_log_in(owner: psycopg.Connection):
    rows = owner.execute(
        "SELECT DISTINCT rolname, rolcanlogin, rolsuper FROM pg_class JOIN pg_roles ON pg_roles.oid = relowner "
        "WHERE relnamespace = 'dobon'::regnamespace ORDER BY rolname"
    ).fetchall()
    assert rows == [("dobon_owner", False, False)]


def test_a_version_is_written_once(owner: psycopg.Connection[Any], game: str):
    with pytest.raises(errors.UniqueViolation):
        owner.execute(EVENT, (game, 1, AT))


def test_an_event_records_its_transaction(pool: Pool, game: str):
    assert one(
        pool,
        "SELECT tx < pg_snapshot_xmax(pg_current_snapshot()) FROM dobon.events WHERE game_id = %s AND version = 1",
        game,
    )


def test_a_status_is_one_of_five(owner: psycopg.Connection[Any]):
    with pytest.raises(errors.CheckViolation):
        owner.execute(GAME, (str(uuid.uuid4()), "paused", str(uuid.uuid4()), AT))


def test_ids_are_read_as_strings(pool: Pool, game: str):
    assert one(pool, "SELECT game_id FROM dobon.events WHERE game_id = %s", game) == game


def test_moments_sort_as_text(pool: Pool):
    collations = one(
        pool,
        "SELECT array_agg(DISTINCT collation_name::text) FROM information_schema.columns "
        "WHERE table_schema = 'dobon' AND (column_name = 'at' OR column_name LIKE '%%\\_at')",
    )
    assert collations == ["C"]


@pytest.fixture
def fresh(settings: Settings) -> Settings:
    """Settings of a separate database, which does not exist yet."""
    return Settings(database_url=cluster(settings).url(f"fresh_{uuid.uuid4().hex}"))


def engine(settings: Settings) -> sqlalchemy.Engine:
    return sqlalchemy.create_engine(
        "postgresql+psycopg://", creator=lambda: psycopg.connect(owner_url(settings)), poolclass=sqlalchemy.NullPool
    )


def test_tables_and_migrations_agree(settings: Settings):
    with engine(settings).connect() as connection:
        assert migrate.current(connection) == migrate.newest()
        assert migrate.differences(connection) == []


def test_the_comparison_finds_a_missing_column(fresh: Settings):
    prepare(fresh)
    with engine(fresh).connect() as connection:
        connection.execute(sqlalchemy.text("ALTER TABLE dobon.games DROP COLUMN listed"))
        assert [difference[0] for difference in migrate.differences(connection)] == ["add_column"]


def test_checks_and_comments_of_tables_and_migrations_agree(settings: Settings, fresh: Settings):
    """Alembic compares neither, so the migrated tables are compared with tables created from the metadata."""
    prepare(fresh)
    with engine(fresh).begin() as connection:
        migrate.downgrade(connection, "base")
        metadata.create_all(connection)
    with engine(settings).connect() as migrated, engine(fresh).connect() as made:
        assert described(migrated) == described(made)


def described(connection: sqlalchemy.Connection) -> set[tuple[str, ...]]:
    """Return checks, keys, indexes, columns, collations, defaults and comments as the server spells them."""
    keys = "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'dobon'::regnamespace"
    indexes = "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'dobon'"
    columns = (
        "SELECT attrelid::regclass::text, attname, atttypid::regtype, attnotnull, attcollation, col_description(attrelid, attnum), "
        "pg_get_expr(adbin, adrelid) FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid "
        "LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum "
        "WHERE relnamespace = 'dobon'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped"
    )
    tables = "SELECT relname, reloptions, obj_description(oid) FROM pg_class WHERE relnamespace = 'dobon'::regnamespace AND relkind = 'r'"
    statements = (keys, indexes, columns, tables)
    rows = {tuple(map(str, row)) for statement in statements for row in connection.execute(sqlalchemy.text(statement))}
    return {row for row in rows if "alembic_version" not in row[0]}


def test_migrations_go_down_and_up_again(fresh: Settings):
    prepare(fresh)
    with engine(fresh).begin() as connection:
        migrate.downgrade(connection, "base")
    with engine(fresh).begin() as connection:
        left = connection.execute(
            sqlalchemy.text(
                "SELECT relname FROM pg_class WHERE relnamespace = 'dobon'::regnamespace AND relkind = 'r' ORDER BY 1"
            )
        )
        assert left.scalars().all() == ["alembic_version"]
        assert (
            connection.execute(
                sqlalchemy.text("SELECT count(*) FROM pg_proc WHERE pronamespace = 'dobon'::regnamespace")
            ).scalar_one()
            == 0
        )
        migrate.upgrade(connection)
        assert migrate.differences(connection) == []


def test_the_owner_cannot_change_the_admin_log(pool: Pool, owner: psycopg.Connection):
    act = admin_log.new_act(str(uuid.uuid4()), admin_log.CHECK, "all", "why not")
    admin_log.append(pool, act)
    game = str(uuid.uuid4())
    owner.execute("INSERT INTO dobon.game_acts VALUES (%s, %s, '2000', %s, 'abandon-game', 'why not')", [game] * 3)
    for table in ("acts", "game_acts"):
        for change in (
            f"UPDATE dobon.{table} SET reason = ''",
            f"DELETE FROM dobon.{table}",
            f"TRUNCATE dobon.{table}",
        ):
            with pytest.raises(errors.RestrictViolation, match=rf"append-only: .* on dobon.{table}"):
                owner.execute(change)
    assert admin_log.list_acts(pool, limit=1) == [act]
