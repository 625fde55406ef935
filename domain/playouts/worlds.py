"""Determinization: worlds sampled from what a seat sees. Each is a table in which every card is known."""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

from domain.cards import Card
from domain.chance import RandomStream
from domain.dobon.table import DobonTable
from domain.playouts.generator import shuffle

World = Any
"""A table of the ruleset's family in which every card is known."""

Weigh = Callable[[World], float]
"""Returns how much more likely a world is than another one, by what the seat has seen the others do; 0 or more."""

OVERSAMPLED = 8
"""Number of worlds that are weighed for each one that is kept."""

DECKS = {"dobon-sato": range(52), "dobon-kawagoe": range(54)}


def sample_world(ruleset: str, table: Any, seat: int, random: int) -> World:  # noqa: ARG001 - of Dobon
    """Return a copy of the seat's own table in which the cards that it cannot place are distributed with equal chance.

    `random` has 30 bits. Raises ValueError if the unknown cards and the unknown places differ in number.
    """
    return _dobon(table, DECKS[ruleset], random)


def _dobon(table: DobonTable, deck: Sequence[Card], random: int) -> DobonTable:
    """Hands and stock are hidden; open cards and the pile are known."""
    world = table.copy()
    places: list[list[Card | None]] = [*world.hands, world.stock]
    known = {*chain(*places, *world.shown, world.pile)}
    _fill(places, [card for card in deck if card not in known], random)
    return world


def _fill(places: Sequence[list[Card | None]], unseen: list[Card], random: int) -> None:
    """Put the unseen cards into the places of unknown ones."""
    shuffle(unseen, random)
    for cards in places:
        for place, card in enumerate(cards):
            if card is None:
                if not unseen:
                    raise ValueError("more cards are unknown than unseen")
                cards[place] = unseen.pop()
    if unseen:
        raise ValueError(f"no place is left for {len(unseen)} unseen cards")


def sample_worlds(
    ruleset: str, table: Any, seat: int, count: int, stream: RandomStream, weigh: Weigh | None = None
) -> list[World]:
    """Return `count` worlds that agree with the seat's own table.

    With `weigh` a world is chosen with a chance in proportion to its weight, among `OVERSAMPLED` times as many. So a
    likely world may occur more than once. If all have weight 0, the weights are ignored.
    """
    many = count if weigh is None else count * OVERSAMPLED
    worlds = [sample_world(ruleset, table, seat, stream.word() >> 34) for _ in range(many)]
    return worlds if weigh is None else _resample(worlds, [weigh(world) for world in worlds], count, stream)


def _resample(worlds: list[World], weights: list[float], count: int, stream: RandomStream) -> list[World]:
    """Choose `count` worlds at equal distances along their added weights, from a random start (systematic resampling)."""
    added, total = [], 0.0
    for weight in weights:
        total += weight
        added.append(total)
    if total <= 0:
        return worlds[:count]
    step = total / count
    mark, chosen, place = step * stream.word() / 2**64, list[World](), 0
    for _ in range(count):
        while place < len(worlds) - 1 and added[place] <= mark:
            place += 1
        chosen.append(worlds[place])
        mark += step
    return chosen
