"""The program that computes the public log once more, for the proof `history`, and the writers of its games."""

import multiprocessing
from random import Random

import pytest

from domain.transparency import merkle, tiles
from domain.transparency.entries import KIND_OF, Entry
from prove.harness import heads_tree
from prove.harness.history_games import COURSES, HEADS, OpenGame, Tally

EXAMPLES = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
"""Leaves of the published examples of Certificate Transparency."""


def leaves(count: int) -> list[bytes]:
    return [heads_tree.leaf_of(f"entry {number}".encode()) for number in range(count)]


def root_by_definition(hashes: list[bytes]) -> bytes:
    """Return the root as RFC 9162 defines it, in section 2.1.1."""
    if len(hashes) == 1:
        return hashes[0]
    left = next(2**power for power in reversed(range(40)) if 2**power < len(hashes))
    return heads_tree.node_of(root_by_definition(hashes[:left]), root_by_definition(hashes[left:]))


def files(count: int) -> dict[str, bytes]:
    """Return the files of a log by their names."""
    data = [f"entry {number}".encode() for number in range(count)]
    return dict(heads_tree.files_of(data, heads_tree.levels_of(leaves(count))))


def test_the_root_is_that_of_the_published_examples() -> None:
    found = heads_tree.root_of(heads_tree.leaf_of(bytes.fromhex(one)) for one in EXAMPLES)
    assert found.hex() == "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"


def test_roots_follow_the_definition_for_every_size() -> None:
    hashes = leaves(70)
    expected = {size: root_by_definition(hashes[:size]) for size in range(1, 71)}
    assert heads_tree.roots_of(hashes, [*expected]) == expected


@pytest.mark.parametrize("count", [1, 255, 256, 257, 700])
def test_files_have_the_names_and_contents_that_readers_expect(count: int) -> None:
    made, hashes = files(count), leaves(count)
    wanted = {tile.name: tile for tile in tiles.tiles_of(count)}
    assert made.keys() == wanted.keys()

    def read(tile: tiles.Tile) -> list[bytes]:
        return tiles.split_hashes(made[tile.name], tile)

    assert merkle.root(count, tiles.node_of(count, read)) == root_by_definition(hashes)


@pytest.mark.parametrize("number", [0, 7, 999, 1_000, 1_234_067])
def test_numbers_of_tiles_are_written_in_groups(number: int) -> None:
    assert heads_tree.name_of(number) == tiles.tile_name(number)


def test_a_mirror_of_true_files_has_the_root_and_nothing_is_wrong() -> None:
    assert heads_tree.mirror(700, files(700).get) == (root_by_definition(leaves(700)), [])


@pytest.mark.parametrize("name", ["0/001", "entries/001", "1/000.p/2", "entries/002.p/188"])
@pytest.mark.parametrize("missing", [True, False])
def test_a_mirror_notices_a_file_that_is_missing_or_another(name: str, missing: bool) -> None:
    made = files(700)
    made[name] = b"" if missing else made[name][:-1] + bytes([made[name][-1] ^ 1])
    root, failures = heads_tree.mirror(700, made.get)
    assert failures
    assert (root != root_by_definition(leaves(700))) == (name == "0/001")


def test_entries_are_the_bytes_of_the_log() -> None:
    head = ("0e4d1c52-7c1b-4f3a-9b0e-6f2f6f1d8a01", "seated", 3, "a1" * 32)
    assert heads_tree.data_of(head) == Entry(*head).data


def test_the_kinds_of_entries_are_those_of_the_log() -> None:
    assert HEADS == KIND_OF


@pytest.mark.parametrize("course", COURSES, ids=lambda course: course[-1][-1])
def test_a_writer_counts_the_heads_of_a_game_once(course: tuple[tuple[str, ...], ...]) -> None:
    tally = Tally(multiprocessing.get_context("spawn"))
    game = OpenGame(str(Random(1).getrandbits(32)), course)
    while game.step < len(course):
        game.advance(game.next_append(), tally.of(0))
    types = [kind for command in course for kind in command]
    assert (tally["opened"], tally["events"]) == (1, len(types))
    assert tally["entries"] == len({HEADS[kind] for kind in types if kind in HEADS})
