"""Backup and restore, with exactly the command lines in docs/operations.md."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from domain.running.self_play import at_once
from infra.commands.service import GameService
from infra.databases.pool import open_pool
from infra.databases.preparation import prepare
from infra.event_store import integrity
from infra.postgres.pool import Pool
from infra.postgres.urls import application_url, cluster, owner_url
from infra.projections.rebuild import rebuild
from infra.settings import Settings
from prove.harness.service_games import Stage, Table
from tests.conftest import new_directory, remove

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
BLOCKS = dict(
    re.findall(r"^```sh ([a-z-]+)\n(.*?)^```$", (ROOT / "docs/operations.md").read_text(), re.DOTALL | re.MULTILINE)
)
RULESETS = ("dobon-sato", "dobon-kawagoe", "doubt", "durak")

Heads = dict[str, tuple[int, str]]


@pytest.fixture
def place() -> Iterator[Path]:
    """Directories `data`, `restored`, `backup` and `archive`, and a command `dobon`.

    The server's account owns the last two directories.
    """
    made = new_directory()
    program = made / "bin" / "dobon"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m api.cli "$@"\n')
    program.chmod(0o755)
    for name in ("data", "restored", "backup", "archive"):
        (made / name).mkdir(mode=0o755)
    yield made
    for name in ("data", "restored"):
        if (made / name / "postgres").exists():
            cluster(Settings(data_dir=made / name)).stop()
    remove(made)


def run(block: str, place: Path, **more: str) -> str:
    """Run a command block of the page as an operator would."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("DOBON_", "PG"))} | {
        "PATH": f"{place / 'bin'}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "DOBON_DATA_DIR": str(place / "data"),
        "BACKUP": str(place / "backup"),
        "RESTORED": str(place / "restored"),
        "ARCHIVE": str(place / "archive"),
        **more,
    }
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", BLOCKS[block]], env=environment, cwd=place, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, f"{block}: {done.stdout}\n{done.stderr}"
    return done.stdout


def play(pool: Pool, rounds: int = 12) -> list[Table]:
    """Play some games of several rulesets, with players and bots, and leave them unfinished."""
    tables = []
    for key in RULESETS:
        table = Stage(pool).open(3, 1, ruleset=key, options=at_once(key))
        for _ in range(rounds):
            if table.game().status != "playing":
                break
            try:
                table.move()
            except AssertionError:
                break
        tables.append(table)
    return tables


def heads(pool: Pool) -> Heads:
    with pool.connection() as connection:
        rows = connection.execute("SELECT id, version, head FROM dobon.games ORDER BY id").fetchall()
    return {game: (version, head) for game, version, head in rows}


def check_contents(pool: Pool, expected: Heads) -> None:
    """Check that exactly these games exist and pass every check.

    Every digest and seal fits, views can be folded, and projections agree with the log.
    """
    assert heads(pool) == expected
    for game in expected:
        found = integrity.check_game(pool, game)
        assert found.problem is None, found
        assert (found.version, found.computed) == expected[game]
        GameService(pool).view(game, -1)
    again = rebuild(pool)
    assert again.agrees, again.differences
    assert again.games == len(expected)


def check_continues(pool: Pool, game: str, players: list[str]) -> None:
    """Check that the restored game can be continued and its log still cannot be changed."""
    table = Table(Stage(pool), game, players)
    before = table.game().version
    assert table.move().version > before
    assert integrity.check_game(pool, game).problem is None
    with pool.connection() as connection:
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("DELETE FROM dobon.events")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("CREATE TEMPORARY TABLE events (a int)")


def check_log_is_closed(settings: Settings) -> None:
    with psycopg.connect(owner_url(settings)) as owner, pytest.raises(psycopg.errors.RestrictViolation):
        owner.execute("UPDATE dobon.events SET digest = ''")


def test_a_dump_restores_every_game(place: Path) -> None:
    settings, restored = Settings(data_dir=place / "data"), Settings(data_dir=place / "restored")
    prepare(settings)
    with open_pool(settings) as pool:
        tables = play(pool)
        expected = heads(pool)
        run("dump", place)
        play(pool)
        for table in tables:
            table.stage.tables.tick(16)
        assert heads(pool) != expected
    run("dump-restore", place)
    with open_pool(restored) as pool:
        check_contents(pool, expected)
        check_continues(pool, tables[0].id, tables[0].players)
    check_log_is_closed(restored)
    assert prepare(restored) == application_url(restored), "the restored database is already prepared"


def test_the_archive_restores_every_move_up_to_a_moment(place: Path) -> None:
    settings, restored = Settings(data_dir=place / "data"), Settings(data_dir=place / "restored")
    prepare(settings)
    server = cluster(settings)
    account = server.account
    if account is not None:
        for name in ("archive", "backup"):
            os.chown(place / name, account.uid, account.gid)
    run("archive", place)
    server.stop()
    server.start()
    with open_pool(settings) as pool:
        before = play(pool)
        run("base", place)
        after = play(pool)
        check_continues(pool, before[0].id, before[0].players)
        expected = heads(pool)
        with psycopg.connect(server.url(), autocommit=True) as admin:
            row = admin.execute("SELECT clock_timestamp()::text").fetchone()
            assert row is not None
            moment = row[0]
        play(pool)
        with psycopg.connect(server.url(), autocommit=True) as admin:
            admin.execute("SELECT pg_switch_wal()")
            while admin.execute(
                "SELECT archived_count > 0 AND last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1) FROM pg_stat_archiver"
            ).fetchone() != (True,):
                pass
        assert heads(pool) != expected
    server.stop()
    run("base-restore", place, MOMENT=moment)
    with open_pool(restored) as pool:
        check_contents(pool, expected)
        assert {table.id for table in [*before, *after]} == set(expected), (
            "the restored games are from before and after the base backup"
        )
        check_continues(pool, after[0].id, after[0].players)
    check_log_is_closed(restored)


def test_every_command_block_of_the_page_is_tested() -> None:
    assert set(BLOCKS) == {"dump", "dump-restore", "archive", "base", "base-restore"}
    told = set(Settings.__dataclass_fields__)
    page = (ROOT / "docs/operations.md").read_text()
    assert all(f"`DOBON_{name.upper()}`" in page for name in told)
