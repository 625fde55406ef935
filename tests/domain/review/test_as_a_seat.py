"""The review as a seat: made only of the seat's own envelopes, and equal to its part of the open review."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from domain.game.fold import fold
from domain.log.events import Event, seen_by
from domain.review.review import frame_at, frames
from tests.golden.record import HERE, read

LOGS = sorted(HERE.glob("*.jsonl"))
EACH = pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)


@cache
def frames_as(path: Path, number: int, seat: int | None) -> list[dict[str, Any]]:
    log = read(path)
    return list(frames(log.game, log.events, number, seat=seat))


def rounds(path: Path) -> list[tuple[int, int, list[dict[str, Any]]]]:
    """Return round, seat and the seat's frames, for each seat of each round."""
    log = read(path)
    played = sum(event.type == "round-revealed" for event in log.events)
    seats = {0, log.seats - 1}
    return [(number, seat, frames_as(path, number, seat)) for number in range(1, played + 1) for seat in sorted(seats)]


def without_others(events: list[Event], seat: int) -> list[Event]:
    return [seen_by(event, seat) for event in events]


@EACH
def test_the_review_of_a_seat_does_not_depend_on_hidden_cards(path: Path) -> None:
    log = read(path)
    for number, seat, found in rounds(path):
        assert found == list(frames(log.game, without_others(log.events, seat), number, seat=seat))


@EACH
def test_a_seat_sees_the_hands_it_saw_at_that_time(path: Path) -> None:
    log = read(path)
    for _, seat, found in rounds(path):
        for frame in (found[0], found[len(found) // 2], found[-1]):
            then = fold(log.game, without_others(log.events[: frame["version"]], seat))
            shown = then.ruleset.view(then.state)
            assert (frame["hands"], frame["board"], frame["stock"]) == (shown["hands"], shown["board"], shown["stock"])
            assert frame["event"]["sealed"].keys() <= {str(seat)}


@EACH
def test_the_review_of_a_seat_agrees_with_the_open_review(path: Path) -> None:
    for number, seat, found in rounds(path):
        whole = frames_as(path, number, None)
        assert [frame["version"] for frame in found] == [frame["version"] for frame in whole]
        for mine, everybodys in zip(found, whole, strict=True):
            assert mine["event"]["public"] == everybodys["event"]["public"]
            for name in ("could_call", "missed", "known"):
                if name in everybodys:
                    assert mine[name] == [one for one in everybodys[name] if one["seat"] == seat], name
            if "waits" in everybodys:
                assert mine["waits"] == [
                    waits if other == seat else None for other, waits in enumerate(everybodys["waits"])
                ]
            defence = everybodys.get("defence")
            assert mine.get("defence") == (defence if defence and defence["seat"] == seat else None)
            if everybodys.get("claim"):
                known = [one for one in everybodys["claim"]["known"] if one["seat"] == seat]
                assert mine["claim"]["known"] == known
                assert len(mine["claim"]["cards"]) == len(everybodys["claim"]["cards"])
                assert mine["claim"]["lie"] in (None, everybodys["claim"]["lie"])
            if everybodys.get("taken"):
                assert mine["taken"]["cards"] == everybodys["taken"]["cards"]
                own = everybodys["taken"]["seat"] == seat
                assert mine["taken"]["on_purpose"] == (everybodys["taken"]["on_purpose"] if own else None)
            assert mine["revealed"]["seats"].keys() <= {str(seat)}


@EACH
def test_a_single_frame_of_a_seat_equals_that_of_its_review(path: Path) -> None:
    log = read(path)
    for _, seat, found in rounds(path):
        for frame in found[:: max(1, len(found) // 5)]:
            before = fold(log.game, without_others(log.events[: frame["version"] - 2], seat))
            assert frame_at(before, log.events[frame["version"] - 2 :], frame["version"], seat=seat) == frame
