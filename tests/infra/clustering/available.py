"""Whether the programs of a cluster are there."""

import os

import pytest

from infra.clustering.packages import Packages, find_packages
from infra.settings import StartError


def require_packages() -> Packages:
    """Return the programs. Without them, skip the test with that reason, or fail if `CI` is set."""
    try:
        return find_packages()
    except StartError as missing:
        if "CI" in os.environ:
            raise
        pytest.skip(str(missing))
