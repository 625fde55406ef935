"""Logs of finished rounds are read from a standby, if it has the version that is asked for."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from infra.databases.pool import AccountsPool, open_pool
from infra.postgres.pool import Pool
from infra.queries import history
from prove.harness.service_games import Stage, Table
from tests.conftest import new_directory, remove
from tests.infra.postgres.standbys import Pair, until

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def directory() -> Iterator[Path]:
    """The directory of both servers."""
    made = new_directory()
    yield made
    remove(made)


@pytest.fixture(scope="module")
def pair(directory: Path) -> Iterator[Pair]:
    """A primary and its standby."""
    started = Pair.start(directory)
    yield started
    started.standby.stop()


@pytest.fixture
def pool(pair: Pair) -> Iterator[AccountsPool]:
    """The pools of a server that knows the standby."""
    with open_pool(replace(pair.settings, standby_url=pair.standby.url("dobon"))) as opened:
        yield opened


def finish_round(table: Table) -> int:
    """Play until a round is over, and return the version of the game."""
    while not history.reveal_versions(table.stage.pool, table.id):
        table.move()
    return table.game().version


def refuse_primary(*_: object) -> None:
    raise AssertionError("the primary was asked")


def has(pair: Pair, game: str, version: int) -> list[tuple[object, ...]]:
    """Return a row if the standby shows a game at a version or a later one."""
    with psycopg.connect(pair.standby.url("dobon"), autocommit=True) as conn:
        return conn.execute("SELECT FROM dobon.games WHERE id = %s AND version >= %s", (game, version)).fetchall()


def test_a_finished_round_is_read_from_the_standby(pair: Pair, pool: Pool, monkeypatch: pytest.MonkeyPatch):
    table = Stage(pool).open()
    version = finish_round(table)
    until(lambda: has(pair, table.id, version))
    expected = history.revealed_events(pool, table.id)
    monkeypatch.setattr(history, "read_with_retry", refuse_primary)
    assert history.revealed_events(pool, table.id, version) == expected
    assert history.revealed_event(pool, table.id, 2, version) == expected[1]
    assert history.revealed_claims(pool, table.id, version) is not None
    assert history.round_endings(pool, table.id, version)


def test_a_version_that_the_standby_does_not_have_is_read_from_the_primary(pair: Pair, pool: Pool):
    table = Stage(pool).open()
    with psycopg.connect(pair.standby.url(), autocommit=True) as conn:
        conn.execute("SELECT pg_wal_replay_pause()")
        until(lambda: conn.execute("SELECT WHERE pg_get_wal_replay_pause_state() = 'paused'").fetchall())
        try:
            version = finish_round(table)
            assert not has(pair, table.id, version)
            found = history.revealed_events(pool, table.id, version)
        finally:
            conn.execute("SELECT pg_wal_replay_resume()")
    assert found[-1].version == history.reveal_versions(pool, table.id)[-1]


def test_without_the_standby_the_primary_answers(pair: Pair, directory: Path):
    nowhere = f"postgresql://dobon_app@/dobon?host={directory}"
    with open_pool(replace(pair.settings, standby_url=nowhere)) as pool:
        table = Stage(pool).open()
        version = finish_round(table)
        assert history.revealed_events(pool, table.id, version) == history.revealed_events(pool, table.id)
