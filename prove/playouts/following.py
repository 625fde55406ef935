"""A random round of the rules, followed step by step in the playout engine."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import permutations
from typing import Any

from domain.actions import Action, Decline, Dobon, Doubt, Flip, Play
from domain.cards import CARDS
from domain.events import TABLE, Event
from domain.playouts.position import POSITIONS
from prove.playouts.rounds import RandomRound

OWN = {"random", "undecided", "options"}
"""Fields of a position that no table has."""


NO_WINDOW = {"window": False, "asked": 0}
"""A playout lets seats call at once, where the rules open a window."""


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
            if sorted(cards) != sorted(order):
                raise Difference(f"shuffles {sorted(cards)}, and the rules {sorted(order)}")
            return order

    return Follower


def follow(key: str, name: str) -> int:
    """Follow one round to its end and return the number of its decisions. Raises `Difference`."""
    played = RandomRound(key, name)
    position = follower(key)(played.table, played.options, 1)
    decisions = 0
    while not played.ended:
        seat, action = played.choose()
        for one in {seat, played.random.randrange(played.seats)}:
            compare_actions(played, position, one)
        events = played.act(seat, action)
        try:
            position.orders = [*orders(events)]
            position.act(seat, action)
            if played.ended:
                compare_results(position, played.ended)
            else:
                compare_positions(position, type(position)(played.table, played.options, 1))
        except Difference as difference:
            raise Difference(f"after {action} of seat {seat}: {difference}") from None
        decisions += 1
    return decisions


def check_turns(played: RandomRound, count: int) -> bool:
    """Raise `Difference` unless that many turns of a playout are legal actions of seats.

    Returns whether they could be checked: not in a window, nor if a call ends the round or the engine reshuffles.
    """
    before = POSITIONS[played.rules.key](played.table, played.options, played.random.getrandbits(30))
    count = 1 if getattr(before, "opening", False) else count
    after = before.copy()
    after.play_out(count)
    if before.window or after.over or after.called or len(before.stock) <= before.pending_draw + LEFT:
        return False
    found = facts(after) | NO_WINDOW
    if not leads_to(before, found, count):
        raise Difference(f"{count} turns of the playout lead to {found}, which no legal actions do")
    return True


def leads_to(position: Any, wanted: dict[str, Any], count: int) -> bool:
    """Tell whether that many legal actions lead from the position to these facts."""
    if not count:
        return facts(position) | NO_WINDOW == wanted
    return any(leads_to(tried, wanted, count - 1) for tried in successors(position))


def successors(position: Any) -> Iterator[Any]:
    """Yield the positions after each legal action, with all answers to a flip; calls are left out."""
    for seat in range(position.seats):
        for action in position.actions(seat):
            for ordered in orders_of(action, position.actions(seat)):
                tried = position.copy()
                tried.act(seat, ordered)
                if isinstance(action, Flip) and tried.window:
                    yield from answered(tried)
                elif not isinstance(action, Dobon):
                    tried.window, tried.asked = False, 0
                    yield tried


def orders_of(action: Action, found: Sequence[Action]) -> Iterator[Action]:
    """Yield a play in every order in which its bottom card may be played, and any other action as it is."""
    if not isinstance(action, Play):
        yield action
        return
    bottoms = {play.cards[0] for play in found if isinstance(play, Play)}
    for cards in permutations(action.cards):
        if cards[0] in bottoms:
            yield replace(action, cards=cards)


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
            yield [CARDS[code] for code in event.sealed[TABLE]["cards"]][::-1]


def compare_actions(played: RandomRound, position: Any, seat: int) -> None:
    """Raise `Difference` unless rules and engine list the same actions of the seat."""
    expected = sorted(map(plain, played.rules.actions(played.table, seat, played.options)), key=repr)
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
    """Return the fields that follow from the table."""
    slots = {name for kind in type(position).__mro__ for name in getattr(kind, "__slots__", ())}
    return {name: getattr(position, name) for name in slots - OWN - {"orders"} if hasattr(position, name)}


def compare_positions(found: Any, expected: Any) -> None:
    """Raise `Difference` unless both positions have the same fields."""
    wanted = facts(expected)
    for name, value in facts(found).items():
        if value != wanted[name]:
            raise Difference(f"{name} is {value}, and by the rules {wanted[name]}")


def compare_results(position: Any, ended: Event) -> None:
    """Raise `Difference` unless the position is over with the result of the event."""
    public = ended.public
    winner = -1 if public["winner"] is None else public["winner"]
    expected = (True, public["reason"], winner, sorted(public["losers"]), public["points"])
    found = (position.over, position.reason, position.winner, sorted(position.losers), position.points)
    if found != expected:
        raise Difference(f"the round ends {found}, and by the rules {expected}")
