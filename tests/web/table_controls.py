"""Playing at a table with the controls of its board: each move is one that the view lists."""

from typing import Any, Protocol

from playwright.sync_api import expect

from prove.harness.views import actions_of
from tests.web.visitor import Visitor

LONGEST = 400
"""The maximum number of moves before a game counts as endless."""

ORDER = (
    "ready",
    "flip",
    "lead",
    "attack",
    "beat",
    "play",
    "throw-in",
    "decline",
    "draw",
    "stop",
    "accept",
    "pass",
    "take",
)
"""The types of actions by preference: play before draw, beat before take, decline before call."""

BUTTONS = {"draw": "stock", "turn-over": None, "cheat": "doubt"}
"""The `data-key` of a button not named after its action; a turnover has a button only after its card is picked."""

READ = """() => ({
    usable: [...document.querySelectorAll(".board-own .hand-card.usable")].map((card) => card.dataset.code),
    keys: [...document.querySelectorAll(".table-board [data-key]")].map((control) => control.dataset.key),
    calling: [...document.querySelectorAll(".table-board [data-key=dobon]:enabled")].length,
})"""
"""Returns what the board offers: usable cards, controls, and enabled call buttons."""


class ViewReader(Protocol):
    """A player who can read the view of a game."""

    def view(self, game: str) -> dict[str, Any]: ...


def wait_for_view(here: Visitor, player: ViewReader, game: str) -> dict[str, Any]:
    """Return the view after the page has drawn it. These games have no deadlines, so the view changes only by moves."""
    view = player.view(game)
    expect(here.page.locator("body")).to_have_attribute("data-version", str(view["version"]))
    return view


def wait_for_change(here: Visitor, view: dict[str, Any]) -> None:
    """Wait until the page shows a newer version."""
    expect(here.page.locator("body")).not_to_have_attribute("data-version", str(view["version"]))


def usable_cards(view: dict[str, Any]) -> set[str]:
    """Return the cards of the hand that can be used now, alone or as the first of several."""
    listed = actions_of(view)
    hand = view["round"]["hands"][view["you"]["seat"]]
    if view["ruleset"] == "doubt":
        return {code for code in hand if any(action["type"] == "play" for action in listed)}
    if view["ruleset"].startswith("dobon"):
        return {action["cards"][0] for action in listed if action["type"] == "play"}
    laid = {code for action in listed if action["type"] in ("attack", "throw-in", "lead") for code in action["cards"]}
    beating = {card for action in listed if action["type"] == "beat" for _, card in action["pairs"]}
    # A lead of Kirifu may have an extra card, which can be any.
    leading = any(action["type"] == "lead" for action in listed)
    return laid | beating | {action["card"] for action in listed if "card" in action} | ({*hand} if leading else set())


def assert_moves_offered(here: Visitor, view: dict[str, Any]) -> None:
    """Assert that the board marks exactly the usable cards and has a control for each listed type of action."""
    kinds = {action["type"] for action in actions_of(view)} - {"ready"}
    wanted = {BUTTONS.get(kind, kind) for kind in kinds} - {None}
    calls = 1 if "dobon" in kinds else 0
    found: dict[str, Any] = {}

    def offers_match() -> bool:
        found.update(here.page.evaluate(READ))
        return {*found["usable"]} == usable_cards(view) and wanted <= {*found["keys"]} and found["calling"] == calls

    here.wait_until(offers_match, lambda: f"the board has {found}, and the view {view}")


def control_keys(action: dict[str, Any]) -> list[str]:
    """Return the `data-key`s of the controls for the action, in order."""
    kind = action["type"]
    cards = [f"card-{code}" for code in action.get("cards", [])]
    if kind == "play":
        return [*cards, "play", *([f"suit-{action['suit']}"] if "suit" in action else [])]
    if kind == "beat":
        ((attack, card),) = action["pairs"]
        return [f"attack-{attack}", f"card-{card}", "beat"]
    if kind == "turn-over":
        return [f"card-{action['card']}", "turn-over"]
    return [*cards, BUTTONS.get(kind) or kind]


def preferred_action(view: dict[str, Any]) -> dict[str, Any]:
    """Return the preferred action of the view."""
    listed = [action for action in actions_of(view) if action["type"] in ORDER]
    return min(listed, key=lambda action: ORDER.index(action["type"]))


def perform(here: Visitor, action: dict[str, Any]) -> None:
    """Perform one action by clicking."""
    for key in control_keys(action):
        here.key(key).first.click()


def play_game(here: Visitor, player: ViewReader, game: str, most: int = LONGEST) -> bool:
    """Play until the game is over or the number of moves is reached; return whether it is over."""
    for _ in range(most):
        view = wait_for_view(here, player, game)
        if view["status"] == "finished":
            return True
        assert_moves_offered(here, view)
        perform(here, preferred_action(view))
        wait_for_change(here, view)
    return False
