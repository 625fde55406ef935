"""JSON values: the cards they name, and a canonical text."""

import json
from collections.abc import Iterator
from typing import Any

from domain.cards import CARDS


def named_cards(value: Any) -> Iterator[str]:
    """Yield every card code in JSON values."""
    if isinstance(value, str):
        if value in CARDS:
            yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from named_cards(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from named_cards(inner)


def canonical_text(value: Any) -> str:
    """Return the canonical text of JSON values."""
    return json.dumps(value, sort_keys=True, allow_nan=False)
