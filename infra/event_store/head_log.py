"""The public log of heads in the database of the accounts: entries, the hashes of full tiles, and checkpoints.

Rows are only added. The entries of one transaction come with the checkpoint that covers them, so every checkpoint that
was ever committed is one of the same growing tree. `domain.transparency` has the arithmetic.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import psycopg

from domain.log.moments import Moment
from domain.transparency import checkpoint, merkle, tiles
from domain.transparency.checkpoint import Checkpoint, origin_of
from domain.transparency.entries import Entry
from domain.transparency.tiles import HEIGHT, WIDTH, Tile
from infra import signatures
from infra.event_store.receipt_keys import Signer

APPEND_LOCK = 0x6865616473
"""Key of the advisory lock, in the database of the accounts, under which entries are added."""

Connection = psycopg.Connection[Any]

_COLUMNS = "game_id, kind, version, head"

_SIZE = "SELECT coalesce(max(number) + 1, 0) FROM dobon.head_entries"

_KNOWN = "SELECT game_id, kind FROM dobon.head_entries WHERE game_id = ANY(%s::uuid[])"

_ADD = f"""
INSERT INTO dobon.head_entries (number, {_COLUMNS}) SELECT %(size)s + place - 1, {_COLUMNS}
FROM unnest(%(games)s::uuid[], %(kinds)s::text[], %(versions)s::int4[], %(heads)s::text[])
    WITH ORDINALITY AS entry ({_COLUMNS}, place)
ORDER BY place"""  # noqa: S608 - constants

_ADD_HASH = "INSERT INTO dobon.head_tiles (level, number, hash) VALUES (%s, %s, %s)"

_ADD_CHECKPOINT = "INSERT INTO dobon.head_checkpoints (size, note, at) VALUES (%s, %s, %s)"

_COSIGNATURES = """
(SELECT string_agg(line, '' ORDER BY witness) FROM dobon.head_cosignatures WHERE head_cosignatures.size = found.size)"""

_NEWEST = f"""
SELECT note || coalesce({_COSIGNATURES}, '') FROM dobon.head_checkpoints AS found
ORDER BY size DESC LIMIT 1"""  # noqa: S608 - constants

_WITNESSED = f"""
SELECT note || {_COSIGNATURES} FROM dobon.head_checkpoints AS found
WHERE size = (SELECT max(size) FROM dobon.head_cosignatures)"""  # noqa: S608 - constants

_NOTE = "SELECT note FROM dobon.head_checkpoints WHERE size = %s"

_ADD_COSIGNATURE = """
INSERT INTO dobon.head_cosignatures (size, witness, line, at) VALUES (%s, %s, %s, %s)
ON CONFLICT (size, witness) DO NOTHING"""

_ENTRIES = f"""
SELECT {_COLUMNS} FROM dobon.head_entries WHERE number >= %(first)s AND number < %(end)s
ORDER BY number"""  # noqa: S608 - constants

_HASHES = """
SELECT hash FROM dobon.head_tiles WHERE level = %(level)s AND number >= %(first)s AND number < %(end)s
ORDER BY number"""

_OF_GAME = f"""
SELECT number, {_COLUMNS} FROM dobon.head_entries WHERE game_id = %s AND number < %s
ORDER BY number"""  # noqa: S608 - constants


def append(conn: Connection, signer: Signer, entries: Iterable[Entry]) -> int:
    """Add those entries that the log does not have, with a signed checkpoint, and return their number.

    The caller's transaction holds for all of it. Of one game the log has one entry of each kind, however often it is
    added. The lock is held until the transaction ends, so entries get their numbers one writer after another.
    """
    conn.execute("SELECT pg_advisory_xact_lock(%s)", (APPEND_LOCK,))
    wanted = {(entry.game, entry.kind): entry for entry in entries}
    known = {(game, kind) for game, kind in conn.execute(_KNOWN, ([game for game, _ in wanted],))}
    new = [entry for place, entry in wanted.items() if place not in known]
    if new:
        size = _size(conn)
        _add(conn, size, new)
        _add_full_tiles(conn, size, size + len(new))
        _add_checkpoint(conn, signer, size + len(new))
    return len(new)


def newest_checkpoint(conn: Connection) -> str | None:
    """Return the signed note of the newest checkpoint; None before the first entry."""
    row = conn.execute(_NEWEST).fetchone()
    return None if row is None else row[0]


def witnessed_checkpoint(conn: Connection) -> str | None:
    """Return the newest checkpoint that a witness has signed, as a signed note; None if there is none."""
    row = conn.execute(_WITNESSED).fetchone()
    return None if row is None else row[0]


def checkpoint_note(conn: Connection, size: int) -> str | None:
    """Return the note of the checkpoint with this size, as the server has signed it; None if there is none."""
    row = conn.execute(_NOTE, (size,)).fetchone()
    return None if row is None else row[0]


def add_cosignature(conn: Connection, size: int, witness: str, line: str, at: Moment) -> bool:
    """Add the signature of a witness under a checkpoint; return False if it is there already."""
    return conn.execute(_ADD_COSIGNATURE, (size, witness, line, at)).rowcount > 0


def hashes_of(conn: Connection, tile: Tile) -> list[bytes]:
    """Return the hashes of a tile; fewer than it is wide if the log does not have all of them."""
    if not tile.level:
        return [merkle.leaf_hash(entry.data) for entry in entries_of(conn, tile)]
    first = tile.number * WIDTH
    rows = conn.execute(_HASHES, {"level": tile.level, "first": first, "end": first + tile.width})
    return [bytes(found) for (found,) in rows]


def entries_of(conn: Connection, tile: Tile) -> list[Entry]:
    """Return the entries of a bundle, or below a tile of level 0; fewer if the log does not have all of them."""
    first = tile.number * WIDTH
    return [Entry(*row) for row in conn.execute(_ENTRIES, {"first": first, "end": first + tile.width})]


def entries_of_game(conn: Connection, game: str, size: int) -> list[tuple[int, Entry]]:
    """Return the entries of a game in a tree of this size, each with its place, in order."""
    return [(number, Entry(*row)) for number, *row in conn.execute(_OF_GAME, (game, size))]


def node_in(conn: Connection, size: int) -> merkle.Node:
    """Return the nodes of the tree of the first `size` entries."""
    return tiles.node_of(size, lambda tile: hashes_of(conn, tile))


def _size(conn: Connection) -> int:
    row = conn.execute(_SIZE).fetchone()
    assert row is not None
    return int(row[0])


def _add(conn: Connection, size: int, new: Sequence[Entry]) -> None:
    values = {
        "size": size,
        "games": [entry.game for entry in new],
        "kinds": [entry.kind for entry in new],
        "versions": [entry.version for entry in new],
        "heads": [entry.head for entry in new],
    }
    conn.execute(_ADD, values)


def _add_full_tiles(conn: Connection, old: int, new: int) -> None:
    """Add the hashes over all tiles that have become full."""
    level = 0
    while new := new >> HEIGHT:
        old >>= HEIGHT
        for number in range(old, new):
            conn.execute(_ADD_HASH, (level + 1, number, merkle.full_hash(hashes_of(conn, Tile(level, number)))))
        level += 1


def _add_checkpoint(conn: Connection, signer: Signer, size: int) -> None:
    key, at = signer.current()
    # The name comes from the first key, because a log keeps its name when another key signs.
    found = Checkpoint(origin_of(signer.keys[0].published.kid), size, merkle.root(size, node_in(conn, size)))
    note = checkpoint.signed(found, key.published.public, lambda message: signatures.sign(key.secret, message))
    conn.execute(_ADD_CHECKPOINT, (size, note, at))
