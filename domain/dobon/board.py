"""A round of Dobon as a viewer gets it."""

from typing import Any

from domain.cards import CODES, HIDDEN, SUITS, Card
from domain.dobon.table import NOBODY, Call, DobonTable


def view(table: DobonTable) -> dict[str, Any]:
    """Phase, turn, hands (own and open cards named; sorted, hidden last), stock and board, as the table's viewer knows them."""
    return {
        "phase": phase(table),
        "turn": table.turn,
        "waiting_for": [] if table.over else table.asked[:] if table.window else [table.turn],
        "deadline": table.deadline,
        "hands": [_hand(closed, shown) for closed, shown in zip(table.hands, table.shown, strict=True)],
        "stock": len(table.stock),
        "board": _board(table),
    }


def phase(table: DobonTable) -> str:
    """`playing`, `asking` (everybody is asked about a play), `countering` (a call may be countered) or `over`."""
    if table.over:
        return "over"
    if not table.window:
        return "playing"
    return "countering" if table.standing else "asking"


def _hand(closed: list[Card | None], shown: list[Card]) -> list[str]:
    # A viewer knows all closed cards of a seat or none: what is seen of another seat lies among its open cards.
    if closed and closed[0] is None:
        return [CODES[card] for card in shown] + [HIDDEN] * len(closed)
    known: list[Card] = closed + shown  # type: ignore[assignment]
    known.sort()
    return [CODES[card] for card in known]


def _board(table: DobonTable) -> dict[str, Any]:
    pending = None
    if table.pending_rank:
        pending = {"rank": table.pending_rank, "draw": table.pending_draw, "target": table.turn}
    return {
        "top": {
            "card": CODES[table.pile[-1]],
            "owner": None if table.top_owner == NOBODY else table.top_owner,
            "version": table.top_version,
            "suit": SUITS[table.suit],
        },
        "pile": len(table.pile),
        "direction": table.direction,
        "pending": pending,
        "cover_from": table.cover_from,
        "may_play": table.may_play,
        "open": [[CODES[card] for card in shown] if shown else [] for shown in table.shown],
        "calls": [_call(call) for call in table.calls] if table.calls else [],
    }


def _call(call: Call) -> dict[str, Any]:
    return {
        "seat": call.seat,
        "on": call.on,
        "kind": call.kind,
        "hand": call.hand,
        "formulas": call.formulas,
        "valid": call.valid,
        "version": call.version,
    }
