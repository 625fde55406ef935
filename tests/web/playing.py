"""Playing at a table by clicking: each move is one that the view lists, made with the controls of the board."""

from typing import Any, Protocol

from playwright.sync_api import expect

from tests.web.browsing import Visitor

LONGEST = 400
"""Moves after which a game counts as one that does not end."""

QUICK: dict[str, dict[str, Any]] = {
    "dobon-sato": {},
    "dobon-kawagoe": {"rounds": 1},
    "doubt": {"penalty": "exchange_two"},
    "durak": {"throw_in": True, "turnover": True},
    "kirifu": {"finish": "first_out"},
    "mustamaija": {},
}
"""Every ruleset, with options by which a game is soon over."""


class Looking(Protocol):
    """Somebody who may ask for the view of a game."""

    def view(self, game: str) -> dict[str, Any]: ...


def shown(here: Visitor, player: Looking, game: str) -> dict[str, Any]:
    """The view, once the page has drawn it. (The clock does nothing in these games: they move when somebody moves.)"""
    view = player.view(game)
    expect(here.page.locator("body")).to_have_attribute("data-version", str(view["version"]))
    return view


def pressed(action: dict[str, Any]) -> list[str]:
    """The `data-key`s of the controls that make the move, in order."""
    kind = action["type"]
    cards = [f"card-{code}" for code in action.get("cards", [])]
    if kind == "play":
        return [*cards, "play", *([f"suit-{action['suit']}"] if "suit" in action else [])]
    if kind == "beat":
        ((attack, card),) = action["pairs"]
        return [f"attack-{attack}", f"card-{card}", "beat"]
    if kind == "turn_over":
        return [f"card-{action['card']}", "turn_over"]
    if kind == "draw":
        return ["stock"]
    return [*cards, {"cheat": "doubt"}.get(kind, kind)]


def chosen(view: dict[str, Any]) -> dict[str, Any]:
    """What to do: rather play than draw, beat than take, decline than call."""
    order = (
        "ready",
        "flip",
        "lead",
        "attack",
        "beat",
        "play",
        "throw_in",
        "decline",
        "draw",
        "stop",
        "accept",
        "pass",
        "take",
    )
    listed = [action for action in view["actions"] if action["type"] in order]
    return min(listed, key=lambda action: order.index(action["type"]))


def press(here: Visitor, action: dict[str, Any]) -> None:
    """Make one move."""
    for key in pressed(action):
        here.key(key).first.click()


def play_to_the_end(here: Visitor, player: Looking, game: str) -> int:
    """Play until the game is over; gives how many moves that took."""
    for moves in range(LONGEST):
        view = shown(here, player, game)
        if view["status"] == "finished":
            return moves
        press(here, chosen(view))
        expect(here.page.locator("body")).not_to_have_attribute("data-version", str(view["version"]))
    raise AssertionError("the game does not end")
