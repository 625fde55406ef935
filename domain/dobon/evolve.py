"""The effect of each event of a round of Dobon on its state. Nothing here is a rule; events carry their consequences.

The table gets the public part alone. A hand and the stock change by what the viewer of the state may open.
"""

from msgspec import UNSET, UnsetType

from domain.dobon.events import (
    CallDeclined,
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
from domain.dobon.hand import DobonHand, Opening, worth
from domain.dobon.table import NOBODY, Call, DobonTable
from domain.dobon.waits import HELD
from domain.log.events import PART, TABLE, Event
from domain.ruleset import windows
from domain.ruleset.cards import CARDS, SUIT, SUIT_OF, Card
from domain.ruleset.round_state import RoundState

DobonState = RoundState[DobonTable, DobonHand]


def stock_of(state: DobonState) -> list[Card | None]:
    """Return the stock as far as the viewer of the state knows it, the next card last. It must not be changed."""
    return [None] * state.table.stock if state.deck is None else state.deck


def lay(event: Event[RoundDealt], seats: int) -> DobonState:
    """Return the state after `round-dealt`: with a first card on the table, or a dealer who is to turn one up."""
    sealed = event.sealed
    hands = [DobonHand(_cards(sealed[part].cards)) if part in sealed else None for part in PART[:seats]]
    deck = _cards(sealed[TABLE].stock)[::-1] if TABLE in sealed else None
    return RoundState(_laid(event.public, event.version, seats), hands, deck)


def _laid(public: RoundDealt, version: int, seats: int) -> DobonTable:
    pile = [CARDS[public.top]] if public.top else []
    table = DobonTable(
        sizes=[public.hand_size] * seats,
        shown=[[] for _ in range(seats)],
        stock=public.stock,
        pile=pile,
        top_version=version,
        top_owner=NOBODY,
        suit=SUIT[pile[0]] if pile else 0,
        turn=public.turn,
        dealer=NOBODY if public.dealer is UNSET else public.dealer,
        opening=not pile,
        calls_open=bool(pile),
    )
    table.deadline, table.allowed_from = public.deadline, public.allowed_from or None
    _ask(table, version, public.asked)
    return table


def _cards(codes: list[str]) -> list[Card | None]:
    return [CARDS[code] for code in codes]


def _ask(table: DobonTable, on: int, asked: list[int] | UnsetType) -> None:
    table.asked = list(asked or ())
    table.window = on if table.asked else 0


def card_flipped(state: DobonState, event: Event[CardFlipped]) -> None:
    """Put the next card of the stock on the pile."""
    _flipped(state.table, event.public, event.version)
    if state.deck is not None:
        state.deck.pop()


def _flipped(table: DobonTable, public: CardFlipped, version: int) -> None:
    if not table.stock:
        raise ValueError("the stock is empty")
    card = CARDS[public.card]
    table.stock -= 1
    table.pile.append(card)
    table.top_version = version
    table.suit = SUIT[card]
    table.calls = []
    table.calls_open = public.calls_open
    table.deadline, table.allowed_from = public.deadline, None
    _ask(table, version, public.asked)


def flip_answered(state: DobonState, event: Event[FlipAnswered]) -> None:
    """Record an answer to a card turned up; cards it lays are held until the round is opened."""
    for part, answer in event.sealed.items():
        if answer.answered:
            seat = int(part)
            windows.answer(state, seat, DobonHand)
            cards = [CARDS[code] for code in answer.cards or ()]
            state.open_hand(seat, DobonHand).opening = Opening(event.version, cards, answer.suit) if cards else None


def call_declined(state: DobonState, event: Event[CallDeclined]) -> None:
    """Record the answer of the seat that declined, if the viewer knows which one."""
    windows.decline(state, event, DobonHand)


def cards_played(state: DobonState, event: Event[CardsPlayed]) -> None:
    """Put the cards on the pile; turn, direction, windows and times are those of the event."""
    public, table = event.public, state.table
    seat = public.seat
    hand, shown = state.hands[seat], table.shown[seat]
    if hand is not None:
        for code in public.cards:
            card = CARDS[code]
            if not shown or card not in shown:
                hand.lay(card)
        hand.drawn = hand.face = None
    _played(table, public, event.version)


def _played(table: DobonTable, public: CardsPlayed, version: int) -> None:
    seat = public.seat
    shown = table.shown[seat]
    for code in public.cards:
        card = CARDS[code]
        if shown and card in shown:
            shown.remove(card)
            table.opened[seat] -= HELD[card]
        elif not table.sizes[seat]:
            raise ValueError(f"seat {seat} has no card left")
        else:
            table.sizes[seat] -= 1
        table.pile.append(card)
    table.stale |= 1 << seat
    table.top_version = version
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
    table.idle = 0
    table.calls_open = True
    if table.calls:
        table.calls = []
    table.deadline = public.deadline
    table.allowed_from = public.allowed_from
    if public.asked:
        _ask(table, version, public.asked)


def cards_drawn(state: DobonState, event: Event[CardsDrawn]) -> None:
    """Move cards from the stock to the hand."""
    public = event.public
    seat, count = public.seat, public.count
    part, hand = event.sealed.get(PART[seat]), state.hands[seat]
    cards: list[Card | None] = [None] * count if part is None else _cards(part.cards)
    if hand is None and part is not None:
        hand = state.open_hand(seat, DobonHand)
    if hand is not None:
        hand.take(cards)
        if public.may_play is not UNSET:  # not drawn for a false call
            hand.drawn = cards[0] if public.may_play else None
    if state.deck and count:
        del state.deck[-count:]
    _drawn(state.table, public)


def _drawn(table: DobonTable, public: CardsDrawn) -> None:
    seat, count = public.seat, public.count
    table.stock -= count
    table.sizes[seat] += count
    table.stale |= 1 << seat
    table.deadline = public.deadline
    if public.turn is UNSET or public.may_play is UNSET:  # drawn for a false call
        return
    table.turn = public.turn
    table.idle = 0 if count else table.idle + (table.turn != seat)
    table.first_turn = False
    table.pending_rank = table.pending_draw = 0
    table.may_play = public.may_play
    if public.calls_open is not UNSET:
        table.calls_open = public.calls_open


def passed(state: DobonState, event: Event[Passed]) -> None:
    """Pass the turn to the seat that the event names."""
    table, hand = state.table, state.hands[event.public.seat]
    table.turn = event.public.turn
    table.deadline = event.public.deadline
    table.first_turn = table.may_play = False
    if hand is not None:
        hand.drawn = None


def hand_opened(state: DobonState, event: Event[HandOpened]) -> None:
    """Open the whole hand; its cards stay open until they are played."""
    public, table = event.public, state.table
    _open(state, public.seat, public.cards)
    table.turn = public.turn
    table.deadline = public.deadline
    table.first_turn = False
    table.pending_rank = table.pending_draw = 0


def _open(state: DobonState, seat: int, codes: list[str]) -> None:
    """Open these cards of the seat, which are its whole closed hand."""
    table, hand = state.table, state.hands[seat]
    table.sizes[seat] = 0
    table.shown[seat] = sorted({*table.shown[seat], *(CARDS[code] for code in codes)})
    table.opened[seat] = worth(table.shown[seat])
    table.stale |= 1 << seat
    if hand is not None:
        hand.cards, hand.held, hand.face = [], 0, None


def stock_reshuffled(state: DobonState, event: Event[StockReshuffled]) -> None:
    """Put the cards below the top of the pile under the stock."""
    table, part = state.table, event.sealed.get(TABLE)
    if part is not None or state.deck is not None:
        below = [None] * event.public.count if part is None else _cards(part.cards)[::-1]
        state.deck = [*below, *stock_of(state)]
    table.stock += event.public.count
    table.pile = [table.top]
    table.reshuffles += 1


def dobon_called(state: DobonState, event: Event[DobonCalled]) -> None:
    """Record the call: a true one may open a window for counters, a false one answers it."""
    public, table = event.public, state.table
    seat, hand = public.seat, public.hand
    table.calls.append(
        Call(seat, public.on, public.kind, public.valid, event.version, hand, public.formulas),
    )
    if hand is not None:
        _open(state, seat, hand)
    if public.valid:
        _ask(table, event.version, public.asked)
        table.deadline, table.allowed_from = public.deadline or None, None
    elif seat in table.asked:
        table.asked.remove(seat)


def window_closed(state: DobonState, event: Event[WindowClosed]) -> None:
    """Close the window."""
    table = state.table
    table.window = 0
    table.asked = []
    table.deadline = event.public.deadline
    if event.public.calls_open is not UNSET:
        table.calls_open = event.public.calls_open


def round_ended(state: DobonState, event: Event[RoundEnded]) -> None:
    """Open all hands and end the round."""
    hands = event.public.hands
    state.hands = [DobonHand(_cards(hand)) for hand in hands]
    _ended(state.table, hands)


def _ended(table: DobonTable, hands: list[list[str]]) -> None:
    table.sizes = [len(hand) for hand in hands]
    table.shown = [[] for _ in hands]
    table.opened = [0] * len(hands)
    table.laid_open = hands
    table.stale = (1 << len(hands)) - 1
    table.over = True
    table.window = 0
    table.asked = []
    table.pending_rank = table.pending_draw = 0
    table.may_play = False
    table.deadline = table.allowed_from = None
