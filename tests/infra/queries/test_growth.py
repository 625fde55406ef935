"""A page costs the same, however many finished and hidden games there are, and so does a function of one game."""

from collections.abc import Callable, Iterator
from threading import get_ident
from typing import Any, NamedTuple

import psycopg
import pytest

from domain.log.moments import Moment
from infra.accounts import admin_log
from infra.accounts.known_names import find_players
from infra.commands.service import GameService
from infra.databases.pool import open_pool
from infra.event_store import change_feed
from infra.moderation import assistance, signals
from infra.moderation.reports import find_reports, of_reporter
from infra.moderation.verdicts import about
from infra.postgres.partitions import PARTITIONS
from infra.postgres.pool import Pool
from infra.postgres.urls import cluster
from infra.projections.closing import close_games
from infra.projections.follower import Follower
from infra.projections.lag import projection_lags
from infra.queries.claims import ClaimFilter, claim_totals, find_claims
from infra.queries.database_metrics import read_stats
from infra.queries.games import find_games, games_with_join_code
from infra.queries.leaderboard import leaderboard_page, neighbours, standings_of
from infra.queries.player_history import history_page, rating_points
from infra.settings import Settings
from infra.streams.source import GameUpdates
from tests.infra.conftest import database

PLAYER, OTHER = "11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"
NOW: Moment = "2026-11-21T03:00:00.000000Z"
LIMIT = 10
FEW, MANY = 1_000, 10_000
"""Finished games; as many games are hidden from spectators."""

LATER = ("2021-01-01T00:00:00.001000Z", PLAYER)
"""A position in the middle of the few games."""

# Games of two rulesets, one of them rare: a tenth are abandoned, half are hidden. Each has two accounts; one of them is
# in every game.
POPULATE = """
WITH game AS (
    INSERT INTO dobon.games
        (id, ruleset, options, seats, status, shown, version, head, listed, created_by, created_at, closed)
    SELECT gen_random_uuid(), CASE n % 97 WHEN 0 THEN 'doubt' ELSE 'dobon-sato' END, '{}', 2, status,
        CASE n % 2 WHEN 0 THEN status END, 4, '', true, %(player)s,
        '2021-01-01T00:00:00.' || lpad(n::text, 6, '0') || 'Z', true
    FROM (
        SELECT n, CASE n % 10 WHEN 0 THEN 'abandoned' ELSE 'finished' END AS status
        FROM generate_series(%(first)s::int4, %(last)s::int4) AS n
    )
    RETURNING id, ruleset, status, shown, created_at
), seat AS (
    INSERT INTO dobon.game_seats (game_id, seat, player_id, ruleset, status, created_at)
    SELECT id, seat, CASE seat WHEN 0 THEN %(player)s::uuid ELSE gen_random_uuid() END, ruleset, status, created_at
    FROM game, generate_series(0, 1) AS seat
), progress AS (
    INSERT INTO dobon.progress (game_id, name, version) SELECT id, name, 4 FROM game, unnest('{folds,statistics-1}'::text[]) AS name
), claim AS (
    INSERT INTO dobon.claims (game_id, version, ruleset, round, seat, player_id, kind, on_version, valid, at, facts)
    SELECT id, 2, ruleset, 1, 0, %(player)s, CASE ruleset WHEN 'doubt' THEN 'doubt' ELSE 'call' END, 1, true, created_at, '{}'
    FROM game
), act AS (
    INSERT INTO dobon.acts (id, at, actor, act, subject, reason) SELECT id, created_at, id, '', '', '' FROM game
), watched AS (
    INSERT INTO dobon.watched_games (game_id, ended_at, seen, searched) SELECT id, created_at, true, true FROM game
), signal AS (
    INSERT INTO dobon.signals (id, first_id, second_id, last_at, computed_at, games, computed_games, rounds, strength)
    SELECT id, least(id, %(player)s), greatest(id, %(player)s), created_at, created_at, 1, 1, 20, 1 FROM game
), verdict AS (
    INSERT INTO dobon.verdicts (id, at, reported, kind, verdict, measures, note)
    SELECT id, created_at, %(player)s, 'play', 'upheld', '[]', '' FROM game
), report AS (
    INSERT INTO dobon.reports (id, at, kind, subject, reporter, reported, reason, text, status, verdict_id)
    SELECT id, created_at, 'play', '', %(player)s, %(player)s, '', '', 'upheld', id FROM game
), person AS (
    INSERT INTO dobon.players (id, name, created_at) SELECT id, 'Player 1', created_at FROM game
), known AS (
    INSERT INTO dobon.known_names (player_id, name, folded, since) SELECT id, 'Player 1', 'player 1', created_at FROM game
), standing AS (
    INSERT INTO dobon.statistics (build, entrant, ruleset) SELECT 1, id::text, 'doubt' FROM game
), rating AS (
    INSERT INTO dobon.ratings (build, ruleset, entrant, mu, sigma, ordinal) SELECT 1, 'doubt', id::text, 0, 0, 0 FROM game
), band AS (
    INSERT INTO dobon.rating_bands (build, ruleset, band, entrants) SELECT 1, 'doubt', 0, count(*) FROM game
    ON CONFLICT (build, ruleset, band) DO UPDATE SET entrants = rating_bands.entrants + excluded.entrants
), history AS (
    INSERT INTO dobon.player_games
    SELECT 1, %(player)s, created_at, id, ruleset, shown IS NOT NULL, 0, 0, 0, 0 FROM game
)
INSERT INTO dobon.events (game_id, version, type, schema, body, actor, at, digest)
SELECT id, version, CASE version WHEN 3 THEN 'round-revealed' ELSE 'game-ended' END, 1, '{}', '', created_at, ''
FROM game, generate_series(1, 4) AS version"""

# The player has a place below all others.
RATE_PLAYER = """
WITH standing AS (
    INSERT INTO dobon.statistics (build, entrant, ruleset) VALUES (1, %(player)s, 'doubt') ON CONFLICT DO NOTHING
), rating AS (
    INSERT INTO dobon.ratings (build, ruleset, entrant, mu, sigma, ordinal) VALUES (1, 'doubt', %(player)s, 0, 0, -1)
    ON CONFLICT DO NOTHING
)
INSERT INTO dobon.rating_bands (build, ruleset, band, entrants) VALUES (1, 'doubt', -1, 1) ON CONFLICT DO NOTHING"""

# Twenty running games are due, one in two of them is listed, and in one of four the player sits.
LIVING = """
WITH person AS (
    INSERT INTO dobon.players (id, name, created_at) VALUES (%(player)s, 'Player 1', %(now)s)
), game AS (
    INSERT INTO dobon.games
        (id, ruleset, options, seats, status, shown, version, head, listed, join_code, created_by, created_at, due_at)
    SELECT gen_random_uuid(), 'dobon-sato', '{}', 2, status, CASE n % 2 WHEN 0 THEN status END, 1, '', true, 'ABCDEF',
        %(player)s, '2020-01-01T00:00:00.0000' || n || 'Z', %(now)s
    FROM (SELECT n, CASE WHEN n % 4 < 2 THEN 'waiting' ELSE 'playing' END AS status FROM generate_series(10, 29) AS n)
    RETURNING id, ruleset, status, created_at
)
INSERT INTO dobon.game_seats (game_id, seat, player_id, ruleset, status, created_at)
SELECT id, 0, CASE WHEN created_at < '2020-01-01T00:00:00.000015Z' THEN %(player)s::uuid ELSE %(other)s::uuid END,
    ruleset, status, created_at FROM game"""

QUERIES: dict[str, Callable[[Pool], object]] = {
    "the newest games": lambda pool: find_games(pool, limit=LIMIT),
    "a later page of games": lambda pool: find_games(pool, after=LATER, limit=LIMIT),
    "waiting games": lambda pool: find_games(pool, "waiting", limit=LIMIT),
    "games that are played": lambda pool: find_games(pool, "playing", limit=LIMIT),
    "games between rounds": lambda pool: find_games(pool, "between-rounds", limit=LIMIT),
    "a later page of abandoned games": lambda pool: find_games(pool, "abandoned", after=LATER, limit=LIMIT),
    "games of a ruleset": lambda pool: find_games(pool, ruleset="doubt", after=LATER, limit=LIMIT),
    "games of an unknown ruleset": lambda pool: find_games(pool, ruleset="bridge", limit=LIMIT),
    "waiting games of a ruleset": lambda pool: find_games(pool, "waiting", "doubt", limit=LIMIT),
    "a player's games": lambda pool: find_games(pool, player=PLAYER, after=LATER, limit=LIMIT),
    "a player's waiting games": lambda pool: find_games(pool, "waiting", player=PLAYER, limit=LIMIT),
    "a player's games of a ruleset": lambda pool: find_games(pool, None, "bridge", PLAYER, limit=LIMIT),
    "a player's waiting games of a ruleset": lambda pool: find_games(pool, "waiting", "doubt", PLAYER, limit=LIMIT),
    "games with a join code": lambda pool: games_with_join_code(pool, "ABCDEF", LIMIT),
    "claims": lambda pool: find_claims(pool, ClaimFilter(), limit=LIMIT),
    "false claims": lambda pool: find_claims(pool, ClaimFilter(valid=False), limit=LIMIT),
    "counters": lambda pool: find_claims(pool, ClaimFilter(kind="counter"), limit=LIMIT),
    "doubts": lambda pool: find_claims(pool, ClaimFilter(kind="doubt"), limit=LIMIT),
    "true claims of a ruleset": lambda pool: find_claims(pool, ClaimFilter(valid=True, ruleset="doubt"), limit=LIMIT),
    "claims of a ruleset": lambda pool: find_claims(pool, ClaimFilter(ruleset="doubt"), (*LATER, 2), LIMIT),
    "claims of a player": lambda pool: find_claims(pool, ClaimFilter(players=[PLAYER, OTHER]), limit=LIMIT),
    "claims of a time": lambda pool: find_claims(pool, ClaimFilter(until="2020", ruleset="doubt"), limit=LIMIT),
    "totals of claims of a time": lambda pool: claim_totals(pool, ClaimFilter(until="2021-01-01T00:00:00.000100Z")),
    "acts": lambda pool: admin_log.list_acts(pool, LATER, LIMIT),
    "acts of an admin": lambda pool: admin_log.list_acts(pool, None, LIMIT, actor=OTHER),
    "acts of a rare kind": lambda pool: admin_log.list_acts(pool, None, LIMIT, kinds=["player-suspended"]),
    "acts of an admin of a rare kind": lambda pool: admin_log.list_acts(
        pool, None, LIMIT, actor=OTHER, kinds=["player-suspended", "case-exported"]
    ),
    "acts on a player": lambda pool: admin_log.list_acts(pool, None, LIMIT, subject=PLAYER),
    "signals": lambda pool: signals.list_signals(pool, signals.Filter(), limit=LIMIT),
    "signals of one kind": lambda pool: signals.list_signals(pool, signals.Filter(kind="assistance"), limit=LIMIT),
    "closed signals": lambda pool: signals.list_signals(pool, signals.Filter("closed"), limit=LIMIT),
    "signals of a player": lambda pool: signals.list_signals(pool, signals.Filter(player=OTHER), limit=LIMIT),
    "signals of a time": lambda pool: signals.list_signals(pool, signals.Filter(since="2022"), limit=LIMIT),
    "the next game to look at": signals.next_unseen,
    "the next game to search": assistance.next_unsearched,
    "the next signal to compute": signals.next_stale,
    "open reports": lambda pool: find_reports(pool, "open", limit=LIMIT),
    "a later page of decided reports of plays": lambda pool: find_reports(pool, "upheld", "play", LATER, LIMIT),
    "a reporter's reports": lambda pool: of_reporter(pool, PLAYER, limit=LIMIT),
    "the verdicts about a player": lambda pool: about(pool, PLAYER, limit=LIMIT),
    "players by name": lambda pool: find_players(pool, "player 1", NOW, limit=LIMIT),
    "the leaderboard": lambda pool: leaderboard_page(pool, "doubt", (0, "8"), LIMIT),
    "my place": lambda pool: neighbours(pool, "doubt", PLAYER, 2),
    "my history": lambda pool: history_page(pool, PLAYER, PLAYER, limit=LIMIT),
    "a later page of my history": lambda pool: history_page(pool, PLAYER, PLAYER, after=LATER, limit=LIMIT),
    "my history of a rare ruleset": lambda pool: history_page(pool, PLAYER, PLAYER, "doubt", LATER, LIMIT),
    "the history of another player": lambda pool: history_page(pool, PLAYER, OTHER, after=LATER, limit=LIMIT),
    "that of another player in a rare ruleset": lambda pool: history_page(pool, PLAYER, OTHER, "doubt", LATER, LIMIT),
    "my rating over time": lambda pool: rating_points(pool, PLAYER, "dobon-sato", LIMIT),
    "the statistics of a player": lambda pool: standings_of(pool, PLAYER),
    "lags of the projections": projection_lags,
    "metrics": lambda pool: read_stats(pool, NOW),
    "the next due game": lambda pool: GameService(pool, lambda: NOW).next_due(),
    "newer versions": lambda pool: GameUpdates(pool, GameService(pool)).newest_versions({PLAYER: 1, OTHER: 1}),
    "the start of a projector": lambda pool: with_connection(pool, read_feed),
    "the search for games to close": lambda pool: with_connection(pool, lambda conn: close_games(conn, conn)),
}


class Reads(NamedTuple):
    """What the statements of a query read."""

    rows: int
    "Rows and index entries, also those that a condition removed."
    pages: int
    "Pages of tables and indexes, which also count entries that an index scan has skipped."


CALLS = (
    "read_game(%(game)s)",
    "read_events(%(game)s, 0, 9, 9)",
    "read_events_of_types(%(game)s, '{game-ended}', 9)",
    "read_reveals(%(game)s)",
    "revealed_until(%(game)s, 9)",
    "read_claims(%(game)s, 9)",
    "read_seats(%(game)s)",
    "last_link(%(game)s)",
    "find_command(%(game)s, %(game)s, 'key')",
    "read_fold(%(game)s, 9)",
    "read_folds(%(game)s, 0, 9)",
    "newest_stamps(%(game)s, 9, 9)",
    "read_comments(%(game)s, 1, '', %(game)s, '{}', 9)",
    "find_analysis(%(game)s, 'head', 1)",
    "bring_forward(%(game)s, '2000')",
    "reschedule(%(game)s, NULL, true, 0)",
    "replace_summary(%(game)s, 4, '{}')",
    "put_back(%(game)s, '2000', NULL, NULL, NULL, NULL, NULL)",
)
"""Calls of functions of one game, each in a session that has made it before."""

# `EXPLAIN` does not look into functions, but the statistics of a transaction count what they read.
_FETCHED = """
SELECT coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::int FROM pg_stat_xact_user_tables
WHERE schemaname = 'dobon'"""


def fetched(pool: Pool, call: str) -> Reads:
    """Return the rows that a call for one of the games reads."""
    with pool.connection() as conn, conn.transaction(force_rollback=True):
        (game,) = conn.execute("SELECT id FROM dobon.games WHERE status = 'finished' LIMIT 1").fetchone() or ()
        counts = []
        for _ in range(8):  # after five calls PL/pgSQL may keep a plan
            conn.execute(f"SELECT * FROM dobon.{call}", {"game": game})  # type: ignore[arg-type,unused-ignore]
            counts.append((conn.execute(_FETCHED).fetchone() or (0,))[0])
    return Reads(counts[-1] - counts[-2], 0)


def with_connection(pool: Pool, work: Callable[[psycopg.Connection[Any]], object]) -> object:
    with pool.connection() as conn:
        return work(conn)


def read_feed(conn: psycopg.Connection[Any]) -> object:
    """Read all unread games and the change feed, from a position after the population."""
    follower = Follower("statistics-1")
    follower._start = change_feed.feed_start(conn)
    return list(follower.changed_games(conn, conn))


@pytest.fixture(scope="module")
def grown(settings: Settings) -> Iterator[tuple[dict[str, Reads], dict[str, Reads]]]:
    """The reads of each query in a small database, and after it has grown."""
    with database(settings) as alone, open_pool(alone) as pool:
        name = str(psycopg.conninfo.conninfo_to_dict(alone.database_url or "")["dbname"])
        with psycopg.connect(cluster(settings).url(name), autocommit=True) as owner:
            owner.execute("SET search_path = dobon")
            owner.execute(escaped(LIVING), {"player": PLAYER, "other": OTHER, "now": NOW})
            found, first = [], 1
            for last in (2 * FEW, 2 * MANY):
                owner.execute(escaped(POPULATE), {"player": PLAYER, "first": first, "last": last})
                owner.execute(RATE_PLAYER, {"player": PLAYER})
                owner.execute("VACUUM (ANALYZE)")
                found.append({query: reads(pool, QUERIES[query]) for query in QUERIES})
                found[-1] |= {call: fetched(pool, call) for call in CALLS}
                first = last + 1
        yield found[0], found[1]


def escaped(statement: str) -> Any:
    """Return the statement with each `%` doubled that does not begin a parameter."""
    return statement.replace("n % ", "n %% ")


def reads(pool: Pool, query: Callable[[Pool], object]) -> Reads:
    """Return the reads of all statements of a query."""
    statements: list[tuple[Any, Any]] = []
    real = psycopg.Connection.execute
    here = get_ident()

    def execute(self: psycopg.Connection[Any], statement: Any, values: Any = None, **more: Any) -> Any:
        if get_ident() == here:  # servers of other tests may run in threads of this process
            statements.append((statement, values))
        return real(self, statement, values, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(psycopg.Connection, "execute", execute)
        query(pool)
    with pool.connection() as conn:
        plans = [explained(conn, *statement) for statement in statements]
    pages = sum(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] for plan in plans)
    return Reads(sum(_rows(plan) for plan in plans), pages)


def explained(conn: psycopg.Connection[Any], statement: str, values: Any) -> dict[str, Any]:
    """Return the plan of a statement that was run."""
    with conn.transaction(force_rollback=True):
        row = conn.execute(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {statement}", values).fetchone()  # type: ignore[arg-type]
    assert row is not None
    plan: dict[str, Any] = row[0][0]["Plan"]
    return plan


def _rows(plan: dict[str, Any]) -> int:
    below = sum(_rows(part) for part in plan.get("Plans", ()))
    if not plan["Node Type"].endswith("Scan") or plan["Node Type"] in ("Subquery Scan", "CTE Scan", "Function Scan"):
        return below
    each = plan["Actual Rows"] + plan.get("Rows Removed by Filter", 0) + plan.get("Rows Removed by Index Recheck", 0)
    return below + round(each * plan["Actual Loops"])


@pytest.mark.parametrize("query", QUERIES)
def test_a_query_reads_no_more_of_a_larger_database(grown: tuple[dict[str, Reads], dict[str, Reads]], query: str):
    small, large = (found[query] for found in grown)
    assert large.rows <= small.rows + 3
    assert large.rows <= 300, "that many rows are in one page, or in all games that are not over"
    assert large.pages <= 1.5 * small.pages + 40, "the indexes may be one page higher"


@pytest.mark.parametrize("call", CALLS)
def test_a_function_of_one_game_reads_no_more_of_a_larger_database(
    grown: tuple[dict[str, Reads], dict[str, Reads]], call: str
):
    small, large = (found[call] for found in grown)
    assert large.rows <= small.rows <= 20 + PARTITIONS, "it looks for the owner in a table of one page"
