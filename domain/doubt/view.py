"""A round of Doubt as a viewer sees it. The pile is only a number of cards."""

from dataclasses import asdict
from typing import Any

from domain.doubt.table import DoubtTable
from domain.ruleset.cards import hand_codes
from domain.ruleset.windows import waiting_for


def view_round(table: DoubtTable) -> dict[str, Any]:
    """Return phase, turn, hands (own cards named), stock (none) and board, as the table's viewer knows them."""
    return {
        "phase": phase(table),
        "turn": table.turn,
        "waiting_for": waiting_for(table),
        "deadline": table.deadline,
        "hands": [hand_codes(hand) for hand in table.hands],
        "stock": 0,
        "board": _board(table),
    }


def phase(table: DoubtTable) -> str:
    """Return `playing`, `doubting` (the newest play may be doubted) or `over`."""
    if table.over:
        return "over"
    return "doubting" if table.window else "playing"


def _board(table: DoubtTable) -> dict[str, Any]:
    return {
        "family": "doubt",
        "number": table.number,
        "pile": len(table.pile),
        "claim": None if table.claim is None else asdict(table.claim),
        "plays": table.plays,
        "finishing": table.finishing,
        "closable": table.closable,
        "allowed_from": table.allowed_from,
        "success": table.success[:],
        "out": table.out[:],
    }
