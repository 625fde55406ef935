"""What somebody who does not sit at a table may see of it: chosen when the game is created, and public in `game-created`.

`live` shows every event as it happens, `delayed` shows the game as it was some moves (versions) ago, `off` shows nothing of the play. Seats are no
secret in any of them: as long as players are waited for, a table is found and joined.
"""

from domain.errors import Refused
from domain.events import SPECTATOR, Viewer
from domain.game import ABANDONED, FINISHED, WAITING, Game

OFF = "off"
DELAYED = "delayed"
LIVE = "live"
MODES = (LIVE, DELAYED, OFF)

DELAY = 20
"""Moves, where a delayed game is created without saying how many."""

LONGEST_DELAY = 500


def chosen(mode: str, delay: int | None) -> dict[str, str | int]:
    """The choice as it stands in `game-created`. Raises `Refused("option-conflict")`."""
    if mode not in MODES:
        raise Refused("option-conflict", f"Spectators are one of {', '.join(MODES)}.")
    if mode != DELAYED:
        if delay is not None:
            raise Refused("option-conflict", "Only delayed spectators have a delay.")
        return {"spectators": mode}
    if delay is not None and not 1 <= delay <= LONGEST_DELAY:
        raise Refused("option-conflict", f"Spectators can be 1 to {LONGEST_DELAY} moves behind.")
    return {"spectators": mode, "spectator_delay": DELAY if delay is None else delay}


def is_over(game: Game) -> bool:
    """Will nothing happen in it any more?"""
    return game.status in (FINISHED, ABANDONED)


def may_watch(game: Game) -> bool:
    """May people who do not sit there see anything of the game?"""
    return game.listed and (game.spectators != OFF or game.status == WAITING)


def horizon(game: Game) -> int:
    """The newest version that spectators may see.

    The delay is one of the play: whoever looks for a seat has to know which are taken, and what is over gives nothing away.
    """
    if game.spectators != DELAYED or not game.started or is_over(game):
        return game.version
    return max(game.started - 1, game.version - game.spectator_delay)


def sight(game: Game, player: str) -> tuple[Viewer, int] | None:
    """As whom a player sees the game, and up to which version; None for nothing at all. Who sits there is always their seat.

    `game` is anybody's fold of it as it is now.
    """
    seat = game.seat_of(player)
    if seat is not None:
        return seat, game.version
    return (SPECTATOR, horizon(game)) if may_watch(game) else None
