"""The public log as files that need no account, and never change."""

from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.cli.witness import Witness
from api.middleware import public_log
from domain.game.receipts import read_jwk
from domain.transparency import checkpoint as checkpoints
from domain.transparency import merkle, notes, tiles
from domain.transparency.cosignatures import witnesses_of
from domain.transparency.entries import Entry, read_entry
from domain.transparency.tiles import Tile
from infra.databases.pool import open_pool
from infra.delivery.cosignatures import Collector
from infra.delivery.log_source import LogSource
from infra.event_store import head_log
from infra.event_store.receipt_keys import ReceiptKeys
from infra.projections.heads import HeadProjector
from infra.settings import WitnessAddress
from infra.signatures import is_signed
from prove.harness.application import Caller, House, open_house
from tests.api.conftest import refused
from tests.conftest import clone


@pytest.fixture
def alone(request: pytest.FixtureRequest) -> Iterator[House]:
    """A server with a database of its own, whose public log has no entry yet."""
    with open_pool(clone(request.config, "_public_log")) as pool, open_house(pool) as house:
        yield house


def enter(house: House) -> None:
    HeadProjector(house.pool).run()


def checkpoint(caller: Caller) -> checkpoints.Checkpoint:
    """Return the served checkpoint, after checking its signature by the published keys."""
    keys = [read_jwk(key).public for key in caller.get("/v1/keys").json["keys"]]
    return checkpoints.check(caller.get("/log/checkpoint").text, keys, is_signed)


def hashes(caller: Caller, tile: Tile) -> list[bytes]:
    return tiles.split_hashes(caller.get(f"/log/tile/{tile.name}").data, tile)


def test_a_log_without_entries_has_neither_checkpoint_nor_tiles(alone: House) -> None:
    refused(alone.nobody.get("/log/checkpoint"), 404, "not-found")
    refused(alone.nobody.get("/log/tile/0/000.p/1"), 404, "not-found")


def test_the_whole_log_can_be_read_without_an_account_and_has_the_signed_root(house: House) -> None:
    table = house.finished()
    enter(house)
    state = checkpoint(house.nobody)
    assert merkle.root(state.size, tiles.node_of(state.size, lambda tile: hashes(house.nobody, tile))) == state.root
    found: list[Entry] = []
    for tile in tiles.tiles_of(state.size):
        if tile.level is None:
            data = tiles.split_bundle(house.nobody.get(f"/log/tile/{tile.name}").data)
            assert [merkle.leaf_hash(entry) for entry in data] == hashes(house.nobody, Tile(0, tile.number, tile.width))
            found.extend(map(read_entry, data))
    assert len(found) == state.size
    assert [entry.kind for entry in found if entry.game == table.id] == ["opened", "seated", "ended"]


def test_tiles_never_change_and_the_checkpoint_is_asked_for_again(house: House) -> None:
    house.table()
    enter(house)
    note = house.nobody.get("/log/checkpoint")
    assert note.mimetype == "text/plain"
    assert note.headers["Cache-Control"] == public_log.CHECKPOINT
    again = house.nobody.get("/log/checkpoint", headers={"If-None-Match": note.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    first = Tile(0, 0, 1)
    before = house.nobody.get(f"/log/tile/{first.name}")
    assert before.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert before.mimetype == "application/octet-stream"
    house.table()
    enter(house)
    assert house.nobody.get(f"/log/tile/{first.name}").data == before.data
    assert house.nobody.get("/log/checkpoint").data != note.data


def test_tiles_beyond_the_end_and_other_names_are_not_found(house: House) -> None:
    house.table()
    enter(house)
    size = checkpoint(house.nobody).size
    beyond = Tile(0, size // 256, size % 256 + 1) if size % 256 < 255 else Tile(0, size // 256)
    for name in (beyond.name, "0/x999/x999/x999/999", "9/000.p/1", "0/1", "0/000.p/0", "x" * 100, "0/x" + "0" * 99):
        refused(house.nobody.get(f"/log/tile/{name}"), 404, "not-found")
    refused(house.nobody.post("/log/checkpoint"), 405, "method-not-allowed")


class Through(LogSource):
    """The files of a server, asked by a client of the test."""

    def __init__(self, caller: Caller, folder: str) -> None:
        super().__init__(folder)
        self._caller = caller

    def read(self, name: str) -> bytes:
        """Return the content of a file."""
        answer = self._caller.get(f"{self._place}/{name}")
        if answer.status_code != 200:
            raise FileNotFoundError(name)
        return answer.data


def test_a_witness_signs_the_log_of_a_server_which_serves_its_signature(house: House, tmp_path: Path) -> None:
    witness = Witness("", tmp_path)
    witness._server, witness._log = Through(house.nobody, ""), Through(house.nobody, "/log")
    addresses = [WitnessAddress("https://witness.example", witness.key)]
    collector = Collector(house.pool, addresses, lambda _: witness.served("/checkpoint") or b"", lambda: house.time.now)
    for _ in range(2):
        house.table()
        enter(house)
        assert witness.step()
        assert collector.step() == 1
        for name in ("checkpoint", "witnessed"):
            note = house.nobody.get(f"/log/{name}").text
            assert [*witnesses_of(notes.split(note), [witness.key], is_signed)] == [witness.key]
            assert checkpoint(house.nobody) == checkpoints.read(note)


def test_a_log_that_no_witness_has_signed_says_so(alone: House) -> None:
    refused(alone.nobody.get("/log/witnessed"), 404, "not-found")


def test_a_full_tile_is_served_with_the_tile_above_it(alone: House) -> None:
    entries = [Entry(f"00000000-0000-4000-8000-{number:012x}", "opened", 1, "0" * 64) for number in range(300)]
    with alone.pool.connection() as conn, conn.transaction():
        head_log.append(conn, ReceiptKeys(alone.pool, lambda: alone.time.now).signer(), entries)
    assert len(hashes(alone.nobody, Tile(0, 0))) == 256
    assert hashes(alone.nobody, Tile(1, 0, 1)) == [merkle.full_hash(hashes(alone.nobody, Tile(0, 0)))]
    assert len(hashes(alone.nobody, Tile(0, 1, 44))) == 44
    assert b64decode(alone.nobody.get("/log/checkpoint").text.splitlines()[2]) == checkpoint(alone.nobody).root
