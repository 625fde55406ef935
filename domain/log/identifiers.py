"""Identifiers of games, players and rows: UUIDs in lower case."""

import re

UUID = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"
"""The pattern of an identifier, as in JSON Schema."""

_UUID = re.compile(UUID.strip("^$"))


def is_uuid(text: str) -> bool:
    """Tell whether the text is a UUID in lower case, as this server writes them."""
    return _UUID.fullmatch(text) is not None


LOWEST_ID = "00000000-0000-0000-0000-000000000000"
"""A value before every id of a game."""
