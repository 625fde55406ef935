"""What a player may ask for, and its form on the wire (discriminated by `type`)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from domain.cards import CARDS, CODES, SUITS, Card
from domain.errors import Refused


@dataclass(frozen=True, slots=True)
class Play:
    """Lay cards of one rank on the pile, bottom card first; `suit` is declared with an 8 and only then."""

    cards: tuple[Card, ...]
    suit: int | None = None
    on: int | None = None
    "Version of the event that laid the top, where the play is for that card and no other."


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw one card from the stock."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, where that is allowed."""


@dataclass(frozen=True, slots=True)
class Accept:
    """Take a pending effect: draw the cards, or open the hand."""


@dataclass(frozen=True, slots=True)
class Dobon:
    """Call, or counter, on the event with version `on`."""

    on: int


@dataclass(frozen=True, slots=True)
class Decline:
    """Answer a window without calling; `on` as in `Dobon`."""

    on: int


@dataclass(frozen=True, slots=True)
class Doubt:
    """Say that the play with version `on` was a lie."""

    on: int


@dataclass(frozen=True, slots=True)
class Flip:
    """Turn up the next card of the stock, as the dealer."""


@dataclass(frozen=True, slots=True)
class Ready:
    """Ready for the next round."""


CALLS = (Dobon, Doubt)
"""What answers a play of somebody else, and comes before anything that would end the right to it."""

Action = Play | Draw | Pass | Accept | Dobon | Doubt | Decline | Flip | Ready

_PLAIN: dict[str, Action] = {"draw": Draw(), "pass": Pass(), "accept": Accept(), "flip": Flip(), "ready": Ready()}
_NAMES: dict[type[Any], str] = {
    Play: "play", Draw: "draw", Pass: "pass", Accept: "accept", Dobon: "dobon", Doubt: "doubt", Decline: "decline", Flip: "flip",
    Ready: "ready",
}  # fmt: skip


def from_wire(body: Mapping[str, Any]) -> Action:
    """The action of a body that has the right fields. Raises `Refused("unknown-action" | "unknown-card")`."""
    name = body["type"]
    if name in _PLAIN:
        return _PLAIN[name]
    if name == "dobon":
        return Dobon(body["on"])
    if name in ("doubt", "cheat"):
        return Doubt(body["on"])
    if name == "decline":
        return Decline(body["on"])
    if name != "play":
        raise Refused("unknown-action", f"Known actions: {', '.join(sorted(_NAMES.values()))}.")
    unknown = [code for code in body["cards"] if code not in CARDS]
    if unknown:
        raise Refused("unknown-card", "A card is a suit letter of S, C, H, D and a number 1 to 13, or X1, X2.")
    suit = body.get("suit")
    return Play(
        tuple(CARDS[code] for code in body["cards"]), None if suit is None else SUITS.index(suit), body.get("on")
    )


def to_wire(action: Action) -> dict[str, Any]:
    """The body that stands for the action."""
    if isinstance(action, Play):
        body: dict[str, Any] = {"type": "play", "cards": [CODES[card] for card in action.cards]}
        if action.suit is not None:
            body["suit"] = SUITS[action.suit]
        if action.on is not None:
            body["on"] = action.on
        return body
    body = {"type": _NAMES[type(action)]}
    if isinstance(action, Dobon | Doubt | Decline):
        body["on"] = action.on
    return body
