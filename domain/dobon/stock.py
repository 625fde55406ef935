"""Drawing from the stock [山札], with the reshuffle when it runs out."""

from typing import Any

from domain.cards import codes
from domain.chance import Chance
from domain.dobon.table import DobonTable
from domain.events import TABLE, Event


def draw(table: DobonTable, seat: int, count: int, chance: Chance, facts: dict[str, Any]) -> list[Event]:
    """The events of a seat drawing `count` cards, fewer where there are no more; `facts` join the public part of `cards-drawn`.

    Only a draw that needs more cards than the stock has makes a reshuffle: everything below the top, under what is left of the stock.
    """
    events = []
    stock = table.stock
    if count > len(stock) and len(table.pile) > 1:
        below = table.pile[:-1]
        chance.stream(f"reshuffle-{table.reshuffles + 1}").shuffle(below)
        public = {"count": len(below), "stock": len(stock) + len(below)}
        events.append(Event("stock-reshuffled", public, {TABLE: {"cards": codes(below)}}))
        stock = [*below[::-1], *stock]
    count = min(count, len(stock))
    # Only the server draws, and the server knows every card of the stock.
    drawn = codes(stock[: -count - 1 : -1])  # type: ignore[arg-type]
    public = {"seat": seat, "count": count, **facts}
    events.append(Event("cards-drawn", public, {str(seat): {"cards": drawn}}))
    return events
