"""The deal of a beating game."""

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET

from domain.beating.event_builder import AppliesEvents, RoundEvents
from domain.beating.events import RoundDealt
from domain.beating.evolve import lay
from domain.beating.relation import ACE_HIGH
from domain.log.chance import Chance
from domain.log.events import TABLE, Event, Part
from domain.log.moments import Moment
from domain.ruleset.cards import CARDS, SUIT, SUITS, Card, codes
from domain.ruleset.parts import Cards, Stock
from domain.ruleset.ruleset import RoundStart
from domain.ruleset.stated_chance import StatedChance, placed_cards


def hands_of(cards: Sequence[Card], seats: int, size: int) -> list[list[Card]]:
    """Return the hands of a deal, card by card from seat 0."""
    return [list(cards[seat : seats * size : seats]) for seat in range(seats)]


def stated(event: Event[RoundDealt], turned: Sequence[Card], seats: int) -> Chance:
    """Return chance that deals the visible cards of a deal, and draws what it says of seats and of the trump.

    `turned` are cards of the stock that the next events turn up. Raises ValueError if the seat that begins does not
    hold the card that decided it.
    """
    public, size, asked = event.public, event.public.hands[0], event.public.asks
    first, decided_by = public.first, public.decided_by or None
    if first is UNSET and asked:
        first = asked.seat
    numbers = {
        "first": first,
        "dealer": public.get("dealer"),
        "trump": None if public.trump is None else SUITS.index(public.trump),
    }
    placed = placed_cards(event, seats, size)
    if public.trump_card is None:
        after_hands = enumerate(turned, seats * size)
        placed |= {place: card for place, card in after_hands if place not in placed and card not in placed.values()}
        return StatedChance(numbers, placed)
    # The card that shows the trump is dealt right after the hands, and goes under the stock. Without a stock it is the
    # last card of the last hand.
    trump_card, below = CARDS[public.trump_card], seats * size
    if TABLE in event.sealed and public.stock:
        placed |= {below + 1 + place: CARDS[code] for place, code in enumerate(event.sealed[TABLE].stock[:-1])}
    placed[below if public.stock else below - 1] = trump_card
    if decided_by is not None and first is not UNSET and CARDS[decided_by] not in placed.values():
        free = [place for place in range(first, below, seats) if place not in placed]
        if not free:
            raise ValueError(f"seat {first} does not hold {decided_by}")
        placed[free[0]] = CARDS[decided_by]
    lowest = len(CARDS) if decided_by is None else ACE_HIGH[CARDS[decided_by]]

    def decides(card: Card) -> bool:
        """Tell whether the seat that holds this card would begin."""
        return SUIT[card] == SUIT[trump_card] and ACE_HIGH[card] < lowest

    return StatedChance(numbers, placed, decides)


def dealt(
    game: AppliesEvents,
    start: RoundStart,
    hands: Sequence[Sequence[Card]],
    stock: Sequence[Card],
    facts: dict[str, Any],
    now: Moment,
) -> RoundEvents:
    """Return the events of a deal after its `round-dealt`; `facts` join its public part.

    `hands` are by seat, `stock` is in the order of drawing.
    """
    sizes = [len(hand) for hand in hands]
    public = RoundDealt(round=start.round, withheld=start.withheld, hands=sizes, stock=len(stock), **facts)
    sealed: dict[str, Part] = {str(seat): Cards(codes(hand)) for seat, hand in enumerate(hands)}
    event = Event(public, sealed | {TABLE: Stock(codes(stock))})
    course = RoundEvents(game, lay(event, start.seats), start.options, now)
    course.events.append(event)
    return course
