"""Commands through `Tables` beside a bare insert of the same bytes, what a long game costs, and one frame of its review."""

import statistics
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import psycopg

from domain.actions import Decline, Dobon, Draw
from domain.events import SERVER
from domain.game import actions
from domain.review import frame_at
from infra.commands.service import GameService
from infra.event_store import store
from infra.event_store.store import encode
from infra.postgres.bootstrap import prepare
from infra.postgres.pool import Pool, open_pool
from infra.postgres.urls import application_url, cluster, owner_url
from infra.projections.snapshots import SnapshotProjector
from infra.settings import Settings

Row = tuple[str, float, str]
"""What, how much, and in which unit or beside which aim."""

RUNS = 5
COMMANDS = 400
"""Commands of each thread in a run."""

DRAWS = 40
"""Draws of a game for two: the stock holds one more."""

AT_ONCE = {"turn_seconds": 0, "answer_seconds": 0, "claim_grace_seconds": 0, "bot_delay_ms": 0}
SHORT, LONG, SAMPLE = 50, 5_000, 200
"""Versions at which a command of a game is timed, and how many commands are."""


def rows() -> list[Row]:
    """Everything that is measured here, in a database of its own."""
    with database() as settings, open_pool(settings) as pool:
        found = beside_inserts(settings, pool, 1) + beside_inserts(settings, pool, 8)
        return found + a_long_game(pool)


@contextmanager
def database() -> Iterator[Settings]:
    """A fresh embedded server, with a table for the bare inserts."""
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


def beside_inserts(settings: Settings, pool: Pool, threads: int) -> list[Row]:
    """Commands per second, in turns with a bare insert of as many bytes."""
    ours, bare, cpu = [], [], []
    bodies = a_body(pool)
    for _ in range(RUNS):
        work = [draws(pool) for _ in range(threads)]
        start = time.process_time()
        ours.append(rate(work))
        cpu.append((time.process_time() - start) / (threads * COMMANDS) * 1e6)
        bare.append(rate([partial(inserts, settings, bodies) for _ in range(threads)]))
    ratios = [mine / theirs for mine, theirs in zip(ours, bare, strict=True)]
    said = f"{threads} thread{'s' if threads > 1 else ''}"
    return [
        (f"commands through Tables, {said}", statistics.median(ours), "/s"),
        (f"bare insert of the same bytes, {said}", statistics.median(bare), "/s"),
        (f"commands as a share of bare inserts, {said}", statistics.median(ratios), "aim 0.5"),
        (f"CPU of a command in this process, {said}", statistics.median(cpu), "µs"),
    ]


def rate(work: Sequence[Callable[[], None]]) -> float:
    """Commands per second of all threads together."""
    with ThreadPoolExecutor(len(work)) as threads:
        start = time.perf_counter()
        for done in [threads.submit(task) for task in work]:
            done.result()
        return len(work) * COMMANDS / (time.perf_counter() - start)


def draws(pool: Pool) -> Callable[[], None]:
    """Draws of two people in turn, in games that are made now."""
    tables = GameService(pool)
    games = [opened(tables, 2) for _ in range(COMMANDS // DRAWS)]

    def work() -> None:
        for game, players, turn in games:
            for number in range(DRAWS):
                tables.act(game, players[(turn + number) % 2], Draw())

    return work


def inserts(settings: Settings, body: str) -> None:
    """The yardstick: a connection of its own, autocommit, one row a time."""
    game = str(uuid.uuid4())
    with psycopg.connect(application_url(settings), autocommit=True) as connection:
        for version in range(COMMANDS):
            connection.execute(
                "INSERT INTO dobon.bench_rows (game_id, version, body) VALUES (%s, %s, %s)", (game, version, body)
            )


def a_body(pool: Pool) -> str:
    """As many bytes as a command adds to the log."""
    tables = GameService(pool)
    game, players, turn = opened(tables, 2)
    (event,) = tables.act(game, players[turn], Draw()).events
    with pool.connection() as connection:
        (whole,) = store.read(connection, game, after=event.version - 1)
    return encode(whole) + whole.type + whole.at + whole.digest + players[turn]


def opened(tables: GameService, seats: int, **options: object) -> tuple[str, list[str], int]:
    """A game that has been dealt: its id, the players in the order of their seats, and whose turn it is."""
    players = [str(uuid.uuid4()) for _ in range(seats)]
    game = tables.create(players[0], "dobon-sato", AT_ONCE | options, seats).game.id
    for player in players[1:]:
        tables.sit(game, player)
    return game, players, tables.view(game, SERVER).table.turn


def a_long_game(pool: Pool) -> list[Row]:
    """What a command costs early and late in one game of eight, in a process that knows the game and in one that does not."""
    tables, projector = GameService(pool), SnapshotProjector(pool)
    game, players, _ = opened(tables, 8, hand_size=3, claim_mode="ask_all")
    warm, cold = {}, {}
    for version in (SHORT, LONG):
        while tables.view(game, SERVER).version < version:
            step(tables, game, players)
        projector.run()
        warm[version] = statistics.median(step(tables, game, players) for _ in range(SAMPLE))
        cold[version] = statistics.median(step(GameService(pool), game, players, tables) for _ in range(20))
    frames = [review(pool, game, version) for version in range(LONG - 20, LONG)]
    return [
        (f"a command in a game of {SHORT} events", warm[SHORT] * 1e3, "ms"),
        (f"a command in a game of {LONG:,} events", warm[LONG] * 1e3, "ms"),
        (f"a command at {LONG:,} events beside one at {SHORT}", warm[LONG] / warm[SHORT], "aim 1.2 at most"),
        (f"the same in a process that has just started, at {SHORT}", cold[SHORT] * 1e3, "ms"),
        (f"the same in a process that has just started, at {LONG:,}", cold[LONG] * 1e3, "ms"),
        (f"one frame of the review at {LONG:,} events", statistics.median(frames) * 1e3, "ms"),
    ]


def step(tables: GameService, game: str, players: Sequence[str], known: GameService | None = None) -> float:
    """Seconds of one command: somebody answers without a call, plays where that is allowed, or draws."""
    state = (known or tables).view(game, SERVER)
    seat = state.table.asked[0] if state.table.window else state.table.turn
    found = [action for action in actions((known or tables).view(game, seat), seat) if not isinstance(action, Dobon)]
    action = found[0] if isinstance(found[0], Decline) else found[-1]
    start = time.perf_counter()
    tables.act(game, players[seat], action)
    return time.perf_counter() - start


def review(pool: Pool, game: str, version: int) -> float:
    """Seconds to one frame of a long game, from the newest stored fold before it."""
    start = time.perf_counter()
    before = GameService(pool).view(game, SERVER, version - 1)
    with pool.connection() as connection:
        assert frame_at(before, store.read(connection, game, after=version - 1, upto=version), version) is not None
    return time.perf_counter() - start
