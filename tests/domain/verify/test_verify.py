"""`verify`: a played log passes; every changed, moved or missing part is found; withheld parts are reported."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from domain.game.registry import RULESETS
from domain.log.chance import RandomStream
from domain.log.events import SERVER, SPECTATOR, Event, seen_by
from domain.log.verdicts import Report, Verdict
from domain.verification.verify import verify, verify_bytes
from prove.harness.match import KAWAGOE, SATO
from prove.harness.random_games import (
    export_lines,
    first_event,
    pick_draws,
    play_game,
    rich_game,
    rich_kawagoe_game,
    short_game,
)
from tests.domain.verify.log_mutations import NONSENSE, with_nonsense

Log = Callable[[], tuple[str, list[Event]]]


def found(report: Report) -> str:
    return "\n".join(problem.what for problem in report.problems)


# Played games


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("false_claim", ["expose", "nothing", "draw_2", "lose"])
def test_a_played_game_passes(seed: int, false_claim: str) -> None:
    stream = RandomStream(bytes([seed]), "options")
    options = {
        "hand_size": 1 + stream.below(5),
        "rounds": 1 + stream.below(3),
        "claim_mode": ("race", "ask_all")[stream.below(2)],
        "initial_card_loser": ("none", "all_others")[stream.below(2)],
        "next_starter": ("loser", "winner", "random")[stream.below(3)],
        "play_after_draw": stream.below(2) == 1,
        "answer_seconds": stream.below(10),
    }
    game = f"good-{seed}"
    events = play_game(game, 2 + stream.below(7), false_claim=false_claim, **options)
    report = verify(export_lines(game, events), events[-1].digest)
    assert report.problems == []
    assert report.unchecked == []
    assert report.ok
    assert (report.game, report.head, report.events) == (game, events[-1].digest, len(events))


def test_a_report_counts_the_checks() -> None:
    game, events = rich_game()
    report = verify(export_lines(game, events), events[-1].digest)
    count = {kind: sum(event.type == kind for event in events) for kind in {event.type for event in events}}
    dealt = next(place for place, event in enumerate(events) if event.type == "round-dealt")
    assert report.ok
    assert report.verdict is Verdict.WHOLE
    family = [event for event in events[dealt:] if event.type in RULESETS[SATO].events and event.type != "round-dealt"]
    assert dict(report.checked) == {
        "digests": len(events),
        "forms": len(events),
        "orders": len(events) - 1,
        "decisions": len(family),
        "secrets": 3,
        "seals": sum(len(event.sealed) for event in events),
        "tables": len(events) - dealt,
        "deals": 3,
        "reshuffles": count["stock-reshuffled"],
        "calls": count["dobon-called"],
        "counters": sum(event.type == "dobon-called" and event.public["valid"] for event in events),
        "draws": count["cards-drawn"],
        "moves": sum(
            count[kind]
            for kind in ("cards-played", "cards-drawn", "passed", "hand-opened", "dobon-called")
            if kind in count
        ),
        "windows": count["window-closed"] + count["round-ended"],
        "results": 3,
    }
    assert any(event.public.get("kind") == "counter" and event.public["valid"] for event in events)
    assert any(event.type == "dobon-called" and not event.public["valid"] for event in events)
    assert min(report.checked.values()) > 0


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("false_claim", ["expose", "nothing", "draw_2", "lose"])
def test_a_played_game_of_kawagoe_passes(seed: int, false_claim: str) -> None:
    stream = RandomStream(bytes([seed]), "options")
    options = {
        "hand_size": 1 + stream.below(5),
        "rounds": 1 + stream.below(3),
        "score_hand": ("payer", "winner", "both")[stream.below(3)],
        "dealer_after_ippatsu": ("same", "winner", "left")[stream.below(3)],
        "voluntary_draw": stream.below(2) == 1,
        "eight_wild": stream.below(2) == 1,
        "answer_seconds": 1 + stream.below(10),
    }
    game = f"good-{seed}"
    events = play_game(game, 2 + stream.below(7), ruleset=KAWAGOE, false_claim=false_claim, **options)
    report = verify(export_lines(game, events), events[-1].digest)
    assert report.problems == []
    assert report.unchecked == []


def test_a_report_counts_the_checks_of_kawagoe() -> None:
    game, events = rich_kawagoe_game()
    report = verify(export_lines(game, events), events[-1].digest)
    count = {kind: sum(event.type == kind for event in events) for kind in {event.type for event in events}}
    assert report.ok
    checked = {
        kind: report.checked[kind] for kind in ("flips", "answers", "plays", "openings", "draws", "windows", "results")
    }
    assert checked == {
        "flips": count["card-flipped"],
        "answers": count["flip-answered"],
        "plays": count["cards-played"],
        "openings": sum(event.public.get("how") == "opening" for event in events),
        "draws": count["cards-drawn"],
        "windows": count["window-closed"] + count["round-ended"],
        "results": 4,
    }  # fmt: skip


def test_a_round_that_ends_in_a_dead_end_passes() -> None:
    events = play_game("dead-end", 5, pick_draws, hand_size=10)
    assert first_event(events, "round-ended").public["reason"] == "dead-end"
    assert verify(export_lines("dead-end", events), events[-1].digest).ok


# Verdicts


def test_a_file_without_its_last_line_feed_is_false() -> None:
    data = "".join(f"{line}\n" for line in export_lines(*short_game())).encode()
    assert verify_bytes(data).verdict is Verdict.WHOLE
    report = verify_bytes(data[:-1])
    assert (report.verdict, report.problems[0].line) == (Verdict.FALSE, data.count(b"\n"))


@pytest.mark.parametrize("log", [rich_game, rich_kawagoe_game, short_game])
def test_a_log_of_which_everything_is_withheld_is_not_whole(log: Log) -> None:
    game, whole = log()
    events = [seen_by(event, SPECTATOR) for event in whole]
    report = verify(export_lines(game, events), events[-1].digest)
    assert (report.problems, report.verdict) == ([], Verdict.SEEN)


@pytest.mark.parametrize("log", [rich_game, rich_kawagoe_game, short_game])
def test_a_log_that_breaks_off_anywhere_is_true_as_far_as_it_can_be_seen(log: Log) -> None:
    game, events = log()
    for length in range(1, len(events), max(1, len(events) // 25)):
        for viewer in (SERVER, SPECTATOR, 1):
            cut = [seen_by(event, viewer) for event in events[:length]]
            report = verify(export_lines(game, cut), cut[-1].digest)
            assert (report.problems, report.verdict) == ([], Verdict.SEEN), (length, viewer)
            assert "The game is not over." in report.unseen


def test_a_problem_names_its_line() -> None:
    game, events = rich_game()
    events[20].public["seat"] = 7
    [problem, *_] = verify(export_lines(game, events)).problems
    assert (problem.version, problem.line) == (21, 22)


# Tampering


def tampered(data: bytes, places: range) -> Iterator[tuple[int, bytes]]:
    for place in places:
        yield place, data[:place] + bytes([data[place] ^ 1 << place % 8]) + data[place + 1 :]


def undetected(game: str, events: list[Event], places: Callable[[int], range]) -> list[int]:
    data = "\n".join(export_lines(game, events)).encode()
    flipped = tampered(data, places(len(data)))
    return [place for place, bad in flipped if verify(bad.decode(errors="surrogateescape").split("\n")).ok]


@pytest.mark.parametrize("log", [rich_game, rich_kawagoe_game])
def test_a_flipped_byte_is_found_in_any_place(log: Log) -> None:
    assert undetected(*log(), lambda size: range(0, size, size // 60)) == []


def test_every_flipped_byte_of_a_short_log_is_found() -> None:
    assert undetected(*short_game(), range) == []


@pytest.mark.parametrize("place", [1, 2, 5, 20, -1])
def test_a_removed_event_is_found(place: int) -> None:
    every = export_lines(*rich_game())
    del every[place]
    assert not verify(every).ok


@pytest.mark.parametrize("place", [1, 2, 5, 20, -2])
def test_swapped_events_are_found(place: int) -> None:
    every = export_lines(*rich_game())
    every[place], every[place + 1] = every[place + 1], every[place]
    assert not verify(every).ok


def test_a_repeated_event_is_found() -> None:
    every = export_lines(*rich_game())
    assert not verify([*every[:9], every[8], *every[9:]]).ok


def test_events_spliced_in_from_another_game_are_found() -> None:
    every, others = export_lines(*rich_game()), export_lines(*short_game())
    assert not verify([*every[:5], others[5], *every[6:]]).ok
    assert not verify([every[0], *others[1:]]).ok


def test_a_log_under_the_name_of_another_game_is_found() -> None:
    renamed = [line.replace("short-24", "short-25") for line in export_lines(*short_game())]
    assert not verify(renamed).ok


def test_a_cut_off_tail_is_found_by_the_first_line() -> None:
    every = export_lines(*rich_game())
    assert "the head in the first line" in found(verify(every[:-1]))


def test_a_log_cut_off_with_a_fitting_first_line_is_found_by_a_kept_head() -> None:
    game, events = rich_game()
    cut = export_lines(game, events[:-3])
    report = verify(cut)
    assert report.ok
    assert any("No head was given" in what for what in report.unchecked)
    assert "is of no version of this log" in found(verify(cut, events[-1].digest))


def test_a_head_kept_earlier_belongs_to_the_log() -> None:
    game, events = rich_game()
    assert verify(export_lines(game, events), events[10].digest).ok


def test_one_changed_event_is_named_once_and_by_its_version() -> None:
    game, events = rich_game()
    events[20].public["extra"] = 1
    problems = verify(export_lines(game, events)).problems
    assert [problem.version for problem in problems] == [21]


@pytest.mark.parametrize(
    ("old", "new"),
    [('"seats":3', '"seats":4'), ('"hand_size":2', '"hand_size":3'), ("dobon-sato", "dobon-kawagoe")],
)
def test_a_changed_first_line_is_found(old: str, new: str) -> None:
    header, *rest = export_lines(*rich_game())
    assert old in header
    assert not verify([header.replace(old, new), *rest]).ok


def test_a_changed_sealed_part_is_found() -> None:
    game, events = rich_game()
    drawn = first_event(events, "cards-drawn", lambda event: event.public["count"])
    drawn.sealed[str(drawn.public["seat"])]["cards"] = ["X1"]
    assert f"the sealed part {drawn.public['seat']} does not fit its seal" in found(verify(export_lines(game, events)))


def test_a_sealed_part_without_a_seal_is_found() -> None:
    game, events = rich_game()
    events[0].sealed = {"0": {}}
    assert "the sealed part 0 has no seal" in found(verify(export_lines(game, events)))


# Withheld parts are reported


def test_every_withheld_part_of_a_revealed_round_is_recovered() -> None:
    game, whole = rich_game()
    events = [seen_by(event, SPECTATOR) for event in whole]
    report = verify(export_lines(game, events), events[-1].digest)
    assert report.problems == []
    assert report.checked["digests"] == len(events)
    assert report.checked["seals"] == 0
    withheld = [what for what in report.unchecked if "sealed parts are withheld" in what]
    assert len(withheld) == 3
    assert report.verdict is Verdict.SEEN
    assert report.checked["calls"] == sum(event.type == "dobon-called" for event in events)
    assert report.checked["withheld parts"] == sum(len(event.seals) for event in events)


def test_a_call_of_a_running_round_cannot_be_judged_from_the_log_of_spectators() -> None:
    game, whole = rich_game()
    call = whole.index(first_event(whole, "dobon-called"))
    events = [seen_by(event, SPECTATOR) for event in whole[: call + 1]]
    report = verify(export_lines(game, events), events[-1].digest)
    assert report.verdict is Verdict.SEEN
    assert any("the cards it is judged by are withheld" in what for what in report.unchecked)


@pytest.mark.parametrize("log", [rich_game, rich_kawagoe_game])
def test_the_log_of_a_seat_is_checked_as_far_as_possible(log: Log) -> None:
    game, whole = log()
    events = [seen_by(event, 1) for event in whole]
    report = verify(export_lines(game, events), events[-1].digest)
    assert report.problems == []
    assert report.checked["seals"] == sum("1" in event.sealed for event in events)


def test_answers_to_flips_are_recovered_in_the_log_of_spectators() -> None:
    game, whole = rich_kawagoe_game()
    events = [seen_by(event, SPECTATOR) for event in whole]
    report = verify(export_lines(game, events), events[-1].digest)
    assert report.problems == []
    everything = verify(export_lines(game, whole), whole[-1].digest).checked
    assert report.checked["seals"] == 0
    assert report.checked["withheld parts"] == everything["seals"]
    for kind in ("answers", "openings", "flips", "windows", "decisions"):
        assert report.checked[kind] == everything[kind] > 0


def test_a_log_of_a_running_round_says_that_its_secret_is_not_known() -> None:
    game, events = rich_game()
    running = events[: events.index(first_event(events, "round-ended"))]
    report = verify(export_lines(game, running), running[-1].digest)
    assert report.problems == []
    assert [what for what in report.unchecked if "Round 1 is not revealed" in what]
    assert "deals" not in report.checked
    assert "seals" not in report.checked


# Any content of a file


@pytest.mark.parametrize("text", ["", "x", "{}", "\n\n", "\udcff", "null", '{"format":"dobon-log/1"}'])
def test_an_invalid_file_is_a_problem_and_not_an_exception(text: str) -> None:
    report = verify(text.split("\n"), "00" * 32)
    assert not report.ok
    assert report.unchecked


def test_a_log_without_events_is_a_problem() -> None:
    assert not verify(export_lines(*rich_game())[:1]).ok


@pytest.mark.parametrize("log", [rich_game, rich_kawagoe_game])
@pytest.mark.parametrize("nonsense", NONSENSE, ids=repr)
def test_nonsense_in_a_log_does_not_raise_an_exception(nonsense: Any, log: Log) -> None:
    reports = [*with_nonsense(log, nonsense)]
    assert len(reports) > 50
    assert sum(not report.ok for report in reports) > len(reports) / 2
