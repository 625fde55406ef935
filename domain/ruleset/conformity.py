"""Comparison of events with their declaration in the catalogue: every field, every sealed part, and no other.

The types are those of `domain.ruleset.catalogue`, from which `schema` makes the documents for other languages.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache, reduce
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from domain.log.events import TABLE, Event
from domain.ruleset.catalogue import EVERY_SEAT, EventType, Sealed

Fault = str | None
"""The fault of a value, as the end of a sentence that begins with its name; None for a good one."""

Test = Callable[[Any], Fault]


def misfits(kind: EventType, event: Event, seats: int) -> Iterator[str]:
    """Yield how an event differs from its declaration. A sealed part that is withheld is judged by its key alone."""
    fault = form_of(kind.public)(event.public)
    if fault:
        yield f"{event.type} is not as declared: its public part {fault}"
        return
    declared = {key: part for part in kind.sealed for key in _keys(part, event, seats)}
    needed = {key for key, part in declared.items() if not part.optional}
    sealed = event.seals.keys() | event.sealed.keys()
    if not needed <= sealed <= declared.keys():
        yield f"{event.type} is not as declared: sealed are the parts {sorted(sealed)}, not {sorted(declared)}"
    for key in sorted(event.sealed.keys() & declared.keys()):
        fault = form_of(declared[key].payload)(event.sealed[key])
        if fault:
            yield f"{event.type} is not as declared: sealed part {key} {fault}"


def _keys(part: Sealed, event: Event, seats: int) -> list[str]:
    """Return the keys under which events have this part."""
    if part.viewer == EVERY_SEAT:
        return [str(seat) for seat in range(seats)]
    return [TABLE] if part.viewer == TABLE else [str(event.public[part.viewer])]


@cache
def form_of(kind: Any) -> Test:
    """Return the test of values of a declared type."""
    if is_typeddict(kind):
        return _object(kind)
    origin, args = get_origin(kind), get_args(kind)
    if origin is NotRequired:
        return form_of(args[0])
    if origin is Annotated:
        return reduce(lambda test, keyword: _limited(test, *keyword), args[1:], form_of(args[0]))
    if origin is Literal:
        return lambda value: None if any(type(value) is type(one) and value == one for one in args) else _not(args)
    if origin in (Union, UnionType):
        tests = [form_of(one) for one in args]
        return lambda value: None if any(test(value) is None for test in tests) else f"cannot be {value!r}"
    if origin is list:
        return _list(form_of(args[0]))
    if origin is tuple:
        return _tuple([form_of(one) for one in args])
    return _plain(origin or kind)


def _not(args: tuple[Any, ...]) -> str:
    return f"has to be one of {', '.join(map(repr, args))}"


def _object(kind: Any) -> Test:
    hints = get_type_hints(kind, include_extras=True)
    tests = {name: form_of(hint) for name, hint in hints.items()}
    needed = frozenset(kind.__required_keys__)

    def test(value: Any) -> Fault:
        if type(value) is not dict:
            return "has to be an object"
        if missing := sorted(needed - value.keys()):
            return f"lacks {', '.join(missing)}"
        if unknown := sorted(value.keys() - tests.keys()):
            return f"has the unknown field {', '.join(unknown)}"
        faults = ((name, tests[name](inner)) for name, inner in value.items())
        return next((f"has a wrong value: {name} {fault}" for name, fault in faults if fault), None)

    return test


def _limited(test: Test, keyword: str, limit: Any) -> Test:
    """Return the test with a keyword of JSON Schema. `format` and `description` are for readers."""
    if keyword == "pattern":
        fits = re.compile(limit, re.ASCII).search
        return lambda value: test(value) or (None if fits(value) and "\n" not in value else f"does not fit {limit}")
    if keyword == "minimum":
        return lambda value: test(value) or (None if value >= limit else f"has to be at least {limit}")
    return test


def _list(test: Test) -> Test:
    def every(value: Any) -> Fault:
        if type(value) is not list:
            return "has to be a list"
        return next((f"has an item that {fault}" for fault in map(test, value) if fault), None)

    return every


def _tuple(tests: list[Test]) -> Test:
    def each(value: Any) -> Fault:
        if type(value) is not list or len(value) != len(tests):
            return f"has to be a list of {len(tests)}"
        return next((fault for test, inner in zip(tests, value, strict=True) if (fault := test(inner))), None)

    return each


_NAMES: dict[Any, str] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    NoneType: "null",
    dict: "an object",
}


def _plain(kind: Any) -> Test:
    fault = f"has to be {_NAMES[kind]}"
    return lambda value: None if type(value) is kind else fault
