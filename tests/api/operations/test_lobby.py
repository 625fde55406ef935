"""Quick play, rematches, follows and blocks over HTTP."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from prove.harness.application import Caller, House, Table
from prove.harness.views import actions_of
from tests.api.conftest import refused

TABLE = {"ruleset": "durak", "seats": 3}
DELAYED = {"listed": True, "spectators": "delayed", "spectator_delay": 30.0}


@pytest.fixture(autouse=True)
def empty(house: House) -> None:
    """Nobody waits."""
    with house.pool.connection() as connection:
        connection.execute("DELETE FROM dobon.queue")


def queued(house: House, **wish: object) -> Caller:
    player = house.player()
    assert player.post("/v1/queue", {**TABLE, **wish}).status_code == 201
    return player


# Quick play


def test_players_who_wait_for_the_same_table_get_a_seat_at_it(house: House) -> None:
    players = [queued(house) for _ in range(3)]
    games = {player.get("/v1/queue/me").json["game"] for player in players}
    assert len(games) == 1
    view = players[0].view(games.pop())
    assert {seat["id"] for seat in view["players"]} == {player.id for player in players}
    assert view["status"] == "playing"


def test_bots_come_after_the_chosen_time(house: House) -> None:
    player = queued(house, bots_after=30)
    assert player.get("/v1/queue/me").json["game"] is None
    house.time.passes(seconds=30)
    view = player.view(player.get("/v1/queue/me").json["game"])
    assert [seat["bot"] for seat in view["players"]] == [None, "careful", "careful"]


def test_a_whole_number_may_be_written_with_a_point(house: House) -> None:
    """Both are integers by JSON Schema, and a program that counts in fractions sends the second."""
    player = house.player()
    kept = player.post("/v1/queue", {**TABLE, "seats": 3.0, "bots_after": 296.0})
    assert (kept.status_code, kept.json["seats"], kept.json["bots_after"]) == (201, 3, 296)
    assert player.get("/v1/games?limit=20.0").status_code == 200
    table = {"ruleset": "durak", "seats": 2, "options": {"turn_seconds": 296.0}, **DELAYED}
    opened = player.post("/v1/games", table).json
    assert opened["options"]["turn_seconds"] == 296
    assert opened["spectator_delay"] == 30
    refused(player.post("/v1/games", {**table, "options": {"turn_seconds": 296.5}}), 422, "bad-body")
    for wrong in (296.5, "296", True, 1e15):
        refused(player.post("/v1/queue", {**TABLE, "bots_after": wrong}), 422, "bad-body")


def test_a_player_is_not_seated_at_a_second_table_by_asking_again(house: House) -> None:
    player = queued(house, bots_after=0)
    game = player.get("/v1/queue/me").json["game"]
    assert player.post("/v1/queue", TABLE).json["game"] == game is not None
    house.tables.abandon(game, player.id, "a trial")
    assert player.post("/v1/queue", TABLE).json["game"] is None


def test_a_player_who_gives_up_the_place_may_wait_again(house: House) -> None:
    player = queued(house, bots_after=0)
    assert player.get("/v1/queue/me").json["game"] is not None
    assert player.delete("/v1/queue/me").status_code == 204
    assert player.post("/v1/queue", TABLE).json["game"] is None
    assert player.delete("/v1/queue/me").status_code == 204
    refused(player.get("/v1/queue/me"), 404, "not-queued")
    refused(player.delete("/v1/queue/me"), 404, "not-queued")


def test_a_player_who_is_away_gets_no_seat(house: House) -> None:
    away = queued(house)
    house.time.passes(seconds=10)
    players = [queued(house) for _ in range(2)]
    assert players[-1].get("/v1/queue/me").json["game"] is None
    assert away.get("/v1/queue/me").json["game"] is not None, "it asks again"


def test_the_seats_have_to_fit_the_ruleset(house: House) -> None:
    refused(house.player().post("/v1/queue", {**TABLE, "seats": 8}), 422, "bad-seat-count")


# Rematches


def over(house: House) -> Table:
    """Return a game of three people that an admin has ended."""
    table = house.table(3)
    house.tables.abandon(table.id, table.people[0].id, "a trial")
    return table


def test_all_players_get_the_same_rematch_even_if_they_ask_at_once(house: House) -> None:
    table = over(house)
    assert table.people[0].get(f"{table.path}/rematch").json == {"game": None}
    with ThreadPoolExecutor(3) as threads:
        answers = [*threads.map(lambda player: player.post(f"{table.path}/rematch"), table.people)]
    assert [answer.json.get("code") for answer in answers] == [None] * 3
    games = {answer.json["id"] for answer in answers}
    assert len(games) == 1
    assert {seat["id"] for seat in table.people[0].view(games.copy().pop())["players"]} == {
        player.id for player in table.people
    }
    assert table.people[0].get(f"{table.path}/rematch").json == {"game": games.pop()}
    assert table.people[1].post(f"{table.path}/rematch").status_code == 201, "it is repeated"


def test_a_rematch_is_for_players_of_a_game_that_is_over(house: House) -> None:
    running = house.table()
    refused(running.people[0].post(f"{running.path}/rematch"), 409, "game-not-over")
    ended = house.finished(listed=True)
    refused(house.player().post(f"{ended.path}/rematch"), 409, "not-seated")


# Follows and blocks


def test_a_player_who_is_followed_is_listed_with_its_open_games(house: House) -> None:
    me, friend = house.player(), house.player("Mio")
    assert me.call("PUT", f"/v1/players/me/follows/{friend.id}").status_code == 204
    opened = friend.post("/v1/games", {"ruleset": "durak", "seats": 2, "listed": True}).json["id"]
    friend.post("/v1/games", {"ruleset": "durak", "seats": 2})
    found = me.get("/v1/players/me/follows").json["players"]
    assert [(one["id"], one["name"], [game["id"] for game in one["games"]]) for one in found] == [
        (friend.id, "Mio", [opened])
    ]
    assert me.delete(f"/v1/players/me/follows/{friend.id}").status_code == 204
    assert me.get("/v1/players/me/follows").json == {"players": []}


def test_players_who_block_each_other_do_not_meet_in_quick_play(house: House) -> None:
    first = queued(house)
    second = house.player()
    assert second.call("PUT", f"/v1/players/me/blocks/{first.id}").status_code == 204
    second.post("/v1/queue", TABLE)
    players = [queued(house) for _ in range(2)]
    games = [player.get("/v1/queue/me").json["game"] for player in (first, second, *players)]
    assert games[2] == games[3] is not None
    assert {*games[:2]} == {games[2], None}, "only one of the two"


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
@pytest.mark.parametrize("way", ["follows", "blocks"])
def test_a_player_is_named_by_a_uuid(house: House, way: str, method: str) -> None:
    refused(house.player().call(method, f"/v1/players/me/{way}/Mio"), 404, "no-such-player")


def test_a_player_who_blocks_me_cannot_be_followed(house: House) -> None:
    me, other = house.player(), house.player()
    other.call("PUT", f"/v1/players/me/blocks/{me.id}")
    refused(me.call("PUT", f"/v1/players/me/follows/{other.id}"), 404, "no-such-player")
    refused(me.call("PUT", f"/v1/players/me/follows/{me.id}"), 404, "no-such-player")
    assert [one["id"] for one in other.get("/v1/players/me/blocks").json["players"]] == [me.id]
    other.delete(f"/v1/players/me/blocks/{me.id}")
    assert me.call("PUT", f"/v1/players/me/follows/{other.id}").status_code == 204


def test_players_who_block_each_other_do_not_sit_at_the_same_table(house: House) -> None:
    host, me, third = (house.player() for _ in range(3))
    game = host.post("/v1/games", {"ruleset": "durak", "seats": 4, "listed": True}).json["id"]
    assert third.post(f"/v1/games/{game}/seats").status_code == 201
    third.call("PUT", f"/v1/players/me/blocks/{me.id}")
    told = refused(me.post(f"/v1/games/{game}/seats"), 409, "seat-refused")
    assert "block" not in str(told).lower(), "nobody learns who blocks them"
    third.delete(f"/v1/players/me/blocks/{me.id}")
    me.call("PUT", f"/v1/players/me/blocks/{host.id}")
    refused(me.post(f"/v1/games/{game}/seats"), 409, "seat-refused")
    me.delete(f"/v1/players/me/blocks/{host.id}")
    assert me.post(f"/v1/games/{game}/seats").status_code == 201


def test_a_block_takes_no_seat_away(house: House) -> None:
    table = house.table(2)
    me, other = table.people
    other.call("PUT", f"/v1/players/me/blocks/{me.id}")
    assert me.delete(f"{table.path}/seats/me").status_code == 200
    assert me.post(f"{table.path}/seats").status_code == 201


def test_players_who_block_each_other_do_not_meet_in_a_rematch(house: House) -> None:
    table = over(house)
    first, second, third = table.people
    second.call("PUT", f"/v1/players/me/blocks/{first.id}")
    assert first.post(f"{table.path}/rematch").status_code == 201
    refused(second.post(f"{table.path}/rematch"), 409, "seat-refused")
    assert third.post(f"{table.path}/rematch").status_code == 201


def test_comments_of_a_player_whom_i_block_are_not_shown_to_me(house: House) -> None:
    table = house.table(2, ruleset="durak")
    while table.people[0].view(table.id)["status"] != "finished":
        for person in table.people:
            if actions := actions_of(person.view(table.id)):
                assert person.post(f"{table.path}/actions", actions[-1]).status_code == 200
    me, other = table.people
    path = f"{table.path}/rounds/1/comments"
    version = me.get(f"{table.path}/rounds/1/review").json["frames"][0]["version"]
    for player in (me, other):
        assert player.post(path, {"version": version, "text": f"by {player.id}"}).status_code == 201

    def authors(reader: Caller) -> set[str]:
        return {comment["player"] for comment in reader.get(path).json["comments"]}

    assert authors(me) == {me.id, other.id}
    me.call("PUT", f"/v1/players/me/blocks/{other.id}")
    assert authors(me) == {me.id}
    assert authors(other) == {me.id, other.id}, "nobody learns who blocks them"
