"""How the domain says no."""

from typing import Any


class Refused(Exception):
    """A command that the rules do not allow. Nothing has changed.

    `code` is stable and kebab-case; `detail` says in a sentence what would have been allowed; `extra` holds further JSON members of the answer.
    It never depends on a card that the acting player cannot see.
    """

    def __init__(self, code: str, detail: str = "", **extra: Any) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail
        self.extra = extra


def no_such_game() -> Refused:
    """The refusal for a game that is not there, or not there for whoever asks."""
    return Refused("no-such-game", "There is no game with this id.")
