"""The conversion of marshmallow schemas to JSON Schema, for what apispec does not know."""

from typing import Any

from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from marshmallow import Schema, fields

from api.representations.components import Component
from api.representations.fields import AnyOf, Body, Given, Union

OF_THE_FIELD = ("description", "default")
"""Keywords that are kept beside a reference to a named schema, because they belong to one field."""


class Converter(OpenAPIConverter):
    """Converts unions, constants, named values and schemas of the domain as well."""

    def schema2jsonschema(self, schema: Schema) -> dict[str, Any]:
        """Return a schema as JSON Schema; a union becomes `oneOf` with a discriminator."""
        description = " ".join((type(schema).__doc__ or "").split())
        if isinstance(schema, Given):
            for name, part in schema.parts.items():
                self.register(name, dict(part))
            return {"description": description, **schema.given}
        if isinstance(schema, AnyOf):
            variants = [self.resolve_nested_schema(variant) for variant in schema.variants]  # type: ignore[no-untyped-call]
            return {"description": type(schema).__doc__ or "", "anyOf": variants}
        if isinstance(schema, Union):
            return {"description": description, **self.union(schema)}
        converted: dict[str, Any] = super().schema2jsonschema(schema)  # type: ignore[no-untyped-call]
        if isinstance(schema, Body):
            converted["additionalProperties"] = False
        return {"description": description, **converted} if description else converted

    def union(self, schema: Union) -> dict[str, Any]:
        """Return a union as JSON Schema."""
        parts = {
            name: self.resolve_nested_schema(variant)  # type: ignore[no-untyped-call]
            for name, variant in schema.variants.items()
        }
        mapping = {name: part["$ref"] for name, part in parts.items()}
        return {
            "oneOf": list(parts.values()),
            "discriminator": {"propertyName": schema.discriminator, "mapping": mapping},
        }

    def field2property(self, field: fields.Field[Any]) -> dict[str, Any]:
        """Return a field as JSON Schema; a named value becomes a reference to its component."""
        found: dict[str, Any] = super().field2property(field)
        component = field.metadata.get("component")
        if not isinstance(component, Component):
            return found
        described = {name: found.pop(name) for name in (*OF_THE_FIELD, *component.limits) if name in found}
        if field.allow_none:
            found["type"] = next(kind for kind in found["type"] if kind != "null")
            if "enum" in found:
                found["enum"] = [value for value in found["enum"] if value is not None]
        self.register(component.name, {"description": component.description, **found})
        reference = {"$ref": f"#/components/schemas/{component.name}"}
        return described | ({"anyOf": [reference, {"type": "null"}]} if field.allow_none else reference)

    def register(self, name: str, schema: dict[str, Any]) -> None:
        """Add a component. Raises ValueError if another one has its name."""
        known = self.spec.components.schemas.setdefault(name, schema)
        if known != schema:
            raise ValueError(f"two different schemas have the name {name}: {known} and {schema}")

    def constant(self, field: fields.Field[Any], ret: dict[str, Any]) -> dict[str, Any]:
        """Return the JSON Schema of a constant field. apispec binds this method to the converter."""
        if not isinstance(field, fields.Constant):
            return {}
        ret.pop("default", None)
        return {"type": "string", "const": field.constant}


class Plugin(MarshmallowPlugin):
    """The apispec plugin with this converter."""

    Converter = Converter

    def init_spec(self, spec: Any) -> None:
        """Register the conversion of constants."""
        super().init_spec(spec)
        assert isinstance(self.converter, Converter)
        self.converter.add_attribute_function(Converter.constant)  # type: ignore[no-untyped-call]
