from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from domain.game.claims import claim_in
from domain.game.missed_calls import find_missed
from domain.game.registry import ruleset
from domain.game.statistics import BOUNDARIES, EVERYBODY, TYPES, Tallies, Tally, calls_on, strategy, tally_of_log
from domain.log.events import Event
from domain.ruleset.ranks import ranked
from tests.domain.made_events import made
from tests.golden.record import HERE, read

LOGS = sorted(HERE.glob("*.jsonl"))


@cache
def recorded(path: Path) -> tuple[list[Event], dict[int, Event], dict[int, list[int]]]:
    log = read(path)
    return log.events, {event.version: event for event in log.events}, find_missed(log.ruleset, log.seats, log.events)


def tallies(path: Path, upto: int = 10**9, after: int = 0) -> Tallies:
    log, on, missed = recorded(path)
    events = [event for event in log if event.version > after or event.type in TYPES]
    return tally_of_log(events, on, missed, upto, after)


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_call_is_never_overlooked(path: Path) -> None:
    log = read(path)
    rules = ruleset(log.ruleset)
    made = [event.type for event in log.events if claim_in(rules, event) is not None]
    assert {*made} <= set(TYPES)
    assert len(calls_on(log.ruleset, log.events)) == len(made)


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_the_counts_agree_with_the_log(path: Path) -> None:
    log = read(path)
    found = tallies(path)
    everybody = Tally()
    for who, tally in found.by.items():
        if who != EVERYBODY:
            everybody.add(tally)
    rules = ruleset(log.ruleset)
    claims = [claim for event in log.events if (claim := claim_in(rules, event)) is not None]
    types = Counter(event.type for event in log.events)
    on = {event.version: event.type for event in log.events}
    true = [claim for claim in claims if claim["valid"] and on[claim["on"]] not in ("round-dealt", "card-flipped")]
    of_all = found.by.get(EVERYBODY, Tally())
    assert (of_all.rounds, of_all.games) == (types["round-ended"], types["game-ended"])
    dealt = [event.public for event in log.events if event.type == "round-dealt"]
    assert of_all.withheld == everybody.withheld == sum(len(public.withheld) for public in dealt)
    assert of_all.cuts == everybody.cuts == sum(bool(event.public.get("link")) for event in log.events)
    assert everybody.rounds == log.seats * types["round-ended"]
    assert everybody.games == log.seats * types["game-ended"]
    ended = [event.public for event in log.events if event.type == "round-ended"]
    assert everybody.wins == sum(end.winner is not None for end in ended)
    assert everybody.losses == sum(len(end.losers) for end in ended)
    assert everybody.points == sum(sum(end.points) for end in ended)
    said = [
        len(claims), sum(not claim["valid"] for claim in claims), sum(claim["kind"] != "counter" for claim in true),
        sum(claim["kind"] == "counter" for claim in true),
    ]  # fmt: skip
    counted = [everybody.calls, everybody.false_calls, everybody.called, everybody.countered]
    if types["seat-handed-over"]:
        assert all(mine <= all_there_are for mine, all_there_are in zip(counted, said, strict=True))
    else:
        assert counted == said


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_counting_in_parts_equals_counting_at_once(path: Path) -> None:
    whole = tallies(path)
    versions = [event.version for event in read(path).events if event.type in BOUNDARIES]
    found: dict[str, Tally] = {}
    standings = []
    for after, upto in pairwise([0, *versions]):
        new = tallies(path, upto, after)
        for who, tally in new.by.items():
            found.setdefault(who, Tally()).add(tally)
        standings.append(new.standing)
    assert found == whole.by
    assert standings[-1:] == [whole.standing] * bool(versions)
    assert not any(standings[:-1])


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_running_round_is_not_counted(path: Path) -> None:
    events = read(path).events
    boundary = 1
    for event in events:
        if event.type in BOUNDARIES:
            boundary = event.version
        assert tallies(path, event.version) == tallies(path, boundary)


@pytest.mark.parametrize(
    ("standings", "ranks"),
    [
        ([(-3, 0), (-1, 0), (0, 0)], [1, 2, 3]),
        ([(0, 0), (0, 0), (1, 0)], [1, 1, 3]),
        ([(0, 2), (0, 1), (1, 0), (-5, 9)], [3, 2, 4, 1]),
    ],
)
def test_points_decide_a_game_and_places_where_points_are_equal(
    standings: list[tuple[int, int]], ranks: list[int]
) -> None:
    assert ranked(standings) == ranks


def game(*events: tuple[str, dict[str, object]]) -> tuple[list[Event], dict[int, Event]]:
    log = [made("game-created", {"ruleset": "dobon-sato", "seats": 2, "options": {}, "listed": True})]
    log += [made(kind, public) for kind, public in events]
    for version, event in enumerate(log, 1):
        event.version = version
    return log, {event.version: event for event in log}


SEATED = (
    ("seat-taken", {"seat": 0, "player": "p", "bot": None, "anchor": "a0"}),
    ("seat-taken", {"seat": 1, "player": None, "bot": "careful", "anchor": None}),
)
CALL = ("dobon-called", {"seat": 0, "kind": "call", "on": 5, "card": "S1", "formulas": [], "valid": False, "hand": []})
ROUND = (
    ("round-ended", {"winner": 1, "losers": [0], "points": [-1, 1]}),
    ("round-revealed", {"round": 1, "secret": ""}),
)


def test_a_stand_in_plays_for_the_absent_player_and_its_calls_are_not_counted() -> None:
    log, on = game(
        *SEATED, ("seat-handed-over", {"seat": 0, "bot": "careful"}), ("cards-played", {"seat": 1}), CALL, *ROUND
    )
    found = tally_of_log(log, on, {}, 99).by
    assert found == {
        "p": Tally(rounds=1, losses=1, points=-1),
        strategy("careful"): Tally(rounds=1, wins=1, points=1),
        EVERYBODY: Tally(rounds=1),
    }


def test_calls_of_a_player_who_came_back_count_again() -> None:
    back = ("seat-resumed", {"seat": 0, "bot": None})
    log, on = game(*SEATED, back, ("cards-played", {"seat": 1}), CALL, *ROUND)
    assert tally_of_log(log, on, {}, 99).by["p"] == Tally(rounds=1, losses=1, points=-1, calls=1, false_calls=1)


def test_abandoned_rounds_and_games_are_not_counted() -> None:
    log, on = game(
        *SEATED, ("cards-played", {"seat": 1}), ("passed", {"seat": 1}), CALL, ("game-abandoned", {"reason": "admin"})
    )
    found = tally_of_log(log, on, {}, 99)
    assert (found.by, found.standing) == ({}, None)


TIMED_OUT = ("cards-drawn", {"seat": 0, "why": "choice", "by_clock": True})


@pytest.mark.parametrize(
    "end", [ROUND, [("game-abandoned", {"reason": "admin", "secret": ""})]], ids=["revealed", "abandoned"]
)
def test_turns_of_a_player_and_of_the_clock_are_counted_even_if_the_game_is_abandoned(
    end: list[tuple[str, dict[str, object]]],
) -> None:
    log, on = game(*SEATED, ("cards-played", {"seat": 0}), TIMED_OUT, ("cards-played", {"seat": 1}), *end)
    found = tally_of_log(log, on, {}, 99).by
    assert (found["p"].turns, found["p"].timeouts) == (2, 1)
    assert found.get(strategy("careful"), Tally()).turns == 0
    assert tally_of_log(log, on, {}, len(log) - len(end)).by == {}, "not before"


def test_turns_of_a_stand_in_and_the_draw_for_a_false_call_are_not_counted() -> None:
    away = ("seat-handed-over", {"seat": 0, "bot": "careful"})
    drawn = ("cards-drawn", {"seat": 0, "why": "false-call"})
    log, on = game(*SEATED, drawn, away, TIMED_OUT, *ROUND)
    assert tally_of_log(log, on, {}, 99).by["p"].turns == 0


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_no_turn_that_the_clock_played_is_overlooked(path: Path) -> None:
    log = read(path)
    by_clock = {event.type for event in log.events if event.public.get("by_clock")}
    assert by_clock - {"seat-readied", "card-flipped"} <= set(TYPES), "a dealer who turns a card up decides nothing"


@pytest.mark.parametrize(("withheld", "cuts"), [([], 1), ([{"seat": 0, "why": "clock"}], 0)])
def test_cuts_and_withheld_links_are_counted_also_in_a_game_that_is_abandoned(
    withheld: list[object], cuts: int
) -> None:
    dealt = ("round-dealt", {"round": 1, "withheld": withheld})
    log, on = game(*SEATED, dealt, ("game-abandoned", {"reason": "admin", "secret": ""}))
    counted = Tally(cuts=cuts, withheld=1 - cuts, abandoned=1)
    assert tally_of_log(log, on, {}, 99).by == {
        "p": counted, strategy("careful"): Tally(abandoned=1), EVERYBODY: counted,
    }  # fmt: skip


def test_a_game_abandoned_before_its_first_link_and_deal_is_not_counted() -> None:
    refused = ("seat-readied", {"seat": 0, "link": None})
    log, on = game(*SEATED, refused, ("game-abandoned", {"reason": "admin", "secret": None}))
    assert tally_of_log(log, on, {}, 99).by == {}


def test_a_game_abandoned_after_a_link_is_counted_though_nothing_was_dealt() -> None:
    linked = ("seat-readied", {"seat": 0, "link": "00" * 32})
    log, on = game(*SEATED, linked, ("game-abandoned", {"reason": "admin", "secret": ""}))
    assert tally_of_log(log, on, {}, 99).by == dict.fromkeys(("p", strategy("careful"), EVERYBODY), Tally(abandoned=1))
