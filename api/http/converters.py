"""URL converters. A path part that does not match its converter is answered with 404, whatever its length."""

from typing import Any

from flask import Flask
from werkzeug.routing import BaseConverter, UnicodeConverter


class NumberConverter(BaseConverter):
    """A whole number of at most nine digits."""

    regex = r"0|[1-9][0-9]{0,8}"

    def to_python(self, value: str) -> int:
        """Return the number."""
        return int(value)


class IdConverter(UnicodeConverter):
    """An id. Text in another form passes, and is answered like an unknown id."""


FORMS: dict[str, tuple[type[BaseConverter], dict[str, Any]]] = {
    "number": (NumberConverter, {"type": "integer", "minimum": 1, "maximum": 999_999_999}),
    "id": (IdConverter, {"type": "string", "format": "uuid"}),
}
"""Converters by name, with their JSON Schema."""


def attach(app: Flask) -> None:
    """Register the converters for the routes of the application."""
    for name, (converter, _) in FORMS.items():
        app.url_map.converters[name] = converter
