"""Rebuilds folds and claims from the log, compares them with the live rows, and replaces those."""

import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

import psycopg

from domain.game.fold import fold
from domain.game.game import Game
from domain.game.reading import read_log
from domain.game.spectators import shown_status
from domain.log.events import SPECTATOR, Event
from domain.log.identifiers import LOWEST_ID
from domain.running.summary import summary
from infra.databases import all_games
from infra.databases.pool import AccountsPool
from infra.event_store import claims, store
from infra.event_store.canonical_json import canonical_text
from infra.event_store.store import Claim
from infra.postgres.damage import is_damage
from infra.projections import builds, checkpoints, closing, snapshots

NAMES = ("folds", "claims")
"""Projections that are rebuilt game by game."""

PAGE = 100
"""Games whose ids are read in one query."""

ReportProgress = Callable[[int, int], None]
"""Called with the number of finished games and the number of all games."""


_logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Comparison:
    """The result of a rebuild. `differences` are live rows that the log does not give, and missing rows."""

    games: int = 0
    events: int = 0
    folds: int = 0
    claims: int = 0
    differences: list[str] = field(default_factory=list)

    @property
    def agrees(self) -> bool:
        """Tell whether the live projections matched the log."""
        return not self.differences


@dataclass(slots=True)
class _Rebuilt:
    """The projections of one game, computed from its log."""

    game: Game
    summary: str
    claims: list[Claim]
    folds: list[snapshots.Snapshot]


def rebuild(pool: AccountsPool, report: ReportProgress | None = None) -> Comparison:
    """Rebuild all games: fold each log, compare, and replace the live rows. Commands may continue meanwhile."""
    found = Comparison()
    done, total = 0, closing.count_all_games(pool)
    with pool.connection() as conn:
        for page in all_games.pages_of_games(pool, conn, PAGE):
            for game_id, database in page.items():
                with database.connection_beside(pool, conn) as log:
                    _rebuild_game(log, game_id, found)
                done += 1
                if report is not None:
                    report(done, total)
    return found


def rebuild_next_games(pool: AccountsPool, conn: psycopg.Connection[Any], build: builds.Build, games: int) -> bool:
    """Rebuild the next games of a requested build of `folds` or `claims`, and tell whether games are left.

    `conn` is a connection to the accounts, where the build is recorded.
    """
    page = all_games.next_games(pool, conn, build.last_game or LOWEST_ID, games)
    for game_id, database in page.items():
        found = Comparison()
        # The differences are counted before the repair is committed, because a repeated comparison finds none. In two
        # databases a process that ends in between counts them twice.
        with database.connection_beside(pool, conn) as log, log.transaction():
            _rebuild_game(log, game_id, found, (build.name,))
            builds.add_differences(conn, build, found.differences)
    if page:
        builds.add_progress(conn, build, max(page), len(page))
    if len(page) < games:
        builds.end_build(conn, build.name, build.number)
    return len(page) == games


def _rebuild_game(
    conn: psycopg.Connection[Any], game_id: str, found: Comparison, names: Collection[str] = NAMES
) -> None:
    try:
        with conn.transaction():  # a failed read must not abort the transaction of the caller
            events = [*read_log(store.read(conn, game_id))]
        rebuilt = _fold_log(game_id, events)
    except Exception as fault:
        if isinstance(fault, psycopg.Error) and not is_damage(fault):
            raise
        # An error in one log must not stop the rebuild of the others.
        _logger.exception("game %s cannot be folded", game_id)
        found.differences.append(f"events {game_id}: cannot be folded ({type(fault).__name__}: {fault})")
        return
    upto = events[-1].version
    newest = max((version for version, _ in rebuilt.folds), default=0)
    found.games += 1
    found.events += len(events)
    found.folds += len(rebuilt.folds)
    found.claims += len(rebuilt.claims)
    with conn.transaction():
        # The projector holds this lock while it writes, so its rows are not compared or deleted halfway.
        conn.execute("SELECT pg_advisory_xact_lock(%s)", (snapshots.SNAPSHOT_LOCK,))
        _compare_row(conn, rebuilt.game, found)
        _compare_summary(conn, rebuilt, found)
        if "claims" in names:
            _compare_claims(conn, game_id, rebuilt, upto, found)
            claims.replace_claims(conn, game_id, rebuilt.claims, upto)
        if "folds" in names:
            _compare_folds(conn, game_id, rebuilt, upto, found)
            snapshots.replace_snapshots(conn, game_id, rebuilt.folds, upto)
            if rebuilt.folds:
                checkpoints.advance(conn, snapshots.NAME, {game_id: newest})


def _fold_log(game_id: str, events: list[Event]) -> _Rebuilt:
    game = fold(game_id, events[:1])
    rows: list[snapshots.Snapshot] = []
    expected: list[Claim] = []
    for event in events[1:]:
        rows.extend(snapshots.take_snapshots(game, [event]))
        if (claim := claims.claim_row(event, game)) is not None:
            expected.append(claim)
    return _Rebuilt(game, canonical_text(summary(game.seen_by(SPECTATOR))), expected, rows)


def _compare_row(conn: psycopg.Connection[Any], game: Game, found: Comparison) -> None:
    """Compare the row of the game with its log, unless the game has changed since the log was read."""
    statement = "SELECT version, head, status, round, shown, players FROM dobon.read_game(%s)"
    row = conn.execute(statement, (game.id,)).fetchone()
    says = (game.version, game.head, game.status, game.round, shown_status(game), canonical_text(game.players))
    if row is None or (row[0] <= game.version and row != says):
        found.differences.append(f"games {game.id}: {row}, but the log gives {says}")


def _compare_summary(conn: psycopg.Connection[Any], rebuilt: _Rebuilt, found: Comparison) -> None:
    """Compare the summary in the row of the game, and replace it, unless the game has changed meanwhile."""
    game = rebuilt.game
    values = (game.id, game.version, rebuilt.summary)
    if conn.execute("SELECT WHERE dobon.replace_summary(%s, %s, %s)", values).rowcount:
        found.differences.append(f"games {game.id}: the summary differs from the log")


def _compare_claims(
    conn: psycopg.Connection[Any], game_id: str, rebuilt: _Rebuilt, upto: int, found: Comparison
) -> None:
    live = {claim.version: claim for claim in claims.read_claims(conn, game_id, upto)}
    expected = {claim.version: claim for claim in rebuilt.claims}
    _compare("claims", game_id, live, expected, found)


def _compare_folds(
    conn: psycopg.Connection[Any], game_id: str, rebuilt: _Rebuilt, upto: int, found: Comparison
) -> None:
    rows = conn.execute("SELECT version, state FROM dobon.read_folds(%s, 0, %s)", (game_id, upto))
    live: dict[int, str] = dict(rows.fetchall())
    # Rows after the projector's checkpoint are not missing.
    read = checkpoints.read(conn, game_id, snapshots.NAME)
    expected = {version: state for version, state in rebuilt.folds if version <= read}
    _compare("folds", game_id, live, expected, found)


def _compare(table: str, game_id: str, live: dict[Any, Any], expected: dict[Any, Any], found: Comparison) -> None:
    for key in sorted(live.keys() | expected.keys()):
        if key not in live:
            found.differences.append(f"{table} {game_id} {key}: missing")
        elif key not in expected:
            found.differences.append(f"{table} {game_id} {key}: not in the log")
        elif live[key] != expected[key]:
            found.differences.append(f"{table} {game_id} {key}: differs from the log")
