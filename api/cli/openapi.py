"""`dobon openapi`: the description of the API as YAML, on standard output."""

import sys

from api.app import describe
from api.openapi.spec import to_yaml


def print_openapi() -> int:
    """Print it; gives the exit code."""
    sys.stdout.write(to_yaml(describe()))
    return 0
