"""The renderer of each family: the part of a demonstration between the events and the ledger."""

from collections.abc import Callable
from typing import Any, Protocol

from rich.console import Console
from rich.text import Text

from api.cli.demo import beating, dobon, doubt, plain
from domain.game.registry import ruleset


class DemoRenderer(Protocol):
    """Shows a table and looks back at a game. Each is a module with these names."""

    UNTOLD: tuple[str, ...]
    "Types of events that are not shown one by one."

    def standing(self, view: dict[str, Any], names: dict[int, str], language: str) -> Text:
        """Return the table as Aoi sees it now."""

    def show_review(
        self, api: Callable[..., Any], path: str, names: dict[int, str], language: str, console: Console
    ) -> None:
        """Show what could have been done, from the review of the game at that path."""


RENDERERS: dict[str, DemoRenderer] = {"dobon": dobon, "doubt": doubt, "beating": beating}


def renderer_of(key: str) -> DemoRenderer:
    """Return the renderer of a ruleset's family, or the plain one."""
    return RENDERERS.get(ruleset(key).family, plain)
