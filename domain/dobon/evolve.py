"""The effect of each event of a round of Dobon on its table. Nothing here is a rule; events carry their consequences.

The same functions serve the server, every viewer, and both rule sets: an event holds turn, direction, windows and
times.
"""

from msgspec import UNSET, UnsetType

from domain.dobon.events import (
    CardFlipped,
    CardsDrawn,
    CardsPlayed,
    DobonCalled,
    FlipAnswered,
    HandOpened,
    Passed,
    RoundDealt,
    RoundEnded,
    StockReshuffled,
    WindowClosed,
)
from domain.dobon.table import NOBODY, Call, DobonTable, Opening
from domain.log.events import PART, TABLE, Event
from domain.ruleset.cards import CARDS, SUIT, SUIT_OF, Card

_card_of = CARDS.__getitem__


def lay(event: Event[RoundDealt], seats: int) -> DobonTable:
    """Return the table after `round-dealt`: with a first card on it, or with a dealer who is to turn one up."""
    public = event.public
    pile = [CARDS[public.top]] if public.top else []
    stock = event.sealed.get(TABLE)
    table = DobonTable(
        hands=[_known(event, seat, public.hand_size) for seat in range(seats)],
        shown=[[] for _ in range(seats)],
        stock=_unknown(public.stock) if stock is None else _cards(stock.stock)[::-1],
        pile=pile,
        top_version=event.version,
        top_owner=NOBODY,
        suit=SUIT[pile[0]] if pile else 0,
        turn=public.turn,
        dealer=NOBODY if public.dealer is UNSET else public.dealer,
        opening=not pile,
        calls_open=bool(pile),
    )
    table.deadline, table.allowed_from = public.deadline, public.allowed_from or None
    _ask(table, event.version, public.asked)
    return table


def _known(event: Event, seat: int, count: int) -> list[Card | None]:
    """Return the cards of a seat's sealed part, or as many unknown ones."""
    part = event.sealed.get(PART[seat])
    return _unknown(count) if part is None else _cards(part.cards)


def _cards(codes: list[str]) -> list[Card | None]:
    return list(map(_card_of, codes))


def _unknown(count: int) -> list[Card | None]:
    return [None] * count


def _ask(table: DobonTable, on: int, asked: list[int] | UnsetType) -> None:
    table.asked = list(asked or ())
    table.window = on if table.asked else 0


def _take(table: DobonTable, seat: int, card: Card) -> None:
    """Remove a card that everybody now sees from wherever the viewer had it."""
    shown, hand = table.shown[seat], table.hands[seat]
    if shown and card in shown:
        shown.remove(card)
    elif hand.count(None) == len(hand):
        hand.pop()
    else:
        hand.remove(card if card in hand else None)


def card_flipped(table: DobonTable, event: Event[CardFlipped]) -> None:
    """Put the next card of the stock on the pile."""
    public = event.public
    card = CARDS[public.card]
    table.stock.pop()
    table.pile.append(card)
    table.top_version = event.version
    table.suit = SUIT[card]
    table.calls = []
    table.calls_open = public.calls_open
    table.deadline, table.allowed_from = public.deadline, None
    _ask(table, event.version, public.asked)


def flip_answered(table: DobonTable, event: Event[FlipAnswered]) -> None:
    """Record an answer to a card turned up; cards it lays are held until the round is opened."""
    for part, answer in event.sealed.items():
        if answer.answered:
            seat = int(part)
            table.asked.remove(seat)
            if answer.cards:
                table.openings.append(Opening(seat, [CARDS[code] for code in answer.cards], answer.suit))


def cards_played(table: DobonTable, event: Event[CardsPlayed]) -> None:
    """Put the cards on the pile; turn, direction, windows and times are those of the event."""
    public = event.public
    seat = public.seat
    for code in public.cards:
        card = CARDS[code]
        _take(table, seat, card)
        table.pile.append(card)
    table.changed.add(seat)
    table.top_version = event.version
    table.top_owner = seat
    table.suit = SUIT_OF[public.suit]
    table.turn = public.turn
    table.direction = public.direction
    pending = public.pending
    if pending:
        table.pending_rank, table.pending_draw = pending.rank, pending.draw
    elif table.pending_rank:
        table.pending_rank = table.pending_draw = 0
    table.first_turn = table.may_play = table.opening = False
    table.drawn = None
    table.idle = 0
    table.calls_open = True
    if table.calls:
        table.calls = []
    if table.openings:
        table.openings = []
    table.deadline = public.deadline
    table.allowed_from = public.allowed_from
    if public.asked:
        _ask(table, event.version, public.asked)


def cards_drawn(table: DobonTable, event: Event[CardsDrawn]) -> None:
    """Move cards from the stock to the hand."""
    public = event.public
    seat, count = public.seat, public.count
    cards = _known(event, seat, count)
    if count:
        del table.stock[-count:]
    table.hands[seat] += cards
    table.changed.add(seat)
    table.deadline = public.deadline
    if public.turn is UNSET or public.may_play is UNSET:  # drawn for a false call
        return
    table.turn = public.turn
    table.idle = 0 if count else table.idle + (table.turn != seat)
    table.first_turn = False
    table.pending_rank = table.pending_draw = 0
    table.may_play = public.may_play
    table.drawn = cards[0] if table.may_play else None
    if public.calls_open is not UNSET:
        table.calls_open = public.calls_open


def passed(table: DobonTable, event: Event[Passed]) -> None:
    """Pass the turn to the seat that the event names."""
    table.turn = event.public.turn
    table.deadline = event.public.deadline
    table.first_turn = table.may_play = False
    table.drawn = None


def hand_opened(table: DobonTable, event: Event[HandOpened]) -> None:
    """Open the whole hand; its cards stay open until they are played."""
    public = event.public
    _open(table, public.seat, public.cards)
    table.turn = public.turn
    table.deadline = public.deadline
    table.first_turn = False
    table.pending_rank = table.pending_draw = 0


def _open(table: DobonTable, seat: int, codes: list[str]) -> None:
    """Open these cards of the seat, which are its whole closed hand."""
    table.hands[seat] = []
    table.changed.add(seat)
    table.shown[seat] = sorted({*table.shown[seat], *(CARDS[code] for code in codes)})


def stock_reshuffled(table: DobonTable, event: Event[StockReshuffled]) -> None:
    """Put the cards below the top of the pile under the stock."""
    part = event.sealed.get(TABLE)
    below = _unknown(event.public.count) if part is None else _cards(part.cards)[::-1]
    table.stock = below + table.stock
    table.pile = [table.top]
    table.reshuffles += 1


def dobon_called(table: DobonTable, event: Event[DobonCalled]) -> None:
    """Record the call: a true one may open a window for counters, a false one answers it."""
    public = event.public
    seat, hand = public.seat, public.hand
    table.calls.append(
        Call(seat, public.on, public.kind, public.valid, event.version, hand, public.formulas),
    )
    if hand is not None:
        _open(table, seat, hand)
    if public.valid:
        _ask(table, event.version, public.asked)
        table.deadline, table.allowed_from = public.deadline or None, None
    elif seat in table.asked:
        table.asked.remove(seat)


def window_closed(table: DobonTable, event: Event[WindowClosed]) -> None:
    """Close the window."""
    table.window = 0
    table.asked = []
    table.deadline = event.public.deadline
    if event.public.calls_open is not UNSET:
        table.calls_open = event.public.calls_open


def round_ended(table: DobonTable, event: Event[RoundEnded]) -> None:
    """Open all hands and end the round."""
    table.hands = [[CARDS[code] for code in hand] for hand in event.public.hands]
    table.shown = [[] for _ in table.hands]
    table.changed.update(range(len(table.hands)))
    table.over = True
    table.window = 0
    table.asked = []
    table.openings = []
    table.pending_rank = table.pending_draw = 0
    table.may_play = False
    table.drawn = table.deadline = table.allowed_from = None
