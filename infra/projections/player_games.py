"""The finished games of each player with its ratings before and after, written when a game is rated."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import psycopg

from domain.log.moments import Moment
from infra.projections.openskill import Rating

Connection = psycopg.Connection[Any]


class PlayerGame(NamedTuple):
    """A finished game of one player."""

    player: str
    ended_at: Moment
    game: str
    public: bool
    before: Rating
    after: Rating


_WRITE = """
INSERT INTO dobon.player_games
    (build, player_id, ended_at, game_id, ruleset, public, mu_before, sigma_before, mu, sigma)
SELECT %s, one.player_id::uuid, one.ended_at, one.game_id::uuid, %s, one.public,
    one.mu_before, one.sigma_before, one.mu, one.sigma
FROM unnest(%b::text[], %b::text[], %b::text[], %b::bool[], %b::int8[], %b::int8[], %b::int8[], %b::int8[])
    AS one (player_id, ended_at, game_id, public, mu_before, sigma_before, mu, sigma)
ON CONFLICT (build, player_id, ended_at, game_id) DO UPDATE
SET mu_before = excluded.mu_before, sigma_before = excluded.sigma_before, mu = excluded.mu, sigma = excluded.sigma"""


def write_player_games(conn: Connection, build: int, ruleset: str, games: Sequence[PlayerGame]) -> None:
    """Insert these games of a ruleset, or replace their ratings."""
    if not games:
        return
    columns = (
        [one.player for one in games], [one.ended_at for one in games], [one.game for one in games],
        [one.public for one in games], [one.before.mu for one in games], [one.before.sigma for one in games], [one.after.mu for one in games],
        [one.after.sigma for one in games],
    )  # fmt: skip
    conn.execute(_WRITE, (build, ruleset, *columns))
