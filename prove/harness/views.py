"""Reading views as a client does."""

from collections.abc import Mapping
from typing import Any


def actions_of(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the actions that a view lists, each as it may be sent as it is."""
    return [entry["action"] for entry in view["actions"]]
