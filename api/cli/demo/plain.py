"""The renderer of families that have none of their own: the hands, and no review."""

from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.text import Text

from api.cli.demo.cards import card

UNTOLD: tuple[str, ...] = ()


def standing(view: dict[str, Any], names: dict[int, str], language: str) -> Text:  # noqa: ARG001 - cards need no translation
    """Return the hands as Aoi sees them now, on one line."""
    text = Text("      ")
    for seat, hand in enumerate(view["round"]["hands"]):
        text.append(f"  {names[seat]} ", "dim")
        for code in hand:
            text.append_text(card(code))
    return text


def show_review(api: Callable[..., Any], path: str, names: dict[int, str], language: str, console: Console) -> None:
    """Show nothing."""
