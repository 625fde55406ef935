from collections.abc import Iterator
from pathlib import Path

import pytest

from infra.postgres import Cluster
from tests.conftest import new_directory, remove


@pytest.fixture
def directory() -> Iterator[Path]:
    """A directory without a server; one that a test starts in it with `Cluster(directory / "postgres")` is stopped afterwards."""
    made = new_directory()
    yield made
    remove(made)


@pytest.fixture
def server(directory: Path) -> Cluster:
    """A running server of the test's own, to be ill-treated."""
    return Cluster(directory / "postgres").start()
