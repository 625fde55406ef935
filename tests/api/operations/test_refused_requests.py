"""Requests that the rules or the API refuse: each gives a code and a status, and leaves the log unchanged."""

from typing import Any

import pytest

from prove.harness.application import QUIET, Caller, House, Table
from tests.api.conftest import refused

# Opening a game


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"ruleset": "poker"}, "unknown-ruleset"),
        ({"ruleset": ""}, "bad-body"),
        ({"ruleset": None}, "bad-body"),
        ({"options": {"jokers": 2}}, "unknown-option"),
        ({"options": {"hand_size": 0}}, "bad-option"),
        ({"options": {"hand_size": 11}}, "bad-option"),
        ({"options": {"hand_size": "5"}}, "bad-option"),
        ({"options": {"hand_size": True}}, "bad-option"),
        ({"options": {"hand_size": 5.5}}, "bad-body"),
        ({"options": {"hand_size": None}}, "bad-body"),
        ({"options": {"hand_size": [5]}}, "bad-body"),
        ({"options": {"claim_mode": "shout"}}, "bad-option"),
        ({"options": {"claim_hints": 1}}, "bad-option"),
        ({"options": {"rounds": 0}}, "bad-option"),
        ({"options": {"hand_size": 10}, "seats": 6}, "bad-option"),
        ({"options": []}, "bad-body"),
        ({"seats": 1}, "bad-seat-count"),
        ({"seats": 9}, "bad-seat-count"),
        ({"seats": 0}, "bad-body"),
        ({"seats": 2**53}, "bad-body"),
        ({"bots": ["genius"]}, "unknown-bot"),
        ({"bots": ["careful", "careful", "careful"]}, "too-many-bots"),
        ({"bots": "careful"}, "bad-body"),
        ({"listed": "yes"}, "bad-body"),
        ({"anchor": "rain"}, "bad-body"),
        ({"anchor": "A0" * 32}, "bad-body"),
        ({"player": "somebody"}, "bad-body"),
    ],
)
def test_a_game_with_invalid_settings_is_not_opened(house: House, change: dict[str, Any], code: str) -> None:
    aoi = house.player()
    refused(aoi.post("/v1/games", {"ruleset": "dobon-sato", "seats": 3, **change}), 422, code)
    assert aoi.get("/v1/games?mine=true").json["games"] == []


# Tokens


def test_a_revoked_token_is_refused(house: House) -> None:
    table = house.table()
    caller = table.turn
    assert caller.delete("/v1/players/me/token").status_code == 204
    with table.untouched():
        refused(caller.act(table.id, "draw"), 401, "unauthorized")
        refused(caller.get("/v1/players/me"), 401, "unauthorized")
        refused(caller.delete("/v1/players/me/token"), 401, "unauthorized")


def test_an_unknown_token_is_refused(house: House) -> None:
    table = house.table()
    with table.untouched():
        refused(Caller(house.app, "dbn_" + "A" * 43).act(table.id, "draw"), 401, "unauthorized")
        refused(Caller(house.app, "dbnadm_" + "A" * 43).act(table.id, "draw"), 401, "unauthorized")


def test_the_token_of_an_outsider_plays_no_seat(house: House) -> None:
    listed, unlisted = house.table(listed=True), house.table()
    stranger = house.player("Stranger")
    with listed.untouched(), unlisted.untouched():
        refused(stranger.act(listed.id, "draw"), 409, "not-seated")
        refused(stranger.delete(f"{listed.path}/seats/me"), 409, "not-seated")
        refused(stranger.act(unlisted.id, "draw"), 404, "no-such-game")
        refused(stranger.delete(f"{unlisted.path}/seats/me"), 404, "no-such-game")


# Seats


def test_a_full_game_takes_no_more_players(house: House) -> None:
    table = house.table(listed=True)
    with table.untouched():
        refused(house.player("Late").post(f"{table.path}/seats", {}), 409, "game-started")
        refused(house.player("Late").post(f"{table.path}/seats", {"join_code": table.join_code}), 409, "game-started")
        refused(table.people[0].post(f"{table.path}/seats"), 409, "already-seated")


def test_a_seat_is_not_taken_twice(house: House) -> None:
    aoi = house.player()
    game = aoi.post("/v1/games", {"ruleset": "dobon-sato", "seats": 2}).json
    table = Table(house, game["id"], game["join_code"], [aoi])
    with table.untouched():
        refused(aoi.post(f"{table.path}/seats", {}), 409, "already-seated")


@pytest.mark.parametrize("code", [None, "", "AAAAAA", "kmrtwx", "x" * 32])
def test_an_unlisted_game_is_absent_without_its_join_code(house: House, code: str | None) -> None:
    aoi, ren = house.player(), house.player("Ren")
    game = aoi.post("/v1/games", {"ruleset": "dobon-sato", "seats": 2}).json
    table = Table(house, game["id"], game["join_code"], [aoi])
    with table.untouched():
        response = ren.post(f"{table.path}/seats", {} if code is None else {"join_code": code})
    if code == "":
        refused(response, 422, "bad-body")
    else:
        refused(response, 404, "no-such-game")


def test_actions_are_refused_before_the_game_starts(house: House) -> None:
    aoi = house.player()
    game = aoi.post("/v1/games", {"ruleset": "dobon-sato", "seats": 2}).json
    table = Table(house, game["id"], game["join_code"], [aoi])
    with table.untouched():
        refused(aoi.act(table.id, "draw"), 409, "not-started")
        refused(aoi.act(table.id, "ready"), 409, "not-started")


def test_a_finished_game_cannot_be_changed(house: House) -> None:
    table = house.old()
    with table.untouched():
        refused(table.people[0].act(table.id, "draw"), 409, "game-over")
        refused(table.people[0].act(table.id, "ready"), 409, "game-over")
        refused(table.people[0].delete(f"{table.path}/seats/me"), 409, "game-over")


def test_a_player_who_has_left_must_return_to_play(house: House) -> None:
    table = house.table(players=3, options={"bot_delay_ms": 60_000})
    gone = table.turn
    assert gone.delete(f"{table.path}/seats/me").status_code == 200
    with table.untouched():
        refused(gone.act(table.id, "draw"), 409, "seat-left")
        refused(gone.delete(f"{table.path}/seats/me"), 409, "seat-left")
    assert gone.post(f"{table.path}/seats").status_code == 201
    assert gone.act(table.id, "draw").status_code == 200


# Keys and versions


def test_a_key_identifies_one_request(house: House) -> None:
    table = house.table()
    key = {"Idempotency-Key": "k1"}
    player = table.turn
    assert player.post(f"{table.path}/actions", {"type": "draw"}, headers=key).status_code == 200
    with table.untouched():
        refused(player.post(f"{table.path}/actions", {"type": "pass"}, headers=key), 422, "key-reused")
        refused(player.delete(f"{table.path}/seats/me", headers=key), 422, "key-reused")


def test_a_repeated_key_opens_one_game(house: House) -> None:
    aoi, key = house.player(), {"Idempotency-Key": "k1"}
    body = {"ruleset": "dobon-sato", "seats": 3, "options": QUIET}
    first = aoi.post("/v1/games", body, headers=key)
    assert first.status_code == 201
    assert aoi.post("/v1/games", body, headers=key).data == first.data
    refused(aoi.post("/v1/games", {**body, "seats": 4}, headers=key), 422, "key-reused")
    assert len(aoi.get("/v1/games?mine=true").json["games"]) == 1


def test_an_action_with_an_old_version_is_refused(house: House) -> None:
    table = house.table()
    player = table.turn
    old = player.get(f"{table.path}/view").headers["ETag"]
    assert player.act(table.id, "draw").status_code == 200
    with table.untouched():
        response = table.turn.post(f"{table.path}/actions", {"type": "draw"}, headers={"If-Match": old})
        assert refused(response, 412, "precondition-failed")["version"] == table.log()[0]
        refused(
            table.turn.post(f"{table.path}/actions", {"type": "draw"}, headers={"If-Match": '"999-s0"'}),
            412,
            "precondition-failed",
        )
    now = table.turn.get(f"{table.path}/view").headers["ETag"]
    assert table.turn.post(f"{table.path}/actions", {"type": "draw"}, headers={"If-Match": now}).status_code == 200
    assert table.turn.post(f"{table.path}/actions", {"type": "draw"}, headers={"If-Match": "*"}).status_code == 200


@pytest.mark.parametrize(
    ("body", "headers", "status", "code"),
    [
        (b"{", {}, 400, "malformed-json"),
        (b"", {}, 400, "empty-body"),
        (b'{"type": "draw", "type": "draw"}', {}, 400, "duplicate-key"),
        (b'{"type": "draw"}'.ljust(16 * 1024 + 1), {}, 413, "body-too-large"),
        (b"[" * 17 + b"]" * 17, {}, 400, "too-deep"),
        (b'{"type": "draw"}', {"Content-Type": "text/plain"}, 415, "unsupported-media-type"),
        (b"type=draw", {"Content-Type": "application/x-www-form-urlencoded"}, 415, "unsupported-media-type"),
        (rb'{"type": "dr\u0000aw"}', {}, 400, "bad-text"),
    ],
)
def test_an_invalid_body_changes_nothing(
    house: House, body: bytes, headers: dict[str, str], status: int, code: str
) -> None:
    table = house.table()
    with table.untouched():
        sent = {"Content-Type": "application/json", **headers}
        refused(table.turn.post(f"{table.path}/actions", data=body, headers=sent), status, code)
