"""The stock [山札]: dealing from it, drawing from it, and the reshuffle when it runs out."""

from collections.abc import Sequence

from domain.dobon.events import CardsDrawn, StockReshuffled
from domain.dobon.evolve import DobonState
from domain.dobon.table import DobonTable
from domain.log.chance import Chance
from domain.log.events import PART, TABLE, Event, Part
from domain.ruleset.cards import Card, codes
from domain.ruleset.parts import Cards, Stock


def dealt(cards: Sequence[Card], seats: int, size: int, laid: int = 0) -> dict[str, Part]:
    """Return the sealed parts of a deal: hands card by card from seat 0, then `laid` cards for the table, and the rest
    as stock.
    """
    hands = seats * size
    sealed: dict[str, Part] = {str(seat): Cards(codes(cards[seat:hands:seats])) for seat in range(seats)}
    return sealed | {TABLE: Stock(codes(cards[hands + laid :]))}


def exhausted(table: DobonTable) -> bool:
    """Tell whether no card is left to draw, even after a reshuffle."""
    return not table.stock and len(table.pile) < 2


def draw(state: DobonState, public: CardsDrawn, chance: Chance) -> list[Event]:
    """Return the events of drawing; `public` is the public part of `cards-drawn`, whose `count` becomes less if there
    are fewer cards.
    """
    count, stock = public.count, state.deck
    events: list[Event] = []
    if stock is None or count > len(stock):
        events, stock = stocked(state, count, chance)
        count = public.count = min(count, len(stock))
    # Only the server draws, and the server knows every card of the stock.
    drawn = codes(stock[-1:] if count == 1 else stock[: -count - 1 : -1])  # type: ignore[arg-type]
    events.append(Event(public, {PART[public.seat]: Cards(drawn)}))
    return events


def stocked(state: DobonState, count: int, chance: Chance) -> tuple[list[Event], list[Card | None]]:
    """Return the reshuffle that taking `count` cards needs, and the stock after it, with the next card last.

    If the stock has fewer, everything below the top is shuffled and goes under the rest of the stock.
    """
    table, stock = state.table, state.deck
    assert stock is not None
    if count <= len(stock) or len(table.pile) < 2:
        return [], stock
    below = table.pile[:-1]
    chance.stream(f"reshuffle-{table.reshuffles + 1}").shuffle(below)
    public = StockReshuffled(count=len(below), stock=len(stock) + len(below))
    return [Event(public, {TABLE: Cards(codes(below))})], [*below[::-1], *stock]
