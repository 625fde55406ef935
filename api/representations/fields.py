"""Fields and base classes of the schemas: stricter than marshmallow's own, with an exact OpenAPI form."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, get_args

from marshmallow import EXCLUDE, RAISE, Schema, ValidationError, fields, validate

from api.representations import components
from api.representations.components import STATUSES, Component
from domain.bots import NAMES
from domain.game.registry import RULESETS
from domain.game.spectators import MODES
from domain.log.moments import instant
from domain.log.moments import moment as to_moment
from domain.log.sentences import Sentence, series
from domain.ruleset.cards import SUITS
from domain.ruleset.parts import Cause
from domain.ruleset.ruleset import OVER

CARD_PATTERN = r"^([SCHD]([1-9]|1[0-3])|X[12])$"


SEEN_CARD_PATTERN = r"^([SCHD]([1-9]|1[0-3])|X[12]|\?\?)$"


REQUESTED_MOMENT_PATTERN = (
    r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3])(:[0-5][0-9]){2}(\.[0-9]{1,6})?Z$"
)


HEX_PATTERN = r"^[0-9a-f]{64}$"


MOMENT = "2026-11-21T03:24:00.123456Z"


DIGEST = "3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728"


CONTROL = r"\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069"
"""Characters that names and reasons must not contain, as part of a pattern: controls, and invisible characters that
break lines or change the direction of writing.
"""


LINE = f"^[^{CONTROL}]*$"


NAME = rf"^[^{CONTROL}]*[^{CONTROL}\s][^{CONTROL}]*$"
"""A line with a visible character."""


NOT_A_LINE = "Must be one line of text without control characters."


MOST = 999_999_999
"""The largest number in a query or a path, of nine digits."""


_QUERY_NUMBER = re.compile(r"([0-9]{1,9})(?:\.0{1,9})?")


class Body(Schema):
    """A request body. An unknown field is refused."""

    optional: ClassVar[bool] = False
    """Whether the body may be missing; a missing body counts as `{}`."""

    class Meta:  # noqa: D106 - marshmallow's own
        unknown = RAISE


class Form(Schema):
    """A request body as a form, as OAuth demands it. An unknown field is ignored."""

    class Meta:  # noqa: D106 - marshmallow's own
        unknown = EXCLUDE


class Answer(Schema):
    """A response body. Clients must ignore unknown fields."""

    class Meta:  # noqa: D106 - marshmallow's own
        unknown = EXCLUDE


class Union(Schema):
    """One of several schemas, selected by the field `type`."""

    discriminator: ClassVar[str] = "type"
    variants: ClassVar[Mapping[str, type[Schema]]] = {}
    _loaders: ClassVar[Mapping[str, Schema]] = {}

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._loaders = {name: schema() for name, schema in cls.variants.items()}

    def load(self, data: Any, **kwargs: Any) -> Any:
        """Return the data as the variant of its `type` loads it."""
        if not isinstance(data, dict):
            raise ValidationError({"_schema": ["Must be an object."]})
        name = data.get(self.discriminator)
        schema = self._loaders.get(name) if isinstance(name, str) else None
        if schema is None:
            raise ValidationError(
                {self.discriminator: [Sentence("Must be one of: {choices}.", choices=series(self._loaders))]}
            )
        return schema.load(data, **kwargs)


class AnyOf(Schema):
    """One of several response bodies, each with its own fields."""

    variants: ClassVar[Sequence[type[Schema]]] = ()


class Given(Schema):
    """A body whose JSON Schema is made from declarations of the domain."""

    given: ClassVar[Mapping[str, Any]] = {}
    "The schema."
    parts: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    "The components to which it refers, by name."


class Whole(fields.Integer):
    """A whole number as JSON Schema means it: 1 and 1.0 are accepted; 1.5, "1" and true are refused."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        if type(value) is int or (type(value) is float and value.is_integer()):
            return int(value)
        raise self.make_error("invalid")


class OptionValue(fields.Raw):
    """The value of an option: a whole number, true, false or a string."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int | bool | str:
        if isinstance(value, int | bool | str):
            return value
        if isinstance(value, float) and value.is_integer():
            return int(value)
        raise ValidationError("Must be a whole number, true, false or a string.")


class Flag(fields.Boolean):
    """true or false; words and numbers are refused."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
        if type(value) is not bool:
            raise self.make_error("invalid", input=value)
        return value


class QueryNumber(fields.Integer):
    """A whole number of at most nine digits in a query, as JSON Schema means it: 20 and 20.0 are accepted."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        match = _QUERY_NUMBER.fullmatch(value)
        if match is None:
            raise self.make_error("invalid")
        return int(match[1])


class QueryFlag(fields.Boolean):
    """`true` or `false` in a query."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
        if value not in ("true", "false"):
            raise self.make_error("invalid", input=value)
        return bool(value == "true")


class Range(validate.Range):
    """The bounds of a number."""

    def _format_error(self, value: Any, message: str) -> str:  # noqa: ARG002 - marshmallow's own
        return Sentence(message, min=self.min, max=self.max)


class Length(validate.Length):
    """The bounds of a length."""

    def _format_error(self, value: Any, message: str) -> str:  # noqa: ARG002 - marshmallow's own
        return Sentence(message, min=self.min, max=self.max, equal=self.equal)


class OneOf(validate.OneOf):
    """A closed set of values."""

    def _format_error(self, value: Any) -> str:  # noqa: ARG002 - marshmallow's own
        return Sentence("Must be one of: {choices}.", choices=series(map(str, self.choices)))


class Pattern(validate.Regexp):
    """A regular expression for the whole text; marshmallow's own accepts a final line feed."""

    default_message = "Has an invalid format."

    def __call__(self, value: str) -> str:  # type: ignore[override]
        """Return the value. Raises `ValidationError`."""
        if not re.fullmatch(str(self.regex.pattern), value):
            raise ValidationError(self.error)
        return value


def card(note: str = "", **kwargs: Any) -> fields.String:
    """Return a field for the code of a card that a player can name."""
    pattern = Pattern(CARD_PATTERN, error="Must be a suit letter (S, C, H, D) and a number from 1 to 13, or X1 or X2.")
    return fields.String(validate=pattern, metadata=_metadata(note, components.CARD, examples=["H7"]), **kwargs)


def seen_card(note: str = "", **kwargs: Any) -> fields.String:
    """Return a field for the code of a card, or `??` for a card hidden from the viewer."""
    metadata = _metadata(note, components.SEEN_CARD, examples=["H7", "??"])
    return fields.String(validate=Pattern(SEEN_CARD_PATTERN), metadata=metadata, **kwargs)


def card_pair(**kwargs: Any) -> fields.List[Any]:
    """Return a field for an attack card and the card that beats it."""
    metadata = _metadata("", components.CARD_PAIR)
    return fields.List(card(), validate=Length(equal=2), metadata=metadata, **kwargs)


def suit(note: str = "", **kwargs: Any) -> fields.String:
    """Return a field for a suit letter."""
    return chosen(*SUITS, note=note, component=components.SUIT, **kwargs)


def ruleset_key(note: str = "", **kwargs: Any) -> fields.String:
    """Return a field for the key of a ruleset."""
    return chosen(*RULESETS, note=note, component=components.RULESET_KEY, **kwargs)


def strategy(note: str = "", **kwargs: Any) -> fields.String:
    """Return a field for the name of a strategy."""
    return chosen(*NAMES, note=note, component=components.STRATEGY, **kwargs)


def game_status(**kwargs: Any) -> fields.String:
    """Return a field for the status of a game."""
    return chosen(*STATUSES, component=components.GAME_STATUS, **kwargs)


def phase(note: str = "", **kwargs: Any) -> fields.String:
    """Return a field for the phase of a round."""
    phases = dict.fromkeys(phase for rules in RULESETS.values() for phase in (*rules.phases, OVER))
    return chosen(*phases, note=note, component=components.PHASE, **kwargs)


def spectator_mode(note: str = "", **kwargs: Any) -> fields.String:
    """Return a field for the mode of spectators."""
    return chosen(*MODES, note=note, component=components.SPECTATOR_MODE, **kwargs)


def seat_kind(note: str = "", **kwargs: Any) -> fields.String:
    """Return a field that tells players and strategies apart."""
    return chosen("human", "bot", note=note, component=components.SEAT_KIND, **kwargs)


def call_kind(**kwargs: Any) -> fields.String:
    """Return a field for the kind of a call: on a card, on a call, on a card that the dealer turned up, or on an
    announcement.
    """
    kinds = dict.fromkeys(kind for rules in RULESETS.values() if rules.calls for kind in rules.calls.call_kinds)
    return chosen(*kinds, component=components.CALL_KIND, **kwargs)


def withheld_why(**kwargs: Any) -> fields.String:
    """Return a field for the cause of a missing link."""
    return chosen(*get_args(Cause), component=components.WITHHELD_WHY, **kwargs)


def seat(note: str = "", **kwargs: Any) -> Whole:
    """Return a field for a seat number."""
    return Whole(validate=Range(0, 63), metadata=_metadata(note, examples=[1]), **kwargs)


def version(note: str = "", **kwargs: Any) -> Whole:
    """Return a field for the version of an event, which is its position in the game's log, from 1."""
    return Whole(validate=Range(1), metadata=_metadata(note, examples=[17]), **kwargs)


def count(note: str = "", **kwargs: Any) -> Whole:
    """Return a field for a number of things."""
    return Whole(validate=Range(0), metadata=_metadata(note), **kwargs)


def share(note: str = "", **kwargs: Any) -> fields.Float:
    """Return a field for a share or a chance, from 0 to 1."""
    return fields.Float(required=True, validate=Range(0, 1), metadata=_metadata(note), **kwargs)


def digest(note: str = "", component: Component = components.DIGEST, **kwargs: Any) -> fields.String:
    """Return a field for a SHA-256 digest in hex."""
    pattern = Pattern(HEX_PATTERN, error="Must be 64 hexadecimal digits in lower case.")
    return fields.String(validate=pattern, metadata=_metadata(note, component, examples=[DIGEST]), **kwargs)


def moment(note: str = "", **kwargs: Any) -> fields.String:
    """Return a field for a time: RFC 3339 in UTC with microseconds."""
    metadata = _metadata(note, components.TIME, format="date-time", examples=[MOMENT])
    return fields.String(metadata=metadata, **kwargs)


class RequestedMoment(fields.String):
    """A time in a request, which becomes a `Moment`."""

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> str:
        text: str = super()._deserialize(value, *args, **kwargs)
        if not re.fullmatch(REQUESTED_MOMENT_PATTERN, text):
            raise ValidationError("Must be a time in UTC, such as 2026-11-21T03:24:00Z.")
        try:
            return to_moment(instant(text))
        except ValueError:  # dates that the pattern accepts and no calendar has, such as 30 February
            raise ValidationError("Must be an existing date and time.") from None


def requested_moment(note: str, example: str = "2026-11-21T03:24:00Z", **kwargs: Any) -> fields.String:
    """Return a field for a moment in a request, in UTC; it is read as a `Moment`."""
    metadata = _metadata(note, components.REQUESTED_TIME, examples=[example], pattern=REQUESTED_MOMENT_PATTERN)
    return RequestedMoment(metadata=metadata, **kwargs)


def since() -> fields.String:
    """Return the field for the start of a period."""
    return requested_moment("Start of the period, included.")


def until() -> fields.String:
    """Return the field for the end of a period."""
    return requested_moment("End of the period, excluded.")


def text(example: str, note: str = "", **kwargs: Any) -> fields.String:
    """Return a field for plain text, with an example."""
    return fields.String(metadata=_metadata(note, examples=[example]), **kwargs)


def short(example: str, minimum: int | None, maximum: int, note: str = "", **kwargs: Any) -> fields.String:
    """Return a field for a short string in a request."""
    return _line(minimum, maximum, note, {"examples": [example]}, **kwargs)


def _line(minimum: int | None, maximum: int, note: str, more: dict[str, Any], **kwargs: Any) -> fields.String:
    valid = [Length(minimum, maximum), Pattern(LINE, error=NOT_A_LINE)]
    return fields.String(validate=valid, metadata=_metadata(note, components.LINE, **more), **kwargs)


def chosen(*values: str, note: str = "", component: Component | None = None, **kwargs: Any) -> fields.String:
    """Return a field for one of a closed set of words."""
    valid = OneOf(list(values))
    return fields.String(validate=valid, metadata=_metadata(note, component), **kwargs)


def uuid(note: str = "", **kwargs: Any) -> fields.String:
    """Return a field for the id of a game or a player."""
    return fields.String(metadata=_metadata(note, format="uuid"), **kwargs)


def cursor(maximum: int = 200) -> fields.String:
    """Return a field for the cursor of a page, in a query. It has no example, because each list has its own cursors."""
    return _line(1, maximum, "The `next` of the page before.", {})


def page_limit() -> QueryNumber:
    """Return a field for the number of rows of a page, in a query."""
    return QueryNumber(validate=Range(1, 100), load_default=20)


def next_cursor() -> fields.String:
    """Return a field for the cursor of the next page; null on the last page."""
    return fields.String(required=True, allow_none=True, metadata={"description": "The `cursor` of the next page."})


def option_value(**kwargs: Any) -> OptionValue:
    """Return a field for the value of an option."""
    return OptionValue(metadata={"type": ["integer", "boolean", "string"]}, **kwargs)


def _metadata(note: str, component: Component | None = None, **more: Any) -> dict[str, Any]:
    described = {"description": note, **more} if note else more
    return described if component is None else {**described, "component": component}


class PageQuery(Body):
    """The page to list."""

    cursor = cursor()
    limit = page_limit()
