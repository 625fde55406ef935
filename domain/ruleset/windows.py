"""Windows: a play or a call that some seats may answer before the turn continues. Dobon and Doubt have them.

The table says which seats are asked. Which of them have declined is secret: each seat knows it of itself, and the
server of all.
"""

from collections.abc import Callable
from typing import Any, Protocol

from domain.log.events import Event
from domain.ruleset.cards import Card
from domain.ruleset.round_state import Hand, RoundState, Table


class WindowTable(Table, Protocol):
    """The part of a table that windows use."""

    turn: int
    window: int
    "Version that the open window asks about; 0 if none is open."
    asked: list[int]
    "Seats that are asked by the window and have not answered openly."


class WindowHand(Hand, Protocol):
    """The part of a hand that windows use."""

    answered: int
    "The window that the seat has answered in secret; 0 for none."


def is_asked(table: WindowTable, hand: WindowHand | None, seat: int) -> bool:
    """Tell whether the open window waits for the seat, as far as is known of its answers."""
    return seat in table.asked and (hand is None or hand.answered != table.window)


def asked(state: RoundState[Any, Any]) -> list[int]:
    """Return the seats for which the open window waits, as far as the viewer of the state knows."""
    return [seat for seat in state.table.asked if is_asked(state.table, state.hands[seat], seat)]


def waiting_for(state: RoundState[Any, Any]) -> list[int]:
    """Return the seats that still have to answer, else the seat in turn."""
    table = state.table
    if table.over:
        return []
    return asked(state) if table.window else [table.turn]


def waited_for(table: WindowTable) -> list[int]:
    """Return the same as far as everybody knows."""
    if table.over:
        return []
    return table.asked[:] if table.window else [table.turn]


def decline(state: RoundState[Any, Any], event: Event, make: Callable[[list[Card | None]], WindowHand]) -> None:
    """Record that a seat has declined, if the viewer knows which one. Raises ValueError if it is not asked."""
    for seat in declined_by(event):
        answer(state, seat, make)


def answer(state: RoundState[Any, Any], seat: int, make: Callable[[list[Card | None]], WindowHand]) -> None:
    """Record that a seat has answered the open window in secret. Raises ValueError for a seat that is not asked."""
    hand = state.open_hand(seat, make)
    if not is_asked(state.table, hand, seat):
        raise ValueError(f"seat {seat} is not asked")
    hand.answered = state.table.window


def without_answer(view: dict[str, Any], table: WindowTable, hand: WindowHand, seat: int) -> dict[str, Any]:
    """Return the view of a seat, which does not wait for it once it has answered."""
    if table.window and hand.answered == table.window:
        view["waiting_for"] = [other for other in view["waiting_for"] if other != seat]
    return view


def declined_by(event: Event) -> list[int]:
    """Return the seat that declined, in a list that is empty if the viewer cannot know it."""
    return [int(part) for part, answer in event.sealed.items() if answer.declined]
