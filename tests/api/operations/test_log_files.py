"""The log of a game as a file, as its reader may see it."""

from pathlib import Path

import pytest

from api.cli import main
from domain.log.log_format import parse
from prove.harness.application import Caller, House, Table
from tests.api.conftest import refused


def file_of(caller: Caller, table: Table) -> str:
    answer = caller.get(f"{table.path}/log")
    assert (answer.status_code, answer.mimetype) == (200, "application/jsonl")
    return answer.get_data(as_text=True)


def test_the_file_of_a_finished_game_is_verified(house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    table, file = house.finished(listed=True), tmp_path / "log.jsonl"
    file.write_text(file_of(table.people[0], table), encoding="utf-8")
    assert file_of(house.player(), table) == file.read_text(encoding="utf-8"), "a finished game is open"
    assert main.main(["verify", str(file)]) == 0
    assert table.id in capsys.readouterr().out


def test_the_file_of_a_running_game_opens_only_the_envelopes_of_its_reader(house: House, tmp_path: Path):
    table = house.table()
    parts = []
    for seat, reader in enumerate(table.people):
        text = file_of(reader, table)
        log = parse(text.splitlines(keepends=True))
        assert (log.game, log.head) == (table.id, table.log()[2])
        parts.append({part for event in log.events for part in event.sealed})
        assert parts[-1] == {str(seat)}
        (tmp_path / "log.jsonl").write_text(text, encoding="utf-8")
        assert main.main(["verify", str(tmp_path / "log.jsonl")]) == 3, "true as far as its reader can see"
    assert file_of(house.player(), house.table(listed=True)).count('"sealed":{"') == 0


def test_a_known_file_is_not_sent_again(house: House):
    table = house.table()
    reader = table.people[0]
    tag = reader.get(f"{table.path}/log").headers["ETag"]
    known = reader.get(f"{table.path}/log", headers={"If-None-Match": tag})
    assert (known.status_code, known.data) == (304, b"")
    other = table.people[1].get(f"{table.path}/log", headers={"If-None-Match": tag})
    assert other.status_code == 200, "another seat has another file"


def test_a_delayed_spectator_gets_the_file_of_what_it_sees(house: House):
    table = house.table(listed=True, spectators="delayed", spectator_delay=1)
    watcher = house.player()
    newest, shown = table.log()[0], watcher.view(table.id)["version"]
    assert shown < newest
    assert len(parse(file_of(watcher, table).splitlines(keepends=True)).events) == shown


def test_the_file_of_a_hidden_game_is_not_there(house: House):
    refused(house.player().get(f"{house.table().path}/log"), 404, "no-such-game")
