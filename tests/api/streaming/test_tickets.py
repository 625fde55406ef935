"""Tickets: each opens one stream of one game, once and for a short time."""

import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from werkzeug.test import TestResponse

from infra.accounts import accounts, suspensions, tickets
from infra.accounts.tickets import TICKET_SECONDS
from prove.harness.application import Caller, House, Table
from tests.api.conftest import refused
from tests.api.streaming.sse import messages, read_events


def new_ticket(caller: Caller, table: Table) -> dict[str, Any]:
    made = caller.post(f"{table.path}/tickets")
    assert made.status_code == 201, made.json
    found: dict[str, Any] = made.json
    return found


def opened(caller: Caller, path: str, **headers: str) -> TestResponse:
    """Open a stream without a token; the caller has to close it."""
    return caller.app.test_client().get(path, headers=headers, buffered=False)


def turned_away(caller: Caller, path: str, status: int, code: str) -> None:
    """Check that the stream is refused; one that is open by mistake is closed and not read."""
    answer = opened(caller, path)
    try:
        assert answer.status_code == status, answer.mimetype
        refused(answer, status, code)
    finally:
        answer.close()


def versions(answer: TestResponse, count: int) -> list[int]:
    """Return the versions of the next events of a stream, and close it."""
    try:
        assert (answer.status_code, answer.mimetype) == (200, "text/event-stream"), answer.get_data()
        return [event["version"] for event in read_events(messages(answer.iter_encoded()), count)]
    finally:
        answer.close()


@pytest.mark.parametrize("query", ["%ff", "ticket=%ff", "ticket=%00", "ticket=a&ticket=b"])
def test_a_stream_with_an_invalid_query_is_refused(house: House, query: str) -> None:
    table = house.table()
    turned_away(table.people[0], f"{table.path}/stream?{query}", 422, "bad-parameter")


@pytest.mark.parametrize("query", [b"\xff", b"ticket=\xff"])
def test_a_query_of_other_bytes_than_utf_8_is_refused(house: House, query: bytes) -> None:
    table = house.table()
    environ = {"QUERY_STRING": query.decode("latin-1")}
    answer = house.app.test_client().get(f"{table.path}/stream", environ_overrides=environ)
    refused(answer, 422, "bad-parameter")


def test_a_ticket_opens_the_stream_of_its_account(house: House) -> None:
    table = house.table()
    made = new_ticket(table.people[1], table)
    assert made["path"] == f"{table.path}/stream?ticket={made['ticket']}"
    answer = opened(table.people[1], made["path"])
    try:
        dealt = next(
            event for event in read_events(messages(answer.iter_encoded()), 4) if event["type"] == "round-dealt"
        )
        assert set(dealt["sealed"]) == {"1"}, "the cards of the account that asked for the ticket"
    finally:
        answer.close()


def test_a_used_ticket_is_invalid(house: House) -> None:
    table = house.table()
    made = new_ticket(table.people[0], table)
    assert versions(opened(table.people[0], made["path"]), 1) == [1]
    turned_away(house.nobody, made["path"], 401, "bad-ticket")
    turned_away(house.elsewhere(house.nobody), made["path"], 401, "bad-ticket")


def test_a_ticket_expires(house: House) -> None:
    table = house.table()
    late, in_time = new_ticket(table.people[0], table), new_ticket(table.people[0], table)
    house.time.passes(TICKET_SECONDS - 1)
    assert versions(opened(table.people[0], in_time["path"]), 1) == [1]
    house.time.passes(1)
    turned_away(house.nobody, late["path"], 401, "bad-ticket")


def test_a_ticket_opens_no_other_game(house: House) -> None:
    table, other = house.table(), house.table(listed=True)
    made = new_ticket(table.people[0], table)
    for game in (other.id, "00000000-0000-4000-8000-000000000000", "x"):
        turned_away(house.nobody, made["path"].replace(table.id, game), 401, "bad-ticket")
    assert versions(opened(table.people[0], made["path"]), 1) == [1], "it is still valid for its own game"


def test_a_token_in_the_header_is_preferred_and_leaves_the_ticket_unused(house: House) -> None:
    table = house.table()
    made, reader = new_ticket(table.people[0], table), table.people[1]
    for path in (made["path"], f"{table.path}/stream?ticket={reader.token}"):
        answer = opened(reader, path, Authorization=f"Bearer {reader.token}")
        try:
            events = read_events(messages(answer.iter_encoded()), 4)
            dealt = next(event for event in events if event["type"] == "round-dealt")
            assert set(dealt["sealed"]) == {"1"}, "the cards of the account of the token"
        finally:
            answer.close()
    turned_away(house.nobody, f"{table.path}/stream?ticket={reader.token}", 401, "bad-ticket")
    assert versions(opened(house.nobody, made["path"]), 1) == [1]


@pytest.mark.parametrize("ticket", ["x", "dbntkt_" + "x" * 43, "é", "a%00b"])
def test_an_unknown_ticket_is_refused(house: House, ticket: str) -> None:
    table = house.table(listed=True)
    for caller in (house.nobody, house.elsewhere(house.nobody)):
        answer = caller.app.test_client().get(f"{table.path}/stream?ticket={ticket}")
        assert (answer.status_code, answer.get_json(force=True)["code"]) in (
            (401, "bad-ticket"),
            (422, "bad-parameter"),
        )


def test_a_ticket_ends_with_the_right_of_its_token(house: House) -> None:
    table = house.table()
    revoked, suspended = table.people
    first, second = new_ticket(revoked, table), new_ticket(suspended, table)
    accounts.revoke(house.pool, revoked.token or "")
    turned_away(house.nobody, first["path"], 401, "bad-ticket")
    admin = accounts.create_admin(house.pool, "Root")[0]
    suspensions.suspend(house.pool, admin, suspended.id, "test")
    turned_away(house.nobody, second["path"], 403, "suspended")


def test_a_stream_with_a_ticket_ends_with_the_token(house: House) -> None:
    table = house.table()
    made = new_ticket(table.people[0], table)
    answer = opened(table.people[0], f"{made['path']}&after={table.log()[0]}")
    try:
        found = messages(answer.iter_encoded())
        assert accounts.revoke(house.pool, table.people[0].token or "")
        assert next(found).data == {"reason": "unauthorized"}
    finally:
        answer.close()


def test_a_ticket_resumes_a_stream(house: House) -> None:
    table = house.table()
    first, second = new_ticket(table.people[0], table), new_ticket(table.people[0], table)
    assert versions(opened(table.people[0], f"{first['path']}&after=2"), 2) == [3, 4]
    assert versions(opened(table.people[0], second["path"], **{"Last-Event-ID": "3"}), 1) == [4]


def test_one_of_many_uses_of_a_ticket_succeeds(house: House) -> None:
    table = house.table()
    ticket, now = new_ticket(table.people[0], table)["ticket"], house.time.now
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda _: tickets.use(house.pool, table.id, ticket, now), range(8)))
    assert sum(token is not None for token in found) == 1


def test_expired_tickets_are_deleted(house: House) -> None:
    table = house.table()
    for _ in range(3):
        new_ticket(table.people[0], table)
    house.time.passes(TICKET_SECONDS)
    new_ticket(table.people[0], table)
    with house.pool.connection() as connection:
        left = connection.execute("SELECT count(*) FROM dobon.tickets WHERE game_id = %s", [table.id]).fetchone()
    assert left == (1,)


def test_a_ticket_is_neither_stored_nor_logged(house: House, caplog: pytest.LogCaptureFixture) -> None:
    table = house.table()
    made = new_ticket(table.people[0], table)
    with caplog.at_level(logging.DEBUG):
        versions(opened(table.people[0], made["path"]), 1)
        turned_away(house.nobody, made["path"], 401, "bad-ticket")
    assert caplog.records
    assert made["ticket"] not in repr([vars(record) for record in caplog.records])
    again = new_ticket(table.people[0], table)
    with house.pool.connection() as connection:
        rows = connection.execute("SELECT t::text FROM dobon.tickets AS t").fetchall()
    assert again["ticket"] not in repr(rows)


def test_a_stranger_gets_no_ticket(house: House) -> None:
    table, stranger = house.table(), house.player("Kai")
    refused(stranger.post(f"{table.path}/tickets"), 404, "no-such-game")
