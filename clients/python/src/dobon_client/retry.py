"""Which requests can be repeated, and when."""

import random
import re
from datetime import datetime
from email.utils import parsedate_to_datetime

from dobon_client._keyed import KEYED

FIRST_SECONDS = 0.3
LONGEST_SECONDS = 10.0

_PATTERNS = [re.compile(re.sub(r"\{\w+\}", "[^/]+", operation)) for operation in KEYED]


def is_repeatable(method: str, path: str) -> bool:
    """Return whether a repetition has the effect of one request.

    That is so for reads, and for commands whose key the server remembers.
    """
    asked = f"{method} {path.partition('?')[0]}"
    return method == "GET" or any(pattern.fullmatch(asked) for pattern in _PATTERNS)


def backoff(attempt: int, retry_after: float | None = None) -> float:
    """Return the seconds before the next attempt; a server's `Retry-After` is the least.

    They double after each attempt and have a random part, so that clients do not return together.
    """
    most = min(LONGEST_SECONDS, FIRST_SECONDS * 2.0**attempt)
    return max(retry_after or 0.0, most * random.uniform(0.5, 1.0))  # noqa: S311 - no secret


def retry_after(value: str | None, now: datetime) -> float | None:
    """Return the seconds that `Retry-After` asks for; None if it is missing or invalid."""
    if value is None:
        return None
    try:
        found = float(value) if value.isdecimal() else (parsedate_to_datetime(value) - now).total_seconds()
    except ValueError:
        return None
    return max(0.0, found)
