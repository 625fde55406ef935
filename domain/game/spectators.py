"""The view of spectators: an option of a new game that is public in `game-created`.

`live` shows every event as it happens, `delayed` shows the game as it was some moves (versions) ago, `off` shows
nothing of the play. Seats are public in every mode: until the game starts, accounts can find it and join.
"""

from typing import Any

from domain.game.game import ABANDONED, FINISHED, WAITING, Game
from domain.log.errors import Refused
from domain.log.events import SPECTATOR, Viewer
from domain.log.sentences import Sentence, series

OFF = "off"
DELAYED = "delayed"
LIVE = "live"
MODES = (LIVE, DELAYED, OFF)

DELAY = 20
"""Default delay of a delayed game, in moves."""

LONGEST_DELAY = 500


def chosen(mode: str, delay: int | None) -> dict[str, Any]:
    """Return the choice as recorded in `game-created`. Raises `Refused("option-conflict")`."""
    if mode not in MODES:
        raise Refused("option-conflict", Sentence("Spectators are one of {modes}.", modes=series(MODES)))
    if mode != DELAYED:
        if delay is not None:
            raise Refused("option-conflict", "Only delayed spectators have a delay.")
        return {"spectators": mode}
    if delay is not None and not 1 <= delay <= LONGEST_DELAY:
        raise Refused("option-conflict", Sentence("Spectators can be 1 to {most} moves behind.", most=LONGEST_DELAY))
    return {"spectators": mode, "spectator_delay": DELAY if delay is None else delay}


def is_over(game: Game) -> bool:
    """Tell whether the game is finished or abandoned."""
    return game.status in (FINISHED, ABANDONED)


def may_watch(game: Game) -> bool:
    """Tell whether accounts without a seat may see anything of the game."""
    return game.listed and (game.spectators != OFF or game.status == WAITING)


def horizon(game: Game) -> int:
    """Return the newest version that spectators may see.

    Only the play is delayed: accounts that look for a seat need to know which are taken, and a finished game reveals
    nothing.
    """
    if game.spectators != DELAYED or not game.started or is_over(game):
        return game.version
    return max(game.started - 1, game.version - game.spectator_delay)


def shown_status(game: Game) -> str | None:
    """Return the status that spectators see; None if the game is hidden from them."""
    if not may_watch(game):
        return None
    upto = horizon(game)
    if upto == game.version:
        return game.status
    return next((status for version, status in reversed(game.statuses) if version <= upto), WAITING)


def sight(game: Game, player: str) -> tuple[Viewer, int] | None:
    """Return the viewer that a player is, and the newest version it may see; None if it may see nothing.

    A seated player always sees its own seat's view. `game` is any viewer's fold of the newest version.
    """
    seat = game.seat_of(player)
    if seat is not None:
        return seat, game.version
    return (SPECTATOR, horizon(game)) if may_watch(game) else None
