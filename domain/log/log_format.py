"""The arithmetic of the log: canonical bytes, seals, digests, and its form as a file (`docs/log-format.md`).

Every event is hashed onto the one before it, and every sealed part enters that hash only through its seal. So a reader
without access to the sealed parts can check a log, and opening them later changes no byte.
"""

import hmac
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct, structs

from domain.log.events import Event, LoggedEvent, Part, Payload
from domain.log.moments import Moment
from domain.log.upcasting import current, logged, newest

FORMAT = "dobon-log/1"

_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
_encode_object = msgspec.json.Encoder(order="sorted").encode


def canonical(value: Any) -> bytes:
    """Return the only encoding of a JSON value, or of an object with its fields: UTF-8, sorted keys, no spaces.

    Raises TypeError for floats and invalid keys of a JSON value; declared objects have none.
    """
    if isinstance(value, Struct):
        return _encode_object(value)
    _check(value)
    return _ENCODER.encode(value).encode()


def _check(value: Any) -> None:
    """Raise TypeError or ValueError for a value that other languages, or this program after reading it back, would
    encode differently.
    """
    kind = type(value)
    if kind is dict:
        for key, inner in value.items():
            if type(key) is not str:
                raise TypeError(f"keys are texts, and {key!r} is not")
            if type(inner) is not str:
                _check(inner)
    elif kind is list or kind is tuple:
        for inner in value:
            if type(inner) is not str:
                _check(inner)
    elif kind is float:
        raise TypeError(f"canonical JSON has no floats, such as {value!r}")


def same(one: Any, other: Any) -> bool:
    """Tell whether two JSON values have the same encoding. In Python 1 equals True, which a log keeps apart."""
    if isinstance(one, dict):
        return (
            isinstance(other, dict)
            and one.keys() == other.keys()
            and all(same(inner, other[key]) for key, inner in one.items())
        )
    if isinstance(one, list | tuple):
        return isinstance(other, list | tuple) and len(one) == len(other) and all(map(same, one, other))
    return bool(one == other) and isinstance(one, bool) is isinstance(other, bool)


def salt(secret: bytes, version: int, part: str) -> bytes:
    """Return the bytes hashed before a sealed part, which prevent an attacker from trying all cards."""
    return hmac.digest(secret, f"dobon/seal/1|{version}|{part}".encode(), "sha256")


def seal(secret: bytes, version: int, part: str, payload: Part | Payload) -> str:
    """Return the seal of a sealed part of the event `version`, in hex; `secret` is that of the event's round."""
    return sha256(salt(secret, version, part) + canonical(payload)).hexdigest()


def open_seal(secret: bytes, version: int, part: str, sealed: str, payloads: Iterable[Part]) -> Part | None:
    """Return the first of these payloads that has the seal, or None: with the secret a seal is opened by trying."""
    salted = salt(secret, version, part)
    return next((one for one in payloads if sha256(salted + canonical(one)).hexdigest() == sealed), None)


def genesis(game: str) -> str:
    """Return the digest of a log before its first event, in hex."""
    return sha256(f"dobon/log/1|{game}".encode()).hexdigest()


class _Hashed(Struct):
    """What the digest of an event is made from, besides the digest before it."""

    game: str
    version: int
    type: str
    schema: int
    at: Moment
    public: Part | Payload
    seals: dict[str, str]


def digest(previous: str, game: str, event: LoggedEvent) -> str:
    """Return the digest of a log up to this event, in hex, from the one before it; sealed parts enter it as seals."""
    return _linked(previous, canonical(structs.asdict(_hashed(game, event, event.schema))))


def _hashed(game: str, event: Event | LoggedEvent, schema: int) -> _Hashed:
    return _Hashed(game, event.version, event.type, schema, event.at, event.public, event.seals)


def _linked(previous: str, hashed: bytes) -> str:
    return sha256(bytes.fromhex(previous) + hashed).hexdigest()


def chain(game: str, head: str, events: Iterable[Event], secret: bytes | None) -> str:
    """Give numbered new events their seals and digests, in order; returns the new head.

    `head` is the digest of the event before, empty for a new log. `secret` is that of the round on the table; None will
    do where nothing is sealed, else it is a ValueError.
    """
    head = head or genesis(game)
    for event in events:
        kind, version = event.type, event.version
        if event.sealed:
            if secret is None:
                raise ValueError(f"{kind} has sealed parts and no secret to seal them with")
            event.seals = {part: seal(secret, version, part, opened) for part, opened in event.sealed.items()}
        head = event.digest = _linked(head, canonical(_hashed(game, event, newest(kind))))
    return head


class BadLog(Exception):
    """A file that is not a log. `line` counts from 1; 0 is the file as a whole."""

    def __init__(self, line: int, detail: str) -> None:
        super().__init__(f"line {line}: {detail}" if line else detail)
        self.line = line
        self.detail = detail


@dataclass(slots=True)
class Export:
    """A log as read from a file. Only its form has been checked."""

    game: str
    ruleset: str
    options: dict[str, Any]
    seats: int
    head: str
    events: list[LoggedEvent]


def export(game: str, created: Event | LoggedEvent, head: str, events: Iterable[Event | LoggedEvent]) -> Iterator[str]:
    """Yield the lines of a log's file, without line ends. `events` have the sealed parts that the file's reader may
    see.

    `created` is the log's first event, with ruleset, options and number of seats.
    """
    public = current(logged(created)).public
    header = {name: public[name] for name in ("ruleset", "options", "seats")}
    yield _line({"format": FORMAT, "game": game, "head": head} | header)
    for event in events:
        yield _line(logged(event).json())


def parse(lines: Iterable[str]) -> Export:
    """Parse the lines of a log's file, with or without line ends. Raises `BadLog`.

    Each line has to be canonical JSON: a file with the same content in other bytes is not the exported file.
    """
    found = [_fields(number, line.removesuffix("\n")) for number, line in enumerate(lines, 1)]
    if not found:
        raise BadLog(0, "the file is empty")
    header = _shaped(1, found[0], _HEADER)
    if header.pop("format") != FORMAT:
        raise BadLog(1, f"the format is not {FORMAT}")
    events = [LoggedEvent(**_shaped(number, event, _EVENT)) for number, event in enumerate(found[1:], 2)]
    for number, event in enumerate(events, 2):
        _check_parts(number, event)
    return Export(**header, events=events)


_HEADER: dict[str, type] = {"format": str, "game": str, "ruleset": str, "options": dict, "seats": int, "head": str}
_EVENT: dict[str, type] = {
    "version": int, "type": str, "schema": int, "at": str, "public": dict, "sealed": dict, "seals": dict, "digest": str,
}  # fmt: skip


def _line(value: dict[str, Any]) -> str:
    return canonical(value).decode()


def _fields(number: int, line: str) -> Any:
    try:
        value = json.loads(line)
        if _line(value) == line:
            return value
    except UnicodeEncodeError as problem:
        raise BadLog(number, "not UTF-8") from problem
    except (ValueError, TypeError, RecursionError) as problem:
        raise BadLog(number, f"not canonical JSON: {problem}") from problem
    raise BadLog(number, "not canonical JSON: the same value has another spelling")


def _shaped(number: int, value: Any, shape: dict[str, type]) -> dict[str, Any]:
    """Return the object if it has exactly these fields of these types. Raises `BadLog`."""
    if type(value) is not dict or set(value) != set(shape):
        raise BadLog(number, f"the fields have to be {', '.join(sorted(shape))}")
    for name, kind in shape.items():
        if type(value[name]) is not kind:
            raise BadLog(number, f"{name} has to be of type {kind.__name__}")
    return value


def _check_parts(number: int, event: LoggedEvent) -> None:
    if not all(type(payload) is dict for payload in event.sealed.values()):
        raise BadLog(number, "a sealed part has to be of type dict")
    if not all(type(value) is str for value in event.seals.values()):
        raise BadLog(number, "a seal has to be of type str")
