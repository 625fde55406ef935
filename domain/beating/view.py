"""A round of a beating game as a viewer sees it: roles, attack right, attacks, and limits."""

from typing import Any

from domain.beating.event_builder import suit_letter
from domain.beating.table import BeatingTable
from domain.ruleset.cards import CODES, hand_codes


def view_round(table: BeatingTable, roles: dict[str, Any]) -> dict[str, Any]:
    """Return phase, turn, hands (own cards named), stock and board, as the table's viewer knows them.

    Cards out of play are only a number.
    """
    return {
        "phase": table.phase,
        "turn": table.turn,
        "waiting_for": table.asked(),
        "deadline": table.deadline,
        "hands": [hand_codes(hand) for hand in table.hands],
        "stock": len(table.stock),
        "board": _board(table, roles),
    }


def _board(table: BeatingTable, roles: dict[str, Any]) -> dict[str, Any]:
    bout = table.bout
    limit = bout.limit if bout else table.limit or None
    return {
        "family": "beating",
        "trump": suit_letter(table.trump),
        "trump_card": None if table.trump_card is None else CODES[table.trump_card],
        "trump_holder": next((seat for seat, cards in enumerate(table.known) if table.trump_card in cards), None),
        "attacks": [
            {"card": CODES[card], "by": by, "beaten_with": None if with_what is None else CODES[with_what]}
            for card, by, with_what in table.attacks
        ],
        **roles,
        "stopped": bout.stopped[:] if bout else [],
        "limit": limit,
        "ranks": table.ranks(),
        "bout": bout.number if bout else None,
        "out": table.out[:],
        "discarded": len(table.discard),
        "stall": table.stall,
    }
