"""Decisions that only a search finds, and the time that a player takes for them, in whole games."""

from collections.abc import Mapping, Sequence
from math import log2

import pytest
from msgspec.structs import replace

from domain.game.game_events import SeatLeft
from domain.log.events import Event
from domain.running.self_play import play
from domain.signals import assistance
from domain.signals.assistance import LONGEST, SEARCHED, SHORTEST, SearchedRound, pace
from prove.colluders import with_people

PEOPLE = ["ann", "ben", "cho", "dan"]
HELPED = "ann"


def game(key: str, seed: str = "a", rounds: int = 1, seconds: Mapping[int, float] | None = None) -> list[Event]:
    """Return the log of a game between people, of whom the first plays like the expert bot."""
    bots = ["expert", "careful", "careful", "careful"]
    return with_people(play(key, bots, seed, {"rounds": rounds})[0], PEOPLE, seconds or {})


def searched_rounds(log: Sequence[Event]) -> dict[str, list[SearchedRound]]:
    return dict(assistance.searched_rounds("game", log))


def matched(rounds: Sequence[SearchedRound]) -> list[bool]:
    return [one.matched for searched in rounds for one in searched.clear]


@pytest.fixture
def one_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """One decision of each player is searched; twenty take most of the time of a test."""
    monkeypatch.setattr(assistance, "SEARCHED", 1)


def test_a_player_with_help_finds_what_searches_find_and_one_without_does_not():
    helped, others = list[bool](), list[bool]()
    for seed in "abcdef":
        for player, rounds in searched_rounds(game("mustamaija", seed, rounds=2)).items():
            (helped if player == HELPED else others).extend(matched(rounds))
        if len(helped) > 3 and len(others) > 3:
            break
    assert sum(helped) / len(helped) > 0.5
    assert sum(others) == 0


def test_few_decisions_of_a_game_are_searched_and_nobody_knows_which(monkeypatch: pytest.MonkeyPatch):
    log = game("mustamaija", rounds=2)
    monkeypatch.setattr(assistance, "SEARCHED", 2)
    drawn = set()
    for digest in "012":
        log[-1].digest = digest
        found = [
            [one.version for searched in rounds for one in searched.clear] for rounds in searched_rounds(log).values()
        ]
        assert all(len(versions) <= 2 < SEARCHED and versions == sorted(versions) for versions in found)
        drawn.add(f"{found}")
    assert len(drawn) > 1


def test_what_bots_and_the_clock_did_is_left_out():
    log = game("dobon-sato")
    [taken] = [event for event in log if event.type == "seat-taken" and event.public.seat == 1]
    taken.public.bot_account = True
    for event in log:
        if event.public.get("seat") == 2 and event.type == "cards-drawn":
            event.public.by_clock = True
    found = searched_rounds(log)
    assert "ben" not in found
    by_clock = {event.version for event in log if event.public.get("by_clock")}
    assert by_clock.isdisjoint(clear.version for rounds in found.values() for one in rounds for clear in one.clear)


def test_pace_is_the_time_for_easy_decisions_less_that_for_hard_ones():
    assert pace([(False, 2.0), (False, 8.0), (True, 8.0), (True, 32.0)]) == -2
    assert pace([(False, 16.0), (True, 4.0)]) == 2
    assert pace([(False, 0.0), (True, 86_400.0)]) == log2(SHORTEST) - log2(LONGEST)
    assert pace([(False, 2.0)]) is None
    assert pace([(True, 2.0)]) is None


@pytest.mark.usefixtures("one_search")
def test_a_seat_that_takes_a_second_for_each_decision_has_an_even_pace():
    """Whatever the others do, and without decisions for which others were asked too."""
    log = game("dobon-sato", rounds=3)
    own = {event.version: 1.0 for event in log if event.public.get("seat") == 0}
    found = [one.pace for one in searched_rounds(game("dobon-sato", rounds=3, seconds=own))[HELPED]]
    assert {pace for pace in found if pace is not None} == {0}


@pytest.mark.usefixtures("one_search")
def test_a_player_who_changed_its_seat_before_the_deal_keeps_its_rounds():
    """Ann sits down on seat 1, stands up and takes seat 0, and a bot gets seat 1."""
    bots = ["careful"] * 4
    log = with_people(play("dobon-sato", bots, "seats", {"rounds": 3})[0], ["ann", None, "cho", "dan"], {})
    taken = next(event for event in log if event.type == "seat-taken")
    log[1:1] = [Event(replace(taken.public, seat=1)), Event(SeatLeft(1))]
    assert searched_rounds(log).keys() == {"ann", "cho", "dan"}
