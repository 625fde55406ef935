"""The Merkle tree of RFC 9162, section 2.1: its hashes, and proofs that are made and checked.

A *node* is named by its level and its number on that level: it covers 2**level leaves, the first of which is number
times 2**level. Only nodes whose leaves all exist have a hash that never changes, so only these are ever read.
"""

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256

Node = Callable[[int, int], bytes]
"""Returns the hash of a node by its level and number."""

Range = tuple[int, int]
"""The first leaf, and the leaf after the last one."""

EMPTY_ROOT = sha256(b"").digest()
"""The root of a tree without leaves."""


def leaf_hash(entry: bytes) -> bytes:
    """Return the hash of a leaf."""
    return sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of the node above two others."""
    return sha256(b"\x01" + left + right).digest()


def full_hash(hashes: Sequence[bytes]) -> bytes:
    """Return the hash of the node above all these, whose number is a power of two."""
    row = list(hashes)
    while len(row) > 1:
        row = [node_hash(left, right) for left, right in zip(row[::2], row[1::2], strict=True)]
    return row[0]


def root(size: int, node: Node) -> bytes:
    """Return the root of the tree of the first `size` leaves."""
    return _hash_of((0, size), node) if size else EMPTY_ROOT


# Proofs


def inclusion_proof(index: int, size: int, node: Node) -> list[bytes]:
    """Return the hashes that lead from a leaf to the root of a tree, from the bottom up."""
    if not 0 <= index < size:
        raise ValueError(f"leaf {index} is not in a tree of {size}")
    found: list[Range] = []
    begin, end = 0, size
    while end - begin > 1:
        middle = begin + _left_part(end - begin)
        if index < middle:
            found.append((middle, end))
            end = middle
        else:
            found.append((begin, middle))
            begin = middle
    return [_hash_of(one, node) for one in reversed(found)]


def consistency_proof(old: int, new: int, node: Node) -> list[bytes]:
    """Return the hashes that show that a tree begins with all leaves of an older one."""
    if not 0 < old <= new:
        raise ValueError(f"a tree of {new} leaves does not extend one of {old}")
    found: list[Range] = []
    begin, end = 0, new
    while old != end:
        middle = begin + _left_part(end - begin)
        if old <= middle:
            found.append((middle, end))
            end = middle
        else:
            found.append((begin, middle))
            begin = middle
    if begin:  # otherwise the last one is the older root, which the reader of the proof has
        found.append((begin, end))
    return [_hash_of(one, node) for one in reversed(found)]


def is_included(leaf: bytes, index: int, size: int, proof: Sequence[bytes], expected_root: bytes) -> bool:
    """Tell whether a proof leads from the hash of a leaf to the root (RFC 9162, section 2.1.3.2)."""
    if not 0 <= index < size:
        return False
    number, last, found = index, size - 1, leaf
    for step in proof:
        if not last:
            return False
        if number & 1 or number == last:
            found = node_hash(step, found)
            number, last = _up_to_left_edge(number, last)
        else:
            found = node_hash(found, step)
        number, last = number >> 1, last >> 1
    return not last and found == expected_root


def is_extended(old: int, old_root: bytes, new: int, new_root: bytes, proof: Sequence[bytes]) -> bool:
    """Tell whether a proof leads to both roots (RFC 9162, section 2.1.4.2). Every tree extends the empty one."""
    if old == new or not old:
        return not proof and (old_root == (new_root if old else EMPTY_ROOT))
    if not 0 < old < new or not proof:
        return False
    # An older tree with a power of two of leaves is itself a node of the newer one, so the proof leaves it out.
    path = [*proof] if old & (old - 1) else [old_root, *proof]
    number, last = old - 1, new - 1
    while number & 1:
        number, last = number >> 1, last >> 1
    older = newer = path[0]
    for step in path[1:]:
        if not last:
            return False
        if number & 1 or number == last:
            older, newer = node_hash(step, older), node_hash(step, newer)
            number, last = _up_to_left_edge(number, last)
        else:
            newer = node_hash(newer, step)
        number, last = number >> 1, last >> 1
    return not last and older == old_root and newer == new_root


def _up_to_left_edge(number: int, last: int) -> Range:
    """Return a place further up, where the node of this number is a right one, or the first of all."""
    while number and not number & 1:
        number, last = number >> 1, last >> 1
    return number, last


def _left_part(leaves: int) -> int:
    """Return the number of leaves in the left part: the largest power of two below `leaves`."""
    return 1 << (leaves - 1).bit_length() - 1


def _hash_of(leaves: Range, node: Node) -> bytes:
    """Return the hash over a range of leaves that is a part of some tree."""
    *others, found = [node(level, number) for level, number in _nodes_of(*leaves)]
    for left in reversed(others):
        found = node_hash(left, found)
    return found


def _nodes_of(begin: int, end: int) -> Iterator[Range]:
    """Yield the level and number of the fewest nodes that cover a range, from left to right."""
    while begin < end:
        level = (end - begin).bit_length() - 1
        yield level, begin >> level
        begin += 1 << level
