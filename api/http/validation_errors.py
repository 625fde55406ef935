"""Validation errors of marshmallow as problem details."""

from collections.abc import Iterator
from typing import Any

from api.problems import localized
from domain.log.sentences import Sentence


def field_problems(messages: Any, pointer: str = "#") -> Iterator[dict[str, str]]:
    """Yield each message with its JSON pointer, from the nested messages of marshmallow."""
    if isinstance(messages, dict):
        for name, inner in messages.items():
            yield from field_problems(inner, pointer if name == "_schema" else f"{pointer}/{escape_pointer(name)}")
    elif isinstance(messages, list):
        for inner in messages:
            yield from field_problems(inner, pointer)
    else:
        yield {"pointer": pointer, "detail": messages}


def escape_pointer(name: object) -> str:
    """Return the first 64 characters of a name, escape_pointer for a JSON pointer (RFC 6901)."""
    return str(name)[:64].replace("~", "~0").replace("/", "~1")


def summarize(errors: list[dict[str, str]]) -> str:
    """Return the first three problems as one sentence."""
    shown = "; ".join(f"{error['pointer']}: {error['detail']}" for error in errors[:3])
    return shown if len(errors) <= 3 else f"{shown}; {localized(Sentence('and {count} more', count=len(errors) - 3))}"
