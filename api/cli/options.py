"""Types of arguments on the command line: ports, numbers, and options of a game as `NAME=VALUE`.

Each raises `argparse.ArgumentTypeError` or `ValueError` for an invalid argument.
"""

import argparse
import re
from datetime import UTC, datetime
from typing import Any

PARTITIONS = 64
"""The number of partitions, as in `infra.postgres.partitions`, which is not imported here to start fast."""


def port(text: str) -> int:
    """Return a port from 1 to 65535."""
    number = int(text)
    if not 0 < number < 65536:
        raise argparse.ArgumentTypeError("must be a port number from 1 to 65535")
    return number


def positive_number(text: str) -> int:
    """Return a whole number from 1."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return number


def digest(text: str) -> str:
    """Return a digest in lower case; capital letters are the same digits."""
    if not re.fullmatch("[0-9a-fA-F]{64}", text):
        raise argparse.ArgumentTypeError("must be a digest of 64 hexadecimal digits")
    return text.lower()


def month(text: str) -> datetime:
    """Return the beginning of a month such as `2026-11`, in UTC."""
    if not re.fullmatch("[0-9]{4}-[0-9]{2}", text):
        raise argparse.ArgumentTypeError("must be a month such as 2026-11")
    return datetime.strptime(text, "%Y-%m").replace(tzinfo=UTC)


def partitions(text: str) -> list[int]:
    """Return the partitions of games of a range such as `0-15`, or of one number."""
    first, dash, last = text.partition("-")
    if not (first.isdigit() and (last.isdigit() or not dash) and int(first) <= int(last or first) < PARTITIONS):
        raise argparse.ArgumentTypeError(f"must be a number from 0 to {PARTITIONS - 1}, or a range such as 0-15")
    return list(range(int(first), int(last or first) + 1))


def parse_option(text: str) -> tuple[str, str]:
    """Return name and value of a game option as text."""
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError("must have the form NAME=VALUE, such as rounds=4")
    return name, value


def option_values(key: str, options: list[tuple[str, str]]) -> dict[str, Any]:
    """Return the options with values of their declared kinds; unknown options stay text, for the ruleset to refuse."""
    from domain.game.registry import ruleset  # late, because `dobon --help` has to start fast

    kinds = {option.name: option.kind for option in ruleset(key).options}
    return {name: _value(kinds.get(name), text) for name, text in options}


def _value(kind: str | None, text: str) -> Any:
    if kind == "bool":
        return {"true": True, "false": False}.get(text, text)
    return int(text) if kind == "int" and text.lstrip("-").isdigit() else text
