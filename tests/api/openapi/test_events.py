"""Events are described by type, in openapi.yaml and docs/events.md, as the catalogues of the domain declare them."""

from typing import Any

import jsonschema_rs
import msgspec
import pytest

from api.openapi.event_page import page
from api.representations.event_types import catalogues, described
from api.representations.events import event_json
from domain.game.narration import seats_called
from domain.game.registry import RULESETS, ruleset
from domain.log.events import Part
from prove.harness.application import House
from prove.harness.description import ROOT, description, own_part
from tests.golden.record import HERE, parsed

SCHEMAS = description()["components"]["schemas"]


def optional(part: type[Part]) -> set[str]:
    return {field.encode_name for field in msgspec.structs.fields(part) if not field.required}


LOGS = sorted(HERE.glob("*.jsonl"))


def mapping() -> dict[str, str]:
    """Return the names of the schemas by form."""
    found = SCHEMAS["Event"]["discriminator"]["mapping"]
    return {form: path.rpartition("/")[2] for form, path in found.items()}


def validator() -> jsonschema_rs.Validator:
    return jsonschema_rs.Draft202012Validator({**description(), "$ref": "#/components/schemas/Event"})


def test_the_page_of_events_is_current() -> None:
    assert (ROOT / "docs" / "events.md").read_text(encoding="utf-8") == page(), "run make openapi"


def test_every_optional_field_is_explained() -> None:
    """The text of the event says when it has the field; `by_clock`, `by_strategy` and `asks` are explained once."""
    unexplained = [
        (kind.name, field)
        for events in catalogues().values()
        for kind in events
        for field in optional(kind.public) - {"by_clock", "by_strategy", "asks"}
        if f"`{field}`" not in described(kind.public)
    ]
    assert unexplained == []
    assert "`by_clock` is there if" in page()
    assert "`by_strategy` names" in page()
    assert "`asks` is in the last event" in page()


def test_a_list_of_values_or_null_differs_from_a_list_or_null() -> None:
    assert "| `ranks` | list of (number or null) |" in page()
    assert "| `hand` | (list of Card) or null |" in page()


def test_every_declared_type_is_described() -> None:
    found = [own_part(SCHEMAS[name])["properties"]["type"]["const"] for name in mapping().values()]
    assert sorted(found) == sorted(kind.name for events in catalogues().values() for kind in events)


@pytest.mark.parametrize("name", mapping().values())
def test_each_form_of_an_event_has_fields_of_its_own_and_no_choice(name: str) -> None:
    """Otherwise the type of `public` depends on the ruleset, which the event does not name."""
    schema = own_part(SCHEMAS[name])
    assert mapping()[schema["properties"]["form"]["const"]] == name
    assert "form" in schema["required"]
    assert [*schema["properties"]["public"]] == ["$ref"]


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_every_recorded_event_is_described(path: Any) -> None:
    log, check = parsed(path), validator()
    for event in log.events:
        check.validate(event_json(ruleset(log.ruleset), event, seats_called()))


def test_an_event_with_fields_of_another_type_is_not_described() -> None:
    log = parsed(LOGS[0])
    shown = [event_json(ruleset(log.ruleset), event, seats_called()) for event in log.events]
    created = next(event for event in shown if event["type"] == "game-created")
    check = validator()
    assert check.is_valid(created)
    assert not check.is_valid({**created, "type": "game-ended"})
    assert not check.is_valid({**created, "public": {}})
    assert not check.is_valid({name: value for name, value in created.items() if name != "text"})


@pytest.mark.parametrize("key", RULESETS)
def test_listed_events_have_their_words(house: House, key: str) -> None:
    table = house.table(3, ruleset=key)
    names = [caller.name for caller in table.people]
    listed = table.people[0].get(f"{table.path}/events").json["events"]
    taken = [event for event in listed if event["type"] == "seat-taken"]
    for name, event in zip(names, taken, strict=True):
        assert name in event["text"]["ja"]
        assert name in event["text"]["en"]


def test_words_tell_no_more_than_the_viewer_may_see(house: House) -> None:
    table = house.table(3, options={"hand_size": 5})
    drawer = table.turn
    assert drawer.act(table.id, "draw").status_code == 200
    views = {caller.id: caller.get(f"{table.path}/events").json["events"] for caller in table.people}
    (drawn,) = [event for event in views[drawer.id] if event["type"] == "cards-drawn"]
    ((card,),) = [payload["cards"] for payload in drawn["sealed"].values()]
    assert card in drawn["text"]["en"]
    for caller in table.people:
        if caller is not drawer:
            (other,) = [event for event in views[caller.id] if event["type"] == "cards-drawn"]
            assert other["public"] == drawn["public"]
            assert other["sealed"] == {}
            assert card not in other["text"]["en"]
            assert card not in other["text"]["ja"]


def test_the_answer_to_an_action_has_events_with_their_words(house: House) -> None:
    table = house.table(3)
    answer = table.turn.act(table.id, "draw").json
    assert answer["events"]
    assert all(event["text"]["ja"] and event["text"]["en"] for event in answer["events"])
