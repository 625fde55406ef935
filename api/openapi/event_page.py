"""`docs/events.md`: every event type with its fields and envelopes, from the declarations of the domain."""

import json
from collections.abc import Iterator
from textwrap import fill
from typing import Any

import msgspec

from api.representations.event_types import add, catalogues, described
from domain.game.registry import RULESETS
from domain.log.events import TABLE, Part
from domain.ruleset.catalogue import EVERY_SEAT, Sealed

HEAD = """# Events

This page is generated: `make openapi` writes it from the catalogues in `domain/`. [openapi.yaml](../openapi.yaml) has
the same events as schemas, told apart by `form`.

An event has `version`, `type`, `form`, `schema`, `at`, `public`, `sealed`, `seals`, `digest` and `text`. `public` holds
the fields that every viewer sees, which are listed here. `sealed` holds the envelopes that the viewer may open, by
viewer: the number of a seat, or `table` for an envelope that stays closed until its round is over. `seals` has the seal
of each envelope. [The log format](log-format.md) says how seals and digests are computed. `text` is the event in words,
in Japanese (`ja`) and English (`en`), as far as the viewer may know it. `form` is the type, with the family of the
ruleset before it where several families have a type of this name, such as `dobon-cards-played`. `form` and `text` are
not part of the log.

`Card`, `Suit` and other names with a capital letter are schemas of [openapi.yaml](../openapi.yaml). A moment is a
string such as `2026-11-21T03:24:00.123456Z`. The id of a player is a UUID in lower case. An optional field is left out,
not null, where it does not apply: `by_clock` is there if the clock acted in place of the seat, and `by_strategy` names
the strategy by which an [interrupted bot](log-format.md#decisions-of-bots) decided at once. [What the fields
mean](log-format.md#what-the-fields-mean) has what the rule sheets leave open.
"""

WIDTH = 120
"""Length of a line of prose."""

WORDS = {"string": "text", "integer": "number", "boolean": "`true` or `false`", "null": "null", "object": "object"}
"""Types of JSON Schema in words."""

FORMATS = {"date-time": "moment", "uuid": "id of a player"}
"""Formats of text in words."""


def page() -> str:
    """Return the page."""
    return "".join([HEAD, *_chapters()])


def _chapters() -> Iterator[str]:
    """Yield the chapters: the events of every game, and those of each family."""
    for family, events in catalogues().items():
        games = [f"`{key}`" for key, rules in RULESETS.items() if rules.family == family]
        yield f"\n## Events of {', '.join(games) or 'every game'}\n"
        parts: dict[str, dict[str, Any]] = {}
        for kind in events:
            yield f"\n### `{kind.name}`\n\n{_paragraph(described(kind.public))}\n"
            yield from _fields(kind.public, family, parts)
            for envelope in kind.sealed:
                yield f"\n{_paragraph(_viewer(kind.public, envelope))}\n"
                yield from _fields(envelope.payload, family, parts)
        for name, part in parts.items():
            yield f"\n### {name}\n\n{_paragraph(part['description'])}\n"
            yield from _rows(part)


def _paragraph(text: str) -> str:
    return fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def _fields(declared: Any, family: str, parts: dict[str, dict[str, Any]]) -> Iterator[str]:
    """Yield the table of the fields of a declared object, and add the objects in it to `parts`."""
    add("", declared, family, parts)
    yield from _rows(parts.pop(""))


def _rows(schema: dict[str, Any]) -> Iterator[str]:
    """Yield the table of the fields of an object."""
    yield "\n| field | value |\n|---|---|\n"
    for name, part in schema["properties"].items():
        optional = "" if name in schema["required"] else ", optional"
        yield f"| `{name}`{optional} | {_value(part)} |\n"


def _value(schema: dict[str, Any]) -> str:
    """Return what a field holds, in words."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return " or ".join(map(_alternative, schema["anyOf"]))
    if "const" in schema or "enum" in schema:
        return ", ".join(f"`{json.dumps(one)}`" for one in schema.get("enum", [schema.get("const")]))
    if schema["type"] == "array":
        items = _value(schema["items"])
        return f"list of ({items})" if "anyOf" in schema["items"] else f"list of {items}"
    return str(schema.get("description") or FORMATS.get(schema.get("format", "")) or WORDS[schema["type"]])


def _alternative(schema: dict[str, Any]) -> str:
    """Return one of several things that a field may hold: a list in parentheses, so that its end is seen."""
    words = _value(schema)
    return f"({words})" if schema.get("type") == "array" else words


def _viewer(public: type[Part], part: Sealed) -> str:
    """Return whose envelope it is."""
    named = {field.name: field.encode_name for field in msgspec.structs.fields(public)}
    owner = {EVERY_SEAT: "of each seat", TABLE: f"of `{TABLE}`"}.get(
        part.viewer, f"of the seat in `{named.get(part.viewer)}`"
    )
    return f"Envelope {owner}{', in some of these events' if part.optional else ''}: {described(part.payload)}"
