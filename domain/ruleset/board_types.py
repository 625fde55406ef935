"""Types of the fields of boards. The API makes its schemas from the boards that declare them.

The word behind each type names a kind of value; the API has a field for each. A field may be described besides, by
`Annotated` with a pair: "description", and the text.
"""

from typing import Annotated

Seat = Annotated[int, "seat"]
Version = Annotated[int, "version"]
"""The version of an event."""
Count = Annotated[int, "count"]
SeenCard = Annotated[str, "card"]
"""The code of a card, or the one for a hidden card."""
Suit = Annotated[str, "suit"]
"""The letter of a suit."""
Time = Annotated[str, "moment"]
CallKind = Annotated[str, "call kind"]
Formula = Annotated[str, "formula"]
"""The text of a formula, such as `7+3+2`."""
Direction = Annotated[int, "direction"]
"""1 for ascending seats, -1 for descending ones."""
