"""The actions of all rulesets as numbers, and the mask of those that a seat may take.

A number stands for what matters of an action: its kind, one card, how many cards, and the suit that it names. Of several
actions with one number the first that strategies are offered is taken.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from domain.ruleset.actions import (
    Accept,
    Action,
    Attack,
    Beat,
    Decline,
    Dobon,
    Doubt,
    Draw,
    Flip,
    Lead,
    Pass,
    Play,
    Stop,
    Take,
    ThrowIn,
    TurnOver,
    name_of,
)
from domain.ruleset.cards import CODES, SUITS

Mask = NDArray[np.int8]

WAIT = 0
"""The number of no action, which is possible while the game does not wait for the seat."""

PLAIN = (Draw, Pass, Accept, Dobon, Doubt, Decline, Flip, Take, Stop)
"""Kinds of actions with one number each."""

MOST = 4
"""More cards in an action count as this many."""

DECLARED = len(SUITS) + 1
"""Choices of a declared suit; the first one is none."""

_SETS = len(CODES) * MOST

BLOCKS: dict[type, int] = {
    **dict.fromkeys(PLAIN, 1),
    Play: _SETS * DECLARED,
    **dict.fromkeys((Lead, Attack, Beat, ThrowIn), _SETS),
    TurnOver: len(CODES),
}
"""How many numbers each kind of action has, in their order; the first of all is `WAIT`."""

FIRST: dict[type, int] = {}
"""The first number of each kind."""

SIZE = 1
for _kind, _count in BLOCKS.items():
    FIRST[_kind] = SIZE
    SIZE += _count

Choices = dict[int, Action | None]
"""The actions that a seat may take, by number."""


def number_of(action: Action) -> int:
    """Return the number of an action."""
    first = FIRST[type(action)]
    if isinstance(action, Play):  # the last card comes to lie on top
        named = 0 if action.suit is None else action.suit + 1
        return first + _set(action.cards[-1], len(action.cards)) * DECLARED + named
    if isinstance(action, Lead | Attack | ThrowIn):
        return first + _set(action.cards[0], len(action.cards))
    if isinstance(action, Beat):
        return first + _set(action.pairs[0][1], len(action.pairs))
    return first + action.card if isinstance(action, TurnOver) else first


def _set(card: int, count: int) -> int:
    return card * MOST + min(count, MOST) - 1


def choices(actions: Sequence[Action], *, may_wait: bool) -> Choices:
    """Return the actions by number."""
    found: Choices = {WAIT: None} if may_wait else {}
    for action in actions:
        found.setdefault(number_of(action), action)
    return found


def mask(found: Choices) -> Mask:
    """Return 1 for each number that may be chosen, and 0 for the others."""
    shown = np.zeros(SIZE, dtype=np.int8)
    if found:
        shown[[*found]] = 1
    return shown


def describe(number: int) -> str:
    """Return an action in words, such as `play H7, 1 card`. Raises `IndexError` for a number that is out of range."""
    if number == WAIT:
        return "wait"
    for kind, count in BLOCKS.items():
        rest = number - FIRST[kind]
        if 0 <= rest < count:
            return _described(kind, rest)
    raise IndexError(number)


def _described(kind: type[Action], rest: int) -> str:
    name = name_of(kind)
    if kind in PLAIN:
        return name
    if kind is TurnOver:
        return f"{name} {CODES[rest]}"
    named = 0
    if kind is Play:
        rest, named = divmod(rest, DECLARED)
    card, count = divmod(rest, MOST)
    cards = f"{count + 1} card{'s' if count else ''}"
    return f"{name} {CODES[card]}, {cards}" + (f", suit {SUITS[named - 1]}" if named else "")
