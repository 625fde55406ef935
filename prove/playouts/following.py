"""A random round of the rules, followed step by step in the playout engine."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import permutations
from typing import Any

from domain.log.events import TABLE, Event
from domain.playouts.position import POSITIONS
from domain.ruleset.actions import Action, Decline, Dobon, Doubt, Flip, Play
from domain.ruleset.cards import CARDS
from domain.ruleset.legal_actions import built
from prove.playouts.rounds import RandomRound

OWN = {"random", "undecided", "options", "orders"}
"""Fields of a position that no table has."""

ACTIONS = 0.25
"""Chance with which the legal actions of two seats are compared before a decision."""

TURNS = 0.05
"""Chance with which the next turns of a playout are checked, too; with the same chance two and not one."""

LEFT = 12
"""Number of cards in the stock with which a few turns need no reshuffle."""


class Difference(Exception):
    """The engine and the rules disagree."""


@cache
def follower(key: str) -> type[Any]:
    """Return the class of positions of a ruleset, with chance taken from the events of the rules."""
    base: type[Any] = POSITIONS[key]

    class Follower(base):
        """A position whose cards come from `orders`, oldest first."""

        __slots__ = ("orders",)

        def shuffled(self, cards: list[int]) -> list[int]:
            """Return the cards in the order of the rules."""
            order: list[int] = self.orders.pop(0) if self.orders else []
            if sorted(cards) != sorted(order) and (len(cards) <= len(order) or not {*order} <= {*cards}):
                raise Difference(f"shuffles {sorted(cards)}, and the rules {sorted(order)}")
            return order

    return Follower


def follow(key: str, name: str) -> tuple[int, int]:
    """Follow one round to its end; return the numbers of decisions and of turns of playouts. Raises `Difference`."""
    played = RandomRound(key, name)
    position = follower(key)(played.state, played.options, 1)
    decisions = turns = 0
    while not played.ended:
        seat, action = played.choose()
        if played.random.random() < ACTIONS:
            for one in {seat, played.random.randrange(played.seats)}:
                compare_actions(played, position, one)
        if played.random.random() < TURNS:
            turns += check_turns(played, 1 + (played.random.random() < TURNS))
        events = played.act(seat, action)
        try:
            position.orders = [*orders(events)]
            position.act(seat, action)
            if played.ended:
                compare_results(position, played.ended)
            else:
                compare_positions(position, type(position)(played.state, played.options, 1))
        except Difference as difference:
            raise Difference(f"after {action} of seat {seat}: {difference}") from None
        decisions += 1
    return decisions, turns


def check_turns(played: RandomRound, count: int) -> bool:
    """Raise `Difference` unless that many turns of a playout are legal actions of seats.

    Returns whether they could be checked: not in a window, nor if a call ends the round or the engine orders cards.
    """
    before = POSITIONS[played.rules.key](played.state, played.options, played.random.getrandbits(30))
    count = count if played.rules.family == "dobon" and not getattr(before, "opening", False) else 1
    after = before.copy()
    after.play_out(count)
    blind = played.options.get("penalty") == "exchange_two" and before.window
    if after.over or blind or (played.rules.family == "dobon" and not dobon_turns(before, after)):
        return False
    if not leads_to(before, without_window(after), count, played):
        raise Difference(f"{count} turns of the playout lead to {facts(after)}, which no legal actions do")
    return True


def without_window(position: Any) -> dict[str, Any]:
    """Return the facts without the window of a play of Dobon: a playout lets seats call at once."""
    found = facts(position)
    return found | {"window": False, "asked": 0} if "waits" in found else found


def dobon_turns(before: Any, after: Any) -> bool:
    """Tell whether only turns, or one flip with its answers, lie between two positions of Dobon."""
    return not (before.window or after.called or len(before.stock) <= before.pending_draw + LEFT)


def leads_to(position: Any, wanted: dict[str, Any], count: int, played: RandomRound) -> bool:
    """Tell whether that many legal actions lead from the position to these facts."""
    if not count:
        return without_window(position) == wanted
    return any(leads_to(tried, wanted, count - 1, played) for tried in successors(position, played))


def successors(position: Any, played: RandomRound) -> Iterator[Any]:
    """Yield the positions after each legal action; windows are answered by all seats at once, as in a playout."""
    family = played.rules.family
    for seat in range(position.seats):
        for action in built_of(played, seat) if family == "beating" else orders_of(position, seat):
            tried = position.copy()
            tried.act(seat, action)
            if family == "dobon" and isinstance(action, Flip) and tried.window:
                yield from answered(tried)
            elif not isinstance(action, Dobon):
                if family == "dobon":
                    tried.window, tried.asked = False, 0
                yield tried
    if family == "doubt":
        tried = position.copy()
        for seat in range(position.seats):
            if tried.asked >> seat & 1:
                tried.decline(seat)
        yield tried


def built_of(played: RandomRound, seat: int) -> Iterator[Action]:
    """Yield every action that the rules allow the seat."""
    for legal in played.legal(seat):
        yield from built(legal)


def orders_of(position: Any, seat: int) -> Iterator[Action]:
    """Yield the actions of the seat, plays in every order in which their bottom card may be played."""
    found = position.actions(seat)
    bottoms = {play.cards[0] for play in found if isinstance(play, Play)}
    for action in found:
        if isinstance(action, Play):
            yield from (replace(action, cards=cards) for cards in permutations(action.cards) if cards[0] in bottoms)
        else:
            yield action


def answered(flipped: Any) -> Iterator[Any]:
    """Yield the positions after all answers to a flip: by one seat that opens, or by none."""
    for opener in range(flipped.seats):
        for action in flipped.actions(opener):
            if not isinstance(action, Dobon):
                tried = flipped.copy()
                tried.act(opener, action)
                for seat in range(flipped.seats):
                    if tried.window and seat != opener:
                        tried.act(seat, Decline(0))
                yield tried


def orders(events: Sequence[Event]) -> Iterator[list[int]]:
    """Yield the cards that chance put in order in the events, as the engine asks for them."""
    for event in events:
        if event.type == "stock-reshuffled":
            yield [CARDS[code] for code in event.sealed[TABLE].cards][::-1]
        elif event.type == "cards-exchanged":
            yield [CARDS[code] for code in event.sealed[str(event.public.to)].cards]


def compare_actions(played: RandomRound, position: Any, seat: int) -> None:
    """Raise `Difference` unless rules and engine list the same actions of the seat."""
    expected = sorted(map(plain, played.actions(seat)), key=repr)
    found = sorted(map(plain, position.actions(seat)), key=repr)
    if found != expected:
        raise Difference(f"seat {seat} may do {found}, and by the rules {expected}")


def plain(action: Action) -> Action:
    """Return the action without the version that it answers."""
    match action:
        case Dobon() | Doubt() | Decline():
            return replace(action, on=0)
        case Play():
            return replace(action, on=None)
    return action


def facts(position: Any) -> dict[str, Any]:
    """Return the fields that follow from the state."""
    found = {name: getattr(position, name) for name in fields(type(position)) if hasattr(position, name)}
    # The order of a hand of Doubt means nothing.
    return found | {"hands": [sorted(hand) if isinstance(hand, list) else hand for hand in position.hands]}


@cache
def fields(kind: type[Any]) -> list[str]:
    """Return the names of the fields that follow from the table."""
    return sorted({name for base in kind.__mro__ for name in getattr(base, "__slots__", ())} - OWN)


def compare_positions(found: Any, expected: Any) -> None:
    """Raise `Difference` unless both positions have the same fields."""
    wanted = facts(expected)
    for name, value in facts(found).items():
        if value != wanted[name]:
            raise Difference(f"{name} is {value}, and by the rules {wanted[name]}")


def compare_results(position: Any, ended: Event) -> None:
    """Raise `Difference` unless the position is over with the result of the event."""
    public = ended.public
    winner = -1 if public.winner is None else public.winner
    expected = (True, public.reason, winner, sorted(public.losers), public.points)
    found = (position.over, position.reason, position.winner, sorted(position.losers), position.points)
    if found != expected:
        raise Difference(f"the round ends {found}, and by the rules {expected}")
