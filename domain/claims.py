"""Calls and doubts as rows, and judged again: from the log alone, never from anything a client sent."""

from typing import Any

from domain.events import Event
from domain.game import Game
from domain.ruleset import Ruleset
from domain.upcasting import current


def claim_in(ruleset: Ruleset, event: Event) -> dict[str, Any] | None:
    """Return the call, counter or doubt that an event records, as in `Calls.claim`; None for any other event."""
    return None if ruleset.calls is None else ruleset.calls.claim(event)


def claim_of(ruleset: Ruleset, event: Event, round_number: int) -> dict[str, Any] | None:
    """The row of an event that records a call: version, round, what the ruleset says of it, at; None for any other event.

    What was sealed is None for whoever may not open it.
    """
    found = claim_in(ruleset, current(event))
    if found is None:
        return None
    return {"version": event.version, "round": round_number, **found, "at": event.at}


def rejudge(before: Game, event: Event) -> dict[str, Any]:
    """One event that records a call, beside what the log before it says of that call.

    `before` is the server's fold up to the version before, `event` has every envelope open. Gives `recorded` (the row of `claim_of`), `judged`
    (the ruleset's `judge`, with what the call had to name, and whether the seat was permitted to call) and `agrees`.
    """
    recorded = claim_of(before.ruleset, event, before.round)
    assert recorded is not None
    calls = before.ruleset.calls
    assert calls is not None
    judged = calls.judge(before.table, recorded["seat"])
    agrees = judged["permitted"] and all(recorded[name] == judged[name] for name in judged if name in recorded)
    return {"recorded": recorded, "judged": judged, "agrees": agrees}
