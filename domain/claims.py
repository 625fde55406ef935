"""Calls and doubts as rows, and judged again: from the log alone, never from anything a client sent."""

from collections.abc import Iterable, Iterator
from typing import Any

from domain.events import Event
from domain.game import Game, apply, fold
from domain.ruleset import Ruleset
from domain.upcasting import current


def claim_of(ruleset: Ruleset, event: Event, round_number: int) -> dict[str, Any] | None:
    """The row of an event that records a call: version, round, what the ruleset says of it, at; None for any other event.

    What was sealed is None for whoever may not open it.
    """
    found = ruleset.claim(current(event))
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
    judged = before.ruleset.judge(before.table, recorded["seat"])
    agrees = judged["permitted"] and all(recorded[name] == judged[name] for name in judged if name in recorded)
    return {"recorded": recorded, "judged": judged, "agrees": agrees}


def rejudge_all(game_id: str, events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    """Every call of a log, judged again as in `rejudge`; `events` from the first on, with every envelope open."""
    remaining = iter(events)
    game = fold(game_id, [next(remaining)])
    for event in remaining:
        if game.ruleset.claim(current(event)) is not None:
            yield rejudge(game, event)
        apply(game, event)
