from threading import Barrier, Thread

import pytest
from werkzeug.test import TestResponse

from prove.harness.application import House, Table
from tests.api.conftest import refused


def test_an_answer_holds_the_new_events_as_the_player_sees_them(house: House) -> None:
    table = house.table()
    player, seat = table.turn, table.people.index(table.turn)
    drawn = player.act(table.id, "draw")
    assert drawn.json["version"] == drawn.json["view"]["version"] == table.log()[0]
    assert drawn.json["head"] == table.log()[2]
    (event,) = drawn.json["events"]
    assert event["type"] == "cards-drawn"
    (card,) = event["sealed"][str(seat)]["cards"]
    assert card in drawn.json["view"]["round"]["hands"][seat]
    assert drawn.headers["ETag"] == f'"{drawn.json["version"]}-s{seat}"'
    assert drawn.json["view"] == player.view(table.id)


def test_a_repeated_key_gets_the_same_bytes_however_far_the_game_has_come(house: House) -> None:
    table, key = house.table(), {"Idempotency-Key": "k"}
    player = table.turn
    first = player.post(f"{table.path}/actions", {"type": "draw"}, headers=key)
    with table.untouched():
        second = player.post(f"{table.path}/actions", {"type": "draw"}, headers=key)
    table.turn.act(table.id, "draw")
    table.turn.act(table.id, "draw")
    with table.untouched():
        third = player.post(
            f"{table.path}/actions", data=b' { "type" :\n"draw" } ', headers={**key, "Content-Type": "application/json"}
        )
    assert first.data == second.data == third.data
    assert first.headers["ETag"] == third.headers["ETag"]


def test_a_repeated_key_is_answered_by_a_new_process(house: House) -> None:
    table, key = house.table(), {"Idempotency-Key": "k"}
    player = table.turn
    first = player.post(f"{table.path}/actions", {"type": "draw"}, headers=key)
    house.forget()
    assert player.post(f"{table.path}/actions", {"type": "draw"}, headers=key).data == first.data


def test_a_repeated_key_is_answered_even_with_an_old_version(house: House) -> None:
    table = house.table()
    player = table.turn
    headers = {"Idempotency-Key": "k", "If-Match": player.get(f"{table.path}/view").headers["ETag"]}
    first = player.post(f"{table.path}/actions", {"type": "draw"}, headers=headers)
    assert first.status_code == 200
    assert player.post(f"{table.path}/actions", {"type": "draw"}, headers=headers).data == first.data


@pytest.mark.parametrize("form", ["{}", "W/{}", "W/{}-gzip"])
def test_a_tag_that_a_proxy_made_weak_names_the_version(house: House, form: str) -> None:
    table = house.table()
    tag = table.turn.get(f"{table.path}/view").headers["ETag"]
    sent = form.replace("{}-gzip", tag[:-1] + '-gzip"').replace("{}", tag)
    player, path = table.turn, f"{table.path}/actions"
    assert player.get(f"{table.path}/view", headers={"If-None-Match": sent}).status_code == 304
    assert player.post(path, {"type": "draw"}, headers={"If-Match": sent}).status_code == 200
    refused(player.post(path, {"type": "pass"}, headers={"If-Match": sent}), 412, "precondition-failed")


def test_the_same_key_of_two_players_is_two_keys(house: House) -> None:
    table, key = house.table(), {"Idempotency-Key": "k"}
    for _ in range(2):
        assert table.turn.post(f"{table.path}/actions", {"type": "draw"}, headers=key).status_code == 200


def test_concurrent_commands_with_one_key_are_done_once(house: House) -> None:
    table, key = house.table(), {"Idempotency-Key": "k"}
    player, before = table.turn, table.log()[1]
    start, answers = Barrier(6), list[TestResponse]()

    def act() -> None:
        start.wait(30)
        answers.append(player.post(f"{table.path}/actions", {"type": "draw"}, headers=key))

    threads = [Thread(target=act) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert [answer.status_code for answer in answers] == [200] * 6
    assert len({answer.data for answer in answers}) == 1
    assert table.log()[1] == before + 1


def test_the_log_comes_in_pages(house: House) -> None:
    table: Table = house.old()
    path, found, after = f"{table.path}/events", [], 0
    while True:
        page = table.people[0].get(f"{path}?after={after}&limit=7").json
        found += page["events"]
        if page["next"] is None:
            break
        assert len(page["events"]) == 7
        after = page["next"]
    assert [event["version"] for event in found] == list(range(1, table.log()[0] + 1))
    assert found[-1]["digest"] == table.log()[2]
    assert table.people[0].get(f"{path}?after=999999").json == {"events": [], "next": None}


def test_the_log_of_a_finished_round_is_open(house: House) -> None:
    table = house.old()
    events = table.people[0].get(f"{table.path}/events?limit=500").json["events"]
    assert all(set(event["sealed"]) == set(event["seals"]) for event in events)
    assert any(event["sealed"] for event in events)
