"""Candidate actions compared: each is played to the end of the round in the same worlds, with the same chance."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.actions import Action
from domain.chance import RandomStream
from domain.game import Game
from domain.playouts.position import make_position
from domain.playouts.worlds import World


class Result(NamedTuple):
    """The end of a round that was played out."""

    points: tuple[int, ...]
    "Of each seat."
    winner: int
    "`position.NOBODY` if no seat won."
    losers: tuple[int, ...]


def compare(
    game: Game,
    seat: int,
    candidates: Sequence[Action | None],
    worlds: Sequence[World],
    stream: RandomStream,
    *,
    fresh: bool = False,
) -> list[list[Result]]:
    """Return for each candidate action of the seat its result in each world; None stands for waiting.

    The game is the seat's own. The same place in two lists is the same world with the same random numbers, so that the
    difference of two candidates varies less than their results. `fresh` is as in `make_position`.
    """
    results: list[list[Result]] = [[] for _ in candidates]
    for world in worlds:
        start = make_position(game.ruleset.key, world, game.options, stream.word() >> 34, fresh=fresh)
        for candidate, found in zip(candidates, results, strict=True):
            position = start.copy()
            position.act(seat, candidate)
            position.play_out()
            found.append(Result(tuple(position.points), position.winner, tuple(position.losers)))
    return results
