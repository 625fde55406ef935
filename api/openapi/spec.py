"""The OpenAPI document, generated from the schemas and the operations."""

from collections.abc import Sequence
from typing import Any

import flask_smorest  # type: ignore[import-untyped]
import yaml
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask import Flask
from marshmallow import Schema, fields
from werkzeug.exceptions import HTTPException

from api.http.error_handlers import answer_http_error
from api.problems import PROBLEMS
from api.schemas import problems
from api.schemas.fields import AnyOf, Body, Union

TITLE = "Dobon"
VERSION = "1"
DESCRIPTION = (
    "Dobon and other card games, played over REST on an append-only log. Create a player (`POST /v1/players`), open a game with bots "
    "(`POST /v1/games`), get its view (`GET /v1/games/{id}/view`) and act (`POST /v1/games/{id}/actions`). A view lists every legal action."
)


DOCUMENT = ("openapi", "info", "servers", "tags", "paths", "components")
OPERATION = ("operationId", "summary", "description", "tags", "security", "parameters", "requestBody", "responses")


class Converter(OpenAPIConverter):
    """Converts unions and constants as well."""

    def schema2jsonschema(self, schema: Schema) -> dict[str, Any]:
        """Return a schema as JSON Schema; a union becomes `oneOf` with a discriminator."""
        if isinstance(schema, AnyOf):
            variants = [self.resolve_nested_schema(variant) for variant in schema.variants]  # type: ignore[no-untyped-call]
            return {"description": type(schema).__doc__ or "", "anyOf": variants}
        if not isinstance(schema, Union):
            converted: dict[str, Any] = super().schema2jsonschema(schema)  # type: ignore[no-untyped-call]
            if isinstance(schema, Body):
                converted["additionalProperties"] = False
            if description := (type(schema).__doc__ or "").strip():
                converted = {"description": description.replace("\n    ", " "), **converted}
            return converted
        parts = {
            name: self.resolve_nested_schema(variant)  # type: ignore[no-untyped-call]
            for name, variant in schema.variants.items()
        }
        mapping = {name: part["$ref"] for name, part in parts.items()}
        return {
            "oneOf": list(parts.values()),
            "discriminator": {"propertyName": schema.discriminator, "mapping": mapping},
        }

    def constant(self, field: fields.Field[Any], **_: Any) -> dict[str, Any]:
        """Return the JSON Schema of a constant field. apispec binds this method to the converter."""
        return {"type": "string", "const": field.constant} if isinstance(field, fields.Constant) else {}


class Plugin(MarshmallowPlugin):
    """The apispec plugin with this converter."""

    Converter = Converter

    def init_spec(self, spec: Any) -> None:
        """Register the conversion of constants."""
        super().init_spec(spec)
        assert isinstance(self.converter, Converter)
        self.converter.add_attribute_function(Converter.constant)  # type: ignore[no-untyped-call]


class Api(flask_smorest.Api):  # type: ignore[misc]
    """flask-smorest with the problems of this server: each operation names its own, so there is no default response."""

    DEFAULT_ERROR_RESPONSE_NAME = None
    ERROR_SCHEMA = problems.Problem

    def handle_http_exception(self, error: HTTPException) -> Any:
        """Answer an error that Flask raised as problem+json."""
        return answer_http_error(error)


def attach(app: Flask) -> Api:
    """Give the application an OpenAPI description."""
    app.config |= {"API_TITLE": TITLE, "API_VERSION": VERSION, "OPENAPI_VERSION": "3.1.0", "OPENAPI_URL_PREFIX": None}
    api = Api(
        app,
        spec_kwargs={
            "marshmallow_plugin": Plugin(),
            "info": {"description": DESCRIPTION, "license": {"name": "MIT", "identifier": "MIT"}},
            "servers": [{"url": "/"}],
        },
    )
    api.spec.components.security_scheme(
        "token",
        {"type": "http", "scheme": "bearer", "description": "The token from `POST /v1/players`."},
    )
    api.spec.components.security_scheme(
        "ticket",
        {
            "type": "apiKey",
            "in": "query",
            "name": "ticket",
            "description": "A ticket from `POST /v1/games/{game}/tickets`, for one stream.",
        },
    )
    return api


def document(api: Api) -> dict[str, Any]:
    """Return the whole description as JSON values."""
    description: dict[str, Any] = api.spec.to_dict()
    description["x-problems"] = {
        code: {"status": kind.status, "en": kind.en, "ja": kind.ja} for code, kind in sorted(PROBLEMS.items())
    }
    for operations in description["paths"].values():
        for method, operation in operations.items():
            if isinstance(operation, dict):
                operation["responses"] = dict(sorted(operation["responses"].items()))
                operations[method] = in_order(operation, OPERATION)
    return in_order(description, DOCUMENT)


def in_order(values: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Return the same values with these names first, in the order of reading."""
    return {name: values[name] for name in names if name in values} | values


class _Dumper(yaml.SafeDumper):
    """Writes repeated values out, for human readers."""

    def ignore_aliases(self, _: Any) -> bool:
        """Return True."""
        return True


def to_yaml(description: dict[str, Any]) -> str:
    """Return the description as YAML, in its own order."""
    return yaml.dump(description, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)
