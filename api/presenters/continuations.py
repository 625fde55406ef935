"""Continuations of finished rounds as JSON."""

from collections.abc import Sequence
from typing import Any

from api.dependencies import dependencies
from api.presenters.games import view_json
from api.presenters.reviews import seat_names, with_words
from domain.game.game import Game
from domain.log.events import SERVER
from domain.review.what_if import continue_round
from domain.ruleset.actions import Action
from domain.running.automation import ViewerGames
from infra.queries import history

FOLLOWING = 100
"""Number of events read after the moment: more than any decision causes."""


def continuation_json(
    game: Game, version: int, seat: int, actions: Sequence[Action | None], bots: str
) -> dict[str, Any]:
    """Return the continuation of a finished round. `game` is the server's at that version, in which the round runs.

    Raises `Refused` as `domain.review.what_if.continue_round`.
    """
    known = dependencies()
    secret = known.games.view(game.id, SERVER).secrets[game.round - 1]
    seats = {number: known.games.view(game.id, number, version) for number in range(len(game.seats))}
    following = history.visible_events(known.pool, game.id, SERVER, after=version, limit=FOLLOWING)
    found = continue_round(
        ViewerGames(game, seats), following, seat, actions, bytes.fromhex(secret), bots, seat_names(game.id)
    )
    return {
        "version": version,
        "seat": seat,
        "frames": [with_words(frame) for frame in found.frames],
        "view": view_json(found.game, seat, found.game.at),
        "over": found.over,
        "points": found.points,
        "may_wait": found.may_wait,
        "version_now": found.game.version,
    }
