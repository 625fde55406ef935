"""A public log with its keys, proofs, checkpoints and tiles, for programs in other languages.

`python -m tests.domain.transparency.vectors` writes `tests/vectors/public_log.json`, which the tests of the TypeScript
client read.
"""

import json
from base64 import b64encode
from collections.abc import Sequence
from typing import Any

from domain.game.receipts import PublicKey, heads_of, jwk
from domain.transparency import checkpoint as checkpoints
from domain.transparency import merkle, notes, tiles
from domain.transparency.checkpoint import Checkpoint
from domain.transparency.cosignatures import cosigned, witness_key
from domain.transparency.entries import OPENED, Entry, entries_of
from infra.signatures import public_of, sign
from prove.harness.description import ROOT
from tests.golden.record import HERE, parsed

PATH = ROOT / "tests" / "vectors" / "public_log.json"

LOG = "two-players"
"""The recorded game that the public log has among others."""

SECRET, OTHER_SECRET = bytes(range(32)), bytes(range(32, 64))
ORIGIN = "dobon/log/first"
WITNESS = "witness.example/w1"
AT = 1_795_231_440
BEGIN = "2026-11-21T03:00:00.000000Z"


def others(first: int, end: int) -> list[Entry]:
    """Return entries of other games."""
    return [
        Entry(f"00000000-0000-4000-8000-{number:012x}", OPENED, 1, f"{number:064x}") for number in range(first, end)
    ]


def entries_of_log() -> list[Entry]:
    """Return the entries of the recorded game."""
    log = parsed(HERE / f"{LOG}.jsonl")
    heads = heads_of(log)
    return entries_of(log.game, [(event.version, event.type, heads[event.version]) for event in log.events])


def node_of(tree: Sequence[Entry]) -> merkle.Node:
    """Return the nodes of a tree."""
    hashes = [merkle.leaf_hash(entry.data) for entry in tree]
    return lambda level, number: merkle.full_hash(hashes[number << level : (number + 1) << level])


def note(tree: Sequence[Entry], secret: bytes = SECRET, origin: str = ORIGIN) -> str:
    """Return the signed checkpoint of a tree."""
    state = Checkpoint(origin, len(tree), merkle.root(len(tree), node_of(tree)))
    return checkpoints.signed(state, public_of(secret), lambda message: sign(secret, message))


def witnessed(signed: str) -> str:
    """Return a checkpoint with the signature of a witness below it."""
    key = witness_key(WITNESS, public_of(OTHER_SECRET))
    return signed + notes.line_of(
        cosigned(notes.split(signed).text, key, AT, lambda message: sign(OTHER_SECRET, message))
    )


def files(tree: Sequence[Entry]) -> dict[str, str]:
    """Return the tiles of a tree in Base64, by their paths."""
    node, found = node_of(tree), {}
    for tile in tiles.tiles_of(len(tree)):
        if tile.level is not None:
            first, level = tile.number * tiles.WIDTH, tile.level * tiles.HEIGHT
            data = b"".join(node(level, first + one) for one in range(tile.width))
            found[f"tile/{tile.name}"] = b64encode(data).decode()
    return found


def made() -> dict[str, Any]:
    """Return the vectors."""
    own = entries_of_log()
    tree = [*others(0, 270), *own, *others(270, 300)]
    node = node_of(tree)
    key, other = (jwk(PublicKey(public_of(secret), BEGIN, None)) for secret in (SECRET, OTHER_SECRET))
    rewritten = [*others(900, 901), *tree[1:]]
    return {
        "log": LOG,
        "keys": {"keys": [key]},
        "other_keys": {"keys": [other]},
        "entries": [entry.data.decode() for entry in own],
        "inclusion": {
            "game": own[0].game,
            "checkpoint": witnessed(note(tree)),
            "entries": [
                {
                    "kind": entry.kind,
                    "version": entry.version,
                    "head": entry.head,
                    "index": 270 + place,
                    "proof": [step.hex() for step in merkle.inclusion_proof(270 + place, len(tree), node)],
                }
                for place, entry in enumerate(own)
            ],
        },
        "witnesses": [WITNESS],
        "size": len(tree),
        "files": files(tree),
        # The first 256 entries are a node of the tree, and other numbers need several nodes.
        "extended": [note(tree[:size]) for size in (1, 256, 257, 271, len(tree))],
        "later": {"checkpoint": note([*tree, *others(300, 310)]), "files": files([*tree, *others(300, 310)])},
        "rewritten": [note(rewritten[:size]) for size in (1, 256, 257, 271, len(tree))],
        "rewritten_files": files(rewritten),
        "replaced": note(tree[:257], origin="dobon/log/second"),
    }


def main() -> None:
    """Write the vectors."""
    PATH.write_text(json.dumps(made(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
