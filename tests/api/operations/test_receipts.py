"""Receipts and their keys over HTTP."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest

from api.dependencies import dependencies
from domain.game.receipts import PublicKey, read_jwk, signed_bytes
from infra.databases.pool import open_pool
from infra.event_store.receipt_keys import AHEAD_SECONDS, ReceiptKeys
from infra.postgres.retry import Unavailable
from infra.settings import Settings
from infra.signatures import is_signed
from prove.harness.application import Caller, House, Table, open_house
from tests.api.conftest import refused
from tests.conftest import clone

BEHIND = 8


@pytest.fixture
def alone(request: pytest.FixtureRequest, settings: Settings) -> Iterator[House]:
    """A server with a database of its own, whose keys a test may replace."""
    with open_pool(clone(request.config, "_keys")) as pool, open_house(pool) as house:
        yield house


def published(caller: Caller) -> dict[str, PublicKey]:
    return {key["kid"]: read_jwk(key) for key in caller.get("/v1/keys").json["keys"]}


def checked(house: House, receipt: dict[str, Any]) -> tuple[int, str]:
    """Return version and head of a receipt, after checking its signature by the published keys."""
    key = published(house.nobody)[receipt["kid"]]
    message = signed_bytes(receipt["game"], receipt["version"], receipt["head"], receipt["at"])
    assert is_signed(key.public, message, bytes.fromhex(receipt["signature"]))
    assert key.signs_at(receipt["at"])
    return receipt["version"], receipt["head"]


def head_at(table: Table, version: int) -> str:
    events = table.people[0].get(f"{table.path}/events?after={version - 1}&limit=1").json["events"]
    digest: str = events[0]["digest"]
    return digest


def test_a_receipt_is_of_the_newest_version_and_its_head(house: House) -> None:
    table = house.table()
    for _ in range(2):
        version, _, head = table.log()
        receipt = table.people[0].get(f"{table.path}/receipt").json
        assert receipt["game"] == table.id
        assert checked(house, receipt) == (version, head)
        assert receipt["at"] >= house.time.now
        table.turn.act(table.id, "draw")


def test_a_spectator_gets_the_receipt_of_the_same_head(house: House) -> None:
    table = house.table(listed=True)
    assert checked(house, house.player().get(f"{table.path}/receipt").json)[1] == table.log()[2]


def test_a_delayed_spectator_gets_a_receipt_of_the_version_that_it_sees(house: House) -> None:
    table = house.table(listed=True, spectators="delayed", spectator_delay=BEHIND)
    for _ in range(BEHIND + 4):
        table.turn.act(table.id, "draw")
    spectator = house.player()
    version, head = checked(house, spectator.get(f"{table.path}/receipt").json)
    assert version == spectator.view(table.id)["version"] < table.log()[0]
    assert head == head_at(table, version)


def test_a_hidden_game_has_no_receipt_for_others(house: House) -> None:
    refused(house.player().get(f"{house.table().path}/receipt"), 404, "no-such-game")
    refused(house.player().get(f"/v1/games/{uuid4()}/receipt"), 404, "no-such-game")


def test_the_answer_to_an_action_holds_a_receipt_of_its_version_on_request(house: House) -> None:
    table = house.table()
    answer = table.turn.post(f"{table.path}/actions?receipt=true", {"type": "draw"}).json
    assert checked(house, answer["receipt"]) == (answer["version"], answer["head"])
    for query in ("", "?receipt=false"):
        assert "receipt" not in table.turn.post(f"{table.path}/actions{query}", {"type": "draw"}).json


def test_a_repeated_key_gets_a_receipt_of_the_same_version(house: House) -> None:
    table = house.table()
    player, key = table.turn, {"Idempotency-Key": "once"}
    path = f"{table.path}/actions?receipt=true"
    first = player.post(path, {"type": "draw"}, headers=key).json
    table.turn.act(table.id, "draw")
    house.time.passes(5)
    again = player.post(path, {"type": "draw"}, headers=key).json
    assert again["version"] == first["version"] < table.log()[0]
    assert checked(house, again["receipt"]) == checked(house, first["receipt"])
    late = player.post(f"{table.path}/actions", {"type": "draw"}, headers=key)
    assert (late.status_code, "receipt" in late.json) == (200, False)


def test_an_unknown_value_of_receipt_is_refused_and_nothing_happens(house: House) -> None:
    table = house.table()
    with table.untouched():
        refused(table.turn.post(f"{table.path}/actions?receipt=yes", {"type": "draw"}), 422, "bad-parameter")


def test_no_action_happens_that_a_receipt_could_not_follow(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = house.table()

    def fails(_: ReceiptKeys) -> Any:
        raise Unavailable

    with table.untouched(), monkeypatch.context() as patch:
        patch.setattr(ReceiptKeys, "signer", fails)
        refused(table.turn.post(f"{table.path}/actions?receipt=true", {"type": "draw"}), 503, "unavailable")
    assert table.turn.act(table.id, "draw").status_code == 200


def test_the_keys_need_no_account_and_may_be_cached(house: House) -> None:
    response = house.nobody.get("/v1/keys")
    assert response.headers["Cache-Control"] == "public, max-age=300"
    assert house.nobody.get("/v1/keys", headers={"If-None-Match": response.headers["ETag"]}).status_code == 304
    assert [key["use"] for key in response.json["keys"]] == ["sig"] * len(response.json["keys"])
    assert "secret" not in response.text


def test_all_processes_publish_the_same_keys(house: House) -> None:
    assert published(house.elsewhere(house.nobody)) == published(house.nobody)


def test_replaced_keys_stay_published_and_their_receipts_valid(alone: House) -> None:
    table = alone.table()
    [old] = published(alone.nobody).values()
    receipt = table.people[0].get(f"{table.path}/receipt").json
    new = dependencies(alone.app).receipt_keys.rotate()
    assert new is not None
    assert [*published(alone.nobody).values()] == [replace(old, signs_until=new.signs_from), new]
    alone.time.passes(AHEAD_SECONDS)
    assert checked(alone, receipt) == checked(alone, table.people[0].get(f"{table.path}/receipt").json)
    assert table.people[0].get(f"{table.path}/receipt").json["kid"] == new.kid
