"""`dobon openapi`: print the description of the API as YAML."""

import sys

from api.app import describe
from api.openapi.spec import to_yaml


def print_openapi() -> int:
    """Print the description. Return the exit code."""
    sys.stdout.write(to_yaml(describe()))
    return 0
