"""A round of Dobon as everybody sees it."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from domain.dobon.table import NOBODY, DobonTable
from domain.dobon.table import Call as MadeCall
from domain.ruleset.board_types import CallKind, Count, Direction, Formula, Seat, SeenCard, Suit, Time, Version
from domain.ruleset.cards import CODES, JOKER_SUIT, SUITS
from domain.ruleset.windows import waited_for


class Top(TypedDict):
    """The card on top of the pile."""

    card: SeenCard
    owner: Annotated[
        Seat | None,
        ("description", "The seat that laid it; null for the initial card and for a card that the dealer turned up."),
    ]
    version: Annotated[Version, ("description", "The `on` of a call or a play on this card.")]
    suit: Annotated[Suit | None, ("description", "The suit to follow; null for a joker that was turned up.")]


class Pending(TypedDict):
    """The pending effect of a 2 or a 13."""

    rank: Count
    draw: Count
    target: Seat


class Call(TypedDict):
    """A call on the top card."""

    seat: Seat
    on: Version
    kind: CallKind
    hand: list[SeenCard] | None
    formulas: list[Formula]
    valid: bool
    version: Version


class DobonBoard(TypedDict):
    """The table of a game of Dobon."""

    family: Literal["dobon"]
    top: Annotated[Top | None, ("description", "null until the dealer turns a card up.")]
    pile: Count
    direction: Direction
    pending: Pending | None
    allowed_from: Annotated[
        Time | None,
        ("description", "The moment from which the top card may be covered; null for at once."),
    ]
    may_play: bool
    open: Annotated[list[list[SeenCard]], ("description", "By seat: cards that stay open.")]
    calls: list[Call]
    dealer: Annotated[
        NotRequired[Seat],
        ("description", "The seat that turns cards up until the round is opened. In rulesets with a dealer."),
    ]
    calls_open: Annotated[
        NotRequired[bool],
        (
            "description",
            "Whether the top card can still be called. In rulesets in which the right to call ends before the card is covered.",
        ),
    ]


def view_round(table: DobonTable) -> dict[str, Any]:
    """Return phase, turn, hands, stock and board, as everybody knows them.

    Hands have open cards named, which are sorted; hidden ones come last.
    """
    if table.stale:
        table.show()
    return {
        "phase": phase(table),
        "turn": table.turn,
        "waiting_for": waited_for(table),
        "deadline": table.deadline,
        "hands": table.faces,
        "stock": table.stock,
        "board": _board(table),
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


def _board(table: DobonTable) -> DobonBoard:
    pending: Pending | None = None
    if table.pending_rank:
        pending = {"rank": table.pending_rank, "draw": table.pending_draw, "target": table.turn}
    board: DobonBoard = {
        "family": "dobon",
        "top": _top(table) if table.pile else None,
        "pile": len(table.pile),
        "direction": table.direction,
        "pending": pending,
        "allowed_from": table.allowed_from,
        "may_play": table.may_play,
        "open": table.open_faces,
        "calls": [_call(call) for call in table.calls] if table.calls else [],
    }
    if table.dealer != NOBODY:
        board["dealer"], board["calls_open"] = table.dealer, table.calls_open
    return board


def _top(table: DobonTable) -> Top:
    return {
        "card": CODES[table.pile[-1]],
        "owner": None if table.top_owner == NOBODY else table.top_owner,
        "version": table.top_version,
        "suit": None if table.suit == JOKER_SUIT else SUITS[table.suit],
    }


def _call(call: MadeCall) -> Call:
    return {
        "seat": call.seat,
        "on": call.on,
        "kind": call.kind,
        "hand": call.hand,
        "formulas": call.formulas,
        "valid": call.valid,
        "version": call.version,
    }
