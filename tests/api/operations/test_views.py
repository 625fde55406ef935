from threading import Thread
from typing import Any

import pytest

from api.streaming.hub import UpdateHub, update_hub
from prove.harness.application import House
from tests.api.conftest import refused


def test_the_entity_tag_of_a_view_names_version_and_viewer(house: House) -> None:
    table, stranger = house.table(listed=True), house.player("Stranger")
    version = table.log()[0]
    assert [person.get(f"{table.path}/view").headers["ETag"] for person in table.people] == [
        f'"{version}-s0"',
        f'"{version}-s1"',
    ]
    assert stranger.get(f"{table.path}/view").headers["ETag"] == f'"{version}-watch"'


def test_an_unchanged_view_is_a_304(house: House) -> None:
    table = house.table()
    tag = table.people[0].get(f"{table.path}/view").headers["ETag"]
    for known in (tag, f'"1-s0", {tag}', f"W/{tag}", "*"):
        response = table.people[0].get(f"{table.path}/view", headers={"If-None-Match": known})
        assert (response.status_code, response.data, response.headers["ETag"]) == (304, b"", tag)
    other = table.people[1].get(f"{table.path}/view", headers={"If-None-Match": tag})
    assert other.status_code == 200
    table.turn.act(table.id, "draw")
    assert table.people[0].get(f"{table.path}/view", headers={"If-None-Match": tag}).status_code == 200


def test_the_view_of_a_version_never_changes(house: House) -> None:
    table = house.table()
    me, seen = table.people[0], {}
    for _ in range(6):
        response = me.get(f"{table.path}/view")
        seen[response.json["version"]] = response
        table.turn.act(table.id, "draw")
    for version, response in seen.items():
        again = me.get(f"{table.path}/view?at={version}")
        assert again.data == response.data
        assert again.headers["ETag"] == response.headers["ETag"]


def test_a_view_from_before_the_player_joined_is_the_public_part(house: House) -> None:
    table = house.table()
    assert table.people[1].get(f"{table.path}/view?at=1").json["players"] == []
    assert table.people[1].get(f"{table.path}/view?at=3").json["round"] is None


@pytest.mark.parametrize("at", [99, 999_999_999])
def test_an_unknown_version_has_no_view(house: House, at: int) -> None:
    refused(
        house.old().people[0].get(f"{house.old().path}/view?at={at * 1000 % 1_000_000_000}"), 404, "no-such-version"
    )


@pytest.mark.parametrize("query", ["at=0", "at=x", "at=-1", "wait=61", "wait=-1", "wait=x", "wait=1e9", "until=3"])
def test_an_invalid_query_of_a_view_is_refused(house: House, query: str) -> None:
    refused(house.old().people[0].get(f"{house.old().path}/view?{query}"), 422, "bad-parameter")


def test_a_wait_of_zero_seconds_ends_at_once(house: House) -> None:
    old = house.old()
    tag = old.people[0].get(f"{old.path}/view").headers["ETag"]
    waited = old.people[0].get(f"{old.path}/view?wait=0", headers={"If-None-Match": tag})
    assert waited.status_code == 304
    assert "Retry-After" not in waited.headers


def test_a_waiting_client_is_answered_at_once(house: House) -> None:
    table = house.table()
    waiter, tag = table.waiting, table.waiting.get(f"{table.path}/view").headers["ETag"]
    answers: list[Any] = []

    def wait() -> None:
        answers.append(waiter.get(f"{table.path}/view?wait=60", headers={"If-None-Match": tag}))

    thread = Thread(target=wait)
    thread.start()
    acted = table.turn.act(table.id, "draw")
    thread.join(30)
    assert answers[0].status_code == 200
    assert answers[0].json["version"] == acted.json["version"]


def test_a_commit_wakes_waiting_clients_without_a_query(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[tuple[str, int]] = []
    monkeypatch.setattr(UpdateHub, "notify", lambda _, game, version: heard.append((game, version)))
    table = house.table()
    acted = table.turn.act(table.id, "draw")
    assert heard[-1] == (table.id, acted.json["version"])


def test_a_waiting_client_sees_a_commit_of_another_process(house: House) -> None:
    table = house.table()
    waiter, tag = table.waiting, table.waiting.get(f"{table.path}/view").headers["ETag"]
    answers: list[Any] = []
    thread = Thread(
        target=lambda: answers.append(waiter.get(f"{table.path}/view?wait=60", headers={"If-None-Match": tag}))
    )
    thread.start()
    house.elsewhere(table.turn).act(table.id, "draw")
    thread.join(30)
    assert answers[0].status_code == 200
    assert answers[0].json["version"] == table.log()[0]


def test_a_wait_over_the_limit_ends_at_once_with_a_retry_time(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    old = house.old()
    monkeypatch.setattr(update_hub(house.app), "limit", 0)
    tag = old.people[0].get(f"{old.path}/view").headers["ETag"]
    waited = old.people[0].get(f"{old.path}/view?wait=60", headers={"If-None-Match": tag})
    assert waited.status_code == 304
    assert waited.headers["Retry-After"] == "1"
