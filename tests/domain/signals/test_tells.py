"""What a player spares or feeds another one, in whole games."""

from collections import Counter
from collections.abc import Sequence

import pytest

from domain.game.missed_calls import find_missed
from domain.game.registry import RULESETS
from domain.log.events import Event
from domain.running.self_play import play
from domain.signals.pairs import player_rounds
from domain.signals.tells import TELLS, Sight, favours, look_at
from prove.colluders import with_people

PEOPLE = ["ann", "ben", "cho", "dan"]


def game(key: str, seed: str = "tells", rounds: int = 3) -> list[Event]:
    """Return the log of a game between people who play like bots."""
    bots = ["careful", "novice", "careful", "careful"]
    return with_people(play(key, bots, seed, {"rounds": rounds})[0], PEOPLE, {})


def sights(log: Sequence[Event]) -> list[Sight]:
    return look_at("game", log)[1]


def told(log: Sequence[Event], tell: str) -> list[Sight]:
    return [one for one in sights(log) if one.tell == tell]


@pytest.mark.parametrize("key", RULESETS)
def test_every_ruleset_has_tells_of_all_people(key: str):
    found = [one for number in range(3) for one in sights(game(key, f"{number}"))]
    assert {one.seat for one in found} == {0, 1, 2, 3}
    assert all(one.seat != one.other and -1 <= one.value <= 1 for one in found)
    assert {one.tell for one in found} <= {*TELLS}


@pytest.mark.parametrize("key", ["dobon-sato", "dobon-kawagoe"])
def test_a_call_counts_1_if_its_right_ended_unused_and_0_if_it_was_made(key: str):
    for seed in ("a", "b", "c", "d"):
        log = game(key, seed)
        missed = find_missed(key, 4, log)
        by_call = {event.version for event in log if event.type == "dobon-called"}
        withheld = [one for one in told(log, "call-withheld") if one.value == 1]
        assert all(one.seat in missed[one.version] and one.version not in by_call for one in withheld)
        made = [one for one in told(log, "call-withheld") if one.value == 0]
        true = [event for event in log if event.type == "dobon-called" and event.public.valid]
        owned = {event.version: event.public.seat for event in log if event.type in ("cards-played", "dobon-called")}
        expected = [
            (event.version, event.public.seat, owned[event.public.on]) for event in true if event.public.on in owned
        ]
        assert [(one.version, one.seat, one.other) for one in made] == expected


def test_a_fed_card_is_one_on_which_the_other_can_call():
    """A seat that called on it could; the feeder is not blamed for the only number it could lay."""
    for seed in ("a", "b", "c", "d", "e", "f"):
        log = game("dobon-sato", seed)
        fed = {(one.version, one.other): one.value for one in told(log, "card-fed")}
        laid = {event.version: event for event in log if event.type == "cards-played"}
        for event in log:
            if event.type == "dobon-called" and event.public.valid and event.public.kind == "call":
                value = fed.get((event.public.on, event.public.seat))
                assert value is None or value > 0
        assert {version for version, _ in fed} <= laid.keys()


def test_doubts_of_one_lie_add_up_to_nothing():
    """A lie that nobody doubts tells nothing about anybody, and of one that is doubted all have a part."""
    totals = Counter[int]()
    for one in told(game("doubt", rounds=1), "doubt-withheld"):
        totals[one.version] += round(one.value * 1000)
    assert totals
    assert all(abs(total) <= 3 for total in totals.values())


def test_bots_and_bot_accounts_decide_nothing_but_are_opponents():
    log = game("dobon-sato")
    [taken] = [event for event in log if event.type == "seat-taken" and event.public.seat == 2]
    taken.public.bot_account = True
    found = sights(log)
    assert {one.seat for one in found} == {0, 1, 3}
    assert 2 in {one.other for one in found}
    rounds = player_rounds("game", log)
    assert rounds.keys() == {"ann", "ben", "dan"}
    assert rounds["ann"][0].seen.others == ("ben", "cho", "dan")


def test_rounds_have_the_points_of_their_player_and_all_decisions():
    log = game("durak")
    rounds = player_rounds("game", log)
    ended = [event.public.points for event in log if event.type == "round-ended"]
    for seat, player in enumerate(PEOPLE):
        assert [one.points for one in rounds[player]] == [points[seat] for points in ended]
    counted = sum(count for played in rounds.values() for one in played for count, _ in one.seen.tells.values())
    assert counted == len(sights(log))


def test_favours_are_those_of_a_pair_in_both_ways():
    log = game("durak")
    found = [*favours("game", log, {"ann", "cho"})]
    assert {by for by, _ in found} <= {"ann", "cho"}
    assert all({one.seat, one.other} == {0, 2} and one.value > 0 for _, one in found)
    assert len(found) == sum({one.seat, one.other} == {0, 2} and one.value > 0 for one in sights(log))
