"""Identifiers of games, players and rows: UUIDs in lower case."""

import re

_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def is_uuid(text: str) -> bool:
    """Is it a UUID in the one spelling that this server gives out?"""
    return _UUID.fullmatch(text) is not None


LOWEST_ID = "00000000-0000-0000-0000-000000000000"
"""Before every id of a game."""
