"""JSON as it is stored: one spelling for each value, the one that `domain.log_format.canonical` gives (a test holds that)."""

from typing import Any

import orjson


def canonical_text(value: Any) -> str:
    """Canonical JSON of a value without floats."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()
