"""Two states of one log: whether the larger one begins with all entries of the other, by the tiles of the larger."""

from domain.transparency import merkle
from domain.transparency.checkpoint import Checkpoint
from domain.transparency.tiles import BadTile, Hashes, node_of


def extends(old: Checkpoint, new: Checkpoint, hashes: Hashes) -> bool:
    """Tell whether a state extends an older one of the same log, or is the same.

    The tiles may come from anybody, because all of them that decide have to lead to the root of the newer state. Raises
    `BadTile` if they do not, and whatever `hashes` raises.
    """
    if old.origin != new.origin or old.size > new.size:
        return False
    if old.size == new.size:
        return old.root == new.root
    node = node_of(new.size, hashes)
    if merkle.root(new.size, node) != new.root:
        raise BadTile("the tiles are not those of the newest checkpoint")
    # The root of a part of the newer tree comes from tiles that its own root may not need. The proof ties them to it.
    part = merkle.root(old.size, node)
    proof = merkle.consistency_proof(old.size, new.size, node) if old.size else []
    if not merkle.is_extended(old.size, part, new.size, new.root, proof):
        raise BadTile("the tiles are not those of the newest checkpoint")
    return part == old.root
