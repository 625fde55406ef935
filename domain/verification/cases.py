"""The case of a game: one file with its log and all that belongs to it, compared with each other
(`docs/log-format.md`).

This is arithmetic alone: `domain.game.receipts` and `domain.game.inclusion` read the parts that are signed.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from domain.game.claims import claim_in, rejudge
from domain.game.fold import apply, fold
from domain.game.reading import read_log
from domain.log.log_format import BadLog, Export, same
from domain.verification.judgement import MALFORMED

FORMAT = "dobon-case/1"

_SHAPE: dict[str, type | tuple[type, ...]] = {
    "format": str, "game": str, "made_at": str, "keys": dict, "receipts": list, "inclusion": (dict, type(None)),
    "claims": list, "acts": list, "log": list,
}  # fmt: skip


class BadCase(Exception):
    """A file that names the format of a case and has another form."""


@dataclass(frozen=True, slots=True)
class Case:
    """A case as read from a file. Only its form has been checked."""

    game: str
    keys: str
    "The set of public keys, as JSON."
    receipts: list[str]
    "Each as JSON."
    inclusion: str | None
    "The entries of the public log, as JSON."
    claims: list[Any]
    acts: list[Any]
    lines: list[str]
    "The lines of the log's file."


def parse_case(data: bytes) -> Case | None:
    """Return the case in a file, or None if the file does not name its format. Raises `BadCase`."""
    try:
        value = json.loads(data, object_pairs_hook=_object)
        if type(value) is not dict or value.get("format") != FORMAT:
            return None
        if set(value) != set(_SHAPE):
            raise BadCase(f"the fields of a case have to be {', '.join(_SHAPE)}")
        wrong = [name for name, kind in _SHAPE.items() if not isinstance(value[name], kind)]
        if wrong:
            raise BadCase(f"a case lacks a valid {', '.join(wrong)}")
        _text(value).encode()
        inclusion = value["inclusion"]
        return Case(
            value["game"],
            _text(value["keys"]),
            [_text(receipt) for receipt in value["receipts"]],
            None if inclusion is None else _text(inclusion),
            value["claims"],
            value["acts"],
            [_text(line) for line in value["log"]],
        )
    except UnicodeEncodeError as problem:
        raise BadCase("a case holds a character that UTF-8 does not have") from problem
    except (ValueError, RecursionError):
        return None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object, so that no reader can take another one of two values for the same name."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("an object names a field twice")
    return found


def _text(value: Any) -> str:
    """Return the spelling that a line of a log has. `parse` names what no log may hold."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


# The calls


@dataclass(frozen=True, slots=True)
class WrongCall:
    """A call of a case that is not as its log says. `version` is None if the case names none."""

    version: int | None
    what: str


def compare_calls(log: Export, claims: Sequence[Any]) -> list[WrongCall]:
    """Compare the calls of a case, with hands and verdicts, with the log, whose calls are judged again.

    Raises `BadLog` if no game goes on like this log.
    """
    found: dict[Any, Any] = {}
    wrong = []
    for claim in claims:
        version = claim.get("version") if type(claim) is dict else None
        if type(version) is not int or version in found:
            wrong.append(WrongCall(None, "the case has a call without a version, or two of one version"))
        else:
            found[version] = claim
    for version, judged in _judged_calls(log):
        claim, recorded = found.pop(version, None), judged["recorded"]
        if claim is None:
            wrong.append(WrongCall(version, "the case leaves this call out"))
            continue
        names = sorted(name for name in claim.keys() | recorded.keys() if not _alike(name, claim, recorded))
        if names:
            wrong.append(WrongCall(version, f"the log records another {', '.join(names)}"))
        if not judged["agrees"]:
            wrong.append(WrongCall(version, "judged again from the log, this call has another verdict"))
    return wrong + [WrongCall(version, "the log has no call at this version") for version in found]


def _alike(name: str, one: dict[str, Any], other: dict[str, Any]) -> bool:
    return name in one and name in other and same(one[name], other[name])


def _judged_calls(log: Export) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the version of each call and its judgement, from the log before it."""
    try:
        events = list(read_log(log.events))
        game = fold(log.game, [events[0]])
        for event in events[1:]:
            if claim_in(game.ruleset, event) is not None:
                yield event.version, rejudge(game, event)
            apply(game, event)
    except MALFORMED as problem:
        raise BadLog(0, f"no game goes on like this: {problem!r}") from problem
