"""Replay of the decisions of Dobon: the decision behind an event, from the event itself, and cards in unknown places.

Withheld parts of a revealed round follow from the seed and the table, or have one of a few payloads. Before that a seat
that answered a window in secret is replaced by one of those that may have done so, because no public field depends on
which one it was.
"""

from collections.abc import Iterable, Sequence
from itertools import islice, permutations
from typing import Any

from domain.dobon.calls import hand_codes
from domain.dobon.events import FlipAnswer, Hand
from domain.dobon.evolve import DobonState, stock_of
from domain.dobon.hand import DobonHand
from domain.dobon.opening import openings
from domain.dobon.plays import EIGHT
from domain.dobon.table import DobonTable
from domain.log.chance import Chance
from domain.log.events import TABLE, Event, Part
from domain.ruleset.actions import Accept, Action, Decline, Dobon, Draw, Flip, Pass, Play
from domain.ruleset.cards import CARDS, RANK, SUIT, SUITS, Card, codes
from domain.ruleset.catalogue import Check
from domain.ruleset.parts import Cards, Declined
from domain.ruleset.replay import (
    ANY_CHANCE,
    DECLINED_OR_NOT,
    Answer,
    Undecided,
    answered,
    declined,
    is_due,
    with_parts,
    withheld,
)
from domain.ruleset.round_state import RoundState
from domain.ruleset.ruleset import Options
from domain.ruleset.stated_chance import StatedChance, placed_cards
from domain.ruleset.windows import asked

_CALL = "dobon-called"
_OTHER = FlipAnswer(answered=False, cards=None, suit=None)
_CLOSED = FlipAnswer(answered=True, cards=None, suit=None)


def stated(dealt: Event, seats: int, options: Options) -> Chance:
    """Return chance that deals the visible cards of a deal, and draws its starter or dealer."""
    public, size = dealt.public, options["hand_size"]
    placed = placed_cards(dealt, seats, size, laid=int("top" in public))
    if "top" in public:
        placed[seats * size] = CARDS[public.top]
    return StatedChance({"first": public.get("dealer", public.turn)}, placed)


def payloads(check: Check[Any, DobonState], part: str) -> Iterable[Part] | None:
    """Return the payloads that a withheld part may have: one, but for an answer. None if its cards are unknown."""
    state, event, chance = check.state, check.event, check.chance
    table, public = state.table, event.public
    if event.type == "cards-drawn":
        top = stock_of(state)[: -public.count - 1 : -1]
        return None if None in top else [Cards(codes(card for card in top if card is not None))]
    if event.type == "stock-reshuffled" and part == TABLE and chance is not None:
        below = table.pile[:-1]
        chance.stream(f"reshuffle-{table.reshuffles + 1}").shuffle(below)
        return [Cards(codes(below))]
    if event.type == "dobon-called":
        return None if None in state.cards(public.seat) else [Hand(hand_codes(state, public.seat))]
    if event.type == "call-declined":
        return DECLINED_OR_NOT
    return _answers(state, int(part)) if event.type == "flip-answered" else None


def _answers(state: DobonState, seat: int) -> Iterable[Part] | None:
    """Return what a seat may have answered to a flip: nothing, that it does not open, or cards in any order."""
    if None in state.cards(seat):
        return None
    table = state.table
    fitting = [card for card in (*state.held(seat), *table.shown[seat]) if RANK[card] == table.number]
    found: list[Part] = [_OTHER, _CLOSED]
    for count in range(1, len(fitting) + 1):
        for cards in permutations(fitting, count):
            suits = SUITS if table.number == EIGHT else [SUITS[SUIT[cards[-1]]]]
            found += [FlipAnswer(answered=True, cards=codes(cards), suit=suit) for suit in suits]
    return found


def assume(state: DobonState, event: Event, later: Sequence[Event]) -> Event:
    """Return the event with a seat that may have answered, if all parts that tell which one are withheld.

    Raises ValueError if no seat is left to answer.
    """
    if not withheld(event):
        return event
    if event.type == "call-declined" and not any(answer.declined for answer in event.sealed.values()):
        seat = _one(declined(asked(state), event, later, _CALL, "declined"))
        return with_parts(event, {str(seat): Declined(declined=True)})
    if event.type == "flip-answered" and not any(answer.answered for answer in event.sealed.values()):
        seats = declined(asked(state), event, later, _CALL, "answered")
        played = _opening_play(later)
        opener = played.public.seat if played is not None else None
        if played is not None and opener in seats and not openings(state):
            answer = FlipAnswer(answered=True, cards=played.public.cards, suit=played.public.suit)
            return with_parts(event, {str(opener): answer})
        others = [seat for seat in seats if seat != opener or openings(state)]
        return with_parts(event, {str(_one(others)): _CLOSED})
    return event


def _one(seats: Sequence[int]) -> int:
    if not seats:
        raise ValueError("more answers than seats that are asked")
    return seats[0]


def _opening_play(later: Sequence[Event]) -> Event | None:
    """Return the play that opens the round with the answers to this flip."""
    closed = next((place for place, event in enumerate(later) if event.type in ("window-closed", "round-ended")), -1)
    found = next(islice(later, closed + 1, None), None)
    return found if closed >= 0 and found is not None and found.public.get("how") == "opening" else None


def answer(rules: Any, check: Check[Any, DobonState]) -> Answer:
    """Return the events with which the rules answer the decision behind an event.

    Raises `Refused` if they do not allow it, and `Undecided` if there is none.
    """
    event, options = check.event, check.options
    known = _is_known(check.state)
    state = check.state if known else _possible(rules, check)
    chance = check.chance or ANY_CHANCE
    if is_due(state.table.deadline, event):
        events = rules.expire(state, options, event.at, chance)
    else:
        seat, action = _decision(state.table, event, check.later)
        if "voluntary_draw" in options and None in check.state.cards(seat):
            options = {**options, "voluntary_draw": True}  # Whether a card fits depends on the hand.
        events = rules.decide(state, seat, action, options, event.at, chance)
    return answered(check, events, known=known, by_chance="stock-reshuffled")


def _decision(table: DobonTable, event: Event, later: Sequence[Event]) -> tuple[int, Action]:
    """Return the seat that acted, and its action. Raises `Undecided`."""
    public, kind = event.public, event.type
    if kind == "stock-reshuffled" and later:
        public, kind = later[0].public, later[0].type
    if kind == "cards-played" and public.get("how") != "opening":
        cards = tuple(CARDS[code] for code in public.cards)
        eight = bool(cards) and RANK[cards[0]] == EIGHT
        return public.seat, Play(cards, SUITS.index(public.suit) if eight else None)
    if kind == "cards-drawn" and public.why != "false-call":
        return public.seat, Draw() if public.why == "turn" else Accept()
    if kind == "call-declined":
        return _answering(event, "declined"), Decline(public.on)
    if kind == "flip-answered":
        seat = _answering(event, "answered")
        given = event.sealed[str(seat)]
        if not given.cards:
            return seat, Decline(public.on)
        cards = tuple(CARDS[code] for code in given.cards)
        return seat, Play(cards, SUITS.index(given.suit) if RANK[cards[0]] == EIGHT else None, public.on)
    if kind == "round-ended" and table.opening:
        return table.dealer, Flip()
    if kind == "stock-reshuffled":
        # The log ends here, so only the table tells which move took the last card.
        return (table.dealer, Flip()) if table.opening else (table.turn, Accept() if table.pending_draw else Draw())
    plain: dict[str, Action] = {"passed": Pass(), "hand-opened": Accept(), "card-flipped": Flip()}
    if kind in plain:
        return public.seat, plain[kind]
    if kind == "dobon-called":
        return public.seat, Dobon(public.on)
    raise Undecided


def _answering(event: Event, told: str) -> int:
    """Return the seat that answers. Raises `Undecided` unless it is one alone."""
    seats = [int(part) for part, answer in event.sealed.items() if getattr(answer, told)]
    if len(seats) != 1:
        raise Undecided
    return seats[0]


# Unknown cards


def _is_known(state: DobonState) -> bool:
    """Tell whether every card is known."""
    places = (state.deck, *(None if hand is None else hand.cards for hand in state.hands))
    return not any(place is None or None in place for place in places)


def _possible(rules: Any, check: Check[Any, DobonState]) -> DobonState:
    """Return the state with cards in all unknown places: those that the event names where they have to be."""
    state, event = check.state.copy(), check.event
    table, public = state.table, event.public
    for seat in range(table.seats):
        state.open_hand(seat, DobonHand)
    state.deck = stock_of(state)
    if event.type == "dobon-called":
        _hold(state, public.seat, public.hand or ())
    elif event.type in ("cards-played", "hand-opened") and "seat" in public:
        new = _hold(state, public.seat, public.cards)
        hand = state.open_hand(public.seat, DobonHand)
        if table.may_play and hand.drawn is None and public.seat == table.turn:
            # A card that a false call has opened since the draw may be the one that was drawn.
            hand.drawn = CARDS[public.cards[0]] if not new else new[0]
    elif event.type == "card-flipped" and state.deck and state.deck[-1] is None:
        state.deck[-1] = CARDS[public.card]
    elif event.type == "flip-answered":
        for part, given in event.sealed.items():
            _hold(state, int(part), given.cards or ())
    placed = {*state.deck, *table.pile}.union(*map(state.cards, range(table.seats)), *table.shown)
    rest = [card for card in range(rules.deck_size) if card not in placed]
    for turn in range(max(len(rest), 1)):
        found = _filled(state, rest[turn:] + rest[:turn])
        if event.type != "dobon-called" or rules.is_true(found, public.seat) == public.valid:
            return found
    return _filled(state, rest)


def _hold(state: DobonState, seat: int, named: Sequence[str]) -> list[Card]:
    """Replace unknown cards of a hand by these. Return those that are new."""
    hand, new = state.open_hand(seat, DobonHand).cards, []
    for card in (CARDS[code] for code in named):
        if card not in hand and card not in state.table.shown[seat] and None in hand:
            hand[hand.index(None)] = card
            new.append(card)
    return new


def _filled(state: DobonState, rest: list[Card]) -> DobonState:
    cards, table = rest[:], state.table

    def known(place: Iterable[Card | None]) -> list[Card | None]:
        return [cards.pop() if card is None else card for card in place]

    deck = known(state.deck or ())
    hands: list[DobonHand | None] = []
    for hand in state.hands:
        assert hand is not None
        hands.append(DobonHand(known(hand.cards), hand.drawn, hand.answered, hand.opening))
    in_turn = hands[table.turn]
    if table.may_play and in_turn is not None and in_turn.drawn is None and in_turn.cards:
        in_turn.drawn = in_turn.cards[-1]
    return RoundState(table, hands, deck)
