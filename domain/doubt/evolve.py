"""The effect of each event of a round of Doubt. Nothing here is a rule: events carry consequences.

The table learns from the public part alone, each hand from that and from what its own seat sees.
"""

from collections.abc import Iterable, Sequence

from domain.doubt.events import (
    CardsExchanged,
    CardsPlayed,
    DoubtCalled,
    DoubtDeclined,
    PileTaken,
    RoundDealt,
    RoundEnded,
    SeatEliminated,
    Settled,
    WindowClosed,
)
from domain.doubt.hand import DoubtHand, DoubtState
from domain.doubt.table import PILE, Claim, DoubtTable, Laid, Traced
from domain.log.events import Event
from domain.ruleset.cards import CARDS, Card
from domain.ruleset.round_state import RoundState
from domain.ruleset.windows import decline


def lay(event: Event[RoundDealt], seats: int) -> DoubtState:
    """Return the state after `round-dealt`."""
    public = event.public
    table = DoubtTable(
        sizes=[count for _, count in zip(range(seats), public.hands, strict=True)],
        decks=public.decks,
        jokers=public.jokers,
        turn=public.turn,
        number=public.number,
        deadline=public.deadline,
        success=[0] * seats,
        variant=public.variant,
    )
    return RoundState(
        table,
        [
            DoubtHand(_known(event, seat, count)) if str(seat) in event.sealed else None
            for seat, count in enumerate(public.hands)
        ],
    )


def _hands(state: DoubtState, event: Event, *seats: int) -> list[tuple[int, DoubtHand]]:
    """Return the hands that the viewer has; that of one of these seats it has from a part for it on."""
    for seat in seats:
        if str(seat) in event.sealed:
            state.open_hand(seat, DoubtHand)
    return [(seat, hand) for seat, hand in enumerate(state.hands) if hand is not None]


def _known(event: Event, seat: int, count: int) -> list[Card | None]:
    """Return the cards of a seat's sealed part, or as many unknown ones."""
    payload = event.sealed.get(str(seat))
    if payload is None:
        return [None] * count
    return [CARDS[code] for code in payload.cards]


def _codes(codes: Sequence[str]) -> list[Card]:
    return [CARDS[code] for code in codes]


def _remove(hand: list[Card | None], cards: Iterable[Card | None]) -> None:
    for card in cards:
        hand.remove(card if card in hand else None)


def _give(table: DoubtTable, seat: int, count: int) -> None:
    """Take cards out of a hand. Raises ValueError if it has fewer."""
    if count > table.sizes[seat]:
        raise ValueError(f"seat {seat} has not as many cards")
    table.sizes[seat] -= count


# Cards that can be followed


def _may_be(traced: Iterable[Traced], place: int, left: int) -> list[Traced]:
    """Return traced cards after cards went, unseen, from one place to another: those of the one may be there now."""
    return [
        one._replace(places=(*one.places, place)) if left in one.places and place not in one.places else one
        for one in traced
    ]


def _not_at(traced: Iterable[Traced], shown: Sequence[Card], player: int) -> list[Traced]:
    """Return traced cards after these were shown, whose places are certain now.

    Of several copies it is unknown which one it is.
    """
    return [one for one in traced if one.card not in shown or player not in one.places]


def _taken_up(traced: Iterable[Traced], pile: Iterable[tuple[int, Card]], seat: int, moved: int) -> list[Traced]:
    """Return traced cards after a seat has taken up the pile, with those of it that are known, by their places."""
    found = [
        one._replace(places=tuple(place for place in one.places if place != PILE))
        for one in _may_be(traced, seat, PILE)
    ]
    return found + [Traced(moved + place, card, (seat,)) for place, card in pile]


def _informing(traced: Iterable[Traced], seats: int) -> list[Traced]:
    """Drop the cards that any seat may hold: they tell nothing."""
    return [one for one in traced if len({*one.places} - {PILE}) < seats]


def _of_others(traced: Iterable[Traced], seat: int) -> list[Traced]:
    """Drop the cards that the seat itself may hold: it knows its own hand."""
    return [one for one in traced if seat not in one.places]


# The turn and its window


def _go_on(table: DoubtTable, public: Settled) -> None:
    table.turn = public.turn
    table.number = public.number
    table.deadline = public.deadline


def _no_window(table: DoubtTable) -> None:
    table.window = 0
    table.asked = []
    table.allowed_from = None
    table.closable = table.finishing = False


# Events


def cards_played(state: DoubtState, event: Event[CardsPlayed]) -> None:
    """Move cards from the hand to the pile and open the window to doubt them."""
    public, height = event.public, len(state.table.pile)
    hands = _hands(state, event, public.seat)
    _play(state.table, public, event.version)
    for seat, hand in hands:
        if seat == public.seat:
            cards = _known(event, seat, public.count)
            _remove(hand.cards, cards)
            hand.laid |= {place: card for place, card in enumerate(cards, height) if card is not None}
        hand.traced = _may_be(hand.traced, PILE, public.seat)


def _play(table: DoubtTable, public: CardsPlayed, version: int) -> None:
    seat, count = public.seat, public.count
    _give(table, seat, count)
    table.traced = _may_be(table.traced, PILE, seat)
    table.pile += [Laid(seat)] * count
    table.claim = Claim(seat, public.number, count, version)
    table.plays += 1
    table.asked = list(public.asked)
    table.window = version if table.asked else 0
    table.finishing = public.finishing and bool(table.asked)
    table.allowed_from = public.allowed_from
    table.closable = public.closable
    table.deadline = public.deadline
    table.turn = public.turn


def doubt_declined(state: DoubtState, event: Event[DoubtDeclined]) -> None:
    """Record in its hand that a seat has declined."""
    decline(state, event, DoubtHand)


def window_closed(state: DoubtState, event: Event[WindowClosed]) -> None:
    """Close the window; the play stands."""
    _no_window(state.table)
    _go_on(state.table, event.public)


def doubt_called(state: DoubtState, event: Event[DoubtCalled]) -> None:
    """Turn the newest play face up and count a caught lie."""
    public = event.public
    shown, height = _codes(public.cards), len(state.table.pile)
    _turn_up(state.table, public)
    for _, hand in _hands(state, event):
        hand.laid = {place: card for place, card in hand.laid.items() if place < height - len(shown)}
        hand.traced = _not_at(hand.traced, shown, public.claimed.seat)


def _turn_up(table: DoubtTable, public: DoubtCalled) -> None:
    shown, player = _codes(public.cards), public.claimed.seat
    below = table.pile[: len(table.pile) - len(shown)]
    table.pile = below + [Laid(player, card) for card in shown]
    table.traced = _not_at(table.traced, shown, player)
    table.success[public.seat] += public.valid
    table.deadline = None
    _no_window(table)


def pile_taken(state: DoubtState, event: Event[PileTaken]) -> None:
    """Move the pile to the hand."""
    public, moved = event.public, state.table.moved
    hands = _hands(state, event, public.seat)
    _take_pile(state.table, public)
    for seat, hand in hands:
        if seat == public.seat:
            hand.cards += _known(event, seat, public.count)
        hand.traced = _of_others(_taken_up(hand.traced, hand.laid.items(), public.seat, moved), seat)
        hand.laid = {}


def _take_pile(table: DoubtTable, public: PileTaken) -> None:
    shown = [(place, laid.shown) for place, laid in enumerate(table.pile) if laid.shown is not None]
    table.sizes[public.seat] += public.count
    table.traced = _informing(_taken_up(table.traced, shown, public.seat, table.moved), len(table.sizes))
    table.moved += len(table.pile)
    table.pile = []
    _go_on(table, public)


def seat_eliminated(state: DoubtState, event: Event[SeatEliminated]) -> None:
    """Put the hand out of play."""
    seat, table = event.public.seat, state.table
    table.away += table.sizes[seat]
    table.sizes[seat] = 0
    table.out.append(seat)
    _go_on(table, event.public)
    hand = state.hands[seat]
    if hand is not None:
        hand.away += hand.cards
        hand.cards = []


def cards_exchanged(state: DoubtState, event: Event[CardsExchanged]) -> None:
    """Move cards drawn unseen from hand to hand."""
    public, moved = event.public, state.table.moved
    giver, taker, count = public.giver, public.to, public.count
    hands = _hands(state, event, giver, taker)
    _exchange(state.table, public)
    for seat, hand in hands:
        found = _may_be(hand.traced, taker, giver)
        if seat == giver:
            given = _known(event, seat, count)
            _remove(hand.cards, given)
            found += [Traced(number, card, (taker,)) for number, card in enumerate(given, moved) if card is not None]
        if seat == taker:
            hand.cards += _known(event, seat, count)
        hand.traced = _of_others(found, seat)


def _exchange(table: DoubtTable, public: CardsExchanged) -> None:
    _give(table, public.giver, public.count)
    table.sizes[public.to] += public.count
    table.traced = _informing(_may_be(table.traced, public.to, public.giver), len(table.sizes))
    table.moved += public.count
    table.draws += 1
    _go_on(table, public)


def round_ended(state: DoubtState, event: Event[RoundEnded]) -> None:
    """Open all hands and end the round. What else a seat alone knew is of no use any more."""
    table = state.table
    table.open_hands = [_codes(hand) for hand in event.public.hands]
    table.sizes = [len(hand) for hand in table.open_hands]
    table.traced = []
    table.over = True
    table.deadline = None
    _no_window(table)
    state.hands = [DoubtHand([*hand]) for hand in table.open_hands]
