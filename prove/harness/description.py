"""The committed openapi.yaml, and the validation of answers against it."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import orjson
import yaml
from werkzeug.test import TestResponse

from api.http.responses import LINES
from api.openapi.spec import resolved
from api.problems import MIMETYPE
from api.texts.details import DETAILS

ROOT = Path(__file__).parents[2]

KEPT = ("list_rulesets", "get_ruleset", "get_review", "get_analysis", "get_dangers", "open_shared_round", "list_keys")
"""Operations whose answers a browser may keep; no other answer may be stored."""


@cache
def description() -> dict[str, Any]:
    """Return the committed openapi.yaml."""
    found: dict[str, Any] = yaml.load((ROOT / "openapi.yaml").read_text(), Loader=yaml.CSafeLoader)
    return found


@cache
def operations() -> list[tuple[str, re.Pattern[str], dict[str, Any]]]:
    """Return method, path pattern and description of every operation; paths with fewer parameters come first."""
    return [
        (method.upper(), re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path))), operation)
        for path, methods in sorted(description()["paths"].items(), key=lambda item: item[0].count("{"))
        for method, operation in methods.items()
        if isinstance(operation, dict)
    ]


def response_of(operation: dict[str, Any], status: str) -> dict[str, Any]:
    """Return the response of an operation with this status, whole even if it is a reference."""
    return resolved(description(), operation["responses"][status])


def codes_of(operation: dict[str, Any], status: str) -> list[str]:
    """Return the problem codes that an operation may answer with this status."""
    return re.findall(r"`([a-z-]+)`", response_of(operation, status)["description"])


def parameters_of(*places: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the parameters of paths or operations, whole even if they are references."""
    return [resolved(description(), one) for place in places for one in place.get("parameters", ())]


def own_part(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the part of a schema that it does not share: all of it, unless it continues an envelope."""
    found: dict[str, Any] = schema["allOf"][-1] if "allOf" in schema else schema
    return found


@cache
def validator(operation: str, status: str, mimetype: str) -> jsonschema_rs.Validator:
    """Return the validator of an operation's answer."""
    found = next(found for _, _, found in operations() if found["operationId"] == operation)
    return _validator(orjson.dumps(response_of(found, status)["content"][mimetype]["schema"]))


@cache
def schema_validator(name: str) -> jsonschema_rs.Validator:
    """Return the validator of a schema by its name."""
    return _validator(orjson.dumps({"$ref": f"#/components/schemas/{name}"}))


@cache
def _validator(schema: bytes) -> jsonschema_rs.Validator:
    """Return the validator of a schema. It takes megabytes, and most answers are problems of one schema."""
    return jsonschema_rs.Draft202012Validator({**orjson.loads(schema), "components": description()["components"]})


def has_japanese_details(response: TestResponse) -> None:
    """Assert that the English details of a problem or a view are known in Japanese."""
    if response.mimetype not in ("application/json", MIMETYPE) or response.headers.get("Content-Language") != "en":
        return
    body = response.get_json(force=True)
    view = body.get("view", body)
    found = [part["detail"] for part in [*body.get("errors", ()), *view.get("refused", ())]]
    if "errors" not in body and "detail" in body:
        found.append(body["detail"])
    assert [detail for detail in found if not sentences().fullmatch(detail)] == []


@cache
def sentences() -> re.Pattern[str]:
    """Return the pattern of details that the catalogue has: one sentence or several, with any values."""
    known = (re.sub(r"\\\{\w+\\\}", ".+?", re.escape(template)) for template in DETAILS if template.endswith("."))
    one = f"(?:{'|'.join(known)})"
    return re.compile(f"{one}(?: {one})*", re.DOTALL)


def conforms(method: str, path: str, response: TestResponse) -> None:
    """Assert that the answer of a known operation has a status and a body that openapi.yaml describes."""
    for known, pattern, operation in operations():
        if known == method and pattern.fullmatch(path):
            status = str(response.status_code)
            assert status in operation["responses"], f"{method} {path}: {status} {response.text}"
            if response.mimetype == LINES:
                for line in response.data.splitlines():
                    validator(operation["operationId"], status, LINES).validate(orjson.loads(line))
            elif any(kind.endswith("json") for kind in response_of(operation, status).get("content", ())):
                body = response.get_json(force=True)
                validator(operation["operationId"], status, response.mimetype).validate(body)
                if response.mimetype == MIMETYPE:
                    assert body["code"] in codes_of(operation, status), f"{method} {path}: {body}"
            has_japanese_details(response)
            kept = status in ("200", "304") and operation["operationId"] in KEPT
            assert (response.headers["Cache-Control"] == "no-store") != kept
            return
