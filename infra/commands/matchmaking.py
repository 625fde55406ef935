"""Tables for the players in the queue of quick play.

Any number of processes may look for tables at the same time. A match takes its players' places before its game is
opened, and its id is the idempotency key of the game. If the process ends in between, the next request of one of its
players opens the same game. Every function raises `Unavailable` (`infra.postgres.retry`).
"""

from domain.bots import STAND_IN
from domain.log.moments import Moment
from infra.commands.service import GameService
from infra.social import quick_play
from infra.social.quick_play import Match, Place


def seek_table(games: GameService, place: Place, now: Moment) -> Place:
    """Return the place after an attempt to find a table for it."""
    if place.game is not None:
        return place
    found = (
        quick_play.make_match(games.pool, place, now)
        if place.match is None
        else quick_play.match(games.pool, place.match)
    )
    if found is not None:
        open_game(games, found)
    return quick_play.ask(games.pool, place.account, now) or place


def open_game(games: GameService, match: Match) -> None:
    """Open the game of a match; any number of processes may do it, and it is the same game."""
    (first, anchor), *others = match.players
    bots = [STAND_IN] * (match.seats - len(match.players))
    game = games.create(
        first, match.ruleset, {}, match.seats, bots, listed=False, anchor=anchor, key=match.id, others=others, counted=True
    ).game  # fmt: skip
    quick_play.opened(games.pool, match.id, game.id)
