"""Calls and doubts as rows, and judged again from the log alone, never from data that a client sent."""

from typing import Any

from domain.game.game import Game
from domain.log.events import Event
from domain.ruleset.ruleset import Ruleset


def claim_in(ruleset: Ruleset, event: Event) -> dict[str, Any] | None:
    """Return the call, counter or doubt that an event records, as in `Calls.claim`; None for any other event."""
    return None if ruleset.calls is None else ruleset.calls.claim(event)


def claim_of(ruleset: Ruleset, event: Event, round_number: int) -> dict[str, Any] | None:
    """Return the row of an event that records a call, or None for any other event.

    The row has version, round, the fields of the ruleset's claim, and at. Sealed fields that the viewer may not open
    are None.
    """
    found = claim_in(ruleset, event)
    if found is None:
        return None
    return {"version": event.version, "round": round_number, **found, "at": event.at}


def rejudge(before: Game, event: Event) -> dict[str, Any]:
    """Judge an event that records a call, from the log before it.

    `before` is the server's fold up to the version before; `event` has all its parts. Returns `recorded` (the row of
    `claim_of`), `judged` (the ruleset's `judge`, including the version that the call had to name and whether the seat
    was permitted to call) and `agrees`.
    """
    recorded = claim_of(before.ruleset, event, before.round)
    assert recorded is not None
    calls = before.ruleset.calls
    assert calls is not None
    judged = calls.judge(before.state, recorded["seat"])
    agrees = judged["permitted"] and all(recorded[name] == judged[name] for name in judged if name in recorded)
    return {"recorded": recorded, "judged": judged, "agrees": agrees}
