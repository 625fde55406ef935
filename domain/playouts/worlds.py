"""Determinization: worlds sampled from what a seat sees. Each is a state in which every card is known.

A seat that remembers knows more than its hand: cards that were open in a beating game (`BeatingTable.known`), and cards
that it laid or saw in Doubt (`DoubtTable.traced`). All other cards are distributed with equal chance among the places
that are unknown, each as often as it is in the deck.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import chain
from typing import Any

from domain.beating.durak import LOWEST
from domain.beating.hand import BeatingHand, BeatingState, stock_of
from domain.beating.relation import ACE_HIGH
from domain.dobon.evolve import stock_of as dobon_stock
from domain.dobon.hand import DobonHand
from domain.dobon.table import DobonTable
from domain.doubt.hand import DoubtHand, DoubtState, away_from, lay_down, pile_of
from domain.doubt.knowledge import followed
from domain.doubt.table import PILE, DoubtTable
from domain.log.chance import RandomStream
from domain.playouts.generator import following, shuffle
from domain.ruleset.cards import Card, deck
from domain.ruleset.round_state import RoundState
from domain.ruleset.ruleset import State

World = Any
"""A state of the ruleset's family in which every card is known."""

Weigh = Callable[[World], float]
"""Returns how much more likely a world is than another one, by what the seat has seen the others do; 0 or more."""

OVERSAMPLED = 8
"""Number of worlds that are weighed for each one that is kept."""

Places = Sequence[list[Card | None]]
"""Hands, and where there is one the stock."""


def sample_world(ruleset: str, state: State, seat: int, random: int) -> World:
    """Return a copy of the seat's own state in which the cards that it cannot place are distributed with equal chance.

    `random` has 30 bits. Raises ValueError if the unknown cards and the unknown places differ in number.
    """
    return _sampler(ruleset, state, seat)(random)


def _sampler(ruleset: str, state: State, seat: int) -> Callable[[int], World]:
    """Return the function that makes a world from a random number. What all worlds share is found once."""
    if isinstance(state.table, DobonTable):
        return _dobon(state, deck(2 if ruleset == "dobon-kawagoe" else 0))
    if isinstance(state.table, DoubtTable):
        return partial(_doubt, state, seat)
    lowest = LOWEST if ruleset == "durak" else 0
    return partial(_beating, state, [card for card in deck(state.table.jokers) if ACE_HIGH[card] >= lowest])


def _dobon(state: RoundState[DobonTable, DobonHand], cards: Sequence[Card]) -> Callable[[int], World]:
    """Hands and stock are hidden; open cards and the pile are known."""
    table, held, drawable = state.table, [state.cards(seat) for seat in range(state.table.seats)], dobon_stock(state)
    known = {*chain(*held, drawable, *table.shown, table.pile)}
    unseen = [card for card in cards if card not in known]

    def world(random: int) -> World:
        hands, stock = [cards[:] for cards in held], drawable[:]
        _fill([*hands, stock], unseen[:], random)
        return RoundState(
            table, [own or DobonHand(cards) for own, cards in zip(state.hands, hands, strict=True)], stock
        )

    return world


def _beating(state: BeatingState, cards: Sequence[Card], random: int) -> BeatingState:
    """Hands and stock are hidden; cards that were open and were taken up stay in their hands."""
    table, stock = state.table.copy(), stock_of(state)[:]
    hands = [state.cards(seat)[:] for seat in range(len(state.hands))]
    for hand, held in zip(hands, table.known, strict=True):
        _put(hand, [card for card in held if card not in hand])
    places: Places = [*hands, stock]
    known = {*chain(*places, table.lying(), table.discard)}
    _fill(places, [card for card in cards if card not in known], random)
    return RoundState(table, [BeatingHand(hand) for hand in hands], stock)


def _doubt(state: DoubtState, seat: int, random: int) -> DoubtState:
    """Hands, pile and cards out of play are hidden. A card that the seat can follow is in one of its places."""
    world = state.copy()
    table, hands = world.table, [world.open_hand(one, DoubtHand) for one in range(len(world.hands))]
    pile = pile_of(world)
    places: Places = [*(hand.cards for hand in hands), pile, away_from(world)]
    for one in followed(table, hands[seat], seat):
        open_places = [pile if place == PILE else hands[place].cards for place in one.places]
        random = _put_into_one(open_places, one.card, random)
    unseen = Counter(deck(table.jokers) * table.decks)
    unseen.subtract(card for card in chain(*places) if card is not None)
    _fill(places, sorted(unseen.elements()), random)
    lay_down(world, pile)
    return world


def _put_into_one(places: Places, card: Card, random: int) -> int:
    """Put the card into one of the places, by their numbers of unknown cards; return the next random number."""
    free = [place for cards in places for place in [cards] * cards.count(None)]
    random = following(random)
    if free:
        _put(free[(random >> 15) * len(free) >> 15], [card])
    return random


def _put(cards: list[Card | None], held: Iterable[Card]) -> None:
    """Put known cards into places of unknown ones."""
    for card in held:
        cards[cards.index(None)] = card


def _fill(places: Places, unseen: list[Card], random: int) -> None:
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
    ruleset: str, state: State, seat: int, count: int, stream: RandomStream, weigh: Weigh | None = None
) -> list[World]:
    """Return `count` worlds that agree with the seat's own state.

    With `weigh` a world is chosen with a chance in proportion to its weight, among `OVERSAMPLED` times as many. So a
    likely world may occur more than once. If all have weight 0, the weights are ignored.
    """
    many = count if weigh is None else count * OVERSAMPLED
    sampled = _sampler(ruleset, state, seat)
    worlds = [sampled(stream.word() >> 34) for _ in range(many)]
    return worlds if weigh is None else _resample(worlds, [weigh(world) for world in worlds], count, stream)


def _resample(worlds: list[World], weights: list[float], count: int, stream: RandomStream) -> list[World]:
    """Choose `count` worlds at equal distances along their added weights: systematic resampling."""
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
