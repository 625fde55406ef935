"""Tiles: the tree in files of up to 256 hashes, and its entries in files of up to 256 (C2SP `tlog-tiles`).

A tile of level *n* has hashes of nodes that each cover 256**n leaves. A full tile never changes. A partial one has its
width in its name, so the file of that name never changes either, and every file can be cached forever.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from domain.transparency.merkle import Node, full_hash

HEIGHT = 8
"""Levels of nodes in a tile."""

WIDTH = 1 << HEIGHT
"""Hashes in a full tile, and entries in a full bundle."""

HASH_BYTES = 32

ENTRIES = "entries"
"""Stands for the level in the names of the bundles of entries."""

_NAME = re.compile(r"(entries|0|[1-9]\d?)/((?:x\d{3}/)*\d{3})(?:\.p/([1-9]\d{0,2}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Tile:
    """The place of a tile, or of a bundle of entries."""

    level: int | None
    "None for a bundle of entries."
    number: int
    width: int = WIDTH

    @property
    def name(self) -> str:
        """The name of its file below `tile/`, such as `0/x001/234.p/5`."""
        level = ENTRIES if self.level is None else str(self.level)
        part = "" if self.width == WIDTH else f".p/{self.width}"
        return f"{level}/{tile_name(self.number)}{part}"

    @property
    def full(self) -> "Tile":
        """The tile that this one is a part of, or will be."""
        return Tile(self.level, self.number)


def tile_name(number: int) -> str:
    """Return a number as groups of three digits, all but the last one with an x: `x001/234`."""
    number, last = divmod(number, 1000)
    parts = [f"{last:03}"]
    while number:
        number, group = divmod(number, 1000)
        parts.insert(0, f"x{group:03}")
    return "/".join(parts)


def parse_name(name: str) -> Tile | None:
    """Return the tile with this name below `tile/`; None if no tile has exactly this name."""
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    level, number, width = found.groups()
    tile = Tile(
        None if level == ENTRIES else int(level), int(re.sub(r"\D", "", number)), WIDTH if width is None else int(width)
    )
    return tile if tile.name == name and tile.width <= WIDTH else None


def tile_at(level: int | None, number: int, size: int) -> Tile | None:
    """Return a tile as wide as it is in a tree of `size` leaves; None if it has nothing there."""
    width = min((size >> HEIGHT * (level or 0)) - number * WIDTH, WIDTH)
    return Tile(level, number, width) if width > 0 else None


def tiles_of(size: int) -> Iterator[Tile]:
    """Yield all tiles and bundles of a tree of `size` leaves, which is what a mirror has to keep."""
    level, hashes = 0, size
    while hashes:
        for number in range(-(-hashes // WIDTH)):
            yield from (tile for tile in (tile_at(level, number, size),) if tile)
            yield from (tile for tile in (tile_at(None, number, size),) if tile and not level)
        level, hashes = level + 1, hashes >> HEIGHT


Hashes = Callable[[Tile], Sequence[bytes]]
"""Returns the hashes of a tile, as many as it is wide."""


def node_of(size: int, read: Hashes) -> Node:
    """Return the nodes of a tree of `size` leaves. Each tile is read once; `BadTile` is raised if it lacks hashes."""
    known: dict[Tile, Sequence[bytes]] = {}

    def node(level: int, number: int) -> bytes:
        above, inside = divmod(level, HEIGHT)
        place, first = divmod(number << inside, WIDTH)
        tile = tile_at(above, place, size)
        if tile is None or first + (1 << inside) > tile.width:
            raise ValueError(f"node {number} of level {level} is not in a tree of {size}")
        if tile not in known:
            known[tile] = read(tile)
            if len(known[tile]) != tile.width:  # the others would stand for nodes beside them
                raise BadTile(f"tile {tile.name} has {len(known[tile])} hashes")
        return full_hash(known[tile][first : first + (1 << inside)])

    return node


class BadTile(Exception):
    """A file that does not hold a tile."""


def split_hashes(data: bytes, tile: Tile) -> list[bytes]:
    """Return the hashes of a tile from its file, or from that of the full tile. Raises `BadTile`."""
    if len(data) not in (tile.width * HASH_BYTES, WIDTH * HASH_BYTES):
        raise BadTile(f"tile {tile.name} has {len(data)} bytes")
    return [data[first : first + HASH_BYTES] for first in range(0, tile.width * HASH_BYTES, HASH_BYTES)]


def bundle(entries: Iterable[bytes]) -> bytes:
    """Return the file of some entries: each with its length in two bytes before it."""
    return b"".join(len(entry).to_bytes(2, "big") + entry for entry in entries)


def split_bundle(data: bytes) -> list[bytes]:
    """Return the entries of a file. Raises `BadTile`."""
    found, at = [], 0
    while at < len(data):
        length = int.from_bytes(data[at : at + 2], "big")
        at += 2 + length
        if at > len(data):
            raise BadTile("a bundle of entries ends within an entry")
        found.append(data[at - length : at])
    return found
