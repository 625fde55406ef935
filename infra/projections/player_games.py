"""The finished games of each player with its ratings before and after, written when a game is rated."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import psycopg

from domain.moments import Moment
from infra.projections.openskill import Rating

Connection = psycopg.Connection[Any]


class PlayerGame(NamedTuple):
    """A finished game of one player."""

    player: str
    ended_at: Moment
    game: str
    before: Rating
    after: Rating


# Whether a game is public never changes once it is finished, and `dobon rebuild` compares `shown` with the log.
_WRITE = """
INSERT INTO dobon.player_games
    (build, player_id, ended_at, game_id, ruleset, public, mu_before, sigma_before, mu, sigma)
SELECT %s, one.player_id::uuid, one.ended_at, games.id, games.ruleset, games.shown IS NOT NULL,
    one.mu_before, one.sigma_before, one.mu, one.sigma
FROM unnest(%b::text[], %b::text[], %b::text[], %b::int8[], %b::int8[], %b::int8[], %b::int8[])
    AS one (player_id, ended_at, game_id, mu_before, sigma_before, mu, sigma)
JOIN dobon.games ON games.id = one.game_id::uuid
ON CONFLICT (build, player_id, ended_at, game_id) DO UPDATE
SET mu_before = excluded.mu_before, sigma_before = excluded.sigma_before, mu = excluded.mu, sigma = excluded.sigma"""


def write_player_games(conn: Connection, build: int, games: Sequence[PlayerGame]) -> None:
    """Insert these games, or replace their ratings."""
    if not games:
        return
    columns = (
        [one.player for one in games], [one.ended_at for one in games], [one.game for one in games],
        [one.before.mu for one in games], [one.before.sigma for one in games], [one.after.mu for one in games],
        [one.after.sigma for one in games],
    )  # fmt: skip
    conn.execute(_WRITE, (build, *columns))
