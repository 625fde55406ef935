"""A random round of the rules, followed step by step in the playout engine."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from domain.actions import Action, Decline, Dobon, Doubt, Play
from domain.cards import CARDS
from domain.events import TABLE, Event
from domain.legal_actions import built
from domain.playouts.position import POSITIONS
from prove.playouts.rounds import RandomRound

OWN = {"random", "undecided", "options"}
"""Fields of a position that no table has."""


NO_WINDOW = {"window": False, "asked": 0}
"""A playout lets seats call at once, where the rules open a window."""


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


def check_turn(played: RandomRound) -> None:
    """Raise `Difference` unless one turn of the playout is one of the legal actions of a seat."""
    before = POSITIONS[played.rules.key](played.table, played.options, played.random.getrandbits(30))
    if not takes_turns(before):
        return
    after = before.copy()
    after.play_out(1)
    found = facts(after) | NO_WINDOW
    for seat in range(played.seats):
        for legal in played.rules.legal(played.table, seat, played.options):
            for action in built(legal):
                tried = before.copy()
                tried.act(seat, action)
                if facts(tried) | NO_WINDOW == found:
                    return
    raise Difference(f"a turn of the playout leads to {found}, which no legal action does")


def takes_turns(position: Any) -> bool:
    """Tell whether the next step of a playout is a turn without a reshuffle, of which the engine orders the cards."""
    return not position.window and len(position.stock) > position.pending_draw


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
