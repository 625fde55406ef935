"""Event types, each declared in one place: name, typed parts, and the functions that apply and narrate it.

The catalogue of a family is `domain.<family>.events`, that of the whole game `domain.game.game_events`. Other modules
read them: they keep no lists of event types of their own.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, UnsetType

from domain.log.chance import Chance
from domain.log.errors import BadEvent
from domain.log.events import TABLE, Event, LoggedEvent, Part
from domain.ruleset.parts import END
from domain.ruleset.wording import Text, Who

EVERY_SEAT = "every seat"
"""Viewer of a sealed part that each seat has one of."""

PAIRS = "pairs"
"""A public field with pairs of an attack card and the card that beats it."""

ROUND_DEALT = "round-dealt"
"""The first event of a round in every family: it lays the table."""

ROUND_ENDED = "round-ended"
"""The last event of a round in every family."""

REVEALING = ("round-revealed", "game-abandoned")
"""Events up to which every sealed part may be opened: they publish the secret of the round on the table, if any."""


BY_STRATEGY = "by_strategy"
"""The field of `Decision`."""


class Role(Enum):
    """How a seat comes to cause an event."""

    TURN = "turn"
    "A decision of the seat in turn."
    CALL = "call"
    "A call, a counter or a doubt."
    ANSWER = "answer"
    "An answer to a window without a call."
    CONSEQUENCE = "consequence"
    "No decision: the event follows from others."


@dataclass(frozen=True, slots=True)
class Sealed:
    """A sealed part of an event type."""

    viewer: str
    "Name of the public field that holds the seat, or `EVERY_SEAT`, or `TABLE` for no viewer."
    payload: type[Part]
    optional: bool = False
    "Some events of the type do not have it."
    reveals: tuple[str, ...] = ()
    "Fields with cards that the viewer knows since the event."

    def covers(self, key: str, event: Event) -> bool:
        """Tell whether a key of `Event.sealed` is this part."""
        if self.viewer in (EVERY_SEAT, TABLE):
            return (key == TABLE) == (self.viewer == TABLE)
        return key == str(getattr(event.public, self.viewer))

    def keys(self, event: Event, seats: int) -> list[str]:
        """Return the keys of `Event.sealed` that are this part."""
        if self.viewer == EVERY_SEAT:
            return [str(seat) for seat in range(seats)]
        return [TABLE] if self.viewer == TABLE else [str(getattr(event.public, self.viewer))]


def never(_: Event) -> bool:
    """Return False."""
    return False


@dataclass(frozen=True, slots=True)
class EventType:
    """One type of events, whole."""

    public: type[Part]
    "The public part, with a docstring that says what happened."
    apply: Callable[..., Any]
    "Changes the state of the round, or the game."
    narrate: Callable[[Event, Who], Text]
    "Returns the event as a sentence or two in each language."
    sealed: tuple[Sealed, ...] = ()
    begins: bool = False
    "`apply` returns a new state or game, because the event is the first of its round or game."
    role: Role = Role.CONSEQUENCE
    reveals: tuple[str, ...] = ()
    "Public fields with cards that all players know since the event. Of `PAIRS` the second cards are new."
    lays: str = ""
    "The one of them whose cards now lie on the table."
    ends_turn: bool = False
    "A turn, or a defence, always ends with it."
    interrupts: Callable[[Event], bool] = never
    "Tells whether a player interrupts the bots by the event: they decide again, and on the same things."
    figure: str = ""
    "Figure of `domain.running.self_play.PlayedRound` to which it adds: the number of cards it lays, or 1."

    def __post_init__(self) -> None:
        # msgspec learns the fields of a class when it is first used. A second thread that reads such an event at the
        # same time would find half of them, which ends the process.
        for kind in (self.public, *(part.payload for part in self.sealed)):
            msgspec.json.Decoder(kind)

    @property
    def name(self) -> str:
        """The name of the type, in the past tense; recorded in logs, so it never changes."""
        return self.public.type

    def read(self, logged: LoggedEvent) -> Event:
        """Return a logged event of the newest schema as an object. Raises `BadEvent` if it is not as declared."""
        try:
            public = msgspec.convert(logged.public, self.public)
        except msgspec.ValidationError as problem:
            raise BadEvent(f"its public part is wrong: {problem}") from problem
        if public.get("by_clock") is False:
            raise BadEvent("its public part is wrong: by_clock is never false")
        sealed = {key: self._open(key, payload) for key, payload in logged.sealed.items()}
        return Event(public, sealed, logged.version, logged.at, logged.seals, logged.digest)

    def _open(self, key: str, payload: Any) -> Part:
        kind = next((part.payload for part in self.sealed if (part.viewer == TABLE) == (key == TABLE)), None)
        if kind is None:
            raise BadEvent(f"it has no sealed part {key}")
        try:
            return msgspec.convert(payload, kind)
        except msgspec.ValidationError as problem:
            raise BadEvent(f"sealed part {key} is wrong: {problem}") from problem

    def misfits(self, event: Event, seats: int) -> Iterator[str]:
        """Yield how the sealed parts of an event differ from its declaration; a withheld part is judged by its key."""
        declared = {key: part for part in self.sealed for key in part.keys(event, seats)}
        needed = {key for key, part in declared.items() if not part.optional}
        sealed = event.seals.keys() | event.sealed.keys()
        if not needed <= sealed <= declared.keys():
            yield f"{event.type} is not as declared: sealed are the parts {sorted(sealed)}, not {sorted(declared)}"

    def revealed(self, event: Event) -> list[str]:
        """Return the codes of the cards that all players know since the event."""
        return [code for name in self.reveals for code in _codes(name, event.public.get(name))]

    def laid(self, event: Event) -> list[str]:
        """Return the codes of the cards that the event lays on the table."""
        return [*_codes(self.lays, event.public.get(self.lays))]

    def learned(self, event: Event) -> Iterator[tuple[str, list[str]]]:
        """Yield the seats that learn cards by the event, as keys of `sealed`, each with the codes."""
        for key, payload in event.sealed.items():
            for part in self.sealed:
                if part.reveals and part.covers(key, event):
                    yield key, [code for name in part.reveals for code in _codes(name, getattr(payload, name))]


def _codes(name: str, value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Part):
        yield value.get("card")
    elif name == PAIRS:
        yield from (second for _, second in value)
    elif value is not None:
        for inner in value:
            yield from _codes(name, inner)


class Catalogue:
    """The event types of a family or of the whole game, by name."""

    def __init__(self, types: Iterable[EventType]) -> None:
        self.types: dict[str, EventType] = {kind.name: kind for kind in types}
        self.appliers = {name: kind.apply for name, kind in self.types.items() if not kind.begins}
        "Functions that change a state or a game, by type."
        self.interrupting = {name for name, kind in self.types.items() if kind.interrupts is not never}
        "Types of which some events interrupt bots."

    def __getitem__(self, name: str) -> EventType:
        """Return the type of that name. Raises KeyError."""
        return self.types[name]

    def __iter__(self) -> Iterator[EventType]:
        return iter(self.types.values())

    def __contains__(self, name: object) -> bool:
        return name in self.types

    def get(self, name: str) -> EventType | None:
        """Return the type of that name, or None if it is not in this catalogue."""
        return self.types.get(name)

    def having(self, role: Role) -> tuple[str, ...]:
        """Return the names of the types with that role."""
        return tuple(kind.name for kind in self if kind.role is role)

    def choices(self, name: str, field: str) -> tuple[str, ...]:
        """Return the words that a public field may hold, declared as a Literal."""
        return get_args(get_type_hints(self[name].public)[field])


_Rules = TypeVar("_Rules")
_State = TypeVar("_State")


@dataclass(slots=True)
class Check(Generic[_Rules, _State]):
    """An event of a round and what it is verified against."""

    rules: _Rules
    state: _State
    "The state before the event. Cards may be unknown, if parts of the log are withheld. None before the first deal."
    event: Event
    options: Mapping[str, Any]
    chance: Chance | None
    "None while the secret of the round is not revealed."
    later: Sequence[Event] = ()
    "The events after it."


Known = Callable[[Any], dict[str, Any] | None]
"""Returns the schema of a declared type, such as a reference, or None to have it made here."""


def schema(kind: Any, known: Known = lambda _: None) -> dict[str, Any]:
    """Return the JSON Schema of a declared type. Objects have exactly the declared fields."""
    found = known(kind)
    if found is not None:
        return found
    if is_part(kind):
        hints = get_type_hints(kind, include_extras=True)
        fields = msgspec.structs.fields(kind)
        return {
            "type": "object",
            "properties": {field.encode_name: schema(hints[field.name], known) for field in fields},
            "required": [field.encode_name for field in fields if field.required],
            "additionalProperties": False,
        }
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return schema(args[0], known) | _keywords(args[1])
    if origin is Literal:
        return schema(type(args[0])) | ({"enum": [*args]} if len(args) > 1 else {"const": args[0]})
    if origin in (Union, UnionType):
        kinds = [one for one in args if one is not UnsetType]
        return schema(kinds[0], known) if len(kinds) == 1 else {"anyOf": [schema(one, known) for one in kinds]}
    if origin is list:
        return {"type": "array", "items": schema(args[0], known)}
    if origin is tuple:
        items = [schema(one, known) for one in args]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    name: str = _NAMES[origin or kind]
    return {"type": name}


def is_part(kind: Any) -> bool:
    """Tell whether a declared type is an object of its own."""
    return isinstance(kind, type) and issubclass(kind, Part)


def _keywords(meta: Meta) -> dict[str, Any]:
    keywords = dict(meta.extra_json_schema or {})
    if meta.pattern is not None:
        keywords["pattern"] = meta.pattern.removesuffix(END)
    if meta.ge is not None:
        keywords["minimum"] = meta.ge
    if meta.description is not None:
        keywords["description"] = meta.description
    return keywords


_NAMES = {str: "string", int: "integer", bool: "boolean", NoneType: "null", dict: "object"}
