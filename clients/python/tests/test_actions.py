from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import pytest

from connections import Intercepting, NewPlayer, join
from dobon_client import Dobon, DobonError, Table
from dobon_client.types import DobonSatoOptions, LegalAction

GRACE_SECONDS = 1
LATE = timedelta(seconds=5)
"""A machine at full load answers late, but a client that waits by a wrong clock would be late by hours."""
OPTIONS: DobonSatoOptions = {
    "claim_grace_seconds": GRACE_SECONDS,
    "turn_seconds": 0,
    "answer_seconds": 0,
    "claim_hints": True,
}


def beginning_too_early(first: Dobon, second: Dobon) -> tuple[Table, Table, LegalAction]:
    """Open a game that the second player begins, after the grace time and by the returned entry."""
    for game in games(first, second):
        table = second.table(game)
        for entry in table.view["actions"]:
            if entry["action"]["type"] == "play" and "allowed_from" in entry:
                return first.table(game), table, entry
    raise AssertionError


def games(first: Dobon, second: Dobon) -> Iterator[str]:
    while True:
        opened = first.games.open({"ruleset": "dobon-sato", "seats": 2, "options": OPTIONS})
        join(first, opened["id"], second)
        yield opened["id"]


def test_an_action_is_sent_at_its_moment_by_the_servers_time_alone(first: Dobon, new_player: NewPlayer) -> None:
    transport = Intercepting()
    second = new_player(transport)
    _, table, play = beginning_too_early(first, second)
    moment, before = datetime.fromisoformat(play["allowed_from"]), len(transport.actions())
    played = table.act(play)["events"][0]
    assert played["type"] == "cards-played"
    assert len(transport.actions()) == before + 1
    assert moment <= datetime.fromisoformat(played["at"]) < moment + LATE


def test_an_action_that_comes_too_early_is_sent_again_at_the_moment_that_the_refusal_names(
    first: Dobon, new_player: NewPlayer
) -> None:
    transport = Intercepting()
    second = new_player(transport)
    _, table, play = beginning_too_early(first, second)
    before = len(transport.actions())
    assert table.act(play["action"])["events"][0]["type"] == "cards-played"
    assert len(transport.actions()) == before + 2


def test_a_result_holds_a_receipt_of_its_head_on_request(first: Dobon, second: Dobon) -> None:
    _, table, play = beginning_too_early(first, second)
    result = table.act(play, receipt=True)
    receipt = result["receipt"]
    assert (receipt["game"], receipt["version"], receipt["head"]) == (table.game, result["version"], result["head"])
    assert receipt["kid"] in [key["kid"] for key in first.server.keys()["keys"]]
    assert first.games.receipt(table.game)["version"] >= result["version"]


def test_the_next_view_comes_as_soon_as_another_player_moves(first: Dobon, second: Dobon) -> None:
    waiting, table, play = beginning_too_early(first, second)
    known = waiting.view["version"]
    with ThreadPoolExecutor(1) as pool:
        waited = pool.submit(waiting.next)
        table.act(play)
        assert waited.result()["version"] > known


def test_waiting_for_the_next_view_is_quiet_while_an_action_is_not_allowed_yet_and_ends_when_it_is(
    first: Dobon, new_player: NewPlayer
) -> None:
    transport = Intercepting()
    _, table, play = beginning_too_early(first, new_player(transport))
    before, version = len(transport.sent), table.view["version"]
    view = table.next()
    assert len(transport.sent) == before + 1
    assert view["version"] == version
    assert not any("allowed_from" in entry for entry in view["actions"])
    assert datetime.fromisoformat(view["now"]) >= datetime.fromisoformat(play["allowed_from"])


def test_a_view_that_has_changed_refuses_an_action_with_its_old_tag(first: Dobon, second: Dobon) -> None:
    _, table, play = beginning_too_early(first, second)
    with pytest.raises(DobonError) as raised:
        table.act(play, if_match='"1-s1"')
    assert raised.value.code == "precondition-failed"
