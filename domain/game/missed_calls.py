"""Calls, counters and safe doubts that were possible and would have been right, and that no seat made.

They are the `missed` of a review, found in a whole log at less cost.
"""

from collections.abc import Iterable
from typing import Any

from domain.game.registry import ruleset
from domain.log.events import Event
from domain.ruleset.catalogue import ROUND_DEALT


def find_missed(ruleset_key: str, seats: int, events: Iterable[Event]) -> dict[int, list[int]]:
    """Return the seats that missed a call, by the version of the event with which its time ended.

    `events` are whole rounds, with all parts; other events may be among them.
    """
    rules = ruleset(ruleset_key)
    calls = rules.calls
    if calls is None:
        return {}
    state: Any = None
    found = {}
    for event in events:
        if event.type == ROUND_DEALT:
            state = rules.begin(event, seats)
        elif event.type in rules.appliers and (missed := calls.apply_and_find_missed(state, event)):
            found[event.version] = missed
    return found
