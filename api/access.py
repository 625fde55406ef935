"""Who may see what. Somebody who may not see a game gets the answer that an absent one gives."""

from api.identity import account
from api.problems import Problem
from api.services import services
from domain.errors import Refused
from domain.events import SPECTATOR, Viewer
from domain.game import Game
from infra.views import no_such_game


def seen(game_id: str) -> tuple[Viewer, Game]:
    """As whom the account may see the game, and the public part of it as it is now. Raises `Refused("no-such-game")`."""
    game = services().tables.view(game_id, SPECTATOR)
    seat = game.seat_of(account().id)
    if seat is not None:
        return seat, game
    if not game.listed:
        raise no_such_game()
    return SPECTATOR, game


def hidden(game_id: str, refusal: Refused) -> Refused:
    """The refusal as the account may hear it: that of an absent game, where it may not see this one."""
    try:
        seen(game_id)
    except Refused as unseen:
        return unseen
    return refusal


def over(game_id: str, round_number: int) -> Viewer:
    """As whom the account may see a round of the game that is over.

    Raises `Refused` with `no-such-game`, `no-such-round` or `round-not-over`.
    """
    viewer, game = seen(game_id)
    if not 1 <= round_number <= max(game.round, 1):
        raise Problem("no-such-round", f"Rounds of this game go from 1 to {max(game.round, 1)}.", version=game.version)
    if round_number > len(game.secrets):
        raise Problem("round-not-over", "Hands are shown when the round is over.", version=game.version)
    return viewer
