"""Requests of one account at the same time: two uses of one code, and requests during an erasure."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Barrier
from typing import Any

import psycopg
import pytest
from psycopg import sql
from werkzeug.test import TestResponse

from infra.accounts import sessions
from infra.accounts.keyed_requests import Connection
from infra.commands import erasure
from prove.harness.application import Caller, House
from tests.api.conftest import refused
from tests.api.operations.signing_in import device_code, recovery_codes

ME = "/v1/players/me"


@pytest.mark.parametrize(
    ("path", "new_code"),
    [
        ("/v1/sessions/recovery", lambda player: recovery_codes(player)[0]),
        ("/v1/sessions/device-link", device_code),
    ],
    ids=["recovery", "device"],
)
def test_a_code_that_two_requests_have_found_unused_opens_one_session(
    house: House, monkeypatch: pytest.MonkeyPatch, path: str, new_code: Callable[[Caller], str]
) -> None:
    player = house.player()
    code, both_found, lock = new_code(player), Barrier(2), sessions.lock_player

    def meet_and_lock(conn: Connection, locked: str) -> None:
        both_found.wait(60)
        lock(conn, locked)

    monkeypatch.setattr(sessions, "lock_player", meet_and_lock)
    with ThreadPoolExecutor(2) as threads:
        answers = [*threads.map(lambda _: house.nobody.post(path, {"code": code}), range(2))]
    assert sorted(answer.status_code for answer in answers) == [201, 422]
    assert len(player.get(f"{ME}/sessions").json["sessions"]) == 2


WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
"""Requests that wait for the connection. Unlike statistics, each statement reads the locks of its moment."""


def wait_for_lock(conn: psycopg.Connection[Any], asked: "Future[TestResponse]") -> None:
    """Wait until a request waits for a row that the connection has locked, or is answered."""
    while not asked.done() and conn.execute(WAITING).fetchone() == (0,):
        pass


def wait_at_a_table(me: Caller, _: Caller) -> TestResponse:
    return me.post("/v1/queue", {"ruleset": "dobon-sato", "seats": 8})


def follow(me: Caller, other: Caller) -> TestResponse:
    return me.call("PUT", f"{ME}/follows/{other.id}")


def block(me: Caller, other: Caller) -> TestResponse:
    return me.call("PUT", f"{ME}/blocks/{other.id}")


@pytest.mark.parametrize(
    ("ask", "table", "erased"),
    [(wait_at_a_table, "queue", 0), (follow, "follows", 0), (follow, "follows", 1), (block, "blocks", 0), (block, "blocks", 1)],
    ids=["the queue", "I follow", "I am followed", "I block", "I am blocked"],
)  # fmt: skip
def test_a_request_during_an_erasure_leaves_no_row(
    house: House, ask: Callable[[Caller, Caller], TestResponse], table: str, erased: int
) -> None:
    people = house.player(), house.player()
    gone = people[erased].id
    with house.pool.connection() as conn, ThreadPoolExecutor(1) as thread:
        with conn.transaction():
            for statement in erasure._ERASE:
                conn.execute(statement, {"player": gone, "at": house.time.now, "erased": erasure.ERASED})
            asked = thread.submit(ask, *people)
            wait_for_lock(conn, asked)
        refused(asked.result(), 404, "no-such-player")
        rows = conn.execute(sql.SQL("SELECT row::text FROM dobon.{} AS row").format(sql.Identifier(table))).fetchall()
    assert [row for (row,) in rows if gone in row] == []
