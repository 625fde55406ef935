"""The public log of heads as anybody may read it: its checkpoint, its tiles, and the proofs for one game."""

from dataclasses import dataclass

import psycopg

from domain.transparency import checkpoint, merkle, tiles
from domain.transparency.entries import Entry
from domain.transparency.tiles import Tile
from infra.event_store import head_log
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry


@dataclass(frozen=True, slots=True)
class Included:
    """An entry, and the proof that it is in the tree of a checkpoint."""

    entry: Entry
    index: int
    "Its leaf in the tree, from 0."
    proof: list[bytes]
    "From the bottom up."


@dataclass(frozen=True, slots=True)
class Inclusion:
    """The entries of a game, and the checkpoint that covers them."""

    checkpoint: str | None
    "The signed note; None before the first entry of the log."
    entries: list[Included]


def read_checkpoint(pool: Pool) -> str | None:
    """Return the newest checkpoint as a signed note; None before the first entry. Raises `Unavailable`."""
    return read_with_retry(pool, head_log.newest_checkpoint)


def read_witnessed(pool: Pool) -> str | None:
    """Return the newest checkpoint that a witness has signed; None if there is none. Raises `Unavailable`."""
    return read_with_retry(pool, head_log.witnessed_checkpoint)


def read_tile(pool: Pool, tile: Tile) -> bytes | None:
    """Return the file of a tile or of a bundle of entries; None if the log is too short. Raises `Unavailable`."""
    if tile.level is None:
        entries = read_with_retry(pool, lambda conn: head_log.entries_of(conn, tile))
        return tiles.bundle(entry.data for entry in entries) if len(entries) == tile.width else None
    hashes = read_with_retry(pool, lambda conn: head_log.hashes_of(conn, tile))
    return b"".join(hashes) if len(hashes) == tile.width else None


def read_inclusion(pool: Pool, game: str, upto: int) -> Inclusion:
    """Return the entries of a game up to a version, with proofs. Raises `Unavailable`."""

    def work(conn: psycopg.Connection[tuple[object, ...]]) -> Inclusion:
        # Nodes never change, so entries that come meanwhile do no harm.
        note = head_log.newest_checkpoint(conn)
        if note is None:
            return Inclusion(None, [])
        size = checkpoint.read(note).size
        node = head_log.node_in(conn, size)
        found = [
            Included(entry, index, merkle.inclusion_proof(index, size, node))
            for index, entry in head_log.entries_of_game(conn, game, size)
            if entry.version <= upto
        ]
        return Inclusion(note, found)

    return read_with_retry(pool, work)
