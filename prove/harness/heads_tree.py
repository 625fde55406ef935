"""The public log computed once more, from the logs of the games and by the definitions of RFC 9162 alone.

It shares no code with `domain.transparency`, so an error there does not hide itself.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any

import psycopg

from prove.harness.history_games import HEADS

WIDTH = 256
"""Hashes in a full tile, and entries in a full bundle."""

Head = tuple[str, str, int, str]
"""Game, kind, version and head of an entry."""

_EVENTS = """
SELECT game_id::text, version, type, digest FROM dobon.events
WHERE dobon.partition_of(game_id) IN (SELECT number FROM dobon.partitions WHERE owned) ORDER BY game_id, version"""


def heads_of_logs(conn: psycopg.Connection[Any]) -> tuple[dict[tuple[str, str], Head], int]:
    """Return the heads that the logs of one database ask for, by game and kind, and the number of events."""
    found, events = dict[tuple[str, str], Head](), 0
    with conn.transaction(), conn.cursor("events") as cursor:
        cursor.itersize = 10_000
        for game, version, kind, digest in cursor.execute(_EVENTS):
            events += 1
            if kind in HEADS:
                found.setdefault((game, HEADS[kind]), (game, HEADS[kind], version, digest))
    return found, events


def data_of(head: Head) -> bytes:
    """Return an entry as it is in the log."""
    game, kind, version, digest = head
    value = {"game": game, "head": digest, "kind": kind, "version": version}
    return json.dumps(value, separators=(",", ":")).encode()


def leaf_of(data: bytes) -> bytes:
    """Return the hash of a leaf."""
    return sha256(b"\x00" + data).digest()


def node_of(left: bytes, right: bytes) -> bytes:
    """Return the hash of an inner node."""
    return sha256(b"\x01" + left + right).digest()


class GrowingTree:
    """The tree of the leaves so far. It keeps the roots of the perfect trees that it consists of."""

    def __init__(self) -> None:
        self.size = 0
        self._perfect: list[bytes] = []

    def add(self, leaf: bytes) -> None:
        """Add a leaf."""
        self.size += 1
        found, size = leaf, self.size
        while not size & 1:
            found, size = node_of(self._perfect.pop(), found), size >> 1
        self._perfect.append(found)

    @property
    def root(self) -> bytes:
        """The hash of the whole tree."""
        if not self._perfect:
            return sha256(b"").digest()
        *others, found = self._perfect
        for left in reversed(others):
            found = node_of(left, found)
        return found


def root_of(leaves: Iterable[bytes]) -> bytes:
    """Return the root of the tree of these leaves."""
    tree = GrowingTree()
    for leaf in leaves:
        tree.add(leaf)
    return tree.root


def roots_of(leaves: Iterable[bytes], sizes: Sequence[int]) -> dict[int, bytes]:
    """Return the roots of the trees of the first leaves, for these sizes."""
    tree, wanted, found = GrowingTree(), {*sizes}, dict[int, bytes]()
    for leaf in leaves:
        tree.add(leaf)
        if tree.size in wanted:
            found[tree.size] = tree.root
    return found


def levels_of(leaves: Sequence[bytes]) -> list[list[bytes]]:
    """Return the nodes of each level whose leaves all exist, from the leaves up."""
    levels = [[*leaves]]
    while len(levels[-1]) > 1:
        row = levels[-1]
        levels.append([node_of(row[place], row[place + 1]) for place in range(0, len(row) - 1, 2)])
    return levels


def name_of(number: int) -> str:
    """Return the number of a tile in groups of three digits."""
    groups = f"{number:0{-(-len(str(number)) // 3) * 3}}"
    parts = [groups[place : place + 3] for place in range(0, len(groups), 3)]
    return "/".join([*(f"x{part}" for part in parts[:-1]), parts[-1]])


def files_of(entries: Sequence[bytes], levels: Sequence[Sequence[bytes]]) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of all tiles and bundles of a tree."""
    for first in range(0, len(entries), WIDTH):
        part = entries[first : first + WIDTH]
        yield _named("entries", first, len(part)), b"".join(len(one).to_bytes(2, "big") + one for one in part)
    for level, hashes in enumerate(levels[::8]):
        for first in range(0, len(hashes), WIDTH):
            tile = hashes[first : first + WIDTH]
            yield _named(str(level), first, len(tile)), b"".join(tile)


def _named(level: str, first: int, width: int) -> str:
    part = "" if width == WIDTH else f".p/{width}"
    return f"{level}/{name_of(first // WIDTH)}{part}"


def mirror(size: int, read: Callable[[str], bytes | None]) -> tuple[bytes, list[str]]:
    """Copy the tiles and entries of a tree by their names. Return the root of the copy, and what is wrong with it.

    It knows the files only: the root comes from the lowest tiles, and everything else is compared.
    """
    failures, leaves = list[str](), list[bytes]()
    for first in range(0, size, WIDTH):
        width = min(WIDTH, size - first)
        tile = read(_named("0", first, width)) or b""
        hashes = [tile[place : place + 32] for place in range(0, len(tile), 32)]
        leaves += hashes
        if [leaf_of(one) for one in _split(read(_named("entries", first, width)) or b"")] != hashes:
            failures.append(f"the entries from {first} on are not those of their tile")
    for level, nodes in enumerate(levels_of(leaves)[8::8], 1):
        for first in range(0, len(nodes), WIDTH):
            wanted = nodes[first : first + WIDTH]
            if read(_named(str(level), first, len(wanted))) != b"".join(wanted):
                failures.append(f"tile {first // WIDTH} of level {level} does not follow from the one below")
    return root_of(leaves), failures


def _split(bundle: bytes) -> Iterator[bytes]:
    at = 0
    while at < len(bundle):
        length = int.from_bytes(bundle[at : at + 2], "big")
        yield bundle[at + 2 : at + 2 + length]
        at += 2 + length
