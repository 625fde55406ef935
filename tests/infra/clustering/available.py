"""Whether the programs of a cluster are there."""

import os

import pytest

from infra.clustering.packages import Packages, find_packages
from infra.settings import StartError


def require_packages(*, shards: bool = False) -> Packages:
    """Return the programs; with `shards` those for shards too. Skip the test without them, or fail if `CI` is set."""
    try:
        return find_packages(shards=shards)
    except StartError as missing:
        if "CI" in os.environ:
            raise
        pytest.skip(str(missing))
