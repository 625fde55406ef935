"""Options of a game as they are given on the command line: `NAME=VALUE`."""

import argparse
from typing import Any

from domain.registry import ruleset


def option(text: str) -> tuple[str, str]:
    """Name and value as they stand there. Raises `argparse.ArgumentTypeError`."""
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError("options look like rounds=4")
    return name, value


def values(key: str, options: list[tuple[str, str]]) -> dict[str, Any]:
    """The options of a ruleset as their declarations have them; what is not declared is left to be refused by the rules."""
    kinds = {option.name: option.kind for option in ruleset(key).options}
    return {name: _value(kinds.get(name), text) for name, text in options}


def _value(kind: str | None, text: str) -> Any:
    if kind == "bool":
        return {"true": True, "false": False}.get(text, text)
    return int(text) if kind == "int" and text.lstrip("-").isdigit() else text
