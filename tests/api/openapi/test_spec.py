import re
from typing import Any

import jsonschema_rs
import pytest
import schemathesis
import yaml
from flask import Flask

from api.app import assemble, describe
from api.openapi.spec import to_yaml
from domain.registry import RULESETS
from prove.harness.application import House
from prove.harness.description import ROOT, description


def test_the_committed_description_matches_the_schemas() -> None:
    committed = (ROOT / "openapi.yaml").read_text()
    assert committed == to_yaml(describe()), "regenerate it: dobon openapi > openapi.yaml"


def test_the_description_is_valid_openapi() -> None:
    schemathesis.openapi.from_dict(description()).validate()
    broken = {**description(), "paths": {"/x": {"get": {"responses": {"200": {}}}}}}
    with pytest.raises(jsonschema_rs.ValidationError):
        schemathesis.openapi.from_dict(broken).validate()


def test_the_server_serves_the_committed_description(house: House) -> None:
    assert house.nobody.get("/openapi.yaml").text == (ROOT / "openapi.yaml").read_text()


def test_every_route_of_the_api_is_described() -> None:
    app: Flask = assemble()[0]
    described = {
        (method.upper(), re.sub(r"{(\w+)}", r"<\1>", path))
        for path, methods in description()["paths"].items()
        for method in methods
        if method != "parameters"
    }
    routed = {
        (method, re.sub(r"<\w+:", "<", rule.rule))
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert described == routed


def operations() -> list[Any]:
    return [
        pytest.param(operation, id=operation["operationId"])
        for methods in description()["paths"].values()
        for method, operation in methods.items()
        if method != "parameters"
    ]


@pytest.mark.parametrize("operation", operations())
def test_every_operation_has_a_summary_and_its_refusals(operation: dict[str, Any]) -> None:
    assert operation["summary"]
    assert "503" in operation["responses"]
    assert bool(operation["security"]) == ("401" in operation["responses"])
    assert ("requestBody" in operation) == ("415" in operation["responses"])


def test_operation_ids_are_unique() -> None:
    names = [param.id for param in operations()]
    assert len(set(names)) == len(names)


def test_actions_are_distinguished_by_type() -> None:
    action = description()["components"]["schemas"]["Action"]
    assert action["discriminator"]["propertyName"] == "type"
    assert set(action["discriminator"]["mapping"]) == {
        "play",
        "draw",
        "pass",
        "accept",
        "dobon",
        "decline",
        "doubt",
        "cheat",
        "flip",
        "lead",
        "attack",
        "beat",
        "take",
        "stop",
        "throw-in",
        "turn-over",
        "ready",
    }
    assert [part["$ref"] for part in action["oneOf"]] == list(action["discriminator"]["mapping"].values())


@pytest.mark.parametrize(
    ("name", "additional"), [("Play", False), ("NewGame", False), ("View", None), ("Problem", None)]
)
def test_requests_are_closed_and_answers_open(name: str, additional: bool | None) -> None:
    assert description()["components"]["schemas"][name].get("additionalProperties") is additional


def test_every_example_is_valid() -> None:
    components = description()["components"]
    found = 0
    for methods in description()["paths"].values():
        for operation in methods.values():
            for content in (
                operation.get("requestBody", {}).get("content", {}) if isinstance(operation, dict) else {}
            ).values():
                validator = jsonschema_rs.Draft202012Validator({**content["schema"], "components": components})
                for example in content.get("examples", {}).values():
                    validator.validate(example["value"])
                    found += 1
    for name, schema in components["schemas"].items():
        for field, part in schema.get("properties", {}).items():
            for example in part.get("examples", []):
                assert jsonschema_rs.Draft202012Validator({**part, "components": components}).is_valid(example), (
                    name,
                    field,
                )
                found += 1
    assert found > 40


def test_every_schema_has_one_name() -> None:
    assert not [name for name in description()["components"]["schemas"] if re.search(r"\d$", name)]


def test_the_yaml_loads_as_the_values_it_was_written_from() -> None:
    assert yaml.load(to_yaml(describe()), Loader=yaml.CSafeLoader) == describe()


def test_the_page_lists_every_operation_and_code_without_outside_resources(house: House) -> None:
    page = house.nobody.get("/docs")
    assert all(f'id="{param.id}"' in page.text for param in operations())
    assert all(f'href="/problems/{code}"' in page.text for code in description()["x-problems"])
    assert not re.search(r"https?://|<script", page.text)
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]


BOARDS = {"dobon": "DobonBoard", "doubt": "DoubtBoard", "beating": "BeatingBoard"}
"""The schema of the board, by family."""


@pytest.mark.parametrize(("family", "name"), BOARDS.items())
def test_a_board_has_all_fields_of_one_family(house: House, family: str, name: str) -> None:
    """Answers that differ between rulesets are still validated against a schema."""
    check = jsonschema_rs.Draft202012Validator({**description(), "$ref": "#/components/schemas/Board"})
    schema = description()["components"]["schemas"][name]
    for key in [key for key, rules in RULESETS.items() if rules.family == family]:
        table = house.table(3, ruleset=key)
        board = table.people[0].view(table.id)["round"]["board"]
        check.validate(board)
        assert {*schema["required"]} <= board.keys() <= {*schema["properties"]}
        for field in schema["required"]:
            assert not check.is_valid({other: value for other, value in board.items() if other != field}), field
            assert not check.is_valid({**board, field: {"no": "such"}}), field


def test_every_ruleset_has_a_board_that_is_described() -> None:
    families = {rules.family for rules in RULESETS.values()}
    assert families == {*BOARDS}, "add the schema of its board, and a case to the test above"
