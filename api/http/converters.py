"""Parts of paths. What does not fit is not found, however long it is."""

from typing import Any

from flask import Flask
from werkzeug.routing import BaseConverter, UnicodeConverter


class NumberConverter(BaseConverter):
    """A whole number of at most nine digits."""

    regex = r"0|[1-9][0-9]{0,8}"

    def to_python(self, value: str) -> int:
        """The number."""
        return int(value)


class IdConverter(UnicodeConverter):
    """An id. Any other text gets as far, and is answered like an id that is not there."""


FORMS: dict[str, tuple[type[BaseConverter], dict[str, Any]]] = {
    "number": (NumberConverter, {"type": "integer", "minimum": 0, "maximum": 999_999_999}),
    "id": (IdConverter, {"type": "string", "format": "uuid"}),
}
"""Converters by name, with their JSON Schema."""


def attach(app: Flask) -> None:
    """Let routes use them."""
    for name, (converter, _) in FORMS.items():
        app.url_map.converters[name] = converter
