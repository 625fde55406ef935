"""JSON as it is stored: one spelling for each value, the same as that of `domain.log.log_format.canonical`."""

from typing import Any

import orjson


def canonical_text(value: Any) -> str:
    """Return the canonical JSON of a value without floats."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()
