"""The error of a refused command."""

from typing import Any


class Refused(Exception):
    """A command that the rules do not allow. Nothing has changed.

    `code` is stable and kebab-case; `detail` says in a sentence what would have been allowed; `extra` holds further
    JSON members of the answer. None of them ever depends on a card that the acting player cannot see.
    """

    def __init__(self, code: str, detail: str = "", **extra: Any) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail
        self.extra = extra


def no_such_game() -> Refused:
    """Return the refusal for a game that does not exist or is not visible to the account."""
    return Refused("no-such-game", "There is no game with this id.")


class BadEvent(ValueError):
    """An event that is not as its type is declared. The message is the end of a sentence about it."""
