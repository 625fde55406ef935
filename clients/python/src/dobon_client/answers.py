"""Values that requests of both clients take and return."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx

Values = Mapping[str, object]
"""Values of a path or a query. None is left out of queries."""


@dataclass(frozen=True, slots=True)
class Patience:
    """The seconds for which failed requests are repeated."""

    read: float = 10.0
    command: float = 90.0


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer; `data` is its JSON value or its text, None if it has no body."""

    status: int
    data: Any
    headers: httpx.Headers

    @property
    def etag(self) -> str | None:
        """The entity tag of a view."""
        found: str | None = self.headers.get("ETag")
        return found


def new_key() -> str:
    """Return a new idempotency key."""
    return str(uuid.uuid4())


def read_data(response: httpx.Response) -> Any:
    """Return the JSON value or the text of a response; None if it is empty."""
    if not response.content:
        return None
    kind = response.headers.get("Content-Type", "").partition(";")[0].strip()
    return response.json() if kind.endswith(("/json", "+json")) else response.text
