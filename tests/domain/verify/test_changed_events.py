"""Every changed field of an event is found, and so is an event that is missing, repeated or late.

The events are judged one by one, without the chain and the seals, which a forger can make fit.
"""

from collections.abc import Iterator
from copy import copy, deepcopy
from typing import Any

import pytest

from domain.game.reading import read, read_log
from domain.log.conclusions import Verification
from domain.log.errors import BadEvent
from domain.log.events import LoggedEvent
from domain.ruleset.cards import CARDS, CODES
from domain.ruleset.catalogue import PAIRS, Role
from domain.verification.judgement import MALFORMED, Judge
from domain.verification.rounds import rounds_of
from tests.domain.verify.log_mutations import Log
from tests.domain.verify.logs import LOGS

EVERY = pytest.mark.parametrize("log", LOGS.values(), ids=list(LOGS))
CHOSEN = ("cards", "card", "suit", "extra", PAIRS)
"""Fields with the choice of a seat. Another choice may be legal too, and is then found by what happens later."""

WORDS = (
    "beaten", "taken", "single", "group", "turn", "jump-in", "doubt", "finish", "accept", "all", "deadline", "play",
    "call", "counter", "dobon", "dead-end", "draw", "stalled", "S", "D", "2026-11-21T03:24:59.000000Z",
)  # fmt: skip


class Course:
    """A true log, judged up to one event after another; each of them may be forged."""

    def __init__(self, log: Log) -> None:
        game, self.events = log()
        self.read = [*read_log(self.events)]
        self.judge = Judge(game, self.read, rounds_of(self.read, Verification())[0], Verification())
        self.place = 1

    def go_to(self, place: int) -> None:
        """Judge the true events before that place."""
        for at in range(self.place, place):
            self.judge.check(at)
        self.place = place
        assert self.judge.report.problems == []

    def found(self, *forged: LoggedEvent, instead_of: int = 1) -> int | None:
        """Return the number of events after which the first problem is found; 0 is the first forged one itself."""
        judge, judge.report = copy(self.judge), Verification()
        judge.game, judge.replay, judge.opened = judge.game.copy(), deepcopy(judge.replay), []
        judge.events, unreadable = self.read[: self.place], None
        for event in [*forged, *self.events[self.place + instead_of :]]:
            try:
                judge.events.append(read(judge.game.ruleset, event))
            except BadEvent:
                unreadable = len(judge.events) - self.place
                break
        for place in range(self.place, len(judge.events)):
            try:
                judge.check(place)
            except MALFORMED:
                return place - self.place
            if judge.report.problems:
                return place - self.place
        return unreadable


def of_the_round(course: Course) -> Iterator[int]:
    """Yield the places of the first and the last event of each type of the family, and judge what comes before each."""
    kinds: dict[str, list[int]] = {}
    for place, event in enumerate(course.events):
        if event.type in course.judge.game.ruleset.events:
            kinds.setdefault(event.type, []).append(place)
    for place in sorted({place for places in kinds.values() for place in (places[0], places[-1])}):
        course.go_to(place)
        yield place


def others(value: Any, seats: int) -> Iterator[Any]:
    """Yield other values of the same kind."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1, (value + 1) % seats)
    elif isinstance(value, str) and value in CARDS:
        yield from (CODES[(CARDS[value] + step) % 52] for step in (1, 13))
    elif isinstance(value, str):
        yield from (word for word in WORDS if word != value)
    elif isinstance(value, list):
        yield from ([*value[1:]], value[::-1], [*value, *value[:1]], [*value, "S7"], [*value, 0])
        yield from (
            [*value[:place], other, *value[place + 1 :]]
            for place, inner in enumerate(value)
            for other in others(inner, seats)
        )
    elif isinstance(value, dict):
        yield None
        yield from ({**value, key: other} for key, inner in value.items() for other in others(inner, seats))
    elif value is None:
        yield from (0, "S7")


def alike(name: str, other: Any, value: Any) -> bool:
    """Tell whether values are equal; pairs of one event have no order."""
    return type(other) is type(value) and (other == value or (name == PAIRS and other == value[::-1]))


@EVERY
def test_every_changed_field_of_an_event_is_found_at_that_event(log: Log) -> None:
    course, tried = Course(log), 0
    for place in of_the_round(course):
        true, game = course.events[place], course.judge.game
        role = game.ruleset.events[true.type].role
        chosen = () if role is Role.CONSEQUENCE else CHOSEN
        for name, value in true.public.items():
            for other in others(value, len(game.seats)):
                # Another seat may call or doubt too: `forged_sato` and its neighbours have those that may not.
                if alike(name, other, value) or (role is Role.CALL and name == "seat"):
                    continue
                forged = copy(true)
                forged.public = {**true.public, name: other}
                late = course.found(forged)
                assert late is not None, (true, name, other)
                assert late == 0 or name in chosen, (true, name, other, late)
                tried += 1
        assert course.found(true) is None
    assert tried > 300


@EVERY
def test_every_changed_sealed_part_is_found(log: Log) -> None:
    course, tried = Course(log), 0
    for place in of_the_round(course):
        true = course.events[place]
        for part, payload in true.sealed.items():
            for name, value in payload.items():
                for other in others(value, len(course.judge.game.seats)):
                    if other == value and type(other) is type(value):
                        continue
                    forged = copy(true)
                    forged.sealed = {**true.sealed, part: {**payload, name: other}}
                    assert course.found(forged) is not None, (true, part, name, other)
                    tried += 1
    assert tried > 20


@EVERY
def test_missing_repeated_and_late_events_are_found(log: Log) -> None:
    course = Course(log)
    for place in of_the_round(course):
        event, following = course.events[place : place + 2]
        assert course.found(event, event) is not None, event
        # A seat need not call or answer, and two answers or two defences in a row have no order.
        if course.judge.game.ruleset.events[event.type].role not in (Role.CALL, Role.ANSWER):
            assert course.found() is not None, event
            if {event.type, following.type} != {"cards-beaten"}:
                assert course.found(following, event, instead_of=2) is not None, event


@EVERY
def test_an_event_of_the_whole_game_within_a_move_is_found(log: Log) -> None:
    course, tried = Course(log), 0
    for place in range(1, len(course.events)):
        course.go_to(place)
        if course.judge.replay.owed and tried < 10:
            left = LoggedEvent(
                "seat-handed-over", {"seat": 0, "bot": "careful", "bot_version": 1}, at=course.events[place].at
            )
            assert course.found(left, instead_of=0) == 0
            tried += 1
    assert tried > 0
