"""Postgres servers for proofs, started by the program's launcher and deleted afterwards."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from infra.databases.preparation import prepare
from infra.postgres.urls import cluster
from infra.settings import Settings

_OPEN: set[Path] = set()
"""Directories of this process that are in use."""


@contextmanager
def directory() -> Iterator[Path]:
    """Yield a directory that the account of Postgres can reach; its server is stopped afterwards."""
    made = Path(tempfile.mkdtemp(prefix="dobon-prove-"))
    made.chmod(0o755)
    _OPEN.add(made)
    try:
        yield made
    finally:
        _close(made)


def close_all() -> None:
    """Stop the servers of this process and delete their directories, when it has to end without leaving contexts."""
    for made in sorted(_OPEN):
        _close(made)


def _close(made: Path) -> None:
    try:
        if (made / "postgres").exists():
            cluster(Settings(data_dir=made)).stop()
    finally:
        shutil.rmtree(made, ignore_errors=True)
        _OPEN.discard(made)


@contextmanager
def database(pool_size: int = 8) -> Iterator[Settings]:
    """Yield the settings of a fresh server with all tables."""
    with directory() as made:
        settings = Settings(data_dir=made, pool_size=pool_size)
        prepare(settings)
        yield settings
