"""The effect of each event of a beating game on its state. Nothing here is a rule; events carry their consequences.

The table gets the public part alone. Hands and stock change by what the viewer of the state may open.

The last event of each command names in `asks` the seat that is asked: `phase`, `seat`, `deadline`, and in games of
leads the `limit`.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any

from domain.beating.events import (
    AttackPlayed,
    AttackStopped,
    AttackTurnedOver,
    BoutBegun,
    CardsBeaten,
    CardsDrawn,
    CardsLed,
    CardsThrownIn,
    DefenceEnded,
    RoundDealt,
    RoundEnded,
    SeatOut,
    TakeDeclared,
    TrumpTurned,
)
from domain.beating.hand import BeatingHand, BeatingState
from domain.beating.table import DEFENDING, OVER, SETTLING, Attack, BeatingTable, Bout
from domain.log.events import PART, TABLE, Event, Part
from domain.ruleset.cards import CARDS, SUITS, Card
from domain.ruleset.round_state import RoundState
from domain.ruleset.ruleset import Applier


def lay(event: Event[RoundDealt], seats: int) -> BeatingState:
    """Return the state after `round-dealt`."""
    sealed = event.sealed
    hands = [BeatingHand([*_cards(sealed[part].cards)]) if part in sealed else None for part in PART[:seats]]
    deck: list[Card | None] | None = [*_cards(sealed[TABLE].stock[::-1])] if TABLE in sealed else None
    return RoundState(_laid_out(event.public, seats), hands, deck)


def _laid_out(public: RoundDealt, seats: int) -> BeatingTable:
    shown = None if public.trump_card is None else CARDS[public.trump_card]
    table = BeatingTable(
        sizes=[count for _, count in zip(range(seats), public.hands, strict=True)],
        stock=[None] * public.stock,
        jokers=public.jokers or 0,
        trump=None if public.trump is None else SUITS.index(public.trump),
        trump_card=shown,
        aces=public.aces or "none",
        follow_suit=public.follow_suit is not False,
        known=[[] for _ in range(seats)],
    )
    for one in public.shown or ():
        if CARDS[one.card] not in table.known[one.seat]:
            table.known[one.seat].append(CARDS[one.card])
    if table.stock and shown is not None:
        # The card that shows the trump lies face up under the stock.
        table.stock[0] = shown
        table.seen.append(shown)
    _ask(table, public)
    return table


def _ask(table: BeatingTable, public: Part) -> None:
    """Set phase, turn and deadline from `asks`, which names the seat that is asked next."""
    asked = public.get("asks")
    if asked is None:
        table.phase, table.deadline = OVER if table.over else SETTLING, None
        return
    table.phase, table.turn, table.deadline = asked.phase, asked.seat, asked.deadline
    table.limit = asked.limit or 0
    if table.bout is not None and table.phase != DEFENDING:
        table.bout.holder = table.turn


def _applying(hidden: Applier | None = None) -> Callable[[Callable[[BeatingTable, Any], None]], Applier]:
    """Make the applier of an event from a function that changes the table by the public part.

    `hidden` changes hands and stock, and does so first. Then the seat is asked that the event names.
    """

    def made(change: Callable[[BeatingTable, Any], None]) -> Applier:
        @wraps(change)
        def apply(state: BeatingState, event: Event[Any]) -> None:
            if hidden is not None:
                hidden(state, event)
            change(state.table, event.public)
            _ask(state.table, event.public)

        return apply

    return made


def _cards(codes: Iterable[str]) -> list[Card]:
    return [CARDS[code] for code in codes]


# Hands and stock


def laid(public: Part) -> list[Card]:
    """Return the cards of the actor's hand that an action lays on the table."""
    if "pairs" in public:
        return [CARDS[card] for _, card in public.get("pairs")]
    return [CARDS[public.get("card")]] if "card" in public else _cards(public.get("cards", ()))


def _leave_hand(state: BeatingState, event: Event[Any]) -> None:
    hand = state.hands[event.public.seat]
    if hand is not None:
        hand.lay(laid(event.public))


def _taken_up(state: BeatingState, event: Event[DefenceEnded]) -> None:
    hand = state.hands[event.public.seat]
    if hand is not None:
        hand.cards += _cards(event.public.taken)


def _drawn(state: BeatingState, event: Event[CardsDrawn]) -> None:
    seat, count = event.public.seat, event.public.count
    part, hand = event.sealed.get(PART[seat]), state.hands[seat]
    if part is not None:
        state.open_hand(seat, BeatingHand).cards += _cards(part.cards)
    elif hand is not None:
        hand.cards += [None] * count
    if state.deck is not None:
        state.deck = state.deck[: len(state.deck) - count]


def _rearranged(state: BeatingState, event: Event[TrumpTurned]) -> None:
    if state.deck is not None:
        state.deck = _with_trump_below(state.deck, event.public)


def _laid_open(state: BeatingState, event: Event[RoundEnded]) -> None:
    state.hands = [BeatingHand([*_cards(hand)]) for hand in event.public.hands]


# The table


def _with_trump_below(stock: Sequence[Card | None], public: TrumpTurned) -> list[Card | None]:
    """Return the stock with the trump card under it, and with the skipped cards in the middle."""
    passed = _cards(public.skipped)
    rest = stock[: len(stock) - len(passed) - 1]
    # The skipped cards come after `under` cards, counted from the top; the stock here is bottom first.
    below = len(rest) - public.under
    return [CARDS[public.card], *rest[:below], *passed[::-1], *rest[below:]]


def _lay_down(table: BeatingTable, seat: int, cards: Sequence[Card]) -> None:
    """Move cards from a hand to the table, open. Raises ValueError if the hand has not as many."""
    table.sizes[seat] -= len(cards)
    if table.sizes[seat] < 0:
        raise ValueError(f"seat {seat} has fewer cards than it lays down")
    known = table.known[seat]
    for card in cards:
        if card in known:
            known.remove(card)
    if not table.sizes[seat] and seat not in table.emptied:
        table.emptied.append(seat)


def _take_up(table: BeatingTable, seat: int, count: int, known: Sequence[Card]) -> None:
    """Add cards to a hand, of which everybody has seen the `known` ones."""
    table.sizes[seat] += count
    table.known[seat] += known
    if table.sizes[seat] and seat in table.emptied:
        table.emptied.remove(seat)


def _attacked(table: BeatingTable, seat: int, cards: Sequence[Card]) -> None:
    _lay_down(table, seat, cards)
    table.attacks += [Attack(card, seat) for card in cards]


@_applying()
def bout_begun(table: BeatingTable, public: BoutBegun) -> None:
    """Begin a bout with its roles and its limit."""
    attacker = public.attacker
    table.bout = Bout(
        public.bout, attacker, attacker, public.defender, list(public.team), public.limit, attacker,
        done=len(table.out),
    )  # fmt: skip


@_applying(_leave_hand)
def attack_played(table: BeatingTable, public: AttackPlayed | CardsLed) -> None:
    """Lay attack cards; seats that had stopped may attack again."""
    _attacked(table, public.seat, laid(public))
    if table.bout is not None:
        table.bout.stopped = []


@_applying(_leave_hand)
def cards_thrown_in(table: BeatingTable, public: CardsThrownIn) -> None:
    """Add attack cards to those that the defender takes."""
    _attacked(table, public.seat, laid(public))


@_applying()
def attack_stopped(table: BeatingTable, public: AttackStopped) -> None:
    """Record that the seat has stopped."""
    if table.bout is not None:
        table.bout.stopped.append(public.seat)


@_applying()
def take_declared(table: BeatingTable, _: TakeDeclared) -> None:
    """Record that the defender takes."""
    table.declared = len(table.attacks)
    if table.bout is not None:
        table.bout.given_up = True


@_applying(_leave_hand)
def attack_turned_over(table: BeatingTable, public: AttackTurnedOver) -> None:
    """Lay one attack card and give the attack to the next defender."""
    _attacked(table, public.seat, laid(public))
    bout = table.bout
    assert bout is not None
    bout.attacker = bout.holder = public.seat
    bout.defender, bout.team, bout.limit = public.defender, list(public.team), public.limit
    bout.stopped = []


@_applying(_leave_hand)
def cards_beaten(table: BeatingTable, public: CardsBeaten) -> None:
    """Lay cards on the attacks that they beat."""
    _lay_down(table, public.seat, laid(public))
    with_what = {CARDS[attack]: CARDS[card] for attack, card in public.pairs}
    table.attacks = [
        attack._replace(beaten_with=with_what[attack.card]) if attack.card in with_what else attack
        for attack in table.attacks
    ]


@_applying(_taken_up)
def defence_ended(table: BeatingTable, public: DefenceEnded) -> None:
    """Clear the table: cards go to the defender's hand or out of play."""
    taken = _cards(public.taken)
    _take_up(table, public.seat, len(taken), taken)
    table.discard += _cards(public.discarded)
    table.attacks, table.declared = [], 0
    table.stall = public.stall


@_applying(_drawn)
def cards_drawn(table: BeatingTable, public: CardsDrawn) -> None:
    """Move cards from the stock to the hand."""
    shown = _cards(public.shown)
    table.stock = table.stock[: len(table.stock) - public.count]
    table.seen = [card for card in table.seen if card not in shown]
    table.stall = 0
    _take_up(table, public.seat, public.count, shown)


@_applying(_rearranged)
def trump_turned(table: BeatingTable, public: TrumpTurned) -> None:
    """Set the trump and put the skipped cards into the middle of the stock."""
    table.trump, table.trump_card = SUITS.index(public.trump), CARDS[public.card]
    table.stock = _with_trump_below(table.stock, public)
    table.seen = [table.trump_card, *_cards(public.skipped)]


@_applying()
def seat_out(table: BeatingTable, public: SeatOut) -> None:
    """Take the seat out of the round."""
    table.out.append(public.seat)
    table.emptied.remove(public.seat)
    table.stall = 0


@_applying(_laid_open)
def round_ended(table: BeatingTable, public: RoundEnded) -> None:
    """Open all hands and end the round."""
    table.laid_open = [_cards(hand) for hand in public.hands]
    table.sizes = [len(hand) for hand in public.hands]
    table.known = [[] for _ in public.hands]
    table.phase = OVER
