"""A round of Doubt as spectators see it. The pile is only a number of cards."""

from typing import Annotated, Any, Literal, TypedDict

from domain.doubt.table import Claim, DoubtTable
from domain.ruleset.board_types import Count, Seat, Time, Version
from domain.ruleset.cards import HIDDEN, hand_codes
from domain.ruleset.windows import waited_for


class Said(TypedDict):
    """The newest play of a game of Doubt, as announced."""

    seat: Seat
    number: Count
    count: Count
    version: Annotated[Version, ("description", "The `on` of a doubt of this play.")]


class DoubtBoard(TypedDict):
    """The table of a game of Doubt."""

    family: Literal["doubt"]
    number: Annotated[Count, ("description", "The number to be announced with the next cards.")]
    pile: Count
    claim: Said | None
    plays: Count
    finishing: Annotated[bool, ("description", "The newest play emptied a hand.")]
    closable: Annotated[bool, ("description", "The next player's play closes the window.")]
    allowed_from: Annotated[Time | None, ("description", "The moment from which it may, while others can still doubt.")]
    success: Annotated[list[Count], ("description", "By seat: lies caught.")]
    out: Annotated[list[Seat], ("description", "Eliminated seats, in the order of elimination.")]


def public_view(table: DoubtTable) -> dict[str, Any]:
    """Return phase, turn, hands, stock (none) and board."""
    return {
        "phase": phase(table),
        "turn": table.turn,
        "waiting_for": waited_for(table),
        "deadline": table.deadline,
        "hands": [*map(hand_codes, table.open_hands)] if table.over else [[HIDDEN] * size for size in table.sizes],
        "stock": 0,
        "board": _board(table),
    }


def phase(table: DoubtTable) -> str:
    """Return `playing`, `doubting` (the newest play may be doubted) or `over`."""
    if table.over:
        return "over"
    return "doubting" if table.window else "playing"


def _board(table: DoubtTable) -> DoubtBoard:
    return {
        "family": "doubt",
        "number": table.number,
        "pile": len(table.pile),
        "claim": None if table.claim is None else _said(table.claim),
        "plays": table.plays,
        "finishing": table.finishing,
        "closable": table.closable,
        "allowed_from": table.allowed_from,
        "success": table.success[:],
        "out": table.out[:],
    }


def _said(claim: Claim) -> Said:
    return {"seat": claim.seat, "number": claim.number, "count": claim.count, "version": claim.version}
