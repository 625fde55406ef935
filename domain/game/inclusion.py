"""A log compared with its entries in the public log (`docs/public-log.md`).

This is arithmetic alone. The checkpoint comes in here as a value, whose signature the caller has checked.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from domain.game.receipts import heads_of
from domain.log.log_format import Export
from domain.transparency.checkpoint import Checkpoint
from domain.transparency.entries import KINDS, Entry, entries_of
from domain.transparency.merkle import is_included, leaf_hash


class BadInclusion(Exception):
    """A file that does not hold the entries of a game."""


@dataclass(frozen=True, slots=True)
class Included:
    """An entry with its place and its proof. Only their form has been checked."""

    entry: Entry
    index: int
    proof: Sequence[bytes]


@dataclass(frozen=True, slots=True)
class Inclusion:
    """An answer of `GET /v1/games/{game}/inclusion`."""

    game: str
    checkpoint: str
    "The signed note."
    entries: Sequence[Included]


def parse_inclusion(data: bytes) -> Inclusion:
    """Return the entries of a game from a file. Raises `BadInclusion`."""
    try:
        value = json.loads(data)
        game, note, entries = value["game"], value["checkpoint"], value["entries"]
        if type(game) is not str or type(note) is not str:
            raise BadInclusion("the public log had no entry when this file was made")
        found = [_read_included(game, one) for one in entries]
    except (ValueError, TypeError, KeyError, RecursionError) as problem:
        raise BadInclusion("not an answer of /v1/games/{game}/inclusion") from problem
    if len({one.entry.kind for one in found}) < len(found):
        raise BadInclusion("two entries of one kind")
    return Inclusion(game, note, found)


def _read_included(game: str, value: dict[str, Any]) -> Included:
    kind, version, head, index = (value[name] for name in ("kind", "version", "head", "index"))
    if kind not in KINDS or type(version) is not int or type(head) is not str or type(index) is not int:
        raise ValueError("an entry has a kind, a version, a head and an index")
    return Included(Entry(game, kind, version, head), index, [bytes.fromhex(step) for step in value["proof"]])


class Finding(Enum):
    """What the public log says about a head of a log."""

    AGREES = "agrees"
    CONTRADICTED = "contradicted"
    "The public log has another head or another version."
    CUT_OFF = "cut-off"
    "The log ends before the version that the public log has."
    MISSING = "missing"
    "The file has no entry for it."
    UNPROVEN = "unproven"
    "The proof does not lead to the root of the checkpoint."


def compare(log: Export, inclusion: Inclusion, state: Checkpoint) -> dict[str, Finding]:
    """Compare a log with its entries, by kind. The digests of the log are computed, whatever its file says."""
    heads = heads_of(log)
    rows = zip(range(1, len(heads)), (event.type for event in log.events), heads[1:], strict=True)
    expected = {entry.kind: entry for entry in entries_of(log.game, rows)}
    found = {one.entry.kind: one for one in inclusion.entries}
    return {
        kind: _judge(found.get(kind), expected.get(kind), len(log.events), state)
        for kind in KINDS
        if kind in found or kind in expected
    }


def _judge(included: Included | None, expected: Entry | None, events: int, state: Checkpoint) -> Finding:
    if included is None:
        return Finding.MISSING
    leaf = leaf_hash(included.entry.data)
    if not is_included(leaf, included.index, state.size, included.proof, state.root):
        return Finding.UNPROVEN
    if included.entry == expected:
        return Finding.AGREES
    return Finding.CUT_OFF if included.entry.version > events else Finding.CONTRADICTED
