"""`verify`: a played log passes; every changed, moved or missing part is found; withheld parts are reported."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from domain.game.registry import RULESETS
from domain.log.conclusions import Conclusion, Verification
from domain.log.events import SERVER, SPECTATOR, LoggedEvent, seen_by
from domain.verification.verify import verify, verify_bytes
from prove.harness.match import SATO
from prove.harness.random_games import (
    export_lines,
    first_event,
    pick_draws,
    play_game,
    rich_game,
    rich_kawagoe_game,
    short_game,
)
from tests.domain.verify.log_mutations import ALL, NONSENSE, Log, with_nonsense
from tests.domain.verify.logs import LOGS


def found(report: Verification) -> str:
    return "\n".join(problem.what for problem in report.problems)


def test_a_report_counts_the_checks() -> None:
    game, events = rich_game()
    report = verify(export_lines(game, events), events[-1].digest)
    dealt = next(place for place, event in enumerate(events) if event.type == "round-dealt")
    assert report.ok
    assert report.conclusion is Conclusion.WHOLE
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
    }
    assert any(event.public.get("kind") == "counter" and event.public["valid"] for event in events)
    assert any(event.type == "dobon-called" and not event.public["valid"] for event in events)
    assert min(report.checked.values()) > 0


def test_a_round_that_ends_in_a_dead_end_passes() -> None:
    events = play_game("dead-end", 5, pick_draws, hand_size=10)
    assert first_event(events, "round-ended").public["reason"] == "dead-end"
    assert verify(export_lines("dead-end", events), events[-1].digest).ok


# Verdicts


def test_a_file_without_its_last_line_feed_is_false() -> None:
    data = "".join(f"{line}\n" for line in export_lines(*short_game())).encode()
    assert verify_bytes(data).conclusion is Conclusion.WHOLE
    report = verify_bytes(data[:-1])
    assert (report.conclusion, report.problems[0].line) == (Conclusion.FALSE, data.count(b"\n"))


@pytest.mark.parametrize("log", [rich_game, rich_kawagoe_game, short_game])
def test_a_log_that_breaks_off_anywhere_is_true_as_far_as_it_can_be_seen(log: Log) -> None:
    game, events = log()
    for length in range(1, len(events), max(1, len(events) // 25)):
        for viewer in (SERVER, SPECTATOR, 1):
            cut = [seen_by(event, viewer) for event in events[:length]]
            report = verify(export_lines(game, cut), cut[-1].digest)
            assert (report.problems, report.conclusion) == ([], Conclusion.SEEN), (length, viewer)
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


def undetected(game: str, events: list[LoggedEvent], places: Callable[[int], range]) -> list[int]:
    data = "\n".join(export_lines(game, events)).encode()
    flipped = tampered(data, places(len(data)))
    return [place for place, bad in flipped if verify(bad.decode(errors="surrogateescape").split("\n")).ok]


@pytest.mark.parametrize("log", LOGS.values(), ids=list(LOGS))
def test_a_flipped_byte_is_found_in_any_place(log: Log) -> None:
    assert undetected(*log(), lambda size: range(0, size, size // 40)) == []


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
    drawn = first_event(events, "cards-drawn")
    drawn.seals = {}
    assert f"the sealed part {drawn.public['seat']} has no seal" in found(verify(export_lines(game, events)))


# Any content of a file


@pytest.mark.parametrize("text", ["", "x", "{}", "\n\n", "\udcff", "null", '{"format":"dobon-log/1"}'])
def test_an_invalid_file_is_a_problem_and_not_an_exception(text: str) -> None:
    report = verify(text.split("\n"), "00" * 32)
    assert not report.ok
    assert report.unchecked


def test_a_log_without_events_is_a_problem() -> None:
    assert not verify(export_lines(*rich_game())[:1]).ok


@pytest.mark.parametrize("log", LOGS.values(), ids=list(LOGS))
@pytest.mark.parametrize("nonsense", NONSENSE, ids=repr)
def test_nonsense_in_a_log_does_not_raise_an_exception(nonsense: Any, log: Log) -> None:
    game, events = log()
    types = RULESETS[events[0].public["ruleset"]].events if log is not rich_game else ALL
    reports = [*with_nonsense(lambda: (game, events[:60]), nonsense, types)]
    assert len(reports) > 30
    assert sum(not report.ok for report in reports) > len(reports) / 2
