"""The dangers of a finished round, moment by moment."""

from functools import cache
from itertools import islice

import pytest

from domain.game.registry import RULESETS
from domain.log.events import Event, seen_by
from domain.review.review import frames
from domain.review.round_dangers import dangers
from domain.running.self_play import GAME, play

SHORT = {"doubt": {"penalty": "exchange_two"}}


@cache
def log_of(key: str) -> tuple[Event, ...]:
    """Return the log of two rounds of careful bots."""
    found, _ = play(key, ["careful"] * 3, "dangers", {"rounds": 2, **SHORT.get(key, {})})
    return tuple(found)


@pytest.mark.parametrize("key", RULESETS)
@pytest.mark.parametrize("number", [1, 2])
def test_each_frame_of_the_review_has_a_moment(key: str, number: int):
    moments = [*dangers(GAME, log_of(key), number, 1)]
    shown = [*frames(GAME, log_of(key), number, seat=1)]
    assert [moment["version"] for moment in moments] == [frame["version"] for frame in shown]
    for moment, frame in zip(moments, shown, strict=True):
        if moment["dangers"]:
            assert [danger["cards"] for danger in moment["dangers"]] == [[card] for card in frame["hands"][1]]
    assert bool(any(moment["dangers"] for moment in moments)) == (RULESETS[key].calls is not None)
    assert [moment["dangers"] for moment in moments[-2:]] == [[], []]


def test_moments_begin_with_the_given_one():
    log = log_of("dobon-sato")
    whole = [*dangers(GAME, log, 2, 0)]
    assert [*dangers(GAME, log, 2, 0, first=4)] == whole[3:]


@pytest.mark.parametrize("key", ["dobon-sato", "dobon-kawagoe", "doubt"])
def test_dangers_use_only_what_the_seat_saw(key: str):
    log = log_of(key)
    known = [seen_by(event, 2) for event in log]
    assert [*dangers(GAME, known, 1, 2)] == [*dangers(GAME, log, 1, 2)]


def test_the_chance_of_a_lie_is_told_of_the_plays_of_others():
    lies = [moment["lie"] for moment in dangers(GAME, log_of("doubt"), 1, 1) if moment["lie"]]
    assert lies
    assert {lie["seat"] for lie in lies} == {0, 2}
    assert all(0 <= lie["chance"] <= 1 for lie in lies)


def test_a_caller_has_its_likeliest_hands():
    moments = islice(dangers(GAME, log_of("dobon-sato"), 1, 0), 20, None)
    callers = [caller for moment in moments for danger in moment["dangers"] for caller in danger["callers"]]
    assert callers
    for caller in callers:
        told = [wait["chance"] for wait in caller["waits"]]
        assert told == sorted(told, reverse=True)
        assert 0 not in [caller["seat"] for caller in callers]
