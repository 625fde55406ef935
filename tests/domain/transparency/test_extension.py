"""Whether a state extends an older one, by tiles that may come from anybody."""

from collections.abc import Sequence

import pytest

from domain.transparency import merkle
from domain.transparency.checkpoint import Checkpoint
from domain.transparency.extension import extends
from domain.transparency.merkle import full_hash, leaf_hash
from domain.transparency.tiles import BadTile, Tile

SIZE = 600
SIZES = (0, 1, 100, 256, 257, 512, 513, SIZE)


def leaves(first: bytes = b"0") -> list[bytes]:
    return [leaf_hash(first), *(leaf_hash(str(number).encode()) for number in range(1, SIZE))]


def state(found: Sequence[bytes], size: int = SIZE) -> Checkpoint:
    return Checkpoint("log", size, merkle.root(size, lambda level, number: node(found, level, number)))


def node(found: Sequence[bytes], level: int, number: int) -> bytes:
    return full_hash(found[number << level : (number + 1) << level])


class Tiles:
    """The tiles of some leaves, of which one hash may be another."""

    def __init__(self, found: Sequence[bytes], changed: tuple[int, int] | None = None) -> None:
        self.found, self.changed = found, changed

    def __call__(self, tile: Tile) -> list[bytes]:
        assert tile.level is not None
        hashes = [node(self.found, tile.level * 8, tile.number * 256 + place) for place in range(tile.width)]
        if self.changed and self.changed[0] == tile.level and self.changed[1] // 256 == tile.number:
            hashes[self.changed[1] % 256] = bytes(32)
        return hashes


def test_a_state_extends_every_older_one_and_none_of_another_log() -> None:
    new = state(leaves())
    for size in SIZES:
        assert extends(state(leaves(), size), new, Tiles(leaves()))
        assert extends(state(leaves(b"other"), size), new, Tiles(leaves())) == (size == 0)
    assert not extends(new, state(leaves(), 599), Tiles(leaves()))
    assert not extends(Checkpoint("other", 1, new.root), new, Tiles(leaves()))


@pytest.mark.parametrize("level", [0, 1])
def test_damaged_tiles_never_convict(level: int) -> None:
    """A mirror may damage any hash, also one from which the root of the newer state is not computed."""
    new = state(leaves())
    for size in SIZES:
        for place in range(0, SIZE >> 8 * level, 1 if level else 29):
            try:
                assert extends(state(leaves(), size), new, Tiles(leaves(), (level, place)))
            except BadTile:
                continue


def test_the_tiles_of_another_tree_prove_nothing() -> None:
    for size in (1, 100, 257, 513):
        with pytest.raises(BadTile):
            extends(state(leaves(), size), state(leaves()), Tiles(leaves(b"other")))
