"""Bot accounts over HTTP: how an account becomes one, where it may sit, and whom it meets."""

from typing import Any

import pytest

from infra.projections.statistics_projector import StatisticsProjector
from prove.harness.application import QUIET, Caller, House
from tests.api.conftest import refused

DURAK = {"ruleset": "durak", "seats": 2}
ADMITTED = {**DURAK, "bot_accounts": True, "listed": True}
BECOME = "/v1/players/me/bot?confirm=true"


def bot(house: House, name: str = "Gunma Bot") -> Caller:
    player = house.player(name)
    became = player.call("PUT", BECOME)
    assert (became.status_code, became.json["kind"]) == (200, "bot")
    return player


def seat(caller: Caller, game: str) -> Any:
    return caller.post(f"/v1/games/{game}/seats", {})


def admitted(house: House) -> tuple[Caller, Caller, str]:
    """Return a bot account, the creator of a table that admits it, and the game of both."""
    program, creator = bot(house), house.player()
    game = creator.post("/v1/games", ADMITTED).json["id"]
    assert seat(program, game).status_code == 201
    return program, creator, game


def test_an_account_without_games_becomes_a_bot_account_for_good(house: House) -> None:
    player = house.player()
    refused(player.call("PUT", "/v1/players/me/bot"), 409, "not-confirmed")
    assert player.get("/v1/players/me").json["kind"] == "human"
    assert [player.call("PUT", BECOME).status_code for _ in range(2)] == [200, 200]
    assert player.get("/v1/players/me").json["kind"] == "bot"
    assert house.player().get(f"/v1/players/{player.id}").json["kind"] == "bot"


def test_an_account_that_has_played_cannot_become_a_bot_account(house: House) -> None:
    seated = house.table().waiting
    refused(seated.call("PUT", BECOME), 409, "has-played")
    refused(house.admin().call("PUT", BECOME), 409, "is-admin")


def test_a_place_in_the_queue_of_people_ends_with_the_person(house: House) -> None:
    player = house.player()
    assert player.post("/v1/queue", {"ruleset": "durak", "seats": 3}).status_code == 201
    assert player.call("PUT", BECOME).status_code == 200
    refused(player.get("/v1/queue/me"), 404, "not-queued")


def test_a_player_whose_table_was_found_cannot_become_a_bot_account(house: House) -> None:
    player = house.player()
    assert player.post("/v1/queue", {"ruleset": "durak", "seats": 3, "bots_after": 0}).json["game"] is not None
    refused(player.call("PUT", BECOME), 409, "has-played")


def test_bot_accounts_sit_only_where_the_creator_admits_them(house: House) -> None:
    program, creator = bot(house), house.player()
    closed = creator.post("/v1/games", {**DURAK, "listed": True}).json
    assert closed["bot_accounts"] is False
    refused(seat(program, closed["id"]), 409, "bots-not-admitted")
    admitted = creator.post("/v1/games", ADMITTED).json
    assert admitted["bot_accounts"] is True
    assert seat(program, admitted["id"]).status_code == 201


def test_the_seat_of_a_bot_account_is_shown_as_that_of_a_bot(house: House) -> None:
    program, creator, game = admitted(house)
    players = creator.view(game)["players"]
    assert [(one["kind"], one["id"], one["bot"]) for one in players] == [
        ("human", creator.id, None), ("bot", program.id, None),
    ]  # fmt: skip
    taken = [one for one in creator.get(f"/v1/games/{game}/events").json["events"] if one["type"] == "seat-taken"]
    assert [one["public"].get("bot_account") for one in taken] == [None, True]
    assert "a bot account" in creator.get(f"/v1/games/{game}/events").json["events"][2]["text"]["en"]


def test_a_bot_account_that_opens_a_table_admits_others(house: House) -> None:
    first, second = bot(house), bot(house)
    game = first.post("/v1/games", {**DURAK, "listed": True}).json
    assert game["bot_accounts"] is True
    assert seat(second, game["id"]).status_code == 201


def test_a_bot_account_returns_to_its_seat(house: House) -> None:
    program, creator, game = admitted(house)
    assert program.delete(f"/v1/games/{game}/seats/me").status_code == 200
    assert creator.view(game)["players"][1] | {"name": ""} == {
        "seat": 1, "id": program.id, "kind": "bot", "bot": "careful", "name": "",
    }  # fmt: skip
    assert seat(program, game).status_code == 201


def test_bot_accounts_and_people_wait_in_queues_of_their_own(house: House) -> None:
    with house.pool.connection() as connection:
        connection.execute("DELETE FROM dobon.queue")
    wish = {"ruleset": "durak", "seats": 2}
    person, programs = house.player(), [bot(house), bot(house)]
    for one in (person, *programs):
        assert one.post("/v1/queue", wish).status_code == 201
    games = [one.get("/v1/queue/me").json["game"] for one in (person, *programs)]
    assert games[0] is None
    assert games[1] == games[2] is not None
    assert [one["kind"] for one in programs[0].view(games[1])["players"]] == ["bot", "bot"]


def test_a_rematch_admits_bot_accounts_as_before(house: House) -> None:
    program, creator, game = admitted(house)
    house.tables.abandon(game, creator.id, "a trial")
    again = creator.post(f"/v1/games/{game}/rematch", {}).json
    assert again["bot_accounts"] is True
    assert program.post(f"/v1/games/{game}/rematch", {}).status_code == 201


def finished(house: House, *players: Caller) -> None:
    """Finish a game of these players in whichever way the clock plays it."""
    body = {"ruleset": "dobon-sato", "seats": len(players), "bot_accounts": True, "listed": True,
            "options": QUIET | {"turn_seconds": 5, "hand_size": 2}}  # fmt: skip
    game = players[0].post("/v1/games", body).json["id"]
    for player in players[1:]:
        assert seat(player, game).status_code == 201
    for player in players:
        assert player.delete(f"/v1/games/{game}/seats/me").status_code == 200
    for _ in range(2000):
        house.time.passes(seconds=60)
        house.tables.tick()
        if players[0].get(f"/v1/games/{game}").json["status"] == "finished":
            break
    else:
        pytest.fail("the game does not end")
    StatisticsProjector(house.tables.pool).run()


def test_games_with_bot_accounts_are_rated_apart(house: House) -> None:
    program, first, second = bot(house), house.player(), house.player()
    finished(house, first, program)
    rows = {one["bot_accounts"]: one for one in first.get("/v1/players/me").json["statistics"]}
    assert set(rows) == {True}
    assert rows[True]["games"] == 1
    finished(house, first, second)
    rows = {one["bot_accounts"]: one for one in first.get("/v1/players/me").json["statistics"]}
    assert [rows[apart]["rating"] is None for apart in (True, False)] == [False, False]
    boards = {
        apart: {one["id"]: one["kind"] for one in first.get(f"/v1/leaderboard?ruleset=dobon-sato&bot_accounts={apart}&limit=100").json["players"]}
        for apart in ("true", "false")
    }  # fmt: skip
    assert boards["true"][program.id] == "bot"
    assert program.id not in boards["false"]
    assert boards["false"][second.id] == "human"
    assert second.id not in boards["true"]
    history = first.get(f"/v1/players/{first.id}/history?ruleset=dobon-sato").json["games"]
    assert [one["game"]["bot_accounts"] for one in history] == [True, True]
    points = [
        len(first.get(f"/v1/players/{first.id}/ratings?ruleset=dobon-sato&bot_accounts={apart}").json["points"])
        for apart in ("true", "false")
    ]
    assert points == [1, 1]


# Search


def test_players_are_found_by_the_beginning_of_their_name(house: House) -> None:
    player, program = house.player("Ｕmikaze"), bot(house, "UMIKAZE Bot")
    found = house.player().get("/v1/players?name=umikaze").json["players"]
    assert {"id": player.id, "name": "Ｕmikaze", "kind": "human"} in found
    assert {"id": program.id, "name": "UMIKAZE Bot", "kind": "bot"} in found
    first = house.player().get("/v1/players?name=umikaze&limit=1").json
    second = house.player().get(f"/v1/players?name=umikaze&limit=1&cursor={first['next']}").json
    assert first["players"] + second["players"] == found[:2]


def test_an_earlier_name_does_not_find_a_player(house: House) -> None:
    player = house.player("Yamakaze")
    assert player.call("PATCH", "/v1/players/me", json={"name": "Kawakaze"}).status_code == 200
    assert house.player().get("/v1/players?name=yamakaze").json["players"] == []
    assert [one["id"] for one in house.player().get("/v1/players?name=kawakaze").json["players"]] == [player.id]
    refused(house.player().get("/v1/players"), 422, "bad-parameter")
