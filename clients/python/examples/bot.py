"""A bot for every ruleset: python bot.py http://127.0.0.1:8000 [NAME]. It accepts challenges and plays in the ladder."""

import logging
import sys
from collections.abc import Sequence

from dobon_client import Dobon
from dobon_client.bot import Bot, play
from dobon_client.store import FileStore
from dobon_client.types import LegalAction, NewPlace, View

LADDER: list[NewPlace] = [
    {"ruleset": "dobon-sato", "seats": 2},
    {"ruleset": "dobon-kawagoe", "seats": 2},
    {"ruleset": "doubt", "seats": 2},
    {"ruleset": "durak", "seats": 2},
    {"ruleset": "kirifu", "seats": 3},
    {"ruleset": "mustamaija", "seats": 2},
]
CALLS = ("dobon", "doubt", "cheat")


class Simple(Bot):
    """Plays the first card that it may play, and never calls unless nothing else is possible."""

    def decide(self, view: View, actions: Sequence[LegalAction]) -> LegalAction | None:
        """Return the first action that is no call, if the game waits for this seat."""
        asked = view["status"] == "between-rounds" or is_asked(view)
        others = [entry for entry in actions if entry["action"]["type"] not in CALLS]
        return [*others, *actions][0] if asked else None


def is_asked(view: View) -> bool:
    """Return whether the game waits for this seat."""
    seat, round_view = view["you"], view["round"]
    return seat is not None and round_view is not None and seat["seat"] in round_view["waiting_for"]


def token_of(base_url: str, name: str) -> str:
    """Return the token of the bot account with this name, which is made at the first run."""
    tokens = FileStore(f"{name}.json")
    if base_url not in tokens:
        with Dobon(base_url) as dobon:
            tokens[base_url] = dobon.create_player(name)["token"]
            dobon.account.become_bot(confirm=True)
    return tokens[base_url]


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING)
    address = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"
    play(Simple(), address, token_of(address, sys.argv[2] if len(sys.argv) > 2 else "Simple"), ladder=LADDER)
