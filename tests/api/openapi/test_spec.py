import re
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
import schemathesis
import yaml
from flask import Flask

from api.app import assemble, describe
from api.http.described import ANSWERS, problem_responses, reference
from api.openapi.spec import references, to_yaml
from api.texts.codes import PROBLEMS
from domain.game.registry import RULESETS
from prove.harness.application import House
from prove.harness.description import ROOT, codes_of, description, own_part, parameters_of


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
    assert operation["description"]
    assert "503" in operation["responses"]
    assert operation["responses"]["default"] == {"$ref": "#/components/responses/Problem"}
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
    ("name", "additional"), [("Play", False), ("NewDurakGame", False), ("View", None), ("Problem", None)]
)
def test_requests_are_closed_and_answers_open(name: str, additional: bool | None) -> None:
    assert description()["components"]["schemas"][name].get("additionalProperties") is additional


def test_the_json_form_says_the_same(house: House) -> None:
    assert house.nobody.get("/openapi.json").json == description()


def test_every_component_is_used_and_every_reference_resolves() -> None:
    components = description()["components"]
    declared = {f"#/components/{kind}/{name}" for kind in components for name in components[kind]}
    required = {
        scheme
        for methods in description()["paths"].values()
        for method, operation in methods.items()
        if method != "parameters"
        for alternative in operation.get("security", ())
        for scheme in alternative
    }
    used = {*references(description())} | {f"#/components/securitySchemes/{name}" for name in required}
    assert declared == used


def test_all_problems_have_one_schema() -> None:
    described = [
        content["schema"]
        for response in description()["components"]["responses"].values()
        for content in response["content"].values()
    ]
    assert described == [{"$ref": "#/components/schemas/Problem"}] * len(described)


@pytest.mark.parametrize("operation", operations())
def test_problems_are_references_to_the_response_of_their_status(operation: dict[str, Any]) -> None:
    for status, found in operation["responses"].items():
        if "application/json" in found.get("content", {}):
            continue  # an answer, or a refusal in the form of OAuth
        if "400" <= status < "600":
            assert found["$ref"] == f"#/components/responses/{ANSWERS[int(status)].name}"
            codes = codes_of(operation, status)
            assert codes
            assert {PROBLEMS[code].status for code in codes} == {int(status)}


def test_a_refusal_lists_its_codes_unless_they_are_those_of_most_operations() -> None:
    usual = problem_responses(["rate-limited", "unavailable"])
    assert [usual[429], usual[503]] == [reference("responses", ANSWERS[status].name) for status in (429, 503)]
    more = problem_responses(["rate-limited", "too-many-open"])
    assert more[429] == {**usual[429], "description": "`rate-limited`, `too-many-open`"}
    for codes in (usual, more):
        operation = {"responses": {str(status): found for status, found in codes.items()}}
        assert "rate-limited" in codes_of(operation, "429")


def schemas_in(value: Any) -> Iterator[dict[str, Any]]:
    """Yield every schema, apart from those that are only a reference."""
    if isinstance(value, dict):
        if {"type", "enum", "properties"} & value.keys() and not isinstance(value.get("type"), dict):
            yield value
        for inner in value.values():
            yield from schemas_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from schemas_in(inner)


def test_every_enumeration_has_a_type() -> None:
    enumerations = [schema for schema in schemas_in(description()["components"]) if "enum" in schema]
    assert len(enumerations) > 10
    assert [schema for schema in enumerations if "type" not in schema] == []


def values_in(value: Any) -> Iterator[dict[str, Any]]:
    """Yield every object in a value of JSON."""
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from values_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from values_in(inner)


def test_no_list_has_items_by_position() -> None:
    """Generators make other types for a pair in a body than for a pair in an answer."""
    assert [one for one in values_in(description()) if "prefixItems" in one] == []
    pair = description()["components"]["schemas"]["CardPair"]
    assert (pair["type"], pair["minItems"], pair["maxItems"]) == ("array", 2, 2)


def test_null_is_an_alternative_and_never_a_word_or_a_type_of_its_own() -> None:
    """Some generators have no type for these."""
    assert [one for one in values_in(description()) if None in one.get("enum", ())] == []
    values = [part for one in values_in(description()) for part in one.get("properties", {}).values()]
    assert [part for part in values if part.get("type") == "null"] == []


def test_unions_of_objects_are_told_apart_by_a_field() -> None:
    """Apart from messages of streams, whose names tell them apart, and envelopes, whose viewers do."""
    schemas = description()["components"]["schemas"].items()
    unions = {name for name, schema in schemas if any("oneOf" in one or several(one) for one in values_in(schema))}
    assert unions > {"Event", "Action", "Notification", "Board"}
    without = {name for name, schema in schemas if any(several(one) for one in values_in(schema))}
    assert without == {"StreamMessage", "AccountMessage", "CardsOrStockEnvelopes"}
    assert all("discriminator" in one for name, schema in schemas for one in values_in(schema) if "oneOf" in one)


def test_a_schema_that_continues_another_one_has_two_parts() -> None:
    """A generator takes a schema with one part for another name of it, and drops the fields beside it."""
    continued = [one for one in values_in(description()["components"]["schemas"]) if "allOf" in one]
    assert len(continued) > 40
    assert [one for one in continued if len(one["allOf"]) != 2 or "properties" in one] == []


def several(schema: dict[str, Any]) -> bool:
    """Tell whether a schema is any of several others, apart from null."""
    return len([one for one in schema.get("anyOf", ()) if one.get("type") != "null"]) > 1


def test_each_variant_of_a_union_names_itself() -> None:
    schemas = description()["components"]["schemas"]
    for union in [one for one in values_in(schemas) if isinstance(one.get("discriminator"), dict)]:
        field, mapping = union["discriminator"]["propertyName"], union["discriminator"]["mapping"]
        assert [one["$ref"] for one in union["oneOf"]] == [*mapping.values()]
        for name, path in mapping.items():
            variant = own_part(schemas[path.rpartition("/")[2]])
            assert field in variant["required"], path
            assert variant["properties"][field]["const"] == name


def test_a_body_has_another_name_than_each_parameter_of_its_path() -> None:
    """Generated functions have an argument for each of them."""
    for methods in description()["paths"].values():
        named = {re.sub(r"_(\w)", lambda found: found[1].upper(), one["name"]) for one in parameters_of(methods)}
        for operation in methods.values():
            body = operation.get("requestBody", {}) if isinstance(operation, dict) else {}
            for found in references(body):
                name = found.rpartition("/")[2]
                assert name[0].lower() + name[1:] not in named


def test_credentials_belong_into_the_header_alone() -> None:
    """Generated clients would send their token in a scheme of the query as well."""
    assert [*description()["components"]["securitySchemes"]] == ["token"]
    assert description()["components"]["securitySchemes"]["token"]["scheme"] == "bearer"


def test_a_stream_has_one_success() -> None:
    """Generated clients would wait for messages of an answer without a body."""
    streams = [
        operation["responses"]
        for methods in description()["paths"].values()
        for operation in methods.values()
        if isinstance(operation, dict)
        and "text/event-stream" in operation["responses"].get("200", {}).get("content", {})
    ]
    assert len(streams) == 2
    assert [status for responses in streams for status in responses if status < "300"] == ["200", "200"]


def test_every_number_in_a_query_has_a_minimum_and_a_maximum() -> None:
    found = [one for one in values_in(description()) if one.get("in") == "query"]
    numbers = [one for one in found if one["schema"].get("type") == "integer"]
    assert len(numbers) > 10
    assert [one["name"] for one in numbers if not {"minimum", "maximum"} <= one["schema"].keys()] == []


def test_a_default_makes_no_property_of_a_body_required() -> None:
    """Code generators make a property with a `default` one that the client has to send."""
    schemas = description()["components"]["schemas"].items()
    assert [
        (name, field)
        for name, schema in schemas
        for field, part in schema.get("properties", {}).items()
        if "default" in part
    ] == []


@pytest.mark.parametrize(
    ("ruleset", "options", "valid"),
    [
        ("dobon-sato", {"hand_size": 7}, True),
        ("dobon-sato", {"hand_sise": 7}, False),
        ("dobon-sato", {"hand_size": "7"}, False),
        ("dobon-sato", {"hand_size": 99}, False),
        ("durak", {"turnover": True}, True),
        ("durak", {"hand_size": 7}, False),
    ],
)
def test_options_are_typed_by_ruleset(ruleset: str, options: dict[str, Any], valid: bool) -> None:
    check = jsonschema_rs.Draft202012Validator({**description(), "$ref": "#/components/schemas/NewGame"})
    assert check.is_valid({"ruleset": ruleset, "seats": 3, "options": options}) is valid


@pytest.mark.parametrize("key", RULESETS)
def test_options_of_games_are_described(house: House, key: str) -> None:
    described = description()["components"]["schemas"]["GameOptions"]["properties"]
    shown = house.table(3, ruleset=key).people[0].get("/v1/games?mine=true").json["games"][0]["options"]
    assert shown.keys() <= described.keys()
    assert shown.keys() == {option.name for option in RULESETS[key].options}


def parameters() -> Iterator[dict[str, Any]]:
    for methods in description()["paths"].values():
        yield from parameters_of(methods)


def test_parameters_of_paths_have_types_and_descriptions() -> None:
    types: dict[str, Any] = {}
    for parameter in parameters():
        assert parameter["description"]
        types.setdefault(parameter["name"], parameter["schema"])
        assert types[parameter["name"]] == parameter["schema"]
    assert {name for name, schema in types.items() if schema.get("format") == "uuid"} == {
        "challenge", "comment", "drill", "game", "link", "page_id", "passkey", "personal_token", "player", "report", "session", "share", "signal", "subscription",
        "webhook",
    }  # fmt: skip
    assert {name for name, schema in types.items() if schema.get("type") == "integer"} == {"round_number", "version"}
    assert types["key"] == {"$ref": "#/components/schemas/RulesetKey"}


def test_a_rate_limit_names_its_allowance_and_the_time_to_wait() -> None:
    components = description()["components"]
    assert "allowance" in components["schemas"]["Problem"]["properties"]
    for status in (409, 429, 503):
        assert "Retry-After" in components["responses"][ANSWERS[status].name]["headers"]


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


def test_no_schema_has_a_property_of_its_own_name() -> None:
    """Code generators use both names in one function."""
    for name, schema in description()["components"]["schemas"].items():
        words = re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
        assert not {words, f"{words}s"} & schema.get("properties", {}).keys(), name


def test_every_schema_has_one_name() -> None:
    assert not [name for name in description()["components"]["schemas"] if re.search(r"\d$", name)]


def test_the_yaml_loads_as_the_values_it_was_written_from() -> None:
    assert yaml.load(to_yaml(describe()), Loader=yaml.CSafeLoader) == describe()


def test_the_page_lists_every_operation_and_code_without_outside_resources(house: House) -> None:
    page = house.nobody.get("/docs")
    assert all(f'id="{param.id}"' in page.text for param in operations())
    assert all(f'href="/problems/{code}"' in page.text for code in PROBLEMS)
    assert not re.search(r"https?://", page.text)
    assert re.findall(r'src="([^"]*)"', page.text) == ["/docs.js"]
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    assert "'unsafe-inline'" not in page.headers["Content-Security-Policy"].partition("script-src")[2]


def test_the_page_has_a_form_for_each_operation_and_its_parameters(house: House) -> None:
    page = house.nobody.get("/docs").text
    for path, methods in description()["paths"].items():
        for method in methods.keys() - {"parameters"}:
            form = page.partition(f'data-method="{method.upper()}" data-path="{path}"')[2].partition("</form>")[0]
            named = parameters_of(methods, methods[method])
            assert re.findall(r'data-in="(\w+)" data-name="([^"]+)"', form) == [
                (one["in"], one["name"]) for one in named
            ]
            assert ("<textarea" in form) == ("requestBody" in methods[method])
    script = house.nobody.get("/docs.js")
    assert (script.status_code, script.mimetype) == (200, "text/javascript")


def test_readers_find_the_pages_where_other_apis_have_them(house: House) -> None:
    assert house.nobody.get("/redoc").location == "/docs"
    page = house.nobody.get("/problems")
    assert (page.status_code, page.mimetype) == (200, "text/html")
    assert all(f'href="/problems/{code}"' in page.text for code in PROBLEMS)


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
