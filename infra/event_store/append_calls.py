"""Calls of the functions that append (`infra.postgres.functions.append`).

Each parameter of a call has the name of the function's parameter.
"""

from collections.abc import Sequence
from functools import cache

_ARRAYS = {
    "new_types": "text[]", "new_schemas": "int4[]", "new_bodies": "text[]", "new_actors": "text[]",
    "new_moments": "text[]", "new_digests": "text[]", "seated": "int4[]", "seated_players": "text[]::uuid[]",
    "unseated": "int4[]", "claim_versions": "int4[]", "claim_rounds": "int4[]", "claim_seats": "int4[]",
    "claim_players": "text[]::uuid[]", "claim_kinds": "text[]", "claim_targets": "int4[]", "claim_valid": "bool[]",
    "claim_facts": "text[]", "claim_moments": "text[]",
}  # fmt: skip


@cache
def append_call(names: Sequence[str]) -> str:
    """Return the statement that calls `append_event`, or `append_events` if events are given as arrays.

    It has one row if the events were appended, and none if the game has changed.
    """
    name = "append_events" if "new_types" in names else "append_event"
    return f"SELECT WHERE dobon.{name}({arguments(names)})"


def arguments(names: Sequence[str]) -> str:
    """Return the arguments of a call, by name; arrays are sent in binary."""
    return ", ".join(f"{name} => %({name}){f'b::{_ARRAYS[name]}' if name in _ARRAYS else 's'}" for name in names)
