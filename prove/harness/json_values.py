"""JSON values: the cards they name, and a canonical text."""

import re
from typing import Any

import orjson

from domain.log.events import Part
from domain.log.sentences import Sentence
from domain.ruleset.cards import CARDS

_CODE = re.compile(f'"({"|".join(sorted(CARDS))})"(?!:)')
"""A card code as a JSON string; a colon follows the keys of objects, which are other names."""

_CANONICAL = orjson.OPT_SORT_KEYS | orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_SUBCLASS
"""With these options orjson passes values of other types than those of JSON to `_as_text`."""


def named_cards(value: Any) -> list[str]:
    """Return every card code in JSON values, as often as it occurs."""
    return _CODE.findall(canonical_text(value))


def canonical_text(value: Any) -> str:
    """Return the canonical text of JSON values."""
    return orjson.dumps(value, default=_as_text, option=_CANONICAL).decode()


def _as_text(value: object) -> Any:
    """Return a sentence as plain text, and a part of an event as JSON. Raises `TypeError` for any other value."""
    if isinstance(value, Sentence):
        return str(value)
    if isinstance(value, Part):
        return value.json()
    raise TypeError(f"not a JSON value: {type(value).__name__}")
