"""Measures commands in a long game, and a frame of its review."""

import statistics
import tempfile
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psycopg

from bench import Row
from domain.game.game import actions
from domain.log.events import SERVER
from domain.review.review import frame_at
from domain.ruleset.actions import Decline, Dobon
from infra.commands.service import GameService
from infra.databases.pool import AccountsPool, open_pool
from infra.databases.preparation import prepare
from infra.event_store import store
from infra.postgres.urls import cluster, owner_url
from infra.projections.snapshots import SnapshotProjector
from infra.settings import Settings

OPTIONS = {"turn_seconds": 0, "answer_seconds": 0, "claim_grace_seconds": 0, "bot_delay_ms": 0}
SHORT, LONG, SAMPLE = 50, 5_000, 200
"""Versions at which commands are timed, and the number of commands timed."""


def rows() -> list[Row]:
    """Return the measurements, made in a new database."""
    with database() as settings, open_pool(settings) as pool:
        return measure_long_game(pool)


@contextmanager
def database() -> Iterator[Settings]:
    """Start a new embedded server with a table for the bare inserts."""
    with tempfile.TemporaryDirectory(prefix="dobon-bench-") as folder:
        Path(folder).chmod(0o755)
        settings = Settings().at(folder)
        prepare(settings)
        try:
            with psycopg.connect(owner_url(settings), autocommit=True) as connection:
                connection.execute(
                    "CREATE TABLE dobon.bench_rows (game_id uuid, version int, body text NOT NULL, PRIMARY KEY (game_id, version))"
                )
                connection.execute("GRANT INSERT ON dobon.bench_rows TO dobon_app")
            yield settings
        finally:
            cluster(settings).stop()


def deal_game(service: GameService, seats: int, **options: object) -> tuple[str, list[str], int]:
    """Create a game and deal; return its id, the players by seat, and the seat in turn."""
    players = [str(uuid.uuid4()) for _ in range(seats)]
    game = service.create(players[0], "dobon-sato", OPTIONS | options, seats).game.id
    for player in players[1:]:
        service.sit(game, player)
    return game, players, service.view(game, SERVER).table.turn


def measure_long_game(pool: AccountsPool) -> list[Row]:
    """Return the cost of a command early and late in a game of eight, with and without the game in the cache."""
    service, projector = GameService(pool), SnapshotProjector(pool)
    game, players, _ = deal_game(service, 8, hand_size=3, claim_mode="ask_all")
    warm, cold = {}, {}
    for version in (SHORT, LONG):
        while service.view(game, SERVER).version < version:
            time_step(service, game, players)
        projector.run()
        warm[version] = statistics.median(time_step(service, game, players) for _ in range(SAMPLE))
        cold[version] = statistics.median(time_step(GameService(pool), game, players, service) for _ in range(20))
    frames = [time_review(pool, game, version) for version in range(LONG - 20, LONG)]
    return [
        (f"a command in a game of {SHORT} events", warm[SHORT] * 1e3, "ms"),
        (f"a command in a game of {LONG:,} events", warm[LONG] * 1e3, "ms"),
        (f"a command at {LONG:,} events beside one at {SHORT}", warm[LONG] / warm[SHORT], "target 1.2 at most"),
        (f"the same in a process that has just started, at {SHORT}", cold[SHORT] * 1e3, "ms"),
        (f"the same in a process that has just started, at {LONG:,}", cold[LONG] * 1e3, "ms"),
        (f"one frame of the review at {LONG:,} events", statistics.median(frames) * 1e3, "ms"),
    ]


def time_step(service: GameService, game: str, players: Sequence[str], known: GameService | None = None) -> float:
    """Return the seconds of one command: a decline, a play if one is allowed, or a draw."""
    state = (known or service).view(game, SERVER)
    seat = state.ruleset.waiting_for(state.state)[0]
    found = [action for action in actions((known or service).view(game, seat), seat) if not isinstance(action, Dobon)]
    action = found[0] if isinstance(found[0], Decline) else found[-1]
    start = time.perf_counter()
    service.act(game, players[seat], action)
    return time.perf_counter() - start


def time_review(pool: AccountsPool, game: str, version: int) -> float:
    """Return the seconds for one frame of a long game, from the newest snapshot before it."""
    start = time.perf_counter()
    before = GameService(pool).view(game, SERVER, version - 1)
    with pool.connection() as connection:
        assert frame_at(before, store.read(connection, game, after=version - 1, upto=version), version) is not None
    return time.perf_counter() - start
