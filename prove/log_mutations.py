"""One change of a log, to be resealed and rechained with the game's secrets."""

from random import Random
from typing import Any

from domain.log.events import LoggedEvent


def mutate_log(events: list[LoggedEvent], chance: Random) -> tuple[list[LoggedEvent], str]:
    """Return the events after one change, and the name of the change.

    The round that a deal names stays, because a forger would not change it.
    """
    place = chance.randrange(len(events) - 1)
    event = events[place]
    kind = chance.choice(["removed", "swapped", "value", "cards", "moment"])
    if kind == "removed" and event.type != "round-dealt" and place:
        del events[place]
    elif kind == "swapped" and not {event.type, events[place + 1].type} & {"round-dealt"} and place:
        events[place], events[place + 1] = events[place + 1], event
    elif kind == "cards" and _exchange_cards(events, chance):
        return events, "two cards exchanged everywhere"
    elif kind == "value":
        name = chance.choice([name for name in event.public if name != "round"] or ["more"])
        event.public[name] = _change_value(event.public.get(name), chance)
        return events, f"{name} of version {place + 1}"
    else:
        event.at = event.at[:-2] + ("1Z" if event.at[-2] != "1" else "2Z")
        kind = "moment"
    return events, f"{kind} at version {place + 1}"


def _exchange_cards(events: list[LoggedEvent], chance: Random) -> bool:
    """Exchange two cards in all events. Return False if the log has fewer than two cards."""
    sealed = [part for event in events if event.type == "round-dealt" for part in event.sealed.values()]
    cards = [code for part in sealed for value in part.values() if isinstance(value, list) for code in value]
    if len(set(cards)) < 2:
        return False
    one, other = chance.sample(sorted(set(cards)), 2)
    for event in events:
        event.public = swap_cards(event.public, one, other)
        event.sealed = swap_cards(event.sealed, one, other)
    return True


def swap_cards(value: Any, one: str, other: str) -> Any:
    """Return a JSON value with two cards exchanged."""
    if isinstance(value, dict):
        return {name: swap_cards(inner, one, other) for name, inner in value.items()}
    if isinstance(value, list):
        return [swap_cards(inner, one, other) for inner in value]
    return {one: other, other: one}.get(value, value) if isinstance(value, str) else value


def _change_value(value: Any, chance: Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + chance.choice([-1, 1])
    if isinstance(value, str):
        return f"{value}0"
    if isinstance(value, list) and value:
        return value[1:]
    return 1
