"""Replay of the decisions of Doubt: the decision behind an event, from the event itself, and cards in unknown places.

Cards that a seat lays in secret follow from nothing before them. If they are withheld, the secret of the round tells
them, because they are some of its hand. Before it is revealed the hand is unknown from then on, and any cards with
which the rules give the same public events stand for them.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations
from math import perm
from typing import Any

from domain.doubt.challenge import blind
from domain.doubt.hand import DoubtHand, DoubtState, away_from, lay_down, pile_of
from domain.doubt.table import DoubtTable
from domain.log.chance import Chance
from domain.log.events import Event, Part
from domain.ruleset.actions import Action, Decline, Doubt, Play
from domain.ruleset.cards import CARDS, RANK, Card, codes, deck
from domain.ruleset.catalogue import Check
from domain.ruleset.parts import Cards, Declined
from domain.ruleset.replay import (
    ANY_CHANCE,
    DECLINED_OR_NOT,
    MOST_PAYLOADS,
    Answer,
    Undecided,
    answered,
    declined,
    is_due,
    with_parts,
    withheld,
)
from domain.ruleset.stated_chance import StatedChance
from domain.ruleset.windows import asked, declined_by

_CALL = "doubt-called"


def stated(dealt: Event, seats: int) -> Chance:
    """Return chance that deals the visible cards of a deal, from the seat that begins."""
    first = dealt.public.turn
    placed = {
        (int(part) - first) % seats + seats * place: CARDS[code]
        for part, payload in dealt.sealed.items()
        for place, code in enumerate(payload.cards)
    }
    return StatedChance({"first": first}, placed)


def payloads(check: Check[Any, DoubtState]) -> Iterable[Part] | None:
    """Return the payloads that a withheld part may have: one, but for an answer and for cards that no doubt has shown.

    None if the cards that it depends on are unknown, or for too many payloads.
    """
    state, event = check.state, check.event
    if event.type == "doubt-declined":
        return DECLINED_OR_NOT
    if event.type == "cards-played":
        shown = _shown(event, check.later)
        return _plays(state.cards(event.public.seat), event.public.count) if shown is None else [Cards(shown)]
    if event.type == "pile-taken":
        pile = pile_of(state)
        return None if None in pile else [Cards(codes(sorted(card for card in pile if card is not None)))]
    if event.type == "cards-exchanged":
        if event.sealed:
            return [next(iter(event.sealed.values()))]
        if None not in state.cards(event.public.giver) and check.chance is not None:
            return [Cards(codes(blind(state, event.public.giver, check.chance)))]
    return None


def _plays(hand: Sequence[Card | None], count: int) -> Iterable[Part] | None:
    """Return `count` cards of a hand in every order; None if some are unknown, or for too many orders."""
    cards = sorted(card for card in hand if card is not None)
    if len(cards) < len(hand) or perm(len(cards), count) > MOST_PAYLOADS:
        return None
    return (Cards(codes(order)) for order in dict.fromkeys(permutations(cards, count)))


def _shown(played: Event, later: Sequence[Event]) -> list[str] | None:
    """Return the cards of a play that a doubt has shown."""
    for event in later:
        if event.type == "doubt-called" and event.public.on == played.version:
            cards: list[str] = event.public.cards
            return cards
        if event.type in ("window-closed", "doubt-called", "round-ended"):
            return None
    return None


def assume(state: DoubtState, event: Event, later: Sequence[Event]) -> Event:
    """Return the event with a seat that may have declined, if all parts that tell which one are withheld.

    Raises ValueError if no seat is left to answer.
    """
    if event.type != "doubt-declined" or declined_by(event) or not withheld(event):
        return event
    seats = declined(asked(state), event, later, _CALL, "declined")
    if not seats:
        raise ValueError("more answers than seats that are asked")
    # The next player may close the window early only if all other seats have declined.
    claim = state.table.claim
    following = None if claim is None else state.table.following(claim.seat)
    seat = min(seats, key=lambda one: one == following)
    return with_parts(event, {str(seat): Declined(declined=True)})


def forget(state: DoubtState, event: Event) -> None:
    """Make the hand unknown that gives away cards which nobody knows."""
    if event.type in ("cards-played", "cards-exchanged"):
        seat = event.public.seat if event.type == "cards-played" else event.public.giver
        hand = state.hands[seat]
        if str(seat) not in event.sealed and hand is not None:
            hand.cards = [None] * len(hand.cards)


def answer(rules: Any, check: Check[Any, DoubtState]) -> Answer:
    """Return the events with which the rules answer the decision behind an event.

    Raises `Refused` if they do not allow it, and `Undecided` if there is none.
    """
    event, options = check.event, check.options
    places = rules.places(check.state)
    known = not any(None in place for place in (*places.hands, places.others))
    played = _played(event, check.later)
    state = check.state if known else _possible(check, played)
    seen = played is None or str(played.public.seat) in played.sealed
    chance = check.chance or ANY_CHANCE
    if is_due(state.table.deadline, event):
        events = rules.expire(state, options, event.at, chance)
    else:
        seat, action = _decision(state, event, played)
        events = rules.decide(state, seat, action, options, event.at, chance)
    return answered(check, events, known=known and seen, by_chance="cards-exchanged")


def _played(event: Event, later: Sequence[Event]) -> Event | None:
    """Return the play that an event is, or that closes a window with it."""
    if event.type == "window-closed" and event.public.by == "play" and later:
        event = later[0]
    return event if event.type == "cards-played" else None


def _decision(state: DoubtState, event: Event, played: Event | None) -> tuple[int, Action]:
    """Return the seat that acted, and its action. Raises `Undecided`."""
    public = event.public
    if event.type == "doubt-called":
        return public.seat, Doubt(public.on)
    if event.type == "doubt-declined" and len(declined_by(event)) == 1:
        return declined_by(event)[0], Decline(public.on)
    if played is not None:
        seat, opened = played.public.seat, played.sealed.get(str(played.public.seat))
        hand = state.cards(seat)
        cards = [CARDS[code] for code in opened.cards] if opened else hand[: played.public.count]
        return seat, Play(tuple(card for card in cards if card is not None))
    if event.type == "window-closed" and public.by == "play":
        # The log ends here. Any card of the next player closes the window.
        seat = public.turn
        return seat, Play(tuple(card for card in state.cards(seat)[:1] if card is not None))
    raise Undecided


# Unknown cards


def _possible(check: Check[Any, DoubtState], played: Event | None) -> DoubtState:
    """Return the state with cards in all unknown places: those that the event names where they have to be."""
    state, event = check.state.copy(), check.event
    hands = [state.open_hand(seat, DoubtHand) for seat in range(len(state.table.sizes))]
    if event.type == "doubt-called":
        shown = [CARDS[code] for code in event.public.cards]
        below = len(state.table.pile) - len(shown)
        pile = pile_of(state)
        pile[below:] = [
            shown_one if card is None else card for card, shown_one in zip(pile[below:], shown, strict=True)
        ]
        lay_down(state, pile)
    opened = None if played is None else played.sealed.get(str(played.public.seat))
    if played is not None and opened is not None:
        _hold(hands[played.public.seat], [CARDS[code] for code in opened.cards])
    rest = _rest(state)
    if played is not None and opened is None:
        jokers_first = _ends_with_joker(state.table, played, check.options)
        rest.sort(key=lambda card: (RANK[card] == 0) == jokers_first)
        _fill(hands[played.public.seat].cards, rest)
    for hand in hands:
        _fill(hand.cards, rest)
    pile = pile_of(state)
    _fill(pile, rest)
    lay_down(state, pile)
    return state


def _ends_with_joker(table: DoubtTable, played: Event, options: Any) -> bool:
    """Tell whether only jokers explain that nobody is asked about the last cards of a hand."""
    public = played.public
    if public.asked or not public.finishing:
        return False
    return not (options["must_doubt_to_finish"] and not table.success[public.seat])


def _hold(hand: DoubtHand, cards: Sequence[Card]) -> None:
    """Replace unknown cards of a hand by these."""
    for card in (Counter(cards) - Counter(card for card in hand.cards if card is not None)).elements():
        if None in hand.cards:
            hand.cards[hand.cards.index(None)] = card


def _rest(state: DoubtState) -> list[Card]:
    """Return the cards whose place is unknown."""
    table = state.table
    known = [*away_from(state), *pile_of(state)]
    for seat in range(len(table.sizes)):
        known += state.cards(seat)
    every = Counter(deck(table.jokers) * table.decks)
    return sorted((every - Counter(card for card in known if card is not None)).elements())


def _fill(hand: list[Card | None], rest: list[Card]) -> None:
    hand[:] = [rest.pop() if card is None else card for card in hand]
