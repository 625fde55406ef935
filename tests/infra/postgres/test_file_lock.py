"""The lock of the embedded server: private, and never waited for without a message or without an end."""

import fcntl
import logging
import os
import re
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

from infra.postgres.binaries import PostgresUnavailable, is_root, run_as
from infra.postgres.cluster import Cluster
from infra.postgres.file_lock import file_lock


@pytest.fixture
def held(tmp_path: Path) -> Iterator[Path]:
    """A lock that another process holds, as far as locks can tell."""
    path = tmp_path / ".lock"
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield path


def test_waiting_for_the_lock_ends_with_a_message(held: Path, caplog: pytest.LogCaptureFixture) -> None:
    began = time.monotonic()
    with (
        caplog.at_level(logging.WARNING),
        pytest.raises(PostgresUnavailable, match=rf"has held {re.escape(str(held))} for 0.2 s.*fuser"),
        file_lock(held, seconds=0.2, notice_seconds=0),
    ):
        raise AssertionError("the lock is held")
    assert time.monotonic() - began >= 0.2
    assert [record.getMessage() for record in caplog.records] == [
        f"waiting for another process that starts or stops PostgreSQL: it holds {held}"
    ]


def test_the_lock_is_taken_when_it_becomes_free(tmp_path: Path) -> None:
    path, taken, released = tmp_path / ".lock", Event(), Event()

    def hold() -> None:
        with file_lock(path):
            taken.set()
            released.wait(30)

    thread = Thread(target=hold)
    thread.start()
    assert taken.wait(30)
    with pytest.raises(PostgresUnavailable), file_lock(path, seconds=0.1):
        pass
    released.set()
    with file_lock(path, seconds=30):
        pass
    thread.join()


def test_the_file_is_private_even_if_an_earlier_version_made_it_readable(tmp_path: Path) -> None:
    path = tmp_path / ".lock"
    path.touch(mode=0o644)
    path.chmod(0o644)
    with file_lock(path):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.skipif(not is_root(), reason="only root can act as another account")
def test_another_account_cannot_take_the_lock(tmp_path: Path) -> None:
    path = tmp_path / ".lock"
    with file_lock(path):
        pass
    script = f"import os, fcntl; os.chdir({str(tmp_path)!r}); os.setuid({run_as().uid}); fcntl.flock(open('.lock'), fcntl.LOCK_EX)"
    done = subprocess.run([sys.executable, "-c", script], stderr=subprocess.PIPE, text=True, check=False)
    assert "PermissionError" in done.stderr


def test_a_lock_file_of_another_account_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    with (
        pytest.raises(PostgresUnavailable, match=r"cannot be used: Permission denied.*--data-dir"),
        file_lock(tmp_path / ".lock"),
    ):
        pass


def test_a_new_directory_of_the_server_is_closed_to_other_accounts(tmp_path: Path) -> None:
    cluster = Cluster(tmp_path / "postgres")
    mode = stat.S_IMODE(cluster.base.stat().st_mode)
    assert not mode & (stat.S_IRWXG | stat.S_IRWXO) & ~(stat.S_IXGRP | stat.S_IXOTH if is_root() else 0)
