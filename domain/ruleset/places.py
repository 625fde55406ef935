"""The places of the cards of a table, whichever family it is of: after every event each card lies in exactly one."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from domain.log.events import Event
from domain.ruleset.cards import CARDS, Card

_MOST = 4 * 54
"""Cards of the largest game: four decks with two jokers each."""

_NUMBERS = ("count", "hand_size", "stock", "decks", "jokers", "under")
"""Public fields with a number of cards or decks."""


@dataclass(frozen=True, slots=True)
class Places:
    """All cards of a table. A card that its viewer does not know is None."""

    hands: Sequence[Sequence[Card | None]]
    "By seat."
    others: Sequence[Card | None]
    "The cards outside the hands."
    deck: Sequence[Card]
    "All cards of the game, each as often as it is in it."


def misplaced(places: Places) -> Iterator[str]:
    """Yield problems with the places of cards, in sentences."""
    every = [*places.others, *(card for hand in places.hands for card in hand)]
    if len(every) != len(places.deck):
        yield f"{len(every)} cards are in the game, not {len(places.deck)}"
    if Counter(card for card in every if card is not None) - Counter(places.deck):
        yield "a card lies in two places, or is none of the deck"


def agree(held: Sequence[Card | None], named: Sequence[str]) -> bool:
    """Tell whether these are the cards, as far as they are known, in any order."""
    known = Counter(card for card in held if card is not None)
    return len(held) == len(named) and not known - Counter(CARDS[code] for code in named)


def unlike(places: Places, opened: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield a sentence for each seat that lays open another hand than it holds, as far as its cards are known."""
    for seat, hand in enumerate(places.hands):
        if seat >= len(opened) or not agree(hand, opened[seat]):
            yield f"seat {seat} does not lay open the hand it held"


def check_counts(event: Event) -> None:
    """Raise ValueError for numbers of cards that no game has: a fold makes room for as many."""
    counts = [event.public.get(name, 0) for name in _NUMBERS]
    counts += [size for size in event.public.get("hands", ()) if isinstance(size, int)]
    if any(not 0 <= count <= _MOST for count in counts):
        raise ValueError("more cards than the largest game has, or fewer than none")
