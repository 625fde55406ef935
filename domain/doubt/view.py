"""A round of Doubt as a viewer gets it. The pile is a number of cards, to everybody."""

from dataclasses import asdict
from typing import Any

from domain.cards import CODES, HIDDEN, Card
from domain.doubt.table import DoubtTable


def view_round(table: DoubtTable) -> dict[str, Any]:
    """Phase, turn, hands (own cards named), stock (none) and board, as the table's viewer knows them."""
    return {
        "phase": phase(table),
        "turn": table.turn,
        "waiting_for": waiting_for(table),
        "deadline": table.deadline,
        "hands": [_hand(hand) for hand in table.hands],
        "stock": 0,
        "board": _board(table),
    }


def phase(table: DoubtTable) -> str:
    """`playing`, `doubting` (the newest play may be doubted) or `over`."""
    if table.over:
        return "over"
    return "doubting" if table.window else "playing"


def waiting_for(table: DoubtTable) -> list[int]:
    """Seats that may doubt and have not declined, as far as the viewer knows, else the seat in turn."""
    if table.over:
        return []
    return table.asked[:] if table.window else [table.turn]


def _hand(hand: list[Card | None]) -> list[str]:
    known = sorted(card for card in hand if card is not None)
    return [CODES[card] for card in known] + [HIDDEN] * (len(hand) - len(known))


def _board(table: DoubtTable) -> dict[str, Any]:
    return {
        "number": table.number,
        "pile": len(table.pile),
        "claim": None if table.claim is None else asdict(table.claim),
        "plays": table.plays,
        "finishing": table.finishing,
        "closable": table.closable,
        "play_from": table.play_from,
        "success": table.success[:],
        "out": table.out[:],
    }
