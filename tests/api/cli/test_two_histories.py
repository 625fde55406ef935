"""A server that shows two histories, removes an entry or rewrites one is noticed by a witness, a player and a mirror.

In each case the log that the player has agrees with the public log that this player is shown.
"""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from api.cli import main
from domain.transparency import checkpoint as checkpoints
from domain.transparency import tiles
from domain.transparency.entries import Entry
from infra.databases.pool import open_pool
from infra.projections.heads import HeadProjector
from infra.settings import Settings
from prove.harness.application import House, open_house
from prove.harness.service_games import owning
from tests.api.cli.test_inclusion import TREE, Verify, answer, entries_of_log, log, note, others, verify, write_files
from tests.api.cli.test_witness import files, kept, serve, witness_of
from tests.infra.conftest import database

__all__ = ["verify"]

LATER = others(320, 330)
"""Entries that came after the first history was seen."""

FIRST_OF_GAME = 300
"""The place of the first entry of the game, after those of other games."""

OTHER_LOG = log(hand_size=3)
"""A perfect log of the same game with another option, and so with another course."""

HISTORIES: dict[str, tuple[list[Entry], list[str]]] = {
    "another history": ([*others(900, 901), *TREE[1:], *LATER], log()),
    "an entry is removed": ([*TREE[:7], *TREE[8:], *LATER], log()),
    "an entry is rewritten": (
        [*TREE[:FIRST_OF_GAME], *entries_of_log(OTHER_LOG), *TREE[FIRST_OF_GAME + 3 :], *LATER],
        OTHER_LOG,
    ),
}
"""Public logs that a server shows instead of the first one, and the log of the game that fits."""


@pytest.fixture(params=HISTORIES, ids=str)
def second(request: pytest.FixtureRequest) -> tuple[list[Entry], list[str]]:
    """A second history, and the log of the game that agrees with it."""
    return HISTORIES[request.param]


def test_the_second_history_alone_looks_right(verify: Verify, second: tuple[list[Entry], list[str]]) -> None:
    tree, lines = second
    code, shown = verify(lines, answer(tree))
    assert code == 0
    assert "The log is whole and true." in shown
    assert "the heads of opened, seated and ended are in it as in this log" in shown


def test_a_witness_of_the_first_history_does_not_sign_the_second(
    tmp_path: Path, second: tuple[list[Entry], list[str]]
) -> None:
    tree, _ = second
    serve(tmp_path / "server", TREE)
    assert witness_of(tmp_path).step()
    signed = kept(tmp_path)
    serve(tmp_path / "server", tree)
    assert not witness_of(tmp_path).step()
    assert kept(tmp_path) == signed
    assert sum(name.startswith("contradiction") for name in files(tmp_path)) == 1


def test_a_player_who_asks_a_witness_of_the_first_history_convicts_the_second(
    verify: Verify, tmp_path: Path, second: tuple[list[Entry], list[str]]
) -> None:
    tree, lines = second
    serve(tmp_path / "shown-to-witness", TREE)
    folder = str(tmp_path / "witness")
    assert main.main(["witness", str(tmp_path / "shown-to-witness"), "--folder", folder, "--once"]) == 0
    place = write_files(tmp_path / "shown-to-player", tree)
    code, shown = verify(lines, answer(tree), "--checkpoint", tmp_path / "witness" / "checkpoint", "--log", place)
    assert code == 1
    assert "REWRITTEN" in shown


def test_a_player_who_kept_a_checkpoint_of_the_first_history_convicts_the_second(
    verify: Verify, tmp_path: Path, second: tuple[list[Entry], list[str]]
) -> None:
    tree, lines = second
    mine = tmp_path / "kept"
    assert verify(log(), answer(), "--checkpoint", mine)[0] == 0
    place = write_files(tmp_path / "server", tree)
    code, shown = verify(lines, answer(tree), "--checkpoint", mine, "--log", place)
    assert code == 1
    assert "REWRITTEN" in shown
    assert mine.read_text(encoding="utf-8") == note(TREE), "the evidence stays"


def test_a_mirror_of_the_first_history_convicts_the_second(
    verify: Verify, tmp_path: Path, second: tuple[list[Entry], list[str]]
) -> None:
    """The player has kept nothing, and asks a mirror that has copied the first history until now."""
    tree, lines = second
    mirror = write_files(tmp_path / "mirror", [*TREE, *LATER, *others(330, 400)])
    code, shown = verify(lines, answer(tree), "--log", mirror)
    assert code == 1
    assert "REWRITTEN" in shown
    assert verify(log(), answer(), "--log", mirror)[0] == 0, "the first history agrees with the mirror"


# A row of the database


@pytest.fixture
def own_house(settings: Settings) -> Iterator[House]:
    """An application on a database of its own."""
    with ExitStack() as stack:
        alone = stack.enter_context(database(settings))
        pool = stack.enter_context(open_pool(alone))
        yield stack.enter_context(open_house(pool))


def copy_files(house: House, folder: Path) -> None:
    """Write what the server answers into a folder, as a mirror that copies the public log."""
    client = house.app.test_client()
    state = checkpoints.read(client.get("/log/checkpoint").get_data(as_text=True))
    names = ["log/checkpoint", "v1/keys", *(f"log/tile/{tile.name}" for tile in tiles.tiles_of(state.size))]
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(client.get(f"/{name}").data)


def test_a_row_that_is_changed_in_the_database_is_noticed_by_witness_player_and_mirror(
    own_house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = own_house.finished()
    projector = HeadProjector(own_house.pool)
    projector.run()
    copy_files(own_house, tmp_path / "server")
    copy_files(own_house, tmp_path / "mirror")
    assert witness_of(tmp_path).step()
    (tmp_path / "kept").write_bytes((tmp_path / "server" / "log" / "checkpoint").read_bytes())
    with owning(own_house.pool) as conn:
        changed = "UPDATE dobon.head_entries SET head = repeat('0', 64) WHERE game_id = %s AND kind = 'ended'"
        assert conn.execute(changed, (table.id,)).rowcount == 1
    own_house.table()
    projector.run()
    copy_files(own_house, tmp_path / "server")
    assert not witness_of(tmp_path).step(), "the witness"
    person = table.people[0]
    (tmp_path / "log.jsonl").write_bytes(person.get(f"{table.path}/log").data)
    (tmp_path / "inclusion.json").write_text(json.dumps(person.get(f"{table.path}/inclusion").json), encoding="utf-8")
    for seen in ("kept", "mirror/log/checkpoint"):
        arguments = ["--inclusion", "inclusion.json", "--keys", "server/v1/keys", "--checkpoint", seen]
        paths = [word if word.startswith("--") else str(tmp_path / word) for word in arguments]
        place = ["--log", str(tmp_path / "server" / "log")]
        assert main.main(["verify", str(tmp_path / "log.jsonl"), *paths, *place]) == 1
        output = capsys.readouterr().out
        assert "CONTRADICTED: the public log has another head for ended" in output
        assert "REWRITTEN" in output
