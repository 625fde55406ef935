"""The commands that work without a running server."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from api.cli import main
from infra.settings import Settings
from prove.harness.application import Caller, House
from prove.harness.description import ROOT
from tests.api.operations.test_reviews import forging
from tests.conftest import use_in_environment

Run = Callable[..., int]


@pytest.fixture
def run(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Call `dobon` with the tests' database and return the exit code."""
    use_in_environment(settings, monkeypatch)
    return lambda *arguments: main.main([str(argument) for argument in arguments])


@pytest.fixture
def exported(house: House, run: Run, tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    assert run("export", house.old().id, "-o", path) == 0
    return path


def test_an_exported_log_passes_verification(
    house: House, run: Run, exported: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    version, _, head = house.old().log()
    assert run("verify", exported, "--head", head) == 0
    shown = capsys.readouterr().out
    assert f"{version} events, head {head}" in shown
    assert "whole and true" in shown
    assert "not seen" not in shown


@pytest.mark.parametrize("place", ["missing/game.jsonl", "."])
def test_a_file_that_cannot_be_written_is_one_line(
    house: House, run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str], place: str
) -> None:
    assert run("export", house.old().id, "-o", tmp_path / place) == 1
    assert re.fullmatch(r".* cannot be written: .*\. Choose another file with -o\.\n", capsys.readouterr().err)


@pytest.mark.parametrize("name", ["", " ", "\x1b[2J", "Aoi\n", "\u202eAoi", "\udcff", "a" * 41])
def test_a_token_needs_a_readable_name(run: Run, capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert run("token", "--name", name) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert re.fullmatch(r"--name '[ -~]*' cannot be a name: [ -~]+\n", shown.err)


@pytest.mark.parametrize(
    "command",
    [["check"], ["rebuild"], ["token"], ["keys"], ["migrate"], ["export", "x"], ["dump", "--month", "2026-11"]],
)
def test_a_database_that_is_not_there_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    monkeypatch.setenv("DOBON_DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none")
    assert main.main(command) == 1
    shown = capsys.readouterr().err
    assert re.fullmatch(r"A database does not answer: .*\. Try again when it does\.\n", shown)


def test_an_exported_match_passes_verification(
    house: House, run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, path = house.finished(ruleset="dobon-kawagoe"), tmp_path / "match.jsonl"
    assert run("export", table.id, "-o", path) == 0
    assert run("verify", path, "--head", table.log()[2]) == 0
    assert "whole and true" in capsys.readouterr().out


def test_any_earlier_digest_is_a_valid_head(house: House, run: Run, exported: Path) -> None:
    events = house.old().people[0].get(f"{house.old().path}/events").json["events"]
    assert run("verify", exported, "--head", events[7]["digest"]) == 0
    assert run("verify", exported, "--head", "0" * 64) == 1


def test_a_head_in_capital_letters_is_the_same_head(house: House, run: Run, exported: Path) -> None:
    assert run("verify", exported, "--head", house.old().log()[2].upper()) == 0


@pytest.mark.parametrize("head", ["XYZ", "", "0" * 63, "g" * 64, "0" * 65, "０" * 64])
def test_a_head_that_is_no_digest_is_an_error_of_use(
    run: Run, exported: Path, capsys: pytest.CaptureFixture[str], head: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        run("verify", exported, "--head", head)
    assert ended.value.code == 2
    shown = capsys.readouterr()
    assert "64 hexadecimal digits" in shown.err
    assert "FALSE" not in shown.out


def test_every_changed_byte_is_detected(run: Run, exported: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = exported.read_bytes()
    for place in range(0, len(whole), len(whole) // 60):
        exported.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert run("verify", exported) == 1, place
    assert "INVALID" in capsys.readouterr().out


def test_a_truncated_log_is_detected_by_its_head(house: House, run: Run, exported: Path) -> None:
    lines = exported.read_bytes().splitlines(keepends=True)
    exported.write_bytes(b"".join(lines[:-1]))
    assert run("verify", exported, "--head", house.old().log()[2]) == 1


@pytest.mark.parametrize("content", [b"{}", b"\xff\xfe", b"\x00", b"not a log\n" * 3])
def test_an_invalid_log_file_fails_verification(run: Run, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    assert run("verify", path) == 1


def test_a_missing_file_cannot_be_verified(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("verify", tmp_path / "gone") == 2
    assert "No such file" in capsys.readouterr().err


def test_a_running_game_is_exported_with_closed_envelopes(
    house: House, run: Run, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    table = house.table()
    hands = [person.view(table.id)["round"]["hands"][seat] for seat, person in enumerate(table.people)]
    assert run("export", table.id) == 0
    text = capsysbinary.readouterr().out.decode()
    assert text.count("\n") == table.log()[1] + 1
    assert not any(f'"{card}"' in text for hand in hands for card in hand)


def test_an_unknown_game_cannot_be_exported(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("export", "nothing") == 1
    assert "no game" in capsys.readouterr().err


def test_a_rebuild_agrees_with_the_live_projections(house: House, run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    house.old()
    house.finished(ruleset="dobon-kawagoe")
    assert run("rebuild") == 0
    assert "were the same" in capsys.readouterr().out


def test_the_check_accepts_written_logs_and_names_a_forged_event(
    house: House, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    table = house.table()
    drawn = table.turn.act(table.id, "draw").json["version"]
    table.turn.act(table.id, "draw")
    assert run("check") == 0
    assert "invalid games: 0" in capsys.readouterr().out
    with forging(table, drawn) as owner:
        owner.execute("UPDATE dobon.events SET type = 'passed' WHERE game_id = %s AND version = %s", [table.id, drawn])
        assert run("check") == 1
    said = capsys.readouterr()
    assert "invalid games: 1" in said.out
    assert f"game {table.id}, version {drawn}" in said.err


def test_a_rebuild_names_wrong_statistics(house: House, run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    house.finished()
    assert run("rebuild") == 0
    with house.pool.connection() as conn:
        conn.execute("UPDATE dobon.statistics SET points = points + 1 WHERE games > 0")
    assert run("rebuild") == 1
    assert "DIFFERENT" in capsys.readouterr().out
    assert run("rebuild") == 0


def test_a_token_made_on_the_command_line_is_an_admin_token(
    house: House, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("token", "--admin", "--name", "Root") == 0
    token = capsys.readouterr().out.strip()
    assert token.startswith("dbnadm_")
    root = Caller(house.app, token)
    assert root.get("/v1/players/me").json["name"] == "Root"
    assert root.get(f"/v1/admin/games/{house.old().id}/integrity").json["intact"]


def test_the_openapi_description_is_printed(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("openapi") == 0
    assert capsys.readouterr().out == (ROOT / "openapi.yaml").read_text()


@pytest.mark.parametrize(
    "arguments",
    [[], ["fly"], ["serve", "--port", "0"], ["serve", "--port", "x"], ["serve", "--workers", "0"], ["verify"]],
)
def test_invalid_arguments_are_answered_with_the_usage(
    run: Run, arguments: Sequence[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        run(*arguments)
    assert ended.value.code == 2
    assert "usage: dobon" in capsys.readouterr().err


def test_help_names_every_command(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run("--help")
    shown = capsys.readouterr().out
    assert all(
        name in shown
        for name in ("serve", "demo", "simulate", "export", "verify", "rebuild", "check", "token", "openapi")
    )


def test_migrate_prepares_the_database(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("migrate") == 0
    assert "ready" in capsys.readouterr().out


def test_database_prints_shell_variables_without_a_password(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DOBON_OWNER_DATABASE_URL", "postgresql://keeper:s3cret@db.example:5433/the%20games")
    assert run("database") == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[:4] == [
        "export PGHOST=db.example",
        "export PGPORT=5433",
        "export PGUSER=keeper",
        "export PGDATABASE='the games'",
    ]
    assert shown[4].startswith("export PATH=")
    assert shown[4].endswith(':"$PATH"')
    assert "s3cret" not in "".join(shown)


@pytest.mark.parametrize(
    "line",
    [
        "serve", "demo", "simulate", "arena", "bot check x", "dump --month 2026-11", "export x", "verify x", "witness https://play.example --once", "rebuild", "check", "migrate", "database", "token",
        "openapi", "cluster", "shards", "keys", "erase x --admin y --reason z",
    ],
)  # fmt: skip
def test_every_command_refuses_settings_that_it_does_not_understand(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DOBON_POOL_SIZ", "9")
    monkeypatch.setenv("DOBON_ORIGINS", "https://a.example,https://b.example")
    assert main.main(line.split()) == 2
    output, errors = capsys.readouterr()
    assert output == ""
    assert [part.strip().split(":")[0] for part in errors.splitlines()] == [
        "Invalid settings", "DOBON_ORIGINS", "DOBON_POOL_SIZ",
    ]  # fmt: skip


def test_a_command_that_cannot_start_says_why_without_a_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PG_BINDIR", str(tmp_path))
    monkeypatch.setenv("DOBON_DATA_DIR", str(tmp_path / "data"))
    assert main.main(["check"]) == 1
    assert "PG_BINDIR" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["check", "serve"])
def test_a_directory_that_cannot_be_used_is_refused_in_one_line(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    free_port: int,
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("DOBON_DATA_DIR", str(tmp_path / "file" / "data"))
    assert main.main([command, *(["--port", str(free_port)] if command == "serve" else [])]) == 1
    output, errors = capsys.readouterr()
    assert output == ""
    assert errors.count("\n") == 1
    assert "cannot be used: Not a directory. Choose another directory with --data-dir." in errors


@pytest.mark.parametrize("line", ["export 0b1f5c1e-7a52-4a3e-9a53-6f1f2f0a8a11", "check", "rebuild", "token"])
def test_a_database_that_does_not_answer_is_named_in_one_line(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], free_port: int
) -> None:
    monkeypatch.setenv("DOBON_DATABASE_URL", f"postgresql://dobon@127.0.0.1:{free_port}/dobon")
    assert main.main(line.split()) == 1
    output, errors = capsys.readouterr()
    assert output == ""
    assert errors.count("\n") == 1
    assert f"port {free_port} failed: Connection refused" in errors


def test_the_commands_tested_for_settings_are_all_commands() -> None:
    marked = test_every_command_refuses_settings_that_it_does_not_understand.pytestmark[0].args[1]
    assert {line.split()[0] for line in marked} == set(main.parser()._subparsers._group_actions[0].choices)
