"""Options of a game on the command line: `NAME=VALUE`."""

import argparse
from typing import Any

from domain.registry import ruleset


def option(text: str) -> tuple[str, str]:
    """Return name and value as text. Raises `argparse.ArgumentTypeError`."""
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError("must have the form NAME=VALUE, such as rounds=4")
    return name, value


def values(key: str, options: list[tuple[str, str]]) -> dict[str, Any]:
    """Return the options with values of their declared kinds; unknown options stay text, for the ruleset to refuse."""
    kinds = {option.name: option.kind for option in ruleset(key).options}
    return {name: _value(kinds.get(name), text) for name, text in options}


def _value(kind: str | None, text: str) -> Any:
    if kind == "bool":
        return {"true": True, "false": False}.get(text, text)
    return int(text) if kind == "int" and text.lstrip("-").isdigit() else text
