"""The quick way for one statement does what psycopg's own does."""

import uuid
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from psycopg import errors

from infra.postgres import prepared_statement
from infra.postgres.urls import application_url
from infra.settings import Settings

RUN = str(uuid.uuid4())[:23]
PLAYER = "INSERT INTO dobon.players (id, name, created_at) VALUES (%(id)s, %(name)s, %(at)s)"
COUNT = "UPDATE dobon.players SET name = %(name)s WHERE id = %(id)s AND name <> %(name)s"


@pytest.fixture
def conn(settings: Settings) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(application_url(settings), autocommit=True) as connection:
        yield connection


def player(number: int, name: Any = "Aoi") -> dict[str, Any]:
    return {"id": f"{RUN}-{number:012}", "name": name, "at": "2026-11-21T03:00:00.000000Z"}


def named(conn: psycopg.Connection[Any], number: int) -> Any:
    return conn.execute("SELECT name FROM dobon.players WHERE id = %s", [player(number)["id"]]).fetchall()


def test_it_tells_how_many_rows_were_changed(conn: psycopg.Connection[Any]):
    assert prepared_statement.run(conn, PLAYER, player(1)) == 1
    assert prepared_statement.run(conn, COUNT, player(1, "Ren")) == 1
    assert prepared_statement.run(conn, COUNT, player(1, "Ren")) == 0
    assert named(conn, 1) == [("Ren",)]


@pytest.mark.parametrize("name", ['a"b\\c {}', "場🂡", "%s $1", 7])
def test_values_arrive_as_they_are(conn: psycopg.Connection[Any], name: Any):
    number = 100 + len(str(name)) + ord(str(name)[0])
    prepared_statement.run(conn, PLAYER, player(number, name))
    assert named(conn, number) == [(str(name),)]


def test_bytes_and_nothing_are_values(conn: psycopg.Connection[Any]):
    statement = "SELECT 1 WHERE %(bytes)s::bytea = '\\x00ff'::bytea AND %(none)s::text IS NULL"
    assert prepared_statement.run(conn, statement, {"bytes": b"\0\xff", "none": None}) == 1


def test_the_error_is_the_one_that_the_server_gave(conn: psycopg.Connection[Any]):
    prepared_statement.run(conn, PLAYER, player(2))
    with pytest.raises(errors.UniqueViolation, match="players_pkey"):
        prepared_statement.run(conn, PLAYER, player(2))
    with pytest.raises(errors.NotNullViolation):
        prepared_statement.run(conn, PLAYER, player(3, None))
    with pytest.raises(errors.SyntaxError):
        prepared_statement.run(conn, "SELEKT %(id)s", player(3))
    with pytest.raises(psycopg.DatabaseError) as failed:
        prepared_statement.run(conn, "DO $$ BEGIN RAISE EXCEPTION 'own' USING ERRCODE = 'ZZ999'; END $$", {})
    assert type(failed.value) is psycopg.DatabaseError
    assert prepared_statement.run(conn, PLAYER, player(3)) == 1, "the connection is as good as before"


def test_a_text_with_nul_is_refused_and_not_cut_short(conn: psycopg.Connection[Any]):
    with pytest.raises(psycopg.DataError):
        prepared_statement.run(conn, PLAYER, player(4, "Aoi\0Ren"))
    assert named(conn, 4) == []


def test_a_lost_connection_is_closed_and_an_operational_error(conn: psycopg.Connection[Any], settings: Settings):
    prepared_statement.run(conn, COUNT, player(5))
    with psycopg.connect(application_url(settings), autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [conn.info.backend_pid])
    with pytest.raises(psycopg.OperationalError):
        prepared_statement.run(conn, COUNT, player(5))
    assert conn.closed


def test_it_takes_part_in_a_transaction(conn: psycopg.Connection[Any]):
    with conn.transaction(force_rollback=True):
        assert prepared_statement.run(conn, PLAYER, player(6)) == 1
    assert named(conn, 6) == []


@pytest.mark.parametrize(("kept", "number"), [("prepare_threshold", 7), ("autocommit", 8)])
def test_where_it_may_not_be_used_psycopg_does_it(conn: psycopg.Connection[Any], kept: str, number: int):
    if kept == "autocommit":
        conn.set_autocommit(False)
    else:
        conn.prepare_threshold = None
    assert prepared_statement.run(conn, PLAYER, player(number)) == 1
    assert conn.info.transaction_status == (
        psycopg.pq.TransactionStatus.INTRANS if kept == "autocommit" else psycopg.pq.TransactionStatus.IDLE
    )


def test_what_psycopg_forgets_after_a_rollback_is_prepared_again(conn: psycopg.Connection[Any]):
    """It says DEALLOCATE ALL then, where it has prepared anything itself."""
    prepared_statement.run(conn, PLAYER, player(801))
    for _ in range(7):
        conn.execute("SELECT name FROM dobon.players WHERE id = %s", [player(801)["id"]])
    with conn.transaction(force_rollback=True):
        conn.execute("SELECT 1")
    conn.execute("SELECT 1")
    assert conn.execute("SELECT count(*) FROM pg_prepared_statements WHERE name LIKE 'dobon%'").fetchone() == (0,)
    assert prepared_statement.run(conn, PLAYER, player(802)) == 1
    assert prepared_statement.run(conn, COUNT, player(802, "Ren")) == 1


def test_in_a_transaction_it_is_part_of_the_transaction(conn: psycopg.Connection[Any]):
    with conn.transaction(force_rollback=True):
        assert prepared_statement.run(conn, PLAYER, player(803)) == 1
    assert named(conn, 803) == []
