from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import pytest

from dobon_client import Dobon, DobonError
from dobon_client.types import DobonSatoOptions, LegalAction

from conftest import Intercepting, NewPlayer

GRACE_SECONDS = 1
OPTIONS: DobonSatoOptions = {
    "claim_grace_seconds": GRACE_SECONDS,
    "turn_seconds": 0,
    "answer_seconds": 0,
    "claim_hints": True,
}


def covering_too_early(first: Dobon, second: Dobon) -> tuple[str, LegalAction]:
    """Open a game in which the second player may cover a card only after the grace time; return that entry."""
    for game in games(first, second):
        plays = [entry for entry in first.view(game)["actions"] if entry["action"]["type"] == "play"]
        if plays:
            first.act(game, plays[0])
            for entry in second.view(game)["actions"]:
                if entry["action"]["type"] == "play" and "allowed_from" in entry:
                    return game, entry
    raise AssertionError


def games(first: Dobon, second: Dobon) -> Iterator[str]:
    while True:
        opened = first.open_game({"ruleset": "dobon-sato", "seats": 2, "options": OPTIONS})
        second.take_seat(opened["id"], opened.get("join_code"))
        yield opened["id"]


def test_an_action_is_sent_at_its_moment_by_the_servers_time_alone(first: Dobon, new_player: NewPlayer) -> None:
    transport = Intercepting()
    second = new_player(transport)
    game, play = covering_too_early(first, second)
    moment = datetime.fromisoformat(play["allowed_from"])
    played = second.act(game, play)["events"][0]
    assert played["type"] == "cards-played"
    assert len(transport.actions()) == 1
    assert moment <= datetime.fromisoformat(played["at"]) < moment + timedelta(seconds=0.5)


def test_an_action_that_comes_too_early_is_sent_again_at_the_moment_that_the_refusal_names(
    first: Dobon, new_player: NewPlayer
) -> None:
    transport = Intercepting()
    second = new_player(transport)
    game, play = covering_too_early(first, second)
    assert second.act(game, play["action"])["events"][0]["type"] == "cards-played"
    assert len(transport.actions()) == 2


def test_the_next_view_comes_as_soon_as_another_player_moves(first: Dobon, second: Dobon) -> None:
    game, play = covering_too_early(first, second)
    known = first.view(game)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(first.next_view, game, known)
        second.act(game, play)
        assert waiting.result()["version"] > known["version"]


def test_a_view_that_has_changed_refuses_an_action_with_its_old_tag(first: Dobon, second: Dobon) -> None:
    game, play = covering_too_early(first, second)
    with pytest.raises(DobonError) as raised:
        second.act(game, play, if_match='"1-s1"')
    assert raised.value.code == "precondition-failed"
