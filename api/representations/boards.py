"""The boards of a round, one schema for each family of rulesets, made from the boards that the domain declares."""

from collections.abc import Callable, Mapping
from functools import partial
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from marshmallow import Schema, fields, validate

from api.representations import fields as f
from domain.beating.view import BeatingBoard
from domain.dobon.view import DobonBoard
from domain.doubt.view import DoubtBoard

KINDS: dict[str, Callable[..., fields.Field[Any]]] = {
    "seat": f.seat,
    "version": f.version,
    "count": f.count,
    "card": f.seen_card,
    "suit": f.suit,
    "moment": f.moment,
    "call kind": f.call_kind,
    "formula": partial(f.text, "7+3+2"),
    "direction": partial(f.Whole, validate=validate.OneOf([1, -1])),
}
"""Fields for the kinds of values of `domain.ruleset.board_types`."""


def made_from(declared: Any) -> type[Schema]:
    """Return the schema of a declared object, under its name."""
    hints = get_type_hints(declared, include_extras=True)
    made = {name: _field(hint, {"required": name in declared.__required_keys__}) for name, hint in hints.items()}
    return type(declared.__name__, (f.Answer,), {"__doc__": declared.__doc__, **made})


def _field(kind: Any, more: Mapping[str, Any]) -> fields.Field[Any]:
    """Return the field of a declared type, with more arguments: `required`, `allow_none` and `note`."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        word, more = _read_notes(args[1:], more)
        return _field(args[0], more) if word is None else KINDS[word](**more)
    if origin is NotRequired:
        return _field(args[0], more)
    if origin in (Union, UnionType):
        (one,) = (arg for arg in args if arg is not NoneType)
        return _field(one, {**more, "allow_none": True})
    given = {name: value for name, value in more.items() if name != "note"}
    if "note" in more:
        given["metadata"] = {"description": more["note"]}
    if origin is Literal:
        return fields.Constant(*args, **given)
    if origin is list:
        return fields.List(_field(args[0], {}), **given)
    return fields.Nested(made_from(kind), **given) if is_typeddict(kind) else fields.Boolean(**given)


def _read_notes(notes: tuple[Any, ...], more: Mapping[str, Any]) -> tuple[str | None, Mapping[str, Any]]:
    """Return the kind of value that `Annotated` names, if any, and the arguments with its description."""
    described = [note[1] for note in notes if isinstance(note, tuple)]
    word = next((note for note in notes if isinstance(note, str)), None)
    return word, {**more, "note": described[0]} if described else more


class Board(f.Union):
    """The table, in the form of the ruleset's family."""

    discriminator = "family"
    variants: ClassVar[Mapping[str, type[Schema]]] = {
        "dobon": made_from(DobonBoard),
        "doubt": made_from(DoubtBoard),
        "beating": made_from(BeatingBoard),
    }
