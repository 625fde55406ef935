"""Challenges over HTTP: who proposes what to whom, and what comes of it."""

from typing import Any

import pytest

from domain.log.moments import later
from infra.commands import challenging
from infra.social import challenges
from prove.harness.application import START, Caller, House
from tests.api.conftest import refused

DURAK = {"ruleset": "durak"}


def proposed(challenger: Caller, player: Caller, **body: Any) -> str:
    made = challenger.post("/v1/challenges", {"player": player.id, **DURAK, **body})
    assert made.status_code == 201, made.json
    assert made.headers["Location"] == f"/v1/challenges/{made.json['id']}"
    return str(made.json["id"])


def news(house: House, player: Caller) -> list[tuple[str, str, str]]:
    """Return challenge, status and the other player of the account's notifications, oldest first."""
    with house.pool.connection() as connection:
        rows = connection.execute(
            "SELECT facts::jsonb->>'challenge', facts::jsonb->>'status', facts::jsonb->>'player' FROM dobon.notifications"
            " WHERE player_id = %s AND kind = 'challenge' ORDER BY position",
            [player.id],
        ).fetchall()
    return [(row[0], row[1], row[2]) for row in rows]


def test_an_accepted_challenge_is_a_game_of_both(house: House) -> None:
    challenger, player = house.player("Aoi"), house.player("Ren")
    one = proposed(challenger, player)
    shown = player.get(f"/v1/challenges/{one}").json
    assert (shown["status"], shown["game"], shown["challenger"]["name"], shown["seats"]) == ("open", None, "Aoi", 2)
    accepted = player.post(f"/v1/challenges/{one}/accept", {}).json
    assert (accepted["status"], accepted["ended_at"]) == ("accepted", START)
    game = challenger.get(f"/v1/challenges/{one}").json["game"]
    assert game == accepted["game"] is not None
    view = challenger.view(game)
    assert [seat["id"] for seat in view["players"]] == [challenger.id, player.id]
    assert view["status"] == "playing"
    assert news(house, player) == [(one, "open", challenger.id)]
    assert news(house, challenger) == [(one, "accepted", player.id)]


def test_strategies_take_the_other_seats(house: House) -> None:
    challenger, player = house.player(), house.player()
    one = proposed(challenger, player, seats=4, bots=["novice"], options={"rounds": 2})
    game = player.post(f"/v1/challenges/{one}/accept").json["game"]
    view = player.view(game)
    assert [seat["bot"] for seat in view["players"]] == [None, None, "novice", "careful"]
    assert view["options"]["rounds"] == 2


def test_a_challenge_is_declined_with_a_reason(house: House) -> None:
    challenger, player = house.player(), house.player()
    one = proposed(challenger, player)
    declined = player.post(f"/v1/challenges/{one}/decline", {"reason": "later"}).json
    assert (declined["status"], declined["reason"], declined["game"]) == ("declined", "later", None)
    assert news(house, challenger) == [(one, "declined", player.id)]
    refused(player.post(f"/v1/challenges/{one}/accept"), 409, "challenge-over")
    other = proposed(challenger, player)
    assert player.post(f"/v1/challenges/{other}/decline").json["reason"] == "no-reason"


def test_a_challenge_is_withdrawn_by_the_challenger_alone(house: House) -> None:
    challenger, player, stranger = house.player(), house.player(), house.player()
    one = proposed(challenger, player)
    for caller in (player, stranger):
        refused(caller.delete(f"/v1/challenges/{one}"), 404, "no-such-challenge")
    for caller in (challenger, stranger):
        refused(caller.post(f"/v1/challenges/{one}/accept"), 404, "no-such-challenge")
        refused(caller.post(f"/v1/challenges/{one}/decline"), 404, "no-such-challenge")
    assert challenger.delete(f"/v1/challenges/{one}").json["status"] == "withdrawn"
    assert challenger.delete(f"/v1/challenges/{one}").status_code == 200
    assert news(house, player) == [(one, "open", challenger.id), (one, "withdrawn", challenger.id)]
    refused(player.post(f"/v1/challenges/{one}/accept"), 409, "challenge-over")
    refused(stranger.get(f"/v1/challenges/{one}"), 404, "no-such-challenge")
    refused(stranger.get("/v1/challenges/x"), 404, "no-such-challenge")


def test_a_challenge_expires(house: House) -> None:
    challenger, player = house.player(), house.player()
    one = proposed(challenger, player, expires_in=30)
    house.time.passes(seconds=29)
    assert player.get(f"/v1/challenges/{one}").json["status"] == "open"
    house.time.passes(seconds=1)
    assert player.get(f"/v1/challenges/{one}").json["status"] == "expired"
    refused(player.post(f"/v1/challenges/{one}/accept"), 409, "challenge-over")


def test_a_repeated_acceptance_gets_the_same_game(house: House) -> None:
    challenger, player = house.player(), house.player()
    one = proposed(challenger, player)
    games = {player.post(f"/v1/challenges/{one}/accept").json["game"] for _ in range(2)}
    assert len(games) == 1
    assert challenger.get("/v1/games?mine=true").json["games"][0]["id"] in games


def test_a_process_that_ends_before_the_game_is_open_loses_no_game(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    challenger, player = house.player(), house.player()
    one = proposed(challenger, player)
    found = challenges.find(house.pool, one, player.id, house.time.now)
    challenges.end(house.pool, found, player.id, challenges.ACCEPTED, house.time.now)
    assert challenger.get("/v1/challenges").json["challenges"][0]["game"] is None
    game = challenger.get(f"/v1/challenges/{one}").json["game"]
    assert player.view(game)["status"] == "playing"
    with monkeypatch.context() as patch:
        patch.setattr(challenging.challenges, "opened", lambda *_: None)
        again = proposed(challenger, player)
        opened = player.post(f"/v1/challenges/{again}/accept").json["game"]
    assert challenger.get(f"/v1/challenges/{again}").json["game"] == opened


def test_blocked_players_cannot_challenge_each_other(house: House) -> None:
    challenger, player = house.player(), house.player()
    before = proposed(challenger, player)
    assert player.call("PUT", f"/v1/players/me/blocks/{challenger.id}").status_code == 204
    for one, other in ((challenger, player), (player, challenger)):
        refused(one.post("/v1/challenges", {"player": other.id, **DURAK}), 409, "challenge-refused")
    refused(player.post(f"/v1/challenges/{before}/accept"), 409, "challenge-refused")


def test_a_player_has_a_limit_of_open_challenges(house: House) -> None:
    challenger, player = house.player(), house.player()
    made = [proposed(challenger, house.player(), expires_in=30) for _ in range(challenges.MOST_MADE)]
    refused(challenger.post("/v1/challenges", {"player": player.id, **DURAK}), 409, "too-many-challenges")
    assert challenger.delete(f"/v1/challenges/{made[0]}").status_code == 200
    proposed(challenger, player)
    house.time.passes(seconds=30)
    proposed(challenger, player)


def test_nobody_gets_more_challenges_than_the_limit(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(challenges, "MOST_RECEIVED", 2)
    player = house.player()
    for _ in range(2):
        proposed(house.player(), player)
    refused(house.player().post("/v1/challenges", {"player": player.id, **DURAK}), 409, "too-many-challenges")


def test_a_player_always_has_room_for_challenges_of_those_it_follows(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(challenges, "MOST_RECEIVED", 1)
    player, friend = house.player(), house.player()
    proposed(house.player(), player)
    refused(friend.post("/v1/challenges", {"player": player.id, **DURAK}), 409, "too-many-challenges")
    assert player.call("PUT", f"/v1/players/me/follows/{friend.id}").status_code == 204
    proposed(friend, player)


def test_a_player_is_not_flooded_by_one_challenger(house: House) -> None:
    challenger, player = house.player(), house.player()
    for _ in range(challenges.MOST_OF_PAIR):
        assert challenger.delete(f"/v1/challenges/{proposed(challenger, player)}").status_code == 200
    refused(challenger.post("/v1/challenges", {"player": player.id, **DURAK}), 409, "too-many-challenges")
    assert player.post("/v1/challenges", {"player": challenger.id, **DURAK}).status_code == 201, "the other way"
    proposed(challenger, house.player())
    house.time.passes(seconds=challenges.PAIR_SECONDS)
    proposed(challenger, player)


def test_challenges_that_led_to_games_are_not_counted_for_a_pair(house: House) -> None:
    challenger, player = house.player(), house.player()
    for _ in range(challenges.MOST_OF_PAIR + 1):
        assert player.post(f"/v1/challenges/{proposed(challenger, player)}/accept").json["game"]


def test_a_challenge_proposes_a_game_that_can_be_played(house: House) -> None:
    challenger, player = house.player(), house.player()
    for wrong, status, code in (
        ({"ruleset": "go"}, 422, "unknown-ruleset"),
        ({"seats": 8}, 422, "bad-seat-count"),
        ({"options": {"rounds": 0}}, 422, "bad-option"),
        ({"bots": ["novice"]}, 422, "too-many-bots"),
        ({"seats": 3, "bots": ["nobody"]}, 422, "unknown-bot"),
        ({"player": challenger.id}, 404, "no-such-player"),
        ({"player": "00000000-0000-4000-8000-000000000000"}, 404, "no-such-player"),
        ({"expires_in": 1}, 422, "bad-body"),
    ):
        refused(challenger.post("/v1/challenges", {"player": player.id, **DURAK, **wrong}), status, code)
    assert challenger.get("/v1/challenges").json["challenges"] == []


def test_challenges_are_listed_newest_first(house: House) -> None:
    challenger, player = house.player(), house.player()
    made = []
    for _ in range(3):
        house.time.passes(seconds=1)
        made.append(proposed(challenger, player))
    for caller in (challenger, player):
        first = caller.get("/v1/challenges?limit=2").json
        rest = caller.get(f"/v1/challenges?limit=2&cursor={first['next']}").json
        assert [one["id"] for one in first["challenges"] + rest["challenges"]] == made[::-1]
        assert rest["next"] is None
    assert house.player().get("/v1/challenges").json["challenges"] == []


def test_the_list_can_leave_out_challenges_that_are_over(house: House) -> None:
    challenger, player = house.player(), house.player()
    declined, expired, withdrawn = (proposed(challenger, player, expires_in=30 + n) for n in (3, 0, 3))
    left = proposed(player, challenger, expires_in=33)
    assert player.post(f"/v1/challenges/{declined}/decline").status_code == 200
    assert challenger.delete(f"/v1/challenges/{withdrawn}").status_code == 200
    house.time.passes(seconds=30)
    for caller in (challenger, player):
        assert [one["id"] for one in caller.get("/v1/challenges?open=true").json["challenges"]] == [left]
        every = {one["id"] for one in caller.get("/v1/challenges").json["challenges"]}
        assert every == {declined, expired, withdrawn, left}


def test_a_challenge_is_kept_for_a_week_after_its_expiry(house: House) -> None:
    challenger, player = house.player(), house.player()
    one = proposed(challenger, player, expires_in=30)
    house.time.now = later(house.time.now, seconds=30 + challenges.KEPT_DAYS * 86_400 - 1)
    proposed(challenger, player)
    assert challenger.get(f"/v1/challenges/{one}").status_code == 200
    house.time.passes(seconds=1)
    proposed(challenger, player)
    refused(challenger.get(f"/v1/challenges/{one}"), 404, "no-such-challenge")


def test_an_erased_player_leaves_no_challenge(house: House) -> None:
    challenger, player = house.player(), house.player()
    one = proposed(challenger, player)
    assert player.delete("/v1/players/me?confirm=true").status_code == 204
    refused(challenger.get(f"/v1/challenges/{one}"), 404, "no-such-challenge")
    refused(challenger.post("/v1/challenges", {"player": player.id, **DURAK}), 404, "no-such-player")


def test_a_challenge_of_a_bot_account_admits_it(house: House) -> None:
    program, player = house.player("Bot"), house.player()
    assert program.call("PUT", "/v1/players/me/bot?confirm=true").status_code == 200
    for one, other in ((program, player), (player, program)):
        game = other.post(f"/v1/challenges/{proposed(one, other)}/accept").json["game"]
        assert one.get(f"/v1/games/{game}").json["bot_accounts"] is True
        assert sorted(seat["kind"] for seat in one.view(game)["players"]) == ["bot", "human"]
