"""`dobon dump`: all finished listed games of a month in one file, which `dobon verify` accepts."""

import json
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from api.cli import dump, main
from api.middleware.compression import zstd
from infra.settings import Settings
from prove.harness.application import House
from prove.harness.description import ROOT
from tests.conftest import use_in_environment

MONTH = "2026-11"
"""The month of the tests' clock."""

PAGE = ROOT / "docs" / "data.md"


@pytest.fixture
def cli(settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    use_in_environment(settings, monkeypatch)
    return tmp_path / "games.jsonl.zst"


def written(path: Path, month: str = MONTH) -> list[dict[str, Any]]:
    assert main.main(["dump", "--month", month, "-o", str(path)]) == 0
    with zstd.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def rewritten(path: Path, games: list[dict[str, Any]]) -> None:
    with zstd.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(game) + "\n" for game in games)


def test_a_dump_has_each_finished_listed_game_of_the_month(house: House, cli: Path) -> None:
    listed = [house.finished(listed=True), house.finished(listed=True, ruleset="durak")]
    others = [house.finished(listed=False), house.finished(listed=True, spectators="off"), house.table(listed=True)]
    games = written(cli)
    found = {game["game"]: game for game in games}
    assert {table.id for table in listed} <= found.keys()
    assert not {table.id for table in others} & found.keys()
    assert [game["ended_at"] for game in games] == sorted(game["ended_at"] for game in games)
    durak = found[listed[1].id]
    assert (durak["ruleset"], durak["seats"], len(durak["log"])) == ("durak", 3, listed[1].log()[0] + 1)
    assert written(cli, "2026-10") == []


def test_a_dump_is_verified_with_its_manifest(house: House, cli: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = house.finished(listed=True)
    games = written(cli)
    manifest = json.loads(dump.manifest_of(cli).read_text())
    assert (manifest["format"], manifest["month"], manifest["games"]) == (dump.FORMAT, MONTH, len(games))
    assert manifest["heads"][table.id] == table.log()[2]
    capsys.readouterr()
    assert main.main(["verify", str(cli)]) == 0
    assert f"{len(games):,} whole and true" in capsys.readouterr().out


def test_a_dump_is_the_same_each_time(house: House, cli: Path) -> None:
    house.finished(listed=True)
    written(cli)
    first = cli.read_bytes()
    written(cli)
    assert cli.read_bytes() == first
    assert not [*cli.parent.glob("*.part")]


def test_a_changed_dump_is_found(house: House, cli: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house.finished(listed=True)
    games = written(cli)
    rewritten(cli, games)
    assert main.main(["verify", str(cli)]) == 1
    assert "SHA-256" in capsys.readouterr().out
    rewritten(cli, games[1:])
    assert main.main(["verify", str(cli)]) == 1
    assert "not those of the manifest" in capsys.readouterr().out
    changed = games[0]["log"][3]
    changed["at"] = re.sub("T[0-9]{2}", "T00", changed["at"])
    rewritten(cli, games)
    dump.manifest_of(cli).unlink()
    assert main.main(["verify", str(cli)]) == 1
    assert "no manifest" in capsys.readouterr().out


def test_games_of_erased_players_are_left_out(house: House, cli: Path) -> None:
    table = house.finished(listed=True)
    assert table.id in {game["game"] for game in written(cli)}
    assert table.people[0].delete("/v1/players/me?confirm=true").status_code == 204
    games = written(cli)
    assert table.id not in {game["game"] for game in games}
    assert json.loads(dump.manifest_of(cli).read_text())["left_out"] >= 1
    assert table.people[0].id not in json.dumps(games)


def test_the_question_of_the_page_is_answered_by_its_program(house: House, cli: Path) -> None:
    for _ in range(3):
        house.finished(listed=True, options={"rounds": 3})
    calls = [
        event["public"]
        for game in written(cli)
        for event in game["log"]
        if event.get("type") == "dobon-called" and event["public"]["valid"]
    ]
    program = re.findall("```python\n(.*?)```", PAGE.read_text(), re.DOTALL)[0]
    told = subprocess.run([sys.executable, "-c", program, cli], capture_output=True, text=True, check=True).stdout
    counts = [[int(number) for number in re.findall("[0-9]+", line)] for line in told.splitlines()]
    assert sum(called for _, _, called in counts) == len(calls) > 0
    assert sum(countered for _, countered, _ in counts) == sum(call["kind"] == "counter" for call in calls)


@pytest.mark.parametrize("month", ["2026", "2026-13", "2026-1", "11-2026", "today"])
def test_a_month_has_a_form(cli: Path, month: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as found:
        main.main(["dump", "--month", month, "-o", str(cli)])
    assert found.value.code == 2
    assert "--month" in capsys.readouterr().err


def test_a_dump_that_cannot_be_written_or_read_is_one_line(
    house: House, cli: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.main(["dump", "--month", MONTH, "-o", str(cli.parent / "missing" / "x.jsonl.zst")]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    cli.write_bytes(b"not compressed")
    assert main.main(["verify", str(cli)]) == 2
    rewritten(cli, [{"game": "x"}])
    assert main.main(["verify", str(cli)]) == 2
    assert "line 1 is not a game" in capsys.readouterr().err


@pytest.mark.parametrize(("first", "days"), [((2026, 2), 28), ((2028, 2), 29), ((2026, 12), 31)])
def test_a_month_has_its_days(first: tuple[int, int], days: int) -> None:
    found = dump.days_of(datetime(*first, 1, tzinfo=UTC))
    assert (len(found), found[-1].day) == (days, days)
