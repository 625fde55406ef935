"""Play one game of every ruleset against bots, to the end: python play.py http://127.0.0.1:8000."""

import sys

from dobon_client import Dobon, DobonError
from dobon_client.types import LegalAction, NewGame, View

GAMES: list[NewGame] = [
    {
        "ruleset": "dobon-sato",
        "seats": 3,
        "bots": ["careful", "novice"],
        "options": {"bot_delay_ms": 0, "claim_grace_seconds": 0, "answer_seconds": 0},
    },
    {
        "ruleset": "dobon-kawagoe",
        "seats": 3,
        "bots": ["careful", "novice"],
        "options": {"bot_delay_ms": 0, "claim_grace_seconds": 0, "rounds": 1},
    },
    {
        "ruleset": "doubt",
        "seats": 3,
        "bots": ["careful", "novice"],
        "options": {"bot_delay_ms": 0, "min_open_seconds": 0, "max_plays": 60},
    },
    {"ruleset": "durak", "seats": 2, "bots": ["careful"], "options": {"bot_delay_ms": 0}},
    {"ruleset": "kirifu", "seats": 3, "bots": ["careful", "novice"], "options": {"bot_delay_ms": 0}},
    {"ruleset": "mustamaija", "seats": 3, "bots": ["careful", "novice"], "options": {"bot_delay_ms": 0}},
]
"""One game of each ruleset, at a fast pace; `dobon.server.rulesets()` describes all options."""

PREFERRED = ["play", "lead", "attack", "beat", "flip", "ready", "decline", "draw", "stop", "pass", "accept", "take"]
"""The types of actions in the order in which this player prefers them. It never calls."""


def choose(view: View) -> LegalAction | None:
    """Return the action to perform, or None if none is asked of me."""
    listed = [entry for entry in view["actions"] if entry["action"]["type"] in PREFERRED]
    return min(listed, key=lambda entry: PREFERRED.index(entry["action"]["type"]), default=None)


def play(dobon: Dobon, game: NewGame) -> View:
    """Play a game until it is over; return the last view."""
    table = dobon.table(dobon.games.open(game)["id"])
    while table.view["status"] != "finished":
        chosen = choose(table.view)
        if chosen is None:
            table.next()
            continue
        try:
            table.act(chosen)
        except DobonError as error:
            if error.status != 409:
                raise
            table.refresh()  # another player was faster
    return table.view


def main() -> None:
    """Play all games as a new player."""
    with Dobon(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000") as dobon:
        name = dobon.create_player("Example")["name"]
        for game in GAMES:
            view = play(dobon, game)
            print(f"{name} finished {game['ruleset']}: {view['version']} events, scores {view['scores']}")


if __name__ == "__main__":
    main()
