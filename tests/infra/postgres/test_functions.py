"""The functions that are the way to one game: a router can send each of them to the database of the game."""

import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy
from alembic.script import ScriptDirectory
from psycopg import errors
from psycopg.rows import namedtuple_row

from domain.ruleset.catalogue import REVEALING
from infra.databases.pool import AccountsPool, open_pool
from infra.databases.preparation import prepare
from infra.postgres import functions, migrate
from infra.postgres.partitions import LOCK_KEY, NOT_OWNED
from infra.postgres.pool import Pool
from infra.postgres.tables import GAME_TABLES
from infra.postgres.tables.schema import SCHEMA
from infra.postgres.urls import cluster, owner_url
from infra.settings import Settings
from prove.harness.service_games import Stage
from tests.infra.conftest import database

INFRA = Path(__file__).parents[3] / "infra"

OTHERS = {"refuse_change", "note_changed_rights", "partition_of"}
"""Functions of triggers and policies."""

RIGHTS = {
    "games": {"SELECT", "UPDATE (closed)", "UPDATE (due_at)"},
    "events": {"SELECT"},
    "commands": set(),
    "claims": {"SELECT"},
    "game_secrets": {"SELECT (game_id)"},
    "folds": set(),
    "game_seats": {"SELECT"},
    "damaged_games": {"SELECT"},
    "progress": {"SELECT", "INSERT", "UPDATE", "DELETE"},
    "comments": {"SELECT"},
    "shares": {"SELECT"},
    "stamps": {"SELECT"},
    "analyses": {"SELECT", "UPDATE (attempts)", "UPDATE (lease)", "UPDATE (leased_until)"},
    "drills": {"SELECT"},
    "rematches": set(),
    "game_acts": {"SELECT"},
    "game_requests": set(),
}
"""All rights of the application on the tables of games."""

_RIGHTS = """
SELECT relname, privilege_type FROM pg_class, aclexplode(relacl)
WHERE relnamespace = 'dobon'::regnamespace AND relkind = 'r' AND grantee = 'dobon_app'::regrole
UNION ALL
SELECT relname, privilege_type || ' (' || attname || ')' FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid, aclexplode(attacl)
WHERE relnamespace = 'dobon'::regnamespace AND relkind = 'r' AND grantee = 'dobon_app'::regrole
ORDER BY 1, 2"""

_FUNCTIONS = """
SELECT proname, prosrc, rolname, prosecdef, proconfig, provolatile::text, obj_description(pg_proc.oid), proargnames[1],
    proargtypes[0]::regtype::text, prorettype::regtype::text, proallargtypes::regtype[]::text[], proargmodes::text[],
    has_function_privilege('public', pg_proc.oid, 'EXECUTE') AS public,
    has_function_privilege('dobon_app', pg_proc.oid, 'EXECUTE') AS granted
FROM pg_proc JOIN pg_roles ON pg_roles.oid = proowner WHERE pronamespace = 'dobon'::regnamespace ORDER BY proname"""

FOR_ALL_GAMES = {"forget_player", "wait_for_standby"}
"""Functions that are not for one game, so that no router sends their calls."""

OF_CALLERS = {"add_claims", "begin_request", "check_owned", "end_request", "lock_owned"}
"""Functions that only other functions call."""


@pytest.fixture
def found(owner: psycopg.Connection[Any]) -> dict[str, Any]:
    """The functions of the database by name."""
    rows = owner.cursor(row_factory=namedtuple_row).execute(_FUNCTIONS)
    return {row.proname: row for row in rows if row.proname not in OTHERS}


def test_the_database_has_the_functions_of_the_files(found: dict[str, Any]):
    text = "".join(file.read_text() for file in functions.FOLDER.glob("*.sql"))
    assert sorted(found) == sorted(re.findall(r"^CREATE FUNCTION dobon\.(\w+)", text, re.MULTILINE))
    assert all(function.prosrc in text and function.obj_description for function in found.values())


def test_a_function_of_one_game_first_refuses_a_game_of_another_database(found: dict[str, Any]):
    for name in found.keys() - FOR_ALL_GAMES - OF_CALLERS:
        guard = "lock_owned" if found[name].provolatile == "v" else "check_owned"
        _, _, statements = found[name].prosrc.partition("BEGIN\n")
        assert statements.startswith(f"    IF dobon.{guard}(game) THEN END IF;\n"), name
    assert f"ERRCODE = '{NOT_OWNED}'" in found["check_owned"].prosrc
    assert f"({LOCK_KEY}, " in found["lock_owned"].prosrc


def test_a_router_can_send_a_call_to_one_database(owner: psycopg.Connection[Any], found: dict[str, Any]):
    routed = [function.name for function in functions.read_routed(owner)]
    assert routed == sorted(found.keys() - FOR_ALL_GAMES - OF_CALLERS)
    for name in routed:
        function = found[name]
        assert (function.proargnames, function.proargtypes) == ("game", "uuid")
        assert function.prorettype != "record" or "t" in function.proargmodes, "the columns of a result have names"
        kinds = function.proallargtypes or ()
        assert not any(kind.startswith("any") or kind == "record" for kind in kinds), name


def test_a_function_acts_as_the_owner_and_only_for_the_application(found: dict[str, Any]):
    for name, function in found.items():
        assert function.rolname == "dobon_owner"
        assert not function.public, name
        assert function.granted == function.prosecdef == (name not in OF_CALLERS), name
        assert function.proconfig == (["search_path=pg_catalog, pg_temp"] if function.prosecdef else None), name


def test_every_function_is_called(found: dict[str, Any]):
    source = "".join(path.read_text() for path in (*INFRA.rglob("*.py"), *functions.FOLDER.glob("*.sql")))
    for name in found:
        assert re.search(rf'(?<!FUNCTION )dobon\.{name}\(|"{name}"(?!,)', source), name


def test_the_functions_know_the_events_that_reveal_a_round():
    text = (functions.FOLDER / "logs.sql").read_text()
    assert text.count(f"type IN {REVEALING}") == text.count("type IN ") == 2


def test_the_newest_revision_brings_the_functions():
    """Servers replace the functions only with a new revision: add one, which may be empty, with the present digest."""
    revision = ScriptDirectory.from_config(migrate._config()).get_revision("head")
    assert revision.module.functions == functions.digest()


def test_the_application_has_these_rights_on_tables_of_games(owner: psycopg.Connection[Any]):
    rights: dict[str, set[str]] = {table.name: set() for table in GAME_TABLES}
    for table, right in owner.execute(_RIGHTS):
        if table in rights:
            rights[table].add(right)
    assert rights == RIGHTS


@pytest.fixture
def alone(settings: Settings) -> Iterator[AccountsPool]:
    """A database of this test."""
    with database(settings) as own, open_pool(own) as pool:
        yield pool


def test_a_session_cannot_replace_what_the_functions_use(alone: Pool):
    """Its search path may begin with a schema in which operators and tables have the names of the real ones."""
    table = Stage(alone).open()
    with alone.connection() as conn:
        conn.execute("SET ROLE NONE")
        conn.execute("CREATE SCHEMA other")
        conn.execute("CREATE FUNCTION other.wrong(uuid, uuid) RETURNS boolean LANGUAGE sql AS 'SELECT true'")
        conn.execute("CREATE OPERATOR other.= (LEFTARG = uuid, RIGHTARG = uuid, FUNCTION = other.wrong)")
        conn.execute("SET search_path = other, pg_catalog")
        row = conn.execute("SELECT count(*) FROM dobon.read_events(gen_random_uuid(), 0, 9, 9)").fetchone()
        assert row == (0,)
        conn.execute("SET search_path = pg_catalog")
    assert table.game().version > 0


@contextmanager
def as_owner(settings: Settings) -> Iterator[sqlalchemy.Connection]:
    """Open a transaction of the owner."""
    engine = sqlalchemy.create_engine(
        "postgresql+psycopg://", creator=lambda: psycopg.connect(owner_url(settings)), poolclass=sqlalchemy.NullPool
    )
    with engine.begin() as connection:
        yield connection


def names(pool: Pool) -> list[str]:
    """Return the signatures of all functions of the schema."""
    with pool.connection() as conn:
        statement = "SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace = 'dobon'::regnamespace ORDER BY 1"
        return [name for (name,) in conn.execute(statement)]


def test_an_upgrade_drops_functions_that_no_file_defines(settings: Settings):
    with database(settings) as own, open_pool(own) as pool:
        before = names(pool)
        with as_owner(own) as connection:
            for signature in ("gone(game uuid)", "read_fold(game uuid)"):
                create = (
                    f"CREATE FUNCTION dobon.{signature} RETURNS integer LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'"
                )
                connection.execute(sqlalchemy.text(create))
        assert len(names(pool)) == len(before) + 2
        with as_owner(own) as connection:
            migrate.upgrade(connection)
        assert names(pool) == before


def test_a_server_continues_while_an_upgrade_replaces_the_functions(settings: Settings):
    """Its sessions have prepared calls of the old ones, and an upgrade does not wait for a call that has begun."""
    with database(settings) as own, open_pool(own) as pool:
        table = Stage(pool).open()
        for _ in range(8):
            table.move()
        with pool.connection() as conn, conn.transaction():
            conn.execute(
                "SELECT dobon.append_events(%s, 0, '', '', '', '', 0, '', false, 0, 0, '{}', '{}', '{}', '{}', '{}', '{}')",
                (table.id,),
            )
            with as_owner(own) as connection:
                migrate.upgrade(connection)
        version = table.game().version
        for _ in range(8):
            table.move()
        assert table.game().version > version


def test_an_upgrade_with_a_broken_function_changes_nothing(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "broken.sql").write_text("CREATE FUNCTION dobon.broken() RETURNS integer LANGUAGE sql AS 'SELECT no'")
    with database(settings) as own, open_pool(own) as pool:
        before = names(pool)
        monkeypatch.setattr(functions, "FOLDER", tmp_path)
        with pytest.raises(errors.UndefinedColumn), as_owner(own) as connection:
            migrate.upgrade(connection)
        assert names(pool) == before


def test_the_first_upgrade_with_a_broken_function_creates_no_table(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "broken.sql").write_text("CREATE FUNCTION dobon.broken() RETURNS integer LANGUAGE sql AS 'SELECT no'")
    monkeypatch.setattr(functions, "FOLDER", tmp_path)
    fresh = Settings(database_url=cluster(settings).url(f"fresh_{uuid.uuid4().hex}"))
    with pytest.raises(errors.UndefinedColumn):
        prepare(fresh)
    with as_owner(fresh) as connection:
        assert sqlalchemy.inspect(connection).get_table_names(SCHEMA) == []
