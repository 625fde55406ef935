"""The tree of RFC 9162: roots of the vectors of Certificate Transparency, and proofs of every tree up to a size."""

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

LEAVES = [
    bytes.fromhex(leaf)
    for leaf in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f")
]

ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
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
    proof = [step.hex() for step in inclusion_proof(5, 8, node_of(LEAVES))]
    assert proof[0] == leaf_hash(LEAVES[4]).hex() == "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b"
    assert proof[-1] == ROOTS[4]
    assert [step.hex() for step in consistency_proof(4, 8, node_of(LEAVES))] == [
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4"
    ]


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
