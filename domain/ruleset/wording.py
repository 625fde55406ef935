"""Parts of sentences that the narrations of several families share."""

from collections.abc import Callable, Mapping, Sequence

from domain.log.events import Event

Text = Mapping[str, str]
"""The same words in each language: keys `ja` and `en`."""

Who = Callable[[int], Text]
"""The name of a seat."""


def card_list(codes: Sequence[str], language: str) -> str:
    """Return the cards as a list."""
    return ("・" if language == "ja" else ", ").join(codes)


def counted(number: int) -> str:
    """Return a number of cards in English."""
    return "1 card" if number == 1 else f"{number} cards"


def opened(event: Event, seat: int, name: str = "cards") -> list[str]:
    """Return the cards of the seat's sealed part, or none if the reader may not open it."""
    part = event.sealed.get(str(seat))
    return [] if part is None else list(part.get(name, ()))


def with_clock(event: Event, said: Text) -> Text:
    """Return the sentence, with a remark before it if the clock acted for the seat."""
    if event.public.get("by_clock"):
        return {"ja": "時間切れ。" + said["ja"], "en": "Time is up. " + said["en"]}
    return said
