"""The forms of events: exactly the declared fields and sealed parts, as the JSON Schema of the catalogue says."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import jsonschema_rs
import pytest

from domain.game.game_events import EVENTS
from domain.game.registry import ruleset
from domain.log.events import Event
from domain.log.log_format import Export
from domain.ruleset.catalogue import EventType, schema
from domain.ruleset.conformity import form_of, misfits
from tests.golden.record import HERE, read

LOGS = sorted(HERE.glob("*.jsonl"))
OTHERS: tuple[Any, ...] = (None, True, -1, 10**18, "x", "S1\n", [], {}, [[]], 1)


def recorded() -> Iterator[tuple[Export, Event, EventType]]:
    for log in map(read, LOGS):
        for event in log.events:
            yield log, event, EVENTS.get(event.type) or ruleset(log.ruleset).events[event.type]


def first_of_each() -> dict[str, tuple[Export, Event, EventType]]:
    return {f"{ruleset(log.ruleset).family} {event.type}": (log, event, kind) for log, event, kind in recorded()}


def test_every_recorded_event_has_its_form() -> None:
    assert [what for log, event, kind in recorded() for what in misfits(kind, event, log.seats)] == []


@pytest.mark.parametrize("case", first_of_each().values(), ids=lambda case: f"{case[0].ruleset} {case[1].type}")
def test_the_form_accepts_what_the_schema_accepts(case: tuple[Export, Event, EventType]) -> None:
    _, event, kind = case
    fits, valid = form_of(kind.public), jsonschema_rs.Draft202012Validator(schema(kind.public)).is_valid
    for name in [*event.public, "more"]:
        for other in OTHERS:
            public = {**deepcopy(event.public), name: other}
            assert (fits(public) is None) == valid(public), (name, other)
        left = {key: value for key, value in event.public.items() if key != name}
        assert (fits(left) is None) == valid(left), name


def test_a_part_for_nobody_and_a_missing_part_are_no_form() -> None:
    log, dealt, kind = next(one for one in recorded() if one[1].type == "round-dealt")
    for change in ({"9": "00"}, {"-1": "00"}, {"00": "00"}):
        more = deepcopy(dealt)
        more.seals |= change
        assert [*misfits(kind, more, log.seats)]
    less = deepcopy(dealt)
    del less.seals["0"], less.sealed["0"]
    assert [*misfits(kind, less, log.seats)]
