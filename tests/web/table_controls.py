"""Playing at a table by clicking: each move is one that the view lists, made with the controls of the board."""

from typing import Any, Protocol

from playwright.sync_api import expect

from tests.web.visitor import Visitor

LONGEST = 400
"""Moves after which a game counts as one that does not end."""

ORDER = (
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
"""What is rather done: rather play than draw, beat than take, decline than call."""

BUTTONS = {"draw": "stock", "turn_over": None, "cheat": "doubt"}
"""The `data-key` of what makes a move, where it is not the move's type; a turnover has one only once its card is picked."""

READ = """() => ({
    usable: [...document.querySelectorAll(".board-own .hand-card.usable")].map((card) => card.dataset.code),
    keys: [...document.querySelectorAll(".table-board [data-key]")].map((control) => control.dataset.key),
    calling: [...document.querySelectorAll(".table-board [data-key=dobon]:enabled")].length,
})"""
"""What the board lets its player do."""


class Looking(Protocol):
    """Somebody who may ask for the view of a game."""

    def view(self, game: str) -> dict[str, Any]: ...


def shown(here: Visitor, player: Looking, game: str) -> dict[str, Any]:
    """The view, once the page has drawn it. (The clock does nothing in these games: they move when somebody moves.)"""
    view = player.view(game)
    expect(here.page.locator("body")).to_have_attribute("data-version", str(view["version"]))
    return view


def moved(here: Visitor, view: dict[str, Any]) -> None:
    """The page shows something newer."""
    expect(here.page.locator("body")).not_to_have_attribute("data-version", str(view["version"]))


def playable(view: dict[str, Any]) -> set[str]:
    """The cards of the hand that may be used now, alone or as the first of several."""
    listed = view["actions"]
    hand = view["round"]["hands"][view["you"]["seat"]]
    if view["ruleset"] == "doubt":
        return {code for code in hand if any(action["type"] == "play" for action in listed)}
    if view["ruleset"].startswith("dobon"):
        return {action["cards"][0] for action in listed if action["type"] == "play"}
    laid = {code for action in listed if action["type"] in ("attack", "throw_in", "lead") for code in action["cards"]}
    beating = {card for action in listed if action["type"] == "beat" for _, card in action["pairs"]}
    # A lead of Kirifu may have an extra card, which can be any.
    leading = any(action["type"] == "lead" for action in listed)
    return laid | beating | {action["card"] for action in listed if "card" in action} | ({*hand} if leading else set())


def is_offered(here: Visitor, view: dict[str, Any]) -> None:
    """The board marks the cards that may be used and no other, and has a control for each kind of move that is listed, and for calls only then."""
    kinds = {action["type"] for action in view["actions"]} - {"ready"}
    wanted = {BUTTONS.get(kind, kind) for kind in kinds} - {None}
    calls = 1 if "dobon" in kinds else 0
    found: dict[str, Any] = {}

    def is_so() -> bool:
        found.update(here.page.evaluate(READ))
        return {*found["usable"]} == playable(view) and wanted <= {*found["keys"]} and found["calling"] == calls

    here.until(is_so, lambda: f"the board has {found}, and the view {view}")


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
    return [*cards, BUTTONS.get(kind) or kind]


def chosen(view: dict[str, Any]) -> dict[str, Any]:
    """What to do."""
    listed = [action for action in view["actions"] if action["type"] in ORDER]
    return min(listed, key=lambda action: ORDER.index(action["type"]))


def press(here: Visitor, action: dict[str, Any]) -> None:
    """Make one move."""
    for key in pressed(action):
        here.key(key).first.click()


def play(here: Visitor, player: Looking, game: str, most: int = LONGEST) -> bool:
    """Play until the game is over, or so many moves; is it over?"""
    for _ in range(most):
        view = shown(here, player, game)
        if view["status"] == "finished":
            return True
        is_offered(here, view)
        press(here, chosen(view))
        moved(here, view)
    return False
