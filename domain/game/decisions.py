"""Decisions in a log: which events are decisions, and which ones interrupt bots that are about to decide.

A strategy that searches takes up to a second. Its decision is used only at the version that it was made from, so an
event that comes meanwhile makes it void. A player can leave and come back as often as it likes. So after
`MOST_INTERRUPTIONS` in a row bots wait no longer, and those that search decide by a strategy that needs no time
(`domain.running.automation`). The count follows from public fields alone: whether that happens is not the server's
choice.
"""

from domain.game.game import Game
from domain.game.game_event_types import EVENTS
from domain.log.events import Event
from domain.ruleset.catalogue import ROUND_DEALT, EventType, Role

MOST_INTERRUPTIONS = 3
"""Interruptions in a row after which bots decide at once."""


def role_of(game: Game, event: Event) -> Role:
    """Return how the event comes about: `CONSEQUENCE` also for decisions that an earlier event of the command holds."""
    kind = game.ruleset.events.get(event.type)
    return Role.CONSEQUENCE if kind is None else _role(kind, event)


def _role(kind: EventType, event: Event) -> Role:
    if event.public.get("why") == "false-call" or event.public.get("how") == "opening":
        return Role.CONSEQUENCE
    return kind.role


def leads_in(event: Event) -> bool:
    """Tell whether the event may come before the decision of its command: a reshuffle, or the end of a window."""
    return event.type == "stock-reshuffled" or (event.type == "window-closed" and event.public.get("by") == "play")


def interruptions_after(game: Game, event: Event) -> int:
    """Return the number of interruptions in a row up to the event; `game` is the one before it.

    Any decision that does not interrupt begins a new count. What follows from another event changes nothing.
    """
    name = event.type
    kind = EVENTS.get(name) or game.ruleset.events[name]
    if kind.interrupts(event):
        return game.interruptions + 1
    if name == ROUND_DEALT or _role(kind, event) is not Role.CONSEQUENCE:
        return 0
    return game.interruptions
