"""Windows: a play or a call that some seats may answer before the turn continues. Dobon and Doubt have them."""

from typing import Protocol

from domain.log.events import Event


class WindowTable(Protocol):
    """The part of a table that windows use."""

    turn: int
    window: int
    "Version that the open window asks about; 0 if none is open."
    asked: list[int]
    "Seats that have not answered, as far as the viewer knows."
    over: bool


def waiting_for(table: WindowTable) -> list[int]:
    """Return the seats that still have to answer, else the seat in turn."""
    if table.over:
        return []
    return table.asked[:] if table.window else [table.turn]


def declined_by(event: Event) -> list[int]:
    """Return the seat that declined, in a list that is empty if the viewer cannot know it."""
    return [int(part) for part, answer in event.sealed.items() if answer.declined]


def decline(table: WindowTable, event: Event) -> None:
    """Remove the seat that declined from the seats that are asked."""
    for seat in declined_by(event):
        table.asked.remove(seat)
