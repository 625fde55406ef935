"""`dobon verify`: its three verdicts, and the exit code and last line of each."""

from pathlib import Path

import pytest

from api.cli.verify import verify_file
from domain.log.events import SPECTATOR, LoggedEvent, seen_by
from prove.harness.random_games import export_lines, first_event, rechain, rich_game, short_game


def written(path: Path, game: str, events: list[LoggedEvent]) -> Path:
    """Write a log to a file."""
    path.write_text("".join(f"{line}\n" for line in export_lines(game, events)), encoding="utf-8")
    return path


def test_a_whole_log_exits_with_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, events = rich_game()
    assert verify_file(written(tmp_path / "log", game, events), events[-1].digest) == 0
    shown = capsys.readouterr().out
    assert shown.endswith("The log is whole and true.\n")
    assert "not seen" not in shown


def test_a_log_with_withheld_parts_exits_with_3_and_counts_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, whole = rich_game()
    events = [seen_by(event, SPECTATOR) for event in whole]
    assert verify_file(written(tmp_path / "log", game, events), events[-1].digest) == 3
    shown = capsys.readouterr().out
    assert shown.endswith("The log is true as far as it can be seen.\n")
    assert "sealed parts are withheld" in shown


def test_the_log_of_a_running_game_exits_with_3(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, events = rich_game()
    assert verify_file(written(tmp_path / "log", game, events[:30]), None) == 3
    shown = capsys.readouterr().out
    assert "not seen: The game is not over." in shown
    assert "not seen: Round 2 is not revealed" in shown


def test_a_false_log_exits_with_1_and_names_the_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, events = rich_game()
    played = first_event(events, "cards-played")
    played.public["turn"] = (played.public["turn"] + 1) % 3
    path = written(tmp_path / "log", game, rechain(game, events))
    assert verify_file(path, None) == 1
    shown = capsys.readouterr().out
    assert f"INVALID at line {played.version + 1} (version {played.version}): turn of cards-played" in shown
    assert "The log is FALSE" in shown


def test_a_file_without_its_last_line_feed_exits_with_1(tmp_path: Path) -> None:
    path = written(tmp_path / "log", *short_game())
    path.write_bytes(path.read_bytes()[:-1])
    assert verify_file(path, None) == 1


def test_a_file_that_cannot_be_read_exits_with_2(tmp_path: Path) -> None:
    assert verify_file(tmp_path / "gone", None) == 2


@pytest.mark.parametrize("content", ["", "\n"])
def test_an_empty_file_cannot_be_read_and_is_not_called_false(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`dobon export` of an unknown game writes nothing: in a pipe `dobon verify` reads that."""
    path = tmp_path / "log"
    path.write_text(content, encoding="utf-8")
    assert verify_file(path, None) == 2
    shown = capsys.readouterr()
    assert "the file is empty" in shown.err
    assert shown.out == ""
