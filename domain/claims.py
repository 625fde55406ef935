"""Calls as rows, and calls judged again: from the log alone, never from anything a client sent."""

from collections.abc import Iterable, Iterator
from typing import Any

from domain.events import Event
from domain.game import Game, apply, fold

CALLED = "dobon-called"
"""The event that records a call or counter, true or false."""


def claim_of(event: Event, round_number: int) -> dict[str, Any]:
    """The row of a `dobon-called` event: version, round, seat, kind, on, card, hand, formulas, valid, at.

    `hand` are codes; a false call that was not shown has them in its sealed part, so they are None for whoever may not open that.
    """
    public = event.public
    hand = public["hand"]
    if hand is None:
        hand = event.sealed.get(str(public["seat"]), {}).get("hand")
    return {
        "version": event.version,
        "round": round_number,
        "seat": public["seat"],
        "kind": public["kind"],
        "on": public["on"],
        "card": public["card"],
        "hand": hand,
        "formulas": public["formulas"],
        "valid": public["valid"],
        "at": event.at,
    }


def rejudge(before: Game, event: Event) -> dict[str, Any]:
    """One `dobon-called` event beside what the log before it says of that call.

    `before` is the server's fold up to the version before, `event` has every envelope open. Gives `recorded` (the row of `claim_of`), `judged`
    (hand and top card as folded, the formulas found again, the verdict, what the call had to name, and whether the seat was permitted to
    call) and `agrees`.
    """
    recorded = claim_of(event, before.round)
    judged = before.ruleset.judge(before.table, recorded["seat"])
    agrees = judged["permitted"] and all(recorded[name] == judged[name] for name in judged if name in recorded)
    return {"recorded": recorded, "judged": judged, "agrees": agrees}


def rejudge_all(game_id: str, events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    """Every call of a log, judged again as in `rejudge`; `events` from the first on, with every envelope open."""
    remaining = iter(events)
    game = fold(game_id, [next(remaining)])
    for event in remaining:
        if event.type == CALLED:
            yield rejudge(game, event)
        apply(game, event)
