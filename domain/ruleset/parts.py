"""Types of fields, and parts of events that several families have."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from domain.log.events import Part
from domain.log.identifiers import UUID

END = r"(?!\n)"
"""Ends a pattern for Python, whose `$` also fits before a last line break."""

# Types of fields, as msgspec checks them and as the schemas tell them.

Code = Annotated[str, Meta(pattern="^([SCHD]([1-9]|1[0-3])|X[12])$" + END)]
"""A card."""
SeatNumber = Annotated[int, Meta(ge=0)]
Count = Annotated[int, Meta(ge=0)]
Version = Annotated[int, Meta(ge=1)]
"""The version of an event."""
Time = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z$" + END)]
"""A moment in UTC."""
Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}$" + END)]
"""32 bytes."""
Mark = Annotated[bool, Meta(extra_json_schema={"const": True})]
"""A field that is true or absent, and never false: the clock acted, or a bot account is meant."""
Strategy = Annotated[str, Meta(description="The name of a strategy.")]
CardPair = tuple[Code, Code]
"""An attack card, and the card that beats it."""
Account = Annotated[str, Meta(pattern=UUID + END, extra_json_schema={"format": "uuid"})]
"""The id of a player."""
Cause = Literal["clock", "refused", "handed-over", "not-asked"]
"""Why a link is missing: the time was up, the player was ready without one, a bot took over while the seat was asked,
or played it already when the others were asked."""


class Withheld(Part):
    """A seat with an anchor that has no link in the deck, and the cause."""

    seat: SeatNumber
    why: Cause


class Decision(Part):
    """An event by which a seat decides; `by_strategy` decided at once for a bot that was interrupted."""

    by_strategy: Strategy | UnsetType = UNSET


class Cards(Part):
    """Cards that only the viewer of the part knows."""

    cards: list[Code]


class Stock(Part):
    """The stock in the order of drawing."""

    stock: list[Code]


class Declined(Part):
    """`true` for the seat that declined."""

    declined: bool
