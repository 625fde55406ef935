"""The tree of RFC 9162: roots of the vectors of Certificate Transparency, and proofs of every tree up to a size."""

import json
from collections.abc import Sequence

import pytest

from domain.transparency import merkle
from domain.transparency.merkle import (
    consistency_proof,
    full_hash,
    inclusion_proof,
    is_extended,
    is_included,
    leaf_hash,
    root,
)
from prove.harness.description import ROOT

VECTORS = json.loads((ROOT / "tests" / "vectors" / "transparency.json").read_text("utf-8"))["tree"]
"""The tests of the TypeScript client read them as well."""

LEAVES = [bytes.fromhex(leaf) for leaf in VECTORS["leaves"]]

ROOTS: list[str] = VECTORS["roots"]
"""The roots of the first 0, 1, 2, ... leaves."""

MOST = 33

HASHES = [leaf_hash(str(number).encode()) for number in range(MOST)]


def node_of(leaves: Sequence[bytes]) -> merkle.Node:
    return lambda level, number: full_hash(
        [leaf_hash(leaf) for leaf in leaves[number << level : (number + 1) << level]]
    )


def node(level: int, number: int) -> bytes:
    return full_hash(HASHES[number << level : (number + 1) << level])


ROOT_OF = [root(size, node) for size in range(MOST + 1)]


@pytest.mark.parametrize("size", range(9))
def test_the_roots_are_those_of_the_published_vectors(size: int) -> None:
    assert root(size, node_of(LEAVES)).hex() == ROOTS[size]


def test_a_proof_of_the_published_vectors_has_the_published_hashes() -> None:
    included, extended = VECTORS["included"], VECTORS["extended"]
    proof = [step.hex() for step in inclusion_proof(included["index"], included["size"], node_of(LEAVES))]
    assert proof[0] == leaf_hash(LEAVES[4]).hex() == included["first"]
    assert proof[-1] == ROOTS[4]
    found = consistency_proof(extended["old"], extended["size"], node_of(LEAVES))
    assert [step.hex() for step in found] == extended["proof"]


def test_every_leaf_of_every_tree_is_included_at_its_place_and_at_no_other() -> None:
    for size in range(1, MOST + 1):
        for index in range(size):
            proof = inclusion_proof(index, size, node)
            places = [place for place in range(size) if is_included(HASHES[index], place, size, proof, ROOT_OF[size])]
            assert places == [index]
            assert not is_included(HASHES[index - 1], index, size, proof, ROOT_OF[size]) or size == 1


def test_every_tree_extends_every_older_one_and_no_tree_of_other_leaves() -> None:
    for new in range(1, MOST + 1):
        for old in range(1, new + 1):
            proof = consistency_proof(old, new, node)
            assert is_extended(old, ROOT_OF[old], new, ROOT_OF[new], proof)
            assert not is_extended(old, ROOT_OF[old - 1], new, ROOT_OF[new], proof)
            assert not is_extended(old, ROOT_OF[old], new, ROOT_OF[new - 1], proof)


def test_a_proof_that_is_longer_shorter_or_changed_is_none() -> None:
    included, extended = inclusion_proof(6, 13, node), consistency_proof(6, 13, node)
    for change in range(len(included)):
        changed = [*included[:change], bytes(32), *included[change + 1 :]]
        assert not is_included(HASHES[6], 6, 13, changed, ROOT_OF[13])
    for change in range(len(extended)):
        changed = [*extended[:change], bytes(32), *extended[change + 1 :]]
        assert not is_extended(6, ROOT_OF[6], 13, ROOT_OF[13], changed)
    for wrong in (included[:-1], [*included, bytes(32)], []):
        assert not is_included(HASHES[6], 6, 13, wrong, ROOT_OF[13])
    for wrong in (extended[:-1], [*extended, bytes(32)], []):
        assert not is_extended(6, ROOT_OF[6], 13, ROOT_OF[13], wrong)


def test_every_tree_extends_the_empty_one_and_none_is_shorter_than_before() -> None:
    assert is_extended(0, ROOT_OF[0], 5, ROOT_OF[5], [])
    assert not is_extended(0, ROOT_OF[1], 5, ROOT_OF[5], [])
    assert not is_extended(6, ROOT_OF[6], 5, ROOT_OF[5], consistency_proof(5, 6, node))
    with pytest.raises(ValueError, match="does not extend"):
        consistency_proof(6, 5, node)
    with pytest.raises(ValueError, match="leaf 5 is not in a tree of 5"):
        inclusion_proof(5, 5, node)
