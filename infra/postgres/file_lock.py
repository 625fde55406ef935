"""A lock on a file that belongs to one account: one of its processes holds it, and other accounts cannot take it."""

import logging
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from infra.postgres.binaries import WINDOWS, PostgresUnavailable, unusable_directory

LOCK_SECONDS = 90.0
"""Time to wait for the lock, longer than the start of a server."""

NOTICE_SECONDS = 2.0
"""Time after which a message says what is waited for."""

POLL_SECONDS = 0.05

log = logging.getLogger(__name__)


@contextmanager
def file_lock(path: Path, seconds: float = LOCK_SECONDS, notice_seconds: float = NOTICE_SECONDS) -> Iterator[None]:
    """Hold an exclusive lock on a file. The system releases it when the process ends, even if it is killed.

    Raises `PostgresUnavailable` if the file cannot be opened, or if another process holds the lock for `seconds`.
    """
    descriptor = open_private(path)
    try:
        wait_for(lambda: try_lock(descriptor), path, seconds, notice_seconds)
        yield
    finally:
        os.close(descriptor)


def open_private(path: Path) -> int:
    """Open a file that only this account may open, because reading it is enough to lock it.

    Raises `PostgresUnavailable` if another account has made it, or if the directory cannot be written.
    """
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        if not isinstance(error, PermissionError) or not path.exists():
            raise unusable_directory(path.parent, error) from None
        raise PostgresUnavailable(
            f"{path} cannot be opened, because another account has made it. Run as that account, or choose another "
            "directory with --data-dir."
        ) from None
    with suppress(OSError, AttributeError):  # the file of another account, which root opens; Windows
        os.fchmod(descriptor, 0o600)
    return descriptor


def wait_for(taken: Callable[[], bool], path: Path, seconds: float, notice_seconds: float) -> None:
    """Wait until the lock is taken. Raises `PostgresUnavailable` after `seconds`."""
    began = time.monotonic()
    noticed = False
    while not taken():
        waited = time.monotonic() - began
        if waited > seconds:
            raise PostgresUnavailable(
                f"Another process has held {path} for {seconds:g} s. Only starting or stopping PostgreSQL takes that lock: "
                f"end the process (fuser -v {path} shows it), then try again."
            )
        if waited > notice_seconds and not noticed:
            noticed = True
            log.warning("waiting for another process that starts or stops PostgreSQL: it holds %s", path)
        time.sleep(POLL_SECONDS)


def try_lock(descriptor: int) -> bool:
    """Take the lock if it is free, and tell whether it was taken."""
    try:
        if WINDOWS:
            import msvcrt  # only available on Windows

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl  # not available on Windows

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
