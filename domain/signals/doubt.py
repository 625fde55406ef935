"""The tell of Doubt: lies of a player that are not doubted."""

from collections.abc import Iterator
from typing import Any

from domain.doubt.challenge import is_true
from domain.doubt.hand import DoubtState, last_cards
from domain.log.events import Event
from domain.ruleset.ruleset import Options
from domain.ruleset.windows import asked

WITHHELD = "doubt-withheld"
"""1 for a lie that the seat does not doubt, 0 for one that it does; less the same of all seats that have answered it.

So a lie that nobody doubts counts for nothing: some players lie well. In Cheat one seat alone is asked.
"""

TELLS = (WITHHELD,)


def watch(
    rules: Any,  # noqa: ARG001 - every family is watched in the same way
    before: DoubtState,
    event: Event,
    options: Options,  # noqa: ARG001
) -> Iterator[tuple[str, int, int, float]]:
    """Yield the decisions about a lie, once its window is closed; `before` is the server's state right before it."""
    table = before.table
    claim = table.claim
    if claim is None or not table.window or event.type not in ("doubt-called", "window-closed"):
        return
    if is_true(last_cards(before), claim.number):
        return
    waiting = asked(before)
    decided = {seat: 1.0 for seat in table.asked if seat not in waiting or event.type != "doubt-called"}
    if event.type == "doubt-called":
        decided[event.public.seat] = 0.0
    if len(decided) < 2:
        return
    mean = sum(decided.values()) / len(decided)
    for seat, value in decided.items():
        yield WITHHELD, seat, claim.seat, value - mean
