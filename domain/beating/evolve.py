"""The effect of each event of a beating game on its table. Nothing here is a rule; events carry their consequences.

The last event of each command names in `asks` the seat that is asked: `phase`, `seat`, `deadline`, and in games of
leads the `limit`.
"""

from collections.abc import Iterable, Sequence

from domain.beating.events import (
    AttackPlayed,
    AttackStopped,
    AttackTurnedOver,
    BoutBegun,
    CardsBeaten,
    CardsDrawn,
    CardsThrownIn,
    DefenceEnded,
    RoundDealt,
    RoundEnded,
    SeatOut,
    TakeDeclared,
    TrumpTurned,
)
from domain.beating.table import DEFENDING, OVER, SETTLING, Attack, BeatingTable, Bout
from domain.log.events import TABLE, Event, Part
from domain.ruleset.cards import CARDS, SUITS, Card


def lay(event: Event[RoundDealt], seats: int) -> BeatingTable:
    """Return the table after `round-dealt`."""
    public = event.public
    shown = None if public.trump_card is None else CARDS[public.trump_card]
    table = BeatingTable(
        hands=[_known(event, seat, count) for seat, count in zip(range(seats), public.hands, strict=True)],
        stock=_stock(event),
        jokers=public.jokers or 0,
        trump=None if public.trump is None else SUITS.index(public.trump),
        trump_card=shown,
        aces=public.aces or "none",
        follow_suit=public.follow_suit is not False,
        open=[seat for seat in range(seats) if str(seat) in event.sealed],
        known=[[] for _ in range(seats)],
    )
    for one in public.shown or ():
        if CARDS[one.card] not in table.known[one.seat]:
            table.known[one.seat].append(CARDS[one.card])
    if table.stock and shown is not None:
        # The card that shows the trump lies face up under the stock.
        table.stock[0] = shown
        table.seen.append(shown)
    asks(table, public)
    return table


def asks(table: BeatingTable, public: Part) -> None:
    """Set phase, turn and deadline from `asks`, which names the seat that is asked next."""
    asked = public.get("asks")
    if asked is None:
        table.phase, table.deadline = OVER if table.over else SETTLING, None
        return
    table.phase, table.turn, table.deadline = asked.phase, asked.seat, asked.deadline
    table.limit = asked.limit or 0
    if table.bout is not None and table.phase != DEFENDING:
        table.bout.holder = table.turn


def _cards(codes: Iterable[str]) -> list[Card]:
    return [CARDS[code] for code in codes]


def _known(event: Event, seat: int, count: int) -> list[Card | None]:
    """Return the cards of a seat's sealed part, or as many unknown ones."""
    payload = event.sealed.get(str(seat))
    return [None] * count if payload is None else [*_cards(payload.cards)]


def _stock(event: Event[RoundDealt]) -> list[Card | None]:
    """Return the stock, which is sealed in the order of drawing."""
    payload = event.sealed.get(TABLE)
    if payload is None:
        return [None] * event.public.stock
    return [CARDS[code] for code in reversed(payload.stock)]


def _lay_down(table: BeatingTable, seat: int, cards: Sequence[Card]) -> None:
    """Move cards from a hand to the table, open."""
    hand, known = table.hands[seat], table.known[seat]
    for card in cards:
        hand.remove(card if card in hand else None)
        if card in known:
            known.remove(card)
    if not hand and seat not in table.emptied:
        table.emptied.append(seat)


def _filled(table: BeatingTable, seat: int) -> None:
    if table.hands[seat] and seat in table.emptied:
        table.emptied.remove(seat)


def _attacked(table: BeatingTable, seat: int, cards: Sequence[Card]) -> None:
    _lay_down(table, seat, cards)
    table.attacks += [Attack(card, seat) for card in cards]


def bout_begun(table: BeatingTable, event: Event[BoutBegun]) -> None:
    """Begin a bout with its roles and its limit."""
    public = event.public
    attacker = public.attacker
    table.bout = Bout(
        public.bout, attacker, attacker, public.defender, list(public.team), public.limit, attacker,
        done=len(table.out),
    )  # fmt: skip


def attack_played(table: BeatingTable, event: Event[AttackPlayed]) -> None:
    """Lay attack cards; seats that had stopped may attack again."""
    _attacked(table, event.public.seat, _cards(event.public.cards))
    if table.bout is not None:
        table.bout.stopped = []


def cards_thrown_in(table: BeatingTable, event: Event[CardsThrownIn]) -> None:
    """Add attack cards to those that the defender takes."""
    _attacked(table, event.public.seat, _cards(event.public.cards))


def attack_stopped(table: BeatingTable, event: Event[AttackStopped]) -> None:
    """Record that the seat has stopped."""
    if table.bout is not None:
        table.bout.stopped.append(event.public.seat)


def take_declared(table: BeatingTable, _: Event[TakeDeclared]) -> None:
    """Record that the defender takes."""
    table.declared = len(table.attacks)
    if table.bout is not None:
        table.bout.given_up = True


def attack_turned_over(table: BeatingTable, event: Event[AttackTurnedOver]) -> None:
    """Lay one attack card and give the attack to the next defender."""
    public = event.public
    _attacked(table, public.seat, [CARDS[public.card]])
    bout = table.bout
    assert bout is not None
    bout.attacker = bout.holder = public.seat
    bout.defender, bout.team, bout.limit = public.defender, list(public.team), public.limit
    bout.stopped = []


def cards_beaten(table: BeatingTable, event: Event[CardsBeaten]) -> None:
    """Lay cards on the attacks that they beat."""
    with_what = {CARDS[attack]: CARDS[card] for attack, card in event.public.pairs}
    _lay_down(table, event.public.seat, [*with_what.values()])
    table.attacks = [
        attack._replace(beaten_with=with_what[attack.card]) if attack.card in with_what else attack
        for attack in table.attacks
    ]


def defence_ended(table: BeatingTable, event: Event[DefenceEnded]) -> None:
    """Clear the table: cards go to the defender's hand or out of play."""
    public = event.public
    seat, taken = public.seat, _cards(public.taken)
    table.hands[seat] += taken if seat in table.open else [None] * len(taken)
    table.known[seat] += taken
    table.discard += _cards(public.discarded)
    table.attacks, table.declared = [], 0
    table.stall = public.stall
    _filled(table, seat)


def cards_drawn(table: BeatingTable, event: Event[CardsDrawn]) -> None:
    """Move cards from the stock to the hand."""
    public = event.public
    seat, count = public.seat, public.count
    shown = _cards(public.shown)
    table.stock = table.stock[: len(table.stock) - count]
    table.hands[seat] += _known(event, seat, count)
    table.known[seat] += shown
    table.seen = [card for card in table.seen if card not in shown]
    _filled(table, seat)


def trump_turned(table: BeatingTable, event: Event[TrumpTurned]) -> None:
    """Set the trump and put the skipped cards into the middle of the stock."""
    public = event.public
    turned, passed = CARDS[public.card], _cards(public.skipped)
    rest = table.stock[: len(table.stock) - len(passed) - 1]
    table.trump, table.trump_card = SUITS.index(public.trump), turned
    # The skipped cards come after `under` cards, counted from the top; the stock here is bottom first.
    below = len(rest) - public.under
    table.stock = [turned, *rest[:below], *passed[::-1], *rest[below:]]
    table.seen = [turned, *passed]


def seat_out(table: BeatingTable, event: Event[SeatOut]) -> None:
    """Take the seat out of the round."""
    table.out.append(event.public.seat)
    table.emptied.remove(event.public.seat)
    table.stall = 0


def round_ended(table: BeatingTable, event: Event[RoundEnded]) -> None:
    """Open all hands and end the round."""
    table.hands = [[*_cards(hand)] for hand in event.public.hands]
    table.known = [[] for _ in table.hands]
    table.phase = OVER
