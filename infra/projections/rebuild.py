"""All projections once more from the log, compared with the live ones, and put in their place."""

import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

import psycopg

from domain.events import Event
from domain.game import Game
from domain.identifiers import LOWEST_ID
from infra.event_store import claims, store
from infra.event_store.store import Claim
from infra.postgres.pool import Pool
from infra.projections import builds, checkpoints, snapshots

NAMES = ("folds", "claims")
"""Projections that are made again game by game."""

Told = Callable[[int, int], None]
"""Told how many games are done, and how many there are."""


_logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Comparison:
    """What a rebuild found. Live rows that the log does not give, and the other way round, are `differences`."""

    games: int = 0
    events: int = 0
    folds: int = 0
    claims: int = 0
    differences: list[str] = field(default_factory=list)

    @property
    def agrees(self) -> bool:
        """Were the live projections what the log says?"""
        return not self.differences


@dataclass(slots=True)
class _Again:
    """What the log of one game gives."""

    game: Game
    claims: list[Claim]
    folds: list[snapshots.State]


def rebuild(pool: Pool, told: Told | None = None) -> Comparison:
    """Fold every log again beside the live projections, compare, and switch, game by game. Commands may go on meanwhile."""
    found = Comparison()
    with pool.connection() as conn:
        ids = [row[0] for row in conn.execute("SELECT id FROM dobon.games ORDER BY id")]
        for done, game_id in enumerate(ids, 1):
            _rebuild(conn, game_id, found)
            if told is not None:
                told(done, len(ids))
    return found


def step(conn: psycopg.Connection[Any], build: builds.Build, games: int) -> bool:
    """Make some more games again of a build of `folds` or `claims` that was asked for; is there anything left to do?"""
    ids = conn.execute(
        "SELECT id FROM dobon.games WHERE id > %s::uuid ORDER BY id LIMIT %s", (build.upto or LOWEST_ID, games)
    ).fetchall()
    for (game_id,) in ids:
        found = Comparison()
        # The count of what was wrong goes with the mending: whoever begins again here would find it right.
        with conn.transaction():
            _rebuild(conn, game_id, found, (build.name,))
            builds.went_on(conn, build, game_id, 1, found.differences)
    if len(ids) < games:
        builds.end(conn, build.name, build.number)
    return len(ids) == games


def _rebuild(conn: psycopg.Connection[Any], game_id: str, found: Comparison, names: Collection[str] = NAMES) -> None:
    events = store.read(conn, game_id)
    try:
        again = _again(game_id, events)
    except Exception as fault:
        # What is wrong with one log must not keep the others from being looked at.
        _logger.exception("game %s cannot be folded", game_id)
        found.differences.append(f"events {game_id}: cannot be folded ({type(fault).__name__}: {fault})")
        return
    upto = events[-1].version
    newest = max((version for _, version, _ in again.folds), default=0)
    found.games += 1
    found.events += len(events)
    found.folds += len(again.folds)
    found.claims += len(again.claims)
    with conn.transaction():
        # The projector writes while it holds this, so neither compares with nor deletes what the other is about to write.
        conn.execute("SELECT pg_advisory_xact_lock(%s)", (snapshots.PROJECTING,))
        _compare_row(conn, again.game, found)
        if "claims" in names:
            _compare_claims(conn, game_id, again, upto, found)
            claims.replace_claims(conn, game_id, again.claims, upto)
        if "folds" in names:
            _compare_folds(conn, game_id, again, upto, found)
            conn.execute("DELETE FROM dobon.folds WHERE game_id = %s AND version <= %s", (game_id, upto))
            if again.folds:
                snapshots.insert(conn, game_id, again.folds)
                checkpoints.note(conn, game_id, snapshots.NAME, newest)


def _again(game_id: str, events: list[Event]) -> _Again:
    followed = snapshots.beginning(game_id, events[0])
    rows: list[snapshots.State] = []
    made: list[Claim] = []
    for event in events[1:]:
        rows.extend(snapshots.states(followed, [event]))
        if (claim := claims.claim_row(event, followed.server)) is not None:
            made.append(claim)
    return _Again(followed.server, made, rows)


def _compare_row(conn: psycopg.Connection[Any], game: Game, found: Comparison) -> None:
    """The row of the game says what its log says, unless the game has moved on since the log was read."""
    row = conn.execute("SELECT version, head, status, round FROM dobon.games WHERE id = %s", (game.id,)).fetchone()
    says = (game.version, game.head, game.status, game.round)
    if row is None or (row[0] <= game.version and row != says):
        found.differences.append(f"games {game.id}: {row}, and the log says {says}")


def _compare_claims(conn: psycopg.Connection[Any], game_id: str, again: _Again, upto: int, found: Comparison) -> None:
    live = {claim.version: claim for claim in claims.recorded_claims(conn, game_id, upto)}
    made = {claim.version: claim for claim in again.claims}
    _compare("claims", game_id, live, made, found)


def _compare_folds(conn: psycopg.Connection[Any], game_id: str, again: _Again, upto: int, found: Comparison) -> None:
    rows = conn.execute(
        "SELECT viewer, version, state FROM dobon.folds WHERE game_id = %s AND version <= %s ORDER BY viewer, version",
        (game_id, upto),
    )
    live = {(viewer, version): state for viewer, version, state in rows}
    # What the projector has not come to yet is not missing.
    read = checkpoints.read_up_to(conn, game_id, snapshots.NAME)
    made = {(viewer, version): state for viewer, version, state in again.folds if version <= read}
    _compare("folds", game_id, live, made, found)


def _compare(table: str, game_id: str, live: dict[Any, Any], made: dict[Any, Any], found: Comparison) -> None:
    for key in sorted(live.keys() | made.keys()):
        if key not in live:
            found.differences.append(f"{table} {game_id} {key}: missing")
        elif key not in made:
            found.differences.append(f"{table} {game_id} {key}: not in the log")
        elif live[key] != made[key]:
            found.differences.append(f"{table} {game_id} {key}: differs from the log")
