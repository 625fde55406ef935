"""The functions that are the way to one game: a router can send each of them to the database of the game."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from infra.postgres.functions import FUNCTIONS
from infra.postgres.functions.declaration import Function
from infra.postgres.partitions import NOT_OWNED
from infra.postgres.pool import Pool, open_pool
from infra.postgres.tables import GAME_TABLES
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
SELECT proname, prosrc, rolname, prosecdef, proconfig, obj_description(pg_proc.oid), proargnames[1],
    proargtypes[0]::regtype::text, prorettype::regtype::text, proallargtypes::regtype[]::text[], proargmodes::text[],
    has_function_privilege('public', pg_proc.oid, 'EXECUTE'), has_function_privilege('dobon_app', pg_proc.oid, 'EXECUTE')
FROM pg_proc JOIN pg_roles ON pg_roles.oid = proowner WHERE pronamespace = 'dobon'::regnamespace ORDER BY proname"""


@pytest.fixture
def found(owner: psycopg.Connection[Any]) -> dict[str, tuple[Any, ...]]:
    """The functions of the database by name."""
    return {row[0]: row[1:] for row in owner.execute(_FUNCTIONS) if row[0] not in OTHERS}


def test_the_database_has_the_declared_functions(found: dict[str, tuple[Any, ...]]):
    assert sorted(found) == sorted(function.name for function in FUNCTIONS)
    for function in FUNCTIONS:
        text = found[function.name][0]
        assert function.body.strip().partition("BEGIN")[2] in text
        assert (NOT_OWNED in text) == function.is_routed
        assert ("pg_advisory_xact_lock_shared" in text) == (function.is_routed and not function.reads_only)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_a_router_can_send_a_call_to_one_database(found: dict[str, tuple[Any, ...]], function: Function):
    _, _, _, _, comment, name, kind, result, types, modes, _, _ = found[function.name]
    assert (name, kind) == ("player" if function.everywhere else "game", "uuid")
    assert result != "record" or "t" in modes, "the columns of a result have names"
    assert not any(one.startswith("any") or one == "record" for one in types or ())
    assert comment == function.comment


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_a_function_acts_as_the_owner_and_only_for_the_application(
    found: dict[str, tuple[Any, ...]], function: Function
):
    _, owner, as_owner, options, *_, public, application = found[function.name]
    assert (owner, as_owner) == ("dobon_owner", True)
    assert options == ["search_path=pg_catalog, pg_temp"]
    assert not public
    assert application != function.internal


def test_every_function_is_called():
    source = "".join(path.read_text() for path in INFRA.rglob("*.py") if "migrations" not in path.parts)
    for function in FUNCTIONS:
        assert re.search(rf'dobon\.{function.name}\(|"{function.name}"(?!,)', source), function.name


def test_the_application_has_these_rights_on_tables_of_games(owner: psycopg.Connection[Any]):
    rights: dict[str, set[str]] = {table.name: set() for table in GAME_TABLES}
    for table, right in owner.execute(_RIGHTS):
        if table in rights:
            rights[table].add(right)
    assert rights == RIGHTS


@pytest.fixture
def alone(settings: Settings) -> Iterator[Pool]:
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
