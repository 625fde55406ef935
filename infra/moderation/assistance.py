"""Signals of help from a program: the clear decisions of each round, and how often players find them.

Every function raises `Unavailable` (`infra.postgres.retry`) if the database does not answer.
"""

from collections.abc import Mapping, Sequence

from domain.signals.assistance import SearchedRound
from domain.signals.permutation import FEWEST, Stratum
from domain.signals.players import Peers, Rates
from infra.event_store.canonical_json import canonical_text
from infra.moderation.signals import Connection, Unseen, mark_stale, present_players
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry, write_once

_UNSEARCHED = """
SELECT game_id, ended_at FROM dobon.watched_games WHERE seen AND NOT searched
ORDER BY ended_at DESC, game_id DESC LIMIT 1"""
_SEARCH = "UPDATE dobon.watched_games SET searched = true WHERE game_id = %s AND NOT searched"
_ADD = """
UPDATE dobon.player_rounds SET clear = %s, pace = %s
WHERE player_id = %s AND ended_at = %s AND game_id = %s AND round = %s"""
_STORE_RATE = """
INSERT INTO dobon.player_rates (player_id, tell, ruleset, seats, rounds, decisions, mean, spread)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (player_id, tell, ruleset, seats) DO UPDATE
SET rounds = excluded.rounds, decisions = excluded.decisions, mean = excluded.mean, spread = excluded.spread"""
_PEERS = """
SELECT count(*), sum(decisions), avg(mean), var_samp(mean), avg(spread), avg(spread / rounds) FROM dobon.player_rates
WHERE tell = %s AND ruleset = %s AND seats = %s AND rounds >= %s AND player_id <> %s"""


def next_unsearched(pool: Pool) -> Unseen | None:
    """Return the game that ended last of those whose decisions were not searched yet; None without one.

    The newest comes first, so that a server with more games than it can search has signals of these days.
    """
    row = read_with_retry(pool, lambda conn: conn.execute(_UNSEARCHED).fetchone())
    return None if row is None else Unseen(*row)


def store_searched(pool: Pool, unseen: Unseen, rounds: Mapping[str, Sequence[SearchedRound]]) -> None:
    """Store what was found in a game, and make the signals of its players stale; once for a game."""

    def work(conn: Connection) -> None:
        with conn.transaction():
            if conn.execute(_SEARCH, [unseen.game]).rowcount:
                present = present_players(conn, rounds)
                rows = [
                    (canonical_text([list(one) for one in searched.clear]), searched.pace, player, unseen.ended_at,
                     unseen.game, searched.round)
                    for player in present
                    for searched in rounds[player]
                ]  # fmt: skip
                with conn.cursor() as cursor:
                    cursor.executemany(_ADD, rows)
                mark_stale(conn, ((player, player) for player in present), unseen.ended_at)

    write_once(pool, work)


def store_rates(pool: Pool, player: str, rates: Rates) -> None:
    """Store how often a player does what the tells say; an erased account gets no rows."""
    rows = [
        (player, tell, *stratum, rate.rows, rate.decisions, rate.mean, rate.spread)
        for (tell, stratum), rate in rates.items()
    ]

    def work(conn: Connection) -> None:
        with conn.transaction():
            if present_players(conn, [player]):
                with conn.cursor() as cursor:
                    cursor.executemany(_STORE_RATE, rows)

    write_once(pool, work)


def peers_of(pool: Pool, player: str, tell: str, stratum: Stratum) -> Peers | None:
    """Return the rates of the other players; None with fewer than two."""
    values = (tell, *stratum, FEWEST, player)
    row = read_with_retry(pool, lambda conn: conn.execute(_PEERS, values).fetchone())
    return None if row is None or row[0] < 2 else Peers(*row)
