"""Fields and bases that the schemas are built of: stricter than marshmallow's own, and with an honest OpenAPI form."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from marshmallow import EXCLUDE, RAISE, Schema, ValidationError, fields, validate

from domain.cards import SUITS
from domain.registry import RULESETS

CARD_PATTERN = r"^([SCHD]([1-9]|1[0-3])|X[12])$"
SEEN_CARD_PATTERN = r"^([SCHD]([1-9]|1[0-3])|X[12]|\?\?)$"
HEX_PATTERN = r"^[0-9a-f]{64}$"
MOMENT = "2026-11-21T03:24:00.123456Z"
DIGEST = "3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728"
CONTROL = r"\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069"
"""Characters that are no text, in a pattern: controls, and the invisible ones that break lines or turn the direction of writing around."""

LINE = f"^[^{CONTROL}]*$"
NAME = rf"^[^{CONTROL}]*[^{CONTROL}\s][^{CONTROL}]*$"
"""A line with something in it."""

MOST = 999_999_999
"""The largest number in a query or a path: nine digits."""

_QUERY_NUMBER = re.compile(r"[0-9]{1,9}")


class Body(Schema):
    """A request body: a field it does not name is refused."""

    optional: ClassVar[bool] = False
    """May the body be missing altogether? It counts as `{}` then."""

    class Meta:  # noqa: D106 - marshmallow's own
        unknown = RAISE


class Answer(Schema):
    """An answer's body: a client must bear fields that it does not know."""

    class Meta:  # noqa: D106 - marshmallow's own
        unknown = EXCLUDE


class Union(Schema):
    """One of several schemas, told apart by the field `type`."""

    discriminator: ClassVar[str] = "type"
    variants: ClassVar[Mapping[str, type[Schema]]] = {}
    _loaders: ClassVar[Mapping[str, Schema]] = {}

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._loaders = {name: schema() for name, schema in cls.variants.items()}

    def load(self, data: Any, **kwargs: Any) -> Any:
        """The data, as the variant that its `type` names loads it."""
        if not isinstance(data, dict):
            raise ValidationError({"_schema": ["Must be an object."]})
        name = data.get(self.discriminator)
        schema = self._loaders.get(name) if isinstance(name, str) else None
        if schema is None:
            raise ValidationError({self.discriminator: [f"Must be one of: {', '.join(self._loaders)}."]})
        return schema.load(data, **kwargs)


class AnyOf(Schema):
    """One of several answers, each with fields of its own."""

    variants: ClassVar[Sequence[type[Schema]]] = ()


class Whole(fields.Integer):
    """A whole number: 1, and never 1.0, "1" or true."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        if type(value) is not int:
            raise self.make_error("invalid")
        return value


class Flag(fields.Boolean):
    """true or false, and never a word or a number."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
        if type(value) is not bool:
            raise self.make_error("invalid", input=value)
        return value


class QueryNumber(fields.Integer):
    """A whole number of up to nine digits in a query."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        if not _QUERY_NUMBER.fullmatch(value):
            raise self.make_error("invalid")
        return int(value)


class QueryFlag(fields.Boolean):
    """`true` or `false` in a query."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
        if value not in ("true", "false"):
            raise self.make_error("invalid", input=value)
        return bool(value == "true")


class Pattern(validate.Regexp):
    """A regular expression that has to match the whole text; marshmallow's own lets a line feed at the end pass."""

    def __call__(self, value: str) -> str:  # type: ignore[override]
        """The value. Raises ValidationError."""
        if not re.fullmatch(str(self.regex.pattern), value):
            raise ValidationError(self.error or "Has the wrong form.")
        return value


def card(note: str = "", **kwargs: Any) -> fields.String:
    """The code of a card that a player can name."""
    pattern = Pattern(CARD_PATTERN, error="Must be a suit letter of S, C, H, D and a number 1 to 13, or X1 or X2.")
    return fields.String(validate=pattern, metadata=_metadata(note, examples=["H7"]), **kwargs)


def seen_card(note: str = "", **kwargs: Any) -> fields.String:
    """The code of a card, or `??` for one that the viewer may not see."""
    return fields.String(validate=Pattern(SEEN_CARD_PATTERN), metadata=_metadata(note, examples=["H7", "??"]), **kwargs)


def suit(note: str = "", **kwargs: Any) -> fields.String:
    """A suit letter."""
    return chosen(*SUITS, note=note, **kwargs)


def call_kind(**kwargs: Any) -> fields.String:
    """What a call was: on a card, on a call, on a card that the dealer turned up, or on what somebody said."""
    return chosen(*(kind for rules in RULESETS.values() if rules.calls for kind in rules.calls.call_kinds), **kwargs)


def seat(note: str = "", **kwargs: Any) -> Whole:
    """A seat number."""
    return Whole(validate=validate.Range(0, 63), metadata=_metadata(note, examples=[1]), **kwargs)


def version(note: str = "", **kwargs: Any) -> Whole:
    """The version of an event: its place in the game's log, from 1."""
    return Whole(validate=validate.Range(1), metadata=_metadata(note, examples=[17]), **kwargs)


def count(note: str = "", **kwargs: Any) -> Whole:
    """A number of things."""
    return Whole(validate=validate.Range(0), metadata=_metadata(note), **kwargs)


def digest(note: str = "", **kwargs: Any) -> fields.String:
    """SHA-256 as hex."""
    return fields.String(validate=Pattern(HEX_PATTERN), metadata=_metadata(note, examples=[DIGEST]), **kwargs)


def moment(note: str = "", **kwargs: Any) -> fields.String:
    """RFC 3339 in UTC with microseconds."""
    return fields.String(metadata=_metadata(note, format="date-time", examples=[MOMENT]), **kwargs)


def text(example: str, note: str = "", **kwargs: Any) -> fields.String:
    """Plain text with an example."""
    return fields.String(metadata=_metadata(note, examples=[example]), **kwargs)


def short(example: str, minimum: int, maximum: int, note: str = "", **kwargs: Any) -> fields.String:
    """A short text in a request."""
    return fields.String(
        validate=[validate.Length(minimum, maximum), Pattern(LINE)],
        metadata=_metadata(note, examples=[example]),
        **kwargs,
    )


def chosen(*values: str, note: str = "", **kwargs: Any) -> fields.String:
    """One of a closed set of words."""
    return fields.String(validate=validate.OneOf(list(values)), metadata=_metadata(note), **kwargs)


def uuid(note: str = "", **kwargs: Any) -> fields.String:
    """The id of a game or a player."""
    return fields.String(metadata=_metadata(note, format="uuid"), **kwargs)


def option_value(**kwargs: Any) -> fields.Raw:
    """What an option can be set to."""
    return fields.Raw(validate=_option_value, metadata={"type": ["integer", "boolean", "string"]}, **kwargs)


def _option_value(value: object) -> None:
    if not isinstance(value, int | bool | str):
        raise ValidationError("Must be a whole number, true or false, or a word.")


def _metadata(note: str, **more: Any) -> dict[str, Any]:
    return {"description": note, **more} if note else more
