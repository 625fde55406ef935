"""JSON values: the cards they name, and one spelling for all of them."""

import json
from collections.abc import Iterator
from typing import Any

from domain.cards import CARDS


def named(value: Any) -> Iterator[str]:
    """Every card code that stands anywhere in JSON values."""
    if isinstance(value, str):
        if value in CARDS:
            yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from named(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from named(inner)


def text(value: Any) -> str:
    """JSON values in one spelling."""
    return json.dumps(value, sort_keys=True, allow_nan=False)
