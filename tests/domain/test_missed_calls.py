"""Missed calls of whole logs: those that a review of each round shows."""

from collections import Counter
from pathlib import Path

import pytest

from domain.game.missed_calls import find_missed
from domain.game.statistics import EVERYBODY, Tally, tally_of_log
from domain.review.review import frames
from tests.domain.made_events import made
from tests.golden.record import HERE, read

LOGS = sorted(HERE.glob("*.jsonl"))


def reviewed(path: Path) -> dict[int, list[int]]:
    log = read(path)
    rounds = sum(event.type == "round-dealt" for event in log.events)
    shown = (frame for number in range(1, rounds + 1) for frame in frames("", log.events, number))
    return {frame["version"]: [one["seat"] for one in frame["missed"]] for frame in shown if frame.get("missed")}


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_missed_calls_are_those_of_the_reviews(path: Path) -> None:
    log = read(path)
    assert find_missed(log.ruleset, log.seats, log.events) == reviewed(path)


def test_the_recorded_games_have_missed_calls_of_both_families() -> None:
    found = Counter[str]()
    for path in LOGS:
        log = read(path)
        found[log.ruleset] += sum(map(len, find_missed(log.ruleset, log.seats, log.events).values()))
    assert all(found[key] for key in ("dobon-sato", "dobon-kawagoe", "doubt")), found


def test_a_missed_call_counts_for_the_player_whose_hand_it_was_when_the_round_is_revealed() -> None:
    seated = [
        made("game-created", {"ruleset": "dobon-sato", "seats": 2}),
        made("seat-taken", {"seat": 0, "player": "p", "bot": None, "anchor": None}),
        made("seat-taken", {"seat": 1, "player": "q", "bot": None, "anchor": None}),
        made("seat-handed-over", {"seat": 1, "bot": "careful"}),
        made("window-closed", {"on": 3}),
        made("round-revealed", {"round": 1, "secret": ""}),
    ]
    for version, event in enumerate(seated, 1):
        event.version = version
    missed = {5: [0, 1]}
    assert tally_of_log(seated, {}, missed, 99).by == {"p": Tally(missed=1)}, "a stand-in plays for the other one"
    assert tally_of_log(seated, {}, missed, 5).by == {}, "the round is not revealed"
    assert EVERYBODY not in tally_of_log(seated, {}, missed, 99, 5).by


def test_a_seat_that_calls_has_missed_nothing() -> None:
    called = 0
    for path in LOGS:
        log = read(path)
        found = find_missed(log.ruleset, log.seats, log.events)
        for event in log.events:
            if event.type in ("dobon-called", "doubt-called") and event.public.valid:
                called += 1
                assert event.public.seat not in found.get(event.version, ())
    assert called > 10
