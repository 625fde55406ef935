"""Idempotency keys of everything that is created outside the log."""

import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import Any

import pytest
from werkzeug.test import TestResponse

from infra.accounts import tickets
from prove.harness.application import Caller, House, Table
from prove.harness.service_games import databases_of, owning
from tests.api.conftest import refused

Ask = Callable[[Caller, Table, dict[str, str]], TestResponse]

KEYED: dict[str, Ask] = {
    "a share": lambda caller, table, key: caller.post(f"{table.path}/shares", headers=key),
    "a stamp": lambda caller, table, key: caller.post(f"{table.path}/stamps", {"stamp": "nice"}, headers=key),
    "a ticket": lambda caller, table, key: caller.post(f"{table.path}/tickets", headers=key),
    "a comment": lambda caller, table, key: caller.post(
        f"{table.path}/rounds/1/comments", {"version": first_version(caller, table), "text": "once"}, headers=key
    ),
    "a player": lambda caller, _, key: Caller(caller.app).post("/v1/players", {"name": "Aoi"}, headers=key),
    "a game": lambda caller, _, key: caller.post("/v1/games", {"ruleset": "doubt", "seats": 3}, headers=key),
}
ROWS = ("shares", "stamps", "tickets", "comments", "players", "tokens", "games")


def first_version(caller: Caller, table: Table) -> int:
    found: int = caller.get(f"{table.path}/rounds/1/review?to=1").json["frames"][0]["version"]
    return found


def new_key() -> dict[str, str]:
    return {"Idempotency-Key": str(uuid.uuid4())}


def counts(house: House) -> list[Any]:
    found = []
    for database in databases_of(house.pool):
        with database.connection() as connection:
            found += [connection.execute(f"SELECT count(*) FROM dobon.{table}").fetchone() for table in ROWS]  # type: ignore[arg-type, call-overload]
    return found


@pytest.mark.parametrize("what", KEYED)
def test_a_repeated_request_creates_one_and_gets_the_same_answer(house: House, what: str) -> None:
    table, key = house.old(), new_key()
    first = KEYED[what](table.people[0], table, key)
    assert first.status_code == 201, first.json
    before = counts(house)
    house.time.passes(5)
    again = KEYED[what](table.people[0], table, key)
    assert (again.status_code, again.data) == (201, first.data)
    there = house.elsewhere(table.people[0])
    assert KEYED[what](there, table, key).data == first.data, "by another process"
    assert counts(house) == before
    assert KEYED[what](table.people[0], table, new_key()).data != first.data


@pytest.mark.parametrize("what", KEYED)
def test_concurrent_requests_with_one_key_create_one(house: House, what: str) -> None:
    table, key = house.old(), new_key()
    with ThreadPoolExecutor(6) as threads:
        answers = list(threads.map(lambda _: KEYED[what](table.people[0], table, key), range(6)))
    assert {(answer.status_code, answer.data) for answer in answers} == {(201, answers[0].data)}


def test_a_key_of_another_request_is_refused(house: House) -> None:
    table, key = house.old(), new_key()
    caller = table.people[0]
    assert caller.post(f"{table.path}/stamps", {"stamp": "nice"}, headers=key).status_code == 201
    refused(caller.post(f"{table.path}/stamps", {"stamp": "wow"}, headers=key), 422, "key-reused")
    refused(caller.post(f"{table.path}/shares", headers=key), 422, "key-reused")
    other = house.nobody.post("/v1/players", {"name": "Aoi"}, headers=key)
    assert other.status_code == 201, "keys of new players are their own"
    refused(house.nobody.post("/v1/players", {"name": "Ren"}, headers=key), 422, "key-reused")


def test_keys_of_two_accounts_are_independent(house: House) -> None:
    table, key = house.table(), new_key()
    made = [caller.post(f"{table.path}/tickets", headers=key).json["ticket"] for caller in table.people]
    assert made[0] != made[1]


def test_a_refused_request_leaves_its_key_free(house: House) -> None:
    table, key = house.table(), new_key()
    refused(table.people[0].post(f"{table.path}/shares", headers=key), 409, "game-not-over")
    assert table.people[0].post(f"{table.path}/tickets", headers=key).status_code == 201


def test_the_key_of_a_new_player_has_to_be_a_uuid(house: House) -> None:
    answer = house.nobody.post("/v1/players", {"name": "Aoi"}, headers={"Idempotency-Key": "1"})
    assert "UUID" in refused(answer, 400, "bad-header")["detail"]


def test_the_token_of_a_repeated_answer_works(house: House) -> None:
    key = new_key()
    made = [house.nobody.post("/v1/players", {"name": "Aoi"}, headers=key).json for _ in range(2)]
    assert Caller(house.app, made[1]["token"]).get("/v1/players/me").json["id"] == made[0]["id"]
    table = house.old()
    share = [table.people[0].post(f"{table.path}/shares", headers=key).json for _ in range(2)]
    assert house.nobody.get(share[1]["api_path"]).json["game"] == table.id


def test_a_used_ticket_stays_used_when_its_request_is_repeated(house: House) -> None:
    table, key = house.table(), new_key()
    ticket = table.people[0].post(f"{table.path}/tickets", headers=key).json["ticket"]
    assert tickets.use(house.pool, table.id, ticket, house.time.now)
    assert table.people[0].post(f"{table.path}/tickets", headers=key).json["ticket"] == ticket
    assert tickets.use(house.pool, table.id, ticket, house.time.now) is None


def test_neither_keys_nor_secrets_are_stored(house: House) -> None:
    table, key = house.old(), new_key()
    secrets = [key["Idempotency-Key"]]
    secrets.append(house.nobody.post("/v1/players", {"name": "Aoi"}, headers=key).json["token"])
    secrets.append(table.people[0].post(f"{table.path}/shares", headers=key).json["token"])
    for database, name in product(
        databases_of(house.pool), ("requests", "game_requests", "tokens", "shares", "players")
    ):
        with owning(database) as connection:
            rows = repr(connection.execute(f"SELECT t::text FROM dobon.{name} AS t").fetchall())  # type: ignore[arg-type, call-overload]
        for secret in secrets:
            assert secret not in rows
            assert secret.encode().hex() not in rows
