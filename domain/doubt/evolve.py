"""The effect of each event of a round of Doubt on its table. Nothing here is a rule: events carry consequences."""

from collections.abc import Iterable, Sequence

from domain.doubt.events import (
    CardsExchanged,
    CardsPlayed,
    DoubtCalled,
    PileTaken,
    RoundDealt,
    RoundEnded,
    SeatEliminated,
    Settled,
    WindowClosed,
)
from domain.doubt.table import PILE, Claim, DoubtTable, Laid, Traced
from domain.log.events import Event
from domain.ruleset.cards import CARDS, Card


def lay(event: Event[RoundDealt], seats: int) -> DoubtTable:
    """Return the table after `round-dealt`."""
    public = event.public
    return DoubtTable(
        hands=[_known(event, seat, count) for seat, count in zip(range(seats), public.hands, strict=True)],
        decks=public.decks,
        jokers=public.jokers,
        turn=public.turn,
        number=public.number,
        deadline=public.deadline,
        success=[0] * seats,
        variant=public.variant,
    )


def _known(event: Event, seat: int, count: int) -> list[Card | None]:
    """Return the cards of a seat's sealed part, or as many unknown ones."""
    payload = event.sealed.get(str(seat))
    if payload is None:
        return [None] * count
    return [CARDS[code] for code in payload.cards]


def _remove(hand: list[Card | None], cards: Iterable[Card | None]) -> None:
    for card in cards:
        hand.remove(card if card in hand else None)


def _may_be(table: DoubtTable, place: int, left: int) -> None:
    """Record that cards went, unseen, from one place to another: traced cards of the one may be in the other now."""
    table.traced = [
        one._replace(places=(*one.places, place)) if left in one.places and place not in one.places else one
        for one in table.traced
    ]


def _forget(table: DoubtTable) -> None:
    """Drop traces without information: a seat that may hold the card knows its own hand."""
    seats = len(table.hands)
    table.traced = [
        one for one in table.traced if (len({*one.places} - {PILE}) < seats if one.shown else one.by not in one.places)
    ]


def _go_on(table: DoubtTable, public: Settled) -> None:
    table.turn = public.turn
    table.number = public.number
    table.deadline = public.deadline


def _no_window(table: DoubtTable) -> None:
    table.window = 0
    table.asked = []
    table.allowed_from = None
    table.closable = table.finishing = False


def cards_played(table: DoubtTable, event: Event[CardsPlayed]) -> None:
    """Move cards from the hand to the pile and open the window to doubt them."""
    public = event.public
    seat, count = public.seat, public.count
    cards = _known(event, seat, count)
    _remove(table.hands[seat], cards)
    _may_be(table, PILE, seat)
    table.pile += [Laid(card, seat) for card in cards]
    table.claim = Claim(seat, public.number, count, event.version)
    table.plays += 1
    table.asked = list(public.asked)
    table.window = event.version if table.asked else 0
    table.finishing = public.finishing and bool(table.asked)
    table.allowed_from = public.allowed_from
    table.closable = public.closable
    table.deadline = public.deadline
    table.turn = public.turn


def window_closed(table: DoubtTable, event: Event[WindowClosed]) -> None:
    """Close the window; the play stands."""
    _no_window(table)
    _go_on(table, event.public)


def doubt_called(table: DoubtTable, event: Event[DoubtCalled]) -> None:
    """Turn the newest play face up and count a caught lie."""
    public = event.public
    shown = [CARDS[code] for code in public.cards]
    player = public.claimed.seat
    below = table.pile[: len(table.pile) - len(shown)]
    table.pile = below + [Laid(card, player, shown=True) for card in shown]
    # The places of these are certain now; of several copies it is unknown which one it is.
    table.traced = [one for one in table.traced if one.card not in shown or player not in one.places]
    table.success[public.seat] += public.valid
    table.deadline = None
    _no_window(table)


def pile_taken(table: DoubtTable, event: Event[PileTaken]) -> None:
    """Move the pile to the hand."""
    public = event.public
    seat = public.seat
    cards = _known(event, seat, public.count)
    table.hands[seat] += cards
    _may_be(table, seat, PILE)
    table.traced = [one._replace(places=tuple(place for place in one.places if place != PILE)) for one in table.traced]
    table.traced += [Traced(laid.card, laid.by, laid.shown, (seat,)) for laid in table.pile if laid.card is not None]
    table.pile = []
    _forget(table)
    _go_on(table, public)


def seat_eliminated(table: DoubtTable, event: Event[SeatEliminated]) -> None:
    """Put the hand out of play."""
    seat = event.public.seat
    table.away += table.hands[seat]
    table.hands[seat] = []
    table.out.append(seat)
    _go_on(table, event.public)


def cards_exchanged(table: DoubtTable, event: Event[CardsExchanged]) -> None:
    """Move cards drawn unseen from hand to hand."""
    public = event.public
    giver, taker, count = public.giver, public.to, public.count
    given = _known(event, giver, count)
    _remove(table.hands[giver], given)
    table.hands[taker] += _known(event, taker, count)
    _may_be(table, taker, giver)
    table.traced += [Traced(card, giver, shown=False, places=(taker,)) for card in given if card is not None]
    _forget(table)
    table.draws += 1
    _go_on(table, public)


def round_ended(table: DoubtTable, event: Event[RoundEnded]) -> None:
    """Open all hands and end the round."""
    table.hands = [_codes(hand) for hand in event.public.hands]
    table.traced = []
    table.over = True
    table.deadline = None
    _no_window(table)


def _codes(codes: Sequence[str]) -> list[Card | None]:
    return [CARDS[code] for code in codes]
