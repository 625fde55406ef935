"""What an account can see of a game. A game that is hidden from the account is answered like an absent one."""

from typing import NamedTuple

from api.auth.authentication import current_account
from api.dependencies import dependencies
from api.problems import Problem
from domain.game.game import Game
from domain.game.spectators import sight
from domain.log.errors import Refused, no_such_game
from domain.log.events import SPECTATOR, Viewer
from domain.log.sentences import Sentence


class GameAccess(NamedTuple):
    """What an account can see of a game."""

    viewer: Viewer
    game: Game
    "The public part, as of the newest version visible to the account: a delayed spectator is some moves behind."
    newest: int
    "The newest version of the game, which is hidden from delayed spectators."

    @property
    def upto(self) -> int:
        """The newest version visible to the account."""
        return self.game.version


def access_to(game_id: str) -> GameAccess:
    """Return what the account can see of the game now. Raises `Refused("no-such-game")`."""
    tables = dependencies().games
    game = tables.view(game_id, SPECTATOR)
    allowed = sight(game, current_account().id)
    if allowed is None:
        raise no_such_game()
    viewer, upto = allowed
    return GameAccess(viewer, game if upto == game.version else tables.view(game_id, SPECTATOR, upto), game.version)


def visible_game(game_id: str) -> tuple[Viewer, Game]:
    """Return the viewer that the account is, and the public part of the game visible to it. Raises
    `Refused("no-such-game")`.
    """
    viewer, game, _ = access_to(game_id)
    return viewer, game


def require_seat(viewer: Viewer, detail: str) -> int:
    """Return the viewer's seat. Raises `Refused("not-seated")` with that detail for a spectator."""
    if viewer == SPECTATOR:
        raise Refused("not-seated", detail)
    return viewer


def mask_refusal(game_id: str, refusal: Refused) -> Refused:
    """Return the refusal without anything hidden from the account.

    For a hidden game this is the refusal of an absent one; for a spectator the version is the newest visible one.
    """
    try:
        found = access_to(game_id)
    except Refused as unseen:
        return unseen
    if found.viewer == SPECTATOR:
        refusal.extra["version"] = found.upto
    return refusal


def finished_round(game_id: str, round_number: int) -> GameAccess:
    """Return what the account can see of a game with a finished round.

    Raises `Refused` with `no-such-game`, `no-such-round` or `round-not-over`.
    """
    found = access_to(game_id)
    game = found.game
    if not 1 <= round_number <= max(game.round, 1):
        raise Problem(
            "no-such-round",
            Sentence("This game has rounds 1 to {last}.", last=max(game.round, 1)),
            version=game.version,
        )
    if round_number > len(game.secrets):
        raise Problem("round-not-over", "Hands are shown when the round is over.", version=game.version)
    return found
