"""The games of accepted challenges.

A challenge is accepted before its game is opened, and its id is the idempotency key of the game. If the process ends in
between, the next look at the challenge opens the same game. Every function raises `Unavailable`
(`infra.postgres.retry`).
"""

from dataclasses import replace

from infra.commands.service import GameService
from infra.social import challenges
from infra.social.challenges import ACCEPTED, Challenge


def with_game(games: GameService, one: Challenge) -> Challenge:
    """Return the challenge with its game, which is opened now if it was accepted and that has not happened yet."""
    if one.status != ACCEPTED or one.game is not None:
        return one
    proposal = one.game_of
    game = games.create(
        one.challenger, proposal.ruleset, proposal.options, proposal.seats, proposal.bots, listed=proposal.listed,
        anchor=one.anchor, key=one.id, others=[(one.player, one.answer_anchor)], counted=True,
    ).game.id  # fmt: skip
    challenges.opened(games.pool, one, game)
    return replace(one, game=game)
