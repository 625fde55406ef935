"""Actions that have to wait: a view lists them with `allowed_from`, and it changes by itself when that moment comes."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic
from typing import Any

import pytest

from domain.log.moments import later
from prove.harness.application import START, Caller, House, Table
from tests.api.conftest import refused

GRACE = {"claim_grace_seconds": 3, "turn_seconds": 60}


def plays_of(view: dict[str, Any]) -> list[dict[str, Any]]:
    return [entry for entry in view["actions"] if entry["action"]["type"] == "play"]


def early_table(house: House, ruleset: str = "dobon-sato") -> tuple[Table, Caller]:
    """Return a game in which the player in turn could cover the top later, and that player."""
    if ruleset == "doubt":
        table = house.table(3, ruleset="doubt", options={"min_open_seconds": 3, "window_seconds": 60})
        turn = table.people[0].view(table.id)["round"]["turn"]
        assert (
            table.turn.post(f"{table.path}/actions", plays_of(table.turn.view(table.id))[0]["action"]).status_code
            == 200
        )
        return table, table.people[(turn + 1) % 3]
    table = house.table_where(lambda table: bool(plays_of(table.turn.view(table.id))), ruleset=ruleset, options=GRACE)
    return table, table.turn


@contextmanager
def running(house: House) -> Iterator[None]:
    """Let the clock of the games run from its time on."""
    since, start, stop = monotonic(), house.time.now, Event()

    def run() -> None:
        while not stop.wait(0.002):
            house.time.now = later(start, ms=int((monotonic() - since) * 1000))

    thread = Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


@pytest.mark.parametrize("ruleset", ["dobon-sato", "doubt"])
def test_a_listed_play_says_from_when_it_is_allowed(house: House, ruleset: str) -> None:
    table, player = early_table(house, ruleset)
    path = f"{table.path}/actions"
    view, until = player.view(table.id), later(START, seconds=3)
    assert view["now"] == START
    assert view["round"]["board"]["allowed_from"] == until
    assert {entry["allowed_from"] for entry in plays_of(view)} == {until}
    assert not any("allowed_from" in entry for entry in view["actions"] if entry not in plays_of(view))
    house.time.passes(1)
    answer = player.post(path, plays_of(view)[0]["action"])
    said = refused(answer, 409, "too-early")
    assert (said["allowed_from"], said["now"]) == (until, later(START, seconds=1))
    assert answer.headers["Retry-After"] == "2"
    house.time.passes(2)
    view = player.view(table.id)
    assert plays_of(view)
    assert not any("allowed_from" in entry for entry in view["actions"])
    assert player.post(path, plays_of(view)[0]["action"]).status_code == 200


def test_a_wait_for_the_last_fraction_of_a_second_is_a_second(house: House) -> None:
    table, player = early_table(house)
    play = plays_of(player.view(table.id))[0]["action"]
    house.time.now = later(START, ms=2_990)
    answer = player.post(f"{table.path}/actions", play)
    refused(answer, 409, "too-early")
    assert answer.headers["Retry-After"] == "1"


def test_the_entity_tag_changes_when_waiting_actions_are_allowed(house: House) -> None:
    table, player = early_table(house)
    path = f"{table.path}/view"
    early = player.get(path).headers["ETag"]
    assert early.endswith('-early"')
    assert player.get(path, headers={"If-None-Match": early}).status_code == 304
    assert not table.waiting.get(path).headers["ETag"].endswith('-early"')
    house.time.passes(3)
    answer = player.get(path, headers={"If-None-Match": early})
    assert (answer.status_code, answer.headers["ETag"]) == (200, early.replace("-early", ""))
    assert player.get(path, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


def test_a_waiting_request_is_answered_when_actions_are_allowed(house: House) -> None:
    table, player = early_table(house)
    tag = player.get(f"{table.path}/view").headers["ETag"]
    house.time.now = later(START, ms=2_800)
    with running(house):
        began = monotonic()
        answer = player.get(f"{table.path}/view?wait=30", headers={"If-None-Match": tag})
        waited = monotonic() - began
    assert answer.status_code == 200
    assert 0.1 < waited < 20
    assert answer.json["now"] >= later(START, seconds=3)
    assert not any("allowed_from" in entry for entry in answer.json["actions"])
    assert player.post(f"{table.path}/actions", plays_of(answer.json)[0]["action"]).status_code == 200


def test_other_players_keep_waiting(house: House) -> None:
    table, _ = early_table(house)
    other = table.waiting
    tag = other.get(f"{table.path}/view").headers["ETag"]
    house.time.now = later(START, ms=2_950)
    with running(house):
        answer = other.get(f"{table.path}/view?wait=1", headers={"If-None-Match": tag})
    assert answer.status_code == 304


def test_an_early_tag_is_a_precondition_for_its_version(house: House) -> None:
    table, player = early_table(house)
    tag = player.get(f"{table.path}/view").headers["ETag"]
    house.time.passes(3)
    play = plays_of(player.view(table.id))[0]["action"]
    done = player.post(f"{table.path}/actions", play, headers={"If-Match": tag})
    assert done.status_code == 200
    refused(
        player.post(f"{table.path}/actions", {"type": "draw"}, headers={"If-Match": tag}), 412, "precondition-failed"
    )


def test_every_problem_tells_the_time(house: House) -> None:
    house.time.passes(5)
    assert house.player().get("/v1/games/none/view").json["now"] == house.time.now
    assert house.nobody.get("/v1/games").json["now"] == house.time.now
    assert house.nobody.get("/v1/nothing").json["now"] == house.time.now


def test_a_repeated_command_gets_the_same_answer_at_its_own_moment(house: House) -> None:
    table = house.table()
    key = {"Idempotency-Key": "once"}
    player = table.turn
    first = player.post(f"{table.path}/actions", {"type": "draw"}, headers=key).json
    house.time.passes(7)
    second = player.post(f"{table.path}/actions", {"type": "draw"}, headers=key).json
    assert second["view"].pop("now") == later(first["view"].pop("now"), seconds=7)
    assert first == second
