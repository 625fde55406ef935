"""A round of Dobon as a viewer sees it."""

from typing import Any

from domain.cards import CODES, HIDDEN, JOKER_SUIT, SUITS, codes
from domain.dobon.table import NOBODY, Call, DobonTable, Face
from domain.windows import waiting_for


def view_round(table: DobonTable) -> dict[str, Any]:
    """Return phase, turn, hands, stock and board, as the table's viewer knows them.

    Hands have own and open cards named; cards are sorted, hidden ones last.
    """
    faces = [face or _turned_up(table, seat) for seat, face in enumerate(table.faces)]
    return {
        "phase": phase(table),
        "turn": table.turn,
        "waiting_for": waiting_for(table),
        "deadline": table.deadline,
        "hands": [hand for hand, _ in faces],
        "stock": len(table.stock),
        "board": _board(table, [shown for _, shown in faces]),
    }


def phase(table: DobonTable) -> str:
    """Return the phase of the round.

    `flipping` (the dealer is to turn a card up), `opening` (all seats are asked about that card), `playing`, `asking`
    (all seats are asked about a play), `countering` (a call may be countered) or `over`.
    """
    if table.over:
        return "over"
    if not table.window:
        return "flipping" if table.opening else "playing"
    if table.standing:
        return "countering"
    return "opening" if table.opening else "asking"


def _turned_up(table: DobonTable, seat: int) -> Face:
    """Return a hand that has changed, and keep it for the next view."""
    closed, shown = table.hands[seat], codes(table.shown[seat])
    # A viewer knows all closed cards of a seat or none: the known cards of another seat are among its open cards.
    if closed and closed[0] is None:
        face = [*shown, *[HIDDEN] * len(closed)], shown
    else:
        face = table.hand_codes(seat), shown
    table.faces[seat] = face
    return face


def _board(table: DobonTable, opened: list[list[str]]) -> dict[str, Any]:
    pending = None
    if table.pending_rank:
        pending = {"rank": table.pending_rank, "draw": table.pending_draw, "target": table.turn}
    board = {
        "family": "dobon",
        "top": _top(table) if table.pile else None,
        "pile": len(table.pile),
        "direction": table.direction,
        "pending": pending,
        "allowed_from": table.allowed_from,
        "may_play": table.may_play,
        "open": opened,
        "calls": [_call(call) for call in table.calls] if table.calls else [],
    }
    if table.dealer != NOBODY:
        board |= {"dealer": table.dealer, "calls_open": table.calls_open}
    return board


def _top(table: DobonTable) -> dict[str, Any]:
    return {
        "card": CODES[table.pile[-1]],
        "owner": None if table.top_owner == NOBODY else table.top_owner,
        "version": table.top_version,
        "suit": None if table.suit == JOKER_SUIT else SUITS[table.suit],
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
