"""What a seat sees, as a vector. Its layout follows from the fields of the board, so it is written down nowhere else.

Seats are relative to the observer, who is 0. Everything comes from the game as the seat knows it.
"""

from array import array
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import numpy as np
from numpy.typing import NDArray

from domain.beating.view import BeatingBoard
from domain.dobon.view import DobonBoard
from domain.doubt.view import DoubtBoard
from domain.game.game import Game
from domain.ruleset.cards import CARDS, CODES, SUITS
from domain.ruleset.ruleset import OVER, Ruleset

BOARDS: Mapping[str, type] = {"dobon": DobonBoard, "doubt": DoubtBoard, "beating": BeatingBoard}
"""The board of each family."""

RANKS = 13

Vector = NDArray[np.float32]
Tree = dict[str, Any]
"""By field: the place and the writer of its part, or the tree of its fields."""

Writer = Callable[["array[float]", int, Any, int], None]
"""Adds a value to the vector from a place on, for an observer."""


class Part(NamedTuple):
    """Some numbers of the vector."""

    name: str
    "The field that it shows, such as `board.top.card`."
    size: int
    meaning: str
    write: Writer


class Layout:
    """The layout of the observations in a ruleset with this many seats."""

    def __init__(self, ruleset: Ruleset, seats: int) -> None:
        self.seats = seats
        self.parts = [*_shared(ruleset, seats), *_fields("board", BOARDS[ruleset.family], seats)]
        self.size = sum(part.size for part in self.parts)
        self._places = [*accumulate((part.size for part in self.parts), initial=0)][:-1]
        self._tree: Tree = {}
        for place, part in zip(self._places, self.parts, strict=True):
            branch = self._tree
            *path, name = part.name.split(".")
            for step in path:
                branch = branch.setdefault(step, {})
            branch[name] = (place, part.write)

    def vector(self, game: Game, seat: int) -> Vector:
        """Return what a seat sees; `game` is its own."""
        shown = game.ruleset.public_view(game.table)
        shown["hand"] = game.cards(seat)
        found = array("f", bytes(4 * self.size))
        _write(found, self._tree, shown, seat)
        return np.frombuffer(found, dtype=np.float32)

    def describe(self) -> list[tuple[int, int, str, str]]:
        """Return the first place, the size, the name and the meaning of each part."""
        return [
            (place, part.size, part.name, part.meaning) for part, place in zip(self.parts, self._places, strict=True)
        ]


def _write(found: "array[float]", tree: Tree, shown: Mapping[str, Any], seat: int) -> None:
    """Write the fields of a view, apart from those that are missing or null."""
    for name, inner in tree.items():
        value = shown.get(name)
        if value is None:
            continue
        if type(inner) is dict:
            _write(found, inner, value, seat)
        else:
            place, write = inner
            write(found, place, value, seat)


def _shared(ruleset: Ruleset, seats: int) -> list[Part]:
    """Return the parts that all rulesets have."""
    phases = (*ruleset.phases, OVER)

    def own(found: "array[float]", place: int, cards: Any, _: int) -> None:
        for card in cards:
            found[place + card] += 1

    def phase(found: "array[float]", place: int, name: Any, _: int) -> None:
        found[place + phases.index(name)] = 1

    def sizes(found: "array[float]", place: int, hands: Any, seat: int) -> None:
        for other, hand in enumerate(hands):
            found[place + (other - seat) % seats] = len(hand)

    return [
        Part("hand", len(CODES), "own cards: how many of each", own),
        Part("hands", seats, "cards in each hand", sizes),
        Part("stock", 1, "cards of the stock", _number),
        Part("phase", len(phases), f"the phase: {', '.join(phases)}", phase),
        Part("turn", seats, "whose turn it is", _seat(seats)),
        Part("waiting_for", seats, "seats that are asked", _each(_seat(seats))),
    ]


def _fields(name: str, kind: type, seats: int) -> list[Part]:
    """Return the parts of the fields of a typed dictionary. Versions, moments, formulas and kinds of calls have none."""
    found = []
    for field, hint in get_type_hints(kind, include_extras=True).items():
        word, note, inner = _unwrapped(hint)
        part = _part(f"{name}.{field}", word, note, inner, seats)
        found += (
            _fields(f"{name}.{field}", inner, seats) if part is None and is_typeddict(inner) else [part] if part else []
        )
    return found


def _part(name: str, word: str, note: str, inner: Any, seats: int) -> Part | None:
    described = _values(word, note, inner, seats)
    if described is None and get_origin(inner) is list:
        word, _, item = _unwrapped(get_args(inner)[0])
        by_seat = note.startswith("By seat") or get_origin(item) is list
        if by_seat:
            one = _values(word, "", item, seats) if get_origin(item) is not list else _list(item, seats)
            if one is None:
                return None
            size, meaning, write = one
            return Part(name, size * seats, f"by seat: {meaning}", _by_seat(size, write, seats))
        described = _list(inner, seats)
    return None if described is None else Part(name, *described)


def _list(kind: Any, seats: int) -> tuple[int, str, Writer] | None:
    """Return the numbers of a list: the sums of those of its items."""
    word, _, item = _unwrapped(get_args(kind)[0])
    if is_typeddict(item):
        parts = _fields("", item, seats)
        size = sum(part.size for part in parts)

        def write(found: "array[float]", place: int, rows: Any, seat: int) -> None:
            for row in rows:
                at = place
                for part in parts:
                    value = row.get(part.name[1:])
                    if value is not None:
                        part.write(found, at, value, seat)
                    at += part.size

        meaning = "; ".join(f"{part.name[1:]} ({part.size}): {part.meaning}" for part in parts)
        return size, f"sums of {meaning}", write
    if word == "count":
        return RANKS + 1, "numbers", _each(_one_of({number: number for number in range(RANKS + 1)}))
    one = _values(word, "", item, seats)
    return None if one is None else (one[0], f"{one[1]}, of all", _each(one[2]))


def _values(word: str, note: str, inner: Any, seats: int) -> tuple[int, str, Writer] | None:
    """Return the numbers of one value; None for what has none."""
    if word == "seat":
        return seats, "the seat", _seat(seats)
    if word == "card":
        return len(CODES), "the card", _one_of(CARDS)
    if word == "suit":
        return len(SUITS), "the suit", _one_of({suit: place for place, suit in enumerate(SUITS)})
    if word in ("count", "direction") or inner is bool:
        return 1, note or "the number", _number
    return None


def _unwrapped(hint: Any) -> tuple[str, str, Any]:
    """Return the word and the description of a type, and the type itself without them and without None."""
    word = note = ""
    while True:
        origin = get_origin(hint)
        if origin is Annotated:
            hint, *more = get_args(hint)
            for one in more:
                word, note = (one, note) if isinstance(one, str) else (word, one[1])
        elif origin is NotRequired:
            (hint,) = get_args(hint)
        elif origin in (Union, UnionType):
            hint = next(one for one in get_args(hint) if one is not NoneType)
        elif origin is Literal:
            return "", note, None
        else:
            return word, note, hint


def _number(found: "array[float]", place: int, value: Any, _: int) -> None:
    found[place] += value


def _seat(seats: int) -> Writer:
    def write(found: "array[float]", place: int, value: Any, seat: int) -> None:
        found[place + (value - seat) % seats] += 1

    return write


def _one_of(places: Mapping[Any, int]) -> Writer:
    """Return the writer of a value with a place of its own; others, such as hidden cards, are left out."""

    def write(found: "array[float]", place: int, value: Any, _: int) -> None:
        at = places.get(value)
        if at is not None:
            found[place + at] += 1

    return write


def _each(one: Writer) -> Writer:
    def write(found: "array[float]", place: int, values: Sequence[Any], seat: int) -> None:
        for value in values:
            one(found, place, value, seat)

    return write


def _by_seat(size: int, one: Writer, seats: int) -> Writer:
    def write(found: "array[float]", place: int, values: Sequence[Any], seat: int) -> None:
        for other, value in enumerate(values):
            one(found, place + (other - seat) % seats * size, value, seat)

    return write
