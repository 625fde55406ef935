"""Tiles: their names, and the same tree read through them."""

import json

import pytest

from domain.transparency.merkle import full_hash, leaf_hash, root
from domain.transparency.tiles import (
    BadTile,
    Tile,
    bundle,
    node_of,
    parse_name,
    split_bundle,
    split_hashes,
    tile_at,
    tile_name,
    tiles_of,
)
from prove.harness.description import ROOT

SIZE = 256 * 256 + 256 * 3 + 7


@pytest.mark.parametrize(
    ("number", "name"), json.loads((ROOT / "tests" / "vectors" / "transparency.json").read_text("utf-8"))["tiles"]
)
def test_the_number_of_a_tile_is_written_in_groups_of_three_digits(number: int, name: str) -> None:
    assert tile_name(number) == name
    for tile in (Tile(0, number), Tile(None, number, 5), Tile(3, number, 255)):
        assert parse_name(tile.name) == tile


def test_the_names_of_tiles_are_those_of_the_specification() -> None:
    assert Tile(0, 1234067).name == "0/x001/x234/067"
    assert Tile(1, 0, 1).name == "1/000.p/1"
    assert Tile(None, 273, 112).name == "entries/273.p/112"


@pytest.mark.parametrize(
    "name",
    ["", "0", "0/1", "0/01", "0/x000/001", "00/001", "0/001.p/0", "0/001.p/256", "0/001.p/07", "0/001.p/", "a/001", "0/x01/001",
     "0/001/", "0/001/x002", "entries/1", "100/000", "0/٠٠١"],
)  # fmt: skip
def test_no_tile_has_another_name(name: str) -> None:
    assert parse_name(name) is None


def test_a_tree_read_through_its_tiles_is_the_same_tree() -> None:
    leaves = [leaf_hash(number.to_bytes(4, "big")) for number in range(SIZE)]
    read: list[Tile] = []

    def hashes(tile: Tile) -> list[bytes]:
        assert tile.level is not None
        read.append(tile)
        covered = 256**tile.level
        first = tile.number * 256
        return [full_hash(leaves[(first + one) * covered : (first + one + 1) * covered]) for one in range(tile.width)]

    assert root(SIZE, node_of(SIZE, hashes)) == root(
        SIZE, lambda level, number: full_hash(leaves[number << level : (number + 1) << level])
    )
    assert sorted(tile.name for tile in read) == ["0/259.p/7", "1/001.p/3", "2/000.p/1"]


def test_a_tree_has_as_many_tiles_as_it_needs() -> None:
    assert [tile.name for tile in tiles_of(0)] == []
    assert [tile.name for tile in tiles_of(255)] == ["0/000.p/255", "entries/000.p/255"]
    assert [tile.name for tile in tiles_of(258)] == [
        "0/000", "entries/000", "0/001.p/2", "entries/001.p/2", "1/000.p/1",
    ]  # fmt: skip
    assert tile_at(0, 1, 256) is None
    assert tile_at(1, 0, 255) is None


def test_a_node_that_the_tree_does_not_have_is_refused() -> None:
    node = node_of(5, lambda _: [bytes(32)] * 5)
    with pytest.raises(ValueError, match="node 2 of level 1 is not in a tree of 5"):
        node(1, 2)


def test_a_tile_with_missing_hashes_gives_no_node() -> None:
    leaves = [leaf_hash(bytes([number])) for number in range(10)]
    node = node_of(10, lambda _: [*leaves[:3], *leaves[4:]])
    with pytest.raises(BadTile, match="9 hashes"):
        root(10, node)


def test_a_partial_tile_may_be_read_from_the_file_of_the_full_one() -> None:
    data = b"".join(leaf_hash(bytes([number])) for number in range(256))
    part = Tile(0, 0, 3)
    assert (
        split_hashes(data, part) == split_hashes(data[: 3 * 32], part) == [leaf_hash(bytes([one])) for one in range(3)]
    )
    with pytest.raises(BadTile, match=r"tile 0/000\.p/3 has 64 bytes"):
        split_hashes(data[: 2 * 32], part)


def test_a_bundle_has_the_entries_with_their_lengths() -> None:
    entries = [b"", b"one", b"\n" * 300]
    assert bundle(entries)[:7] == b"\x00\x00\x00\x03one"
    assert split_bundle(bundle(entries)) == entries
    for cut in range(1, len(bundle(entries[1:]))):
        with pytest.raises(BadTile) if cut != 5 else pytest.raises(AssertionError):
            assert split_bundle(bundle(entries[1:])[:cut]) == entries[1:]
