"""A round of a beating game as everybody sees it: roles, attack right, attacks, and limits."""

from typing import Annotated, Any, Literal, TypedDict

from domain.beating.event_builder import suit_letter
from domain.beating.table import BeatingTable
from domain.ruleset.board_types import Count, Seat, SeenCard, Suit
from domain.ruleset.cards import CODES, HIDDEN, hand_codes


class AttackCard(TypedDict):
    """An attack card and the card that beat it."""

    card: SeenCard
    by: Seat
    beaten_with: Annotated[SeenCard | None, ("description", "null until a card beats it.")]


class Roles(TypedDict):
    """The roles of a bout, as a part of the board."""

    attacker: int | None
    guardians: list[int]
    defender: int | None
    attack_right: int | None


class BeatingBoard(TypedDict):
    """The table of a game of Durak, Kirifu or Mustamaija: attacker, defender, and the limit of attack cards."""

    family: Literal["beating"]
    trump: Annotated[Suit | None, ("description", "null until it is turned up.")]
    trump_card: Annotated[SeenCard | None, ("description", "The card that decided the trump suit, wherever it is now.")]
    trump_holder: Annotated[
        Seat | None, ("description", "The seat that holds that card, which every player saw being drawn or dealt.")
    ]
    attacks: Annotated[list[AttackCard], ("description", "In the order of play.")]
    attacker: Seat | None
    guardians: Annotated[list[Seat], ("description", "Durak: the other seats that may attack.")]
    defender: Seat | None
    attack_right: Annotated[
        Seat | None,
        ("description", "The seat that may attack now or, in Durak, after all attacks are beaten or taken."),
    ]
    stopped: Annotated[list[Seat], ("description", "Durak: the seats that have stopped since the last attack card.")]
    limit: Annotated[
        Count | None,
        ("description", "Limit of attack cards: of the whole bout in Durak, of the next lead in the other games."),
    ]
    ranks: Annotated[list[Count], ("description", "Numbers on the table.")]
    bout: Annotated[Count | None, ("description", "Durak: the bout's number.")]
    out: Annotated[list[Seat], ("description", "Seats without cards, in the order in which they finished.")]
    discarded: Annotated[Count, ("description", "Cards out of play.")]
    stall: Annotated[Count, ("description", "Consecutive takes without progress; `stall_limit` of them end the round.")]


def view_round(table: BeatingTable, roles: Roles) -> dict[str, Any]:
    """Return phase, turn, hands, stock and board, as everybody knows them. Cards out of play are only a number."""
    return {
        "phase": table.phase,
        "turn": table.turn,
        "waiting_for": table.asked(),
        "deadline": table.deadline,
        "hands": [hand_codes(hand) for hand in table.laid_open] or [[HIDDEN] * size for size in table.sizes],
        "stock": len(table.stock),
        "board": _board(table, roles),
    }


def _board(table: BeatingTable, roles: Roles) -> BeatingBoard:
    bout = table.bout
    limit = bout.limit if bout else table.limit or None
    return {
        "family": "beating",
        "trump": None if table.trump is None else suit_letter(table.trump),
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
