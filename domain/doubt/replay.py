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
from domain.ruleset.windows import declined_by

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


def payloads(check: Check[Any, DoubtTable]) -> Iterable[Part] | None:
    """Return the payloads that a withheld part may have: one, but for an answer and for cards that no doubt has shown.

    None if the cards that it depends on are unknown, or for too many payloads.
    """
    table, event = check.table, check.event
    if event.type == "doubt-declined":
        return DECLINED_OR_NOT
    if event.type == "cards-played":
        shown = _shown(event, check.later)
        return _plays(table.hands[event.public.seat], event.public.count) if shown is None else [Cards(shown)]
    if event.type == "pile-taken":
        pile = [laid.card for laid in table.pile]
        return None if None in pile else [Cards(codes(sorted(card for card in pile if card is not None)))]
    if event.type == "cards-exchanged":
        if event.sealed:
            return [next(iter(event.sealed.values()))]
        if None not in table.hands[event.public.giver] and check.chance is not None:
            return [Cards(codes(blind(table, event.public.giver, check.chance)))]
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


def assume(table: DoubtTable, event: Event, later: Sequence[Event]) -> Event:
    """Return the event with a seat that may have declined, if all parts that tell which one are withheld.

    Raises ValueError if no seat is left to answer.
    """
    if event.type != "doubt-declined" or declined_by(event) or not withheld(event):
        return event
    seats = declined(table.asked, event, later, _CALL, "declined")
    if not seats:
        raise ValueError("more answers than seats that are asked")
    # The next player may close the window early only if all other seats have declined.
    following = None if table.claim is None else table.following(table.claim.seat)
    seat = min(seats, key=lambda one: one == following)
    return with_parts(event, {str(seat): Declined(declined=True)})


def forget(table: DoubtTable, event: Event) -> None:
    """Make the hand unknown that gives away cards which nobody knows."""
    if event.type in ("cards-played", "cards-exchanged"):
        seat = event.public.seat if event.type == "cards-played" else event.public.giver
        if str(seat) not in event.sealed:
            table.hands[seat] = [None] * len(table.hands[seat])


def answer(rules: Any, check: Check[Any, DoubtTable]) -> Answer:
    """Return the events with which the rules answer the decision behind an event.

    Raises `Refused` if they do not allow it, and `Undecided` if there is none.
    """
    event, options = check.event, check.options
    places = (*check.table.hands, [laid.card for laid in check.table.pile], check.table.away)
    known = not any(None in place for place in places)
    played = _played(event, check.later)
    table = check.table if known else _possible(check, played)
    seen = played is None or str(played.public.seat) in played.sealed
    chance = check.chance or ANY_CHANCE
    if is_due(table.deadline, event):
        events = rules.expire(table, options, event.at, chance)
    else:
        seat, action = _decision(table, event, played)
        events = rules.decide(table, seat, action, options, event.at, chance)
    return answered(check, events, known=known and seen, by_chance="cards-exchanged")


def _played(event: Event, later: Sequence[Event]) -> Event | None:
    """Return the play that an event is, or that closes a window with it."""
    if event.type == "window-closed" and event.public.by == "play" and later:
        event = later[0]
    return event if event.type == "cards-played" else None


def _decision(table: DoubtTable, event: Event, played: Event | None) -> tuple[int, Action]:
    """Return the seat that acted, and its action. Raises `Undecided`."""
    public = event.public
    if event.type == "doubt-called":
        return public.seat, Doubt(public.on)
    if event.type == "doubt-declined" and len(declined_by(event)) == 1:
        return declined_by(event)[0], Decline(public.on)
    if played is not None:
        seat, opened = played.public.seat, played.sealed.get(str(played.public.seat))
        hand = table.hands[seat]
        cards = [CARDS[code] for code in opened.cards] if opened else hand[: played.public.count]
        return seat, Play(tuple(card for card in cards if card is not None))
    if event.type == "window-closed" and public.by == "play":
        # The log ends here. Any card of the next player closes the window.
        seat = public.turn
        return seat, Play(tuple(card for card in table.hands[seat][:1] if card is not None))
    raise Undecided


# Unknown cards


def _possible(check: Check[Any, DoubtTable], played: Event | None) -> DoubtTable:
    """Return the table with cards in all unknown places: those that the event names where they have to be."""
    table, event = check.table.copy(), check.event
    if event.type == "doubt-called":
        shown = [CARDS[code] for code in event.public.cards]
        below = len(table.pile) - len(shown)
        table.pile[below:] = [
            laid._replace(card=card) if laid.card is None else laid
            for laid, card in zip(table.pile[below:], shown, strict=True)
        ]
    opened = None if played is None else played.sealed.get(str(played.public.seat))
    if played is not None and opened is not None:
        _hold(table, played.public.seat, [CARDS[code] for code in opened.cards])
    rest = _rest(table)
    if played is not None and opened is None:
        jokers_first = _ends_with_joker(table, played, check.options)
        rest.sort(key=lambda card: (RANK[card] == 0) == jokers_first)
        _fill(table.hands[played.public.seat], rest)
    for hand in table.hands:
        _fill(hand, rest)
    table.pile = [laid._replace(card=rest.pop()) if laid.card is None else laid for laid in table.pile]
    return table


def _ends_with_joker(table: DoubtTable, played: Event, options: Any) -> bool:
    """Tell whether only jokers explain that nobody is asked about the last cards of a hand."""
    public = played.public
    if public.asked or not public.finishing:
        return False
    return not (options["must_doubt_to_finish"] and not table.success[public.seat])


def _hold(table: DoubtTable, seat: int, cards: Sequence[Card]) -> None:
    """Replace unknown cards of a hand by these."""
    hand = table.hands[seat]
    for card in (Counter(cards) - Counter(card for card in hand if card is not None)).elements():
        if None in hand:
            hand[hand.index(None)] = card


def _rest(table: DoubtTable) -> list[Card]:
    """Return the cards whose place is unknown."""
    known = [*table.away, *(laid.card for laid in table.pile)]
    for hand in table.hands:
        known += hand
    every = Counter(deck(table.jokers) * table.decks)
    return sorted((every - Counter(card for card in known if card is not None)).elements())


def _fill(hand: list[Card | None], rest: list[Card]) -> None:
    hand[:] = [rest.pop() if card is None else card for card in hand]
