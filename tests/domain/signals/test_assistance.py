"""Decisions that only a search finds, and the time that a player takes for them, in whole games."""

from collections.abc import Mapping, Sequence

from domain.log.events import Event
from domain.running.self_play import play
from domain.signals.assistance import SEARCHED, SearchedRound, searched_rounds
from prove.colluders import with_people

PEOPLE = ["ann", "ben", "cho", "dan"]
HELPED = "ann"


def game(key: str, seed: str = "a", rounds: int = 1, seconds: Mapping[int, float] | None = None) -> list[Event]:
    """Return the log of a game between people, of whom the first plays like the expert bot."""
    bots = ["expert", "careful", "careful", "careful"]
    return with_people(play(key, bots, seed, {"rounds": rounds})[0], PEOPLE, seconds or {})


def matched(rounds: Sequence[SearchedRound]) -> list[bool]:
    return [one.matched for searched in rounds for one in searched.clear]


def test_a_player_with_help_finds_what_searches_find_and_one_without_does_not():
    helped, others = list[bool](), list[bool]()
    for seed in "abcdef":
        for player, rounds in searched_rounds("game", game("mustamaija", seed, rounds=2)).items():
            (helped if player == HELPED else others).extend(matched(rounds))
        if len(helped) > 3 and len(others) > 3:
            break
    assert sum(helped) / len(helped) > 0.5
    assert sum(others) == 0


def test_few_decisions_of_a_round_are_searched_and_nobody_knows_which():
    log = game("mustamaija", rounds=2)
    found = searched_rounds("game", log)
    assert all(len(one.clear) <= SEARCHED for rounds in found.values() for one in rounds)
    drawn = set()
    for digest in "012":
        log[-1].digest = digest
        rounds = searched_rounds("game", log).values()
        drawn.add(tuple(one.version for of in rounds for searched in of for one in searched.clear))
    assert len(drawn) > 1


def test_what_bots_and_the_clock_did_is_left_out():
    log = game("dobon-sato")
    [taken] = [event for event in log if event.type == "seat-taken" and event.public.seat == 1]
    taken.public.bot_account = True
    for event in log:
        if event.public.get("seat") == 2 and event.type == "cards-drawn":
            event.public.by_clock = True
    found = searched_rounds("game", log)
    assert "ben" not in found
    by_clock = {event.version for event in log if event.public.get("by_clock")}
    assert by_clock.isdisjoint(clear.version for rounds in found.values() for one in rounds for clear in one.clear)


def test_pace_is_the_time_for_easy_decisions_less_that_for_hard_ones():
    """A seat that takes a second for each of its decisions has a pace of 0, whatever the others do."""
    log = game("dobon-sato", rounds=3)
    own = {event.version: 1.0 for event in log if event.public.get("seat") == 0}
    found = [one.pace for one in searched_rounds("game", game("dobon-sato", rounds=3, seconds=own))[HELPED]]
    assert {pace for pace in found if pace is not None} == {0}
