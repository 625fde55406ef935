"""The public log in its tables: every state is signed, and one of the same growing tree."""

from itertools import pairwise

import psycopg
import pytest

from domain.transparency import checkpoint as checkpoints
from domain.transparency import merkle, tiles
from domain.transparency.entries import ENDED, OPENED, SEATED, Entry
from domain.transparency.tiles import BadTile, Tile
from infra.event_store import head_log
from infra.event_store.receipt_keys import AHEAD_SECONDS, ReceiptKeys
from infra.postgres.pool import Pool
from infra.signatures import is_signed
from prove.harness.application import Time
from prove.harness.concurrent_commands import Race
from prove.harness.service_games import owning

KINDS = (OPENED, SEATED, ENDED)


def game(number: int) -> str:
    return f"00000000-0000-4000-8000-{number:012x}"


def entries(first: int, end: int) -> list[Entry]:
    return [
        Entry(game(number // 3), KINDS[number % 3], number % 3 + 1, f"{number:064x}") for number in range(first, end)
    ]


def keys_of(pool: Pool) -> ReceiptKeys:
    time = Time()
    return ReceiptKeys(pool, lambda: time.now)


def append(pool: Pool, wanted: list[Entry], keys: ReceiptKeys | None = None) -> int:
    signer = (keys or keys_of(pool)).signer()
    with pool.connection() as conn, conn.transaction():
        return head_log.append(conn, signer, wanted)


def root_of(found: list[Entry]) -> bytes:
    """Return the root by the definition of the hashes, without a tile."""
    hashes = [merkle.leaf_hash(entry.data) for entry in found]
    return merkle.root(
        len(hashes), lambda level, number: merkle.full_hash(hashes[number << level : (number + 1) << level])
    )


def newest(pool: Pool) -> checkpoints.Checkpoint:
    """Return the newest checkpoint, whose signature has been checked."""
    with pool.connection() as conn:
        note = head_log.newest_checkpoint(conn)
    assert note is not None
    return checkpoints.check(note, [key.public for key in keys_of(pool).signer().published()], is_signed)


def test_every_state_is_signed_and_has_the_root_of_its_entries(own: Pool) -> None:
    with own.connection() as conn:
        assert head_log.newest_checkpoint(conn) is None
    steps = [0, 1, 2, 255, 256, 257, 511, 520, 1025]
    for before, size in pairwise(steps):
        assert append(own, entries(before, size)) == size - before
        found = newest(own)
        assert (found.size, found.root) == (size, root_of(entries(0, size)))


def test_nothing_is_signed_while_a_row_is_missing(own: Pool) -> None:
    append(own, entries(0, 10))
    before = newest(own)
    with owning(own) as conn:
        conn.execute("DELETE FROM dobon.head_entries WHERE number = 4")
    with pytest.raises(BadTile, match="hashes"):
        append(own, entries(12, 15))
    assert newest(own) == before


def test_a_tree_of_two_levels_of_tiles_is_read_through_them(own: Pool) -> None:
    size = 256 * 256 + 300
    found = entries(0, size)
    append(own, found)
    assert newest(own).root == root_of(found)
    with own.connection() as conn:
        node = head_log.node_in(conn, size)
        for index in (0, 255, 256, 65_535, 65_536, size - 1):
            proof = merkle.inclusion_proof(index, size, node)
            assert merkle.is_included(merkle.leaf_hash(found[index].data), index, size, proof, newest(own).root)
        assert [len(head_log.hashes_of(conn, tile)) for tile in tiles.tiles_of(size) if tile.level] == [256, 1, 1]
        assert head_log.hashes_of(conn, Tile(2, 0)) == [merkle.full_hash(head_log.hashes_of(conn, Tile(1, 0)))]


def test_an_entry_is_added_once_however_often_it_comes(own: Pool) -> None:
    append(own, entries(0, 5))
    assert append(own, entries(0, 5)) == 0
    assert append(own, entries(3, 7)) == 2
    other = Entry(game(0), OPENED, 1, "f" * 64)
    assert append(own, [other]) == 0
    with own.connection() as conn:
        assert head_log.entries_of(conn, Tile(None, 0)) == entries(0, 7)
    assert newest(own).size == 7


def test_nothing_is_signed_without_a_new_entry(own: Pool) -> None:
    append(own, entries(0, 5))
    before = newest(own)
    append(own, [])
    append(own, entries(0, 5))
    with own.connection() as conn:
        assert conn.execute("SELECT count(*) FROM dobon.head_checkpoints").fetchone() == (1,)
    assert newest(own) == before


def test_writers_of_several_databases_add_one_after_another(own: Pool, race: Race) -> None:
    keys_of(own).signer()
    parts = [entries(first, first + 150) for first in range(0, 900, 150)]
    race([lambda part=part: append(own, part) for part in [*parts[:3], *parts[:3]]])  # each of them twice
    race([lambda part=part: append(own, part) for part in parts[3:]])
    with own.connection() as conn:
        found = [entry for number in range(4) for entry in head_log.entries_of(conn, Tile(None, number))]
        sizes = [size for (size,) in conn.execute("SELECT size FROM dobon.head_checkpoints ORDER BY size")]
    assert sorted(found, key=lambda entry: entry.head) == entries(0, 900)
    assert sizes == [150, 300, 450, 600, 750, 900]
    assert newest(own).root == root_of(found)


def test_entries_and_their_checkpoint_are_added_together_or_not_at_all(
    own: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    append(own, entries(0, 250))
    with monkeypatch.context() as broken:
        broken.setattr(checkpoints, "signed", lambda *_: None)
        with pytest.raises(psycopg.errors.NotNullViolation):
            append(own, entries(250, 300))
    assert newest(own).size == 250
    assert append(own, entries(250, 300)) == 50
    assert newest(own).root == root_of(entries(0, 300))


def test_the_log_keeps_its_name_when_another_key_signs(own: Pool) -> None:
    time = Time()
    keys = ReceiptKeys(own, lambda: time.now)
    append(own, entries(0, 5), keys)
    first = newest(own)
    keys.rotate()
    time.passes(AHEAD_SECONDS)
    append(own, entries(5, 6), keys)
    old, new = (key.public for key in keys.signer().published())
    with own.connection() as conn:
        note = head_log.newest_checkpoint(conn)
    assert note is not None
    assert checkpoints.check(note, [new], is_signed) == newest(own)
    assert newest(own).origin == first.origin
    with pytest.raises(checkpoints.BadNote):
        checkpoints.check(note, [old], is_signed)


@pytest.mark.parametrize("table", ["head_entries", "head_tiles", "head_checkpoints"])
def test_the_server_has_no_right_to_change_what_is_in_the_log(own: Pool, table: str) -> None:
    column = "number" if table != "head_checkpoints" else "size"
    for statement in (
        f"UPDATE dobon.{table} SET {column} = 0",
        f"DELETE FROM dobon.{table}",
        f"TRUNCATE dobon.{table}",
    ):
        with own.connection() as conn, pytest.raises(psycopg.errors.InsufficientPrivilege):
            conn.execute(statement)  # type: ignore[arg-type,unused-ignore]
