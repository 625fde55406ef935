"""`dobon openapi`: print the description of the API as YAML, or the page of its events."""

import sys

from api.app import describe
from api.openapi.event_page import page
from api.openapi.spec import to_yaml


def print_openapi(*, events: bool) -> int:
    """Print the description, or the page of the events. Return the exit code."""
    sys.stdout.write(page() if events else to_yaml(describe()))
    return 0
