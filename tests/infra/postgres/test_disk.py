"""A full disk is reported as such."""

import logging
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from api.app import create_app
from infra.accounts import accounts
from infra.commands.scheduler import Scheduler
from infra.databases.pool import open_pool
from infra.postgres import disk
from infra.postgres.binaries import PostgresUnavailable
from infra.postgres.cluster import Cluster
from infra.postgres.disk import FULL_SECONDS, DiskWatch
from infra.postgres.pool import Pool
from infra.postgres.retry import DiskFull
from infra.settings import Settings
from prove.harness.application import Caller
from prove.harness.service_games import Stage
from tests.conftest import new_directory
from tests.infra.conftest import database

NO_SPACE = """
CREATE FUNCTION dobon.no_space() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'could not extend file "base/1/2": No space left on device' USING ERRCODE = 'disk_full';
END
$$;
CREATE TRIGGER no_space BEFORE INSERT ON dobon.events FOR EACH STATEMENT EXECUTE FUNCTION dobon.no_space();
"""


class Clock:
    """Seconds, set by the test."""

    seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of a new watch, which stands for that of the process."""
    made = Clock()
    watch = DiskWatch(made)
    for module in (
        "infra.postgres.retry",
        "api.http.error_handlers",
        "api.operations.monitoring",
        "infra.commands.scheduler",
    ):
        monkeypatch.setattr(f"{module}.DISK", watch)
    monkeypatch.setattr(disk, "DISK", watch)
    return made


@pytest.fixture
def full(settings: Settings) -> Iterator[tuple[Pool, Stage, str]]:
    """A database whose disk is full for new events, with a game that has a deadline, and a token."""
    with database(settings) as alone, open_pool(alone) as pool:
        stage = Stage(pool)
        table = stage.open(options={"turn_seconds": 30})
        token = accounts.create_player(pool, "Aoi")[2]
        with psycopg.connect(str(alone.database_url), autocommit=True) as owner:
            owner.execute(NO_SPACE)
        yield pool, stage, token
        assert table.game().version


def test_a_command_on_a_full_disk_is_refused_with_the_reason(
    clock: Clock, full: tuple[Pool, Stage, str], caplog: pytest.LogCaptureFixture
):
    pool, stage, token = full
    player = Caller(create_app(pool, stage.tables), token)
    assert player.get("/readyz").status_code == 200
    refused = player.post("/v1/games", {"ruleset": "dobon-sato", "seats": 2})
    assert (refused.status_code, refused.json["code"]) == (503, "unavailable")
    assert "disk of the database is full" in refused.json["detail"]
    assert refused.headers["Retry-After"] == "30"
    assert [record.levelno for record in caplog.records if "disk" in record.message] == [logging.ERROR]
    assert "disk of the database is full" in player.get("/readyz").json["detail"]
    clock.seconds += FULL_SECONDS
    assert player.get("/readyz").status_code == 200, "the server may try again"


def test_a_service_and_a_scheduler_on_a_full_disk_name_it(
    clock: Clock, full: tuple[Pool, Stage, str], caplog: pytest.LogCaptureFixture
):
    pool, stage, _ = full
    with pytest.raises(DiskFull):
        stage.open()
    clock.seconds += FULL_SECONDS
    caplog.clear()
    stage.wait(seconds=30)
    scheduler = Scheduler(stage.tables, poll_seconds=0.05)
    scheduler.start()
    for _ in range(400):
        if disk.DISK.is_full():
            break
        scheduler._wake_event.wait(0.05)
    scheduler.stop()
    assert "disk of the database is full" in caplog.text
    assert pool.get_stats()


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A disk of 30 MB, which is too small for a cluster."""
    place = new_directory()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=30m,mode=755", "tmpfs", str(place)], capture_output=True, check=False
    )
    if mounted.returncode:
        place.rmdir()
        pytest.skip("this account may not mount a disk")
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)
        place.rmdir()


@pytest.mark.skipif(os.name == "nt", reason="there is no tmpfs on Windows")
def test_the_embedded_server_says_that_its_disk_is_full(small_disk: Path):
    with pytest.raises(PostgresUnavailable, match="is full: free some space on it"):
        Cluster(small_disk / "postgres").start()
