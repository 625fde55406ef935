"""The forms of events: exactly the declared fields and sealed parts, as the JSON Schema of the catalogue says."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from domain.game.game_event_types import EVENTS
from domain.game.registry import ruleset
from domain.log.events import LoggedEvent, Part
from domain.log.log_format import Export
from domain.ruleset.catalogue import EventType, schema
from tests.golden.record import HERE, parsed

LOGS = sorted(HERE.glob("*.jsonl"))
OTHERS: tuple[Any, ...] = (None, True, -1, 10**18, "x", "S1\n", [], {}, [[]], 1)


def recorded() -> Iterator[tuple[Export, LoggedEvent, EventType]]:
    for log in map(parsed, LOGS):
        for event in log.events:
            yield log, event, EVENTS.get(event.type) or ruleset(log.ruleset).events[event.type]


def first_of_each() -> dict[str, tuple[Export, LoggedEvent, EventType]]:
    return {f"{ruleset(log.ruleset).family} {event.type}": (log, event, kind) for log, event, kind in recorded()}


def test_every_recorded_event_has_its_form() -> None:
    assert [what for log, event, kind in recorded() for what in kind.misfits(kind.read(event), log.seats)] == []


def fits(part: type[Part], value: dict[str, Any]) -> bool:
    try:
        msgspec.convert(value, part)
    except msgspec.ValidationError:
        return False
    return True


@pytest.mark.parametrize("case", first_of_each().values(), ids=lambda case: f"{case[0].ruleset} {case[1].type}")
def test_the_form_accepts_what_the_schema_accepts(case: tuple[Export, LoggedEvent, EventType]) -> None:
    _, event, kind = case
    valid = jsonschema_rs.Draft202012Validator(schema(kind.public)).is_valid
    for name in [*event.public, "more"]:
        for other in OTHERS:
            public = {**deepcopy(event.public), name: other}
            assert fits(kind.public, public) == valid(public), (name, other)
        left = {key: value for key, value in event.public.items() if key != name}
        assert fits(kind.public, left) == valid(left), name


def test_a_part_for_nobody_and_a_missing_part_are_no_form() -> None:
    log, dealt, kind = next(one for one in recorded() if one[1].type == "round-dealt")
    for change in ({"9": "00"}, {"-1": "00"}, {"00": "00"}):
        more = deepcopy(dealt)
        more.seals |= change
        assert [*kind.misfits(kind.read(more), log.seats)]
    less = deepcopy(dealt)
    del less.seals["0"], less.sealed["0"]
    assert [*kind.misfits(kind.read(less), log.seats)]
