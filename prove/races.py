"""Proof `races`: clients released together on one thing leave one order, and receive the same answer.

The clients of a race are spread over up to three game services, which share neither cache nor lock, like processes.
"""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from domain.log.errors import Refused
from domain.log.events import SERVER, SPECTATOR
from domain.log.log_format import digest
from infra.commands.handler import Outcome
from infra.commands.service import GameService
from infra.databases.pool import AccountsPool, open_pool
from infra.event_store import store
from infra.settings import Settings
from prove.harness.concurrent_commands import Race, racing
from prove.harness.database import database
from prove.harness.service_games import Stage, Table
from prove.queue_races import KIND, run_queue
from prove.race_scenarios import KINDS, Racer
from prove.report import Row, Run

RACES = {
    "call": 1_000,
    "counter": 800,
    "jump-in": 1_000,
    "last seat": 800,
    "timeout": 800,
    "one key": 600,
    KIND: 10_000,
}
"""Number of races of each kind: 5,000 in games, and 10,000 in the queue of quick play."""

FEWEST, MOST = 2, 32
"""Minimum and maximum number of clients of a race."""

PROCESSES = 3

KINDS_AT_ONCE, CONNECTIONS = 3, 28
"""Kinds of races that run at the same time, and connections of each; Postgres allows a hundred."""


def prove(run: Run) -> Iterator[Row]:
    """Run races of every kind, on a server of their own."""
    with database(CONNECTIONS) as settings:
        yield from run.map_jobs("kinds of races", partial(run_kind, run, settings), list(RACES), KINDS_AT_ONCE)


def run_kind(run: Run, settings: Settings, kind: str) -> Row:
    """Return the row of one kind of race."""
    with open_pool(settings) as pool, racing(MOST) as race:
        wanted = run.count(RACES[kind], 3)
        return run_queue(run, pool, race, wanted) if kind == KIND else _run_races(run, pool, race, kind, wanted)


def _run_races(run: Run, pool: AccountsPool, race: Race, kind: str, wanted: int) -> Row:
    chance = Random(f"{run.seed}-{kind}")
    stage = Stage(pool)
    everybody = [stage.tables, *(stage.another_process() for _ in range(PROCESSES - 1))]
    trials = KINDS[kind](stage, chance)
    row = Row(f"races: {kind}", 0, wanted=wanted)
    clients, firsts = 0, Counter[str]()
    for number in range(wanted):
        trial = next(trials)
        size = chance.randint(max(FEWEST, trial.fewest), MOST)
        racers = (
            [trial.racers[place % len(trial.racers)] for place in range(size)] if trial.cycle else trial.racers[:size]
        )
        chance.shuffle(racers)
        servers = everybody[: chance.randint(1, PROCESSES)]
        before = trial.table.game().version
        came = race(
            [partial(_run_racer, racer, servers[place % len(servers)]) for place, (_, racer) in enumerate(racers)]
        )
        labelled = [(label, result) for (label, _), result in zip(racers, came, strict=True)]
        wrong = [
            *check_order(trial.table, before, labelled),
            *trial.check(before, labelled),
            *check_agreement(trial.table, everybody, chance),
        ]
        row.failures += [f"race {number}, {size} clients: {what}" for what in wrong]
        row.count += 1
        clients += size
        firsts[trial.first(before)] += 1
        run.report_progress(row.what, row.count, wanted)
    row.note = f"{clients:,} clients; first: " + ", ".join(f"{count} {what}" for what, count in firsts.most_common())
    return row


def _run_racer(racer: Racer, tables: GameService) -> Any:
    """Return the outcome of a command, or the exception that it raised."""
    try:
        return racer(tables)
    except Refused:
        raise
    except Exception as failure:  # noqa: BLE001 - any exception is an outcome to report
        return failure


def check_order(table: Table, before: int, came: list[tuple[str, Any]]) -> Iterator[str]:
    """Yield an error if the log has a gap, its chain breaks, or an answer differs from the log."""
    with table.stage.pool.connection() as conn:
        events = store.read(conn, table.id, after=before - 1)
        row = conn.execute("SELECT version, head FROM dobon.games WHERE id = %s", (table.id,)).fetchone()
    if [event.version for event in events] != list(range(before, before + len(events))):
        yield "the log has a gap"
    head = events[0].digest
    for event in events[1:]:
        head = digest(head, table.id, event)
        if head != event.digest:
            yield f"version {event.version} does not follow from the one before it"
    if row != (events[-1].version, head):
        yield f"the row of the game says {row}"
    for label, result in came:
        if isinstance(result, Exception) and not isinstance(result, Refused):
            yield f"{label} was answered with {result!r}"
    digests = {event.version: event.digest for event in events}
    fresh = [result for _, result in came if isinstance(result, Outcome) and not result.repeated]
    for outcome in fresh:
        if [event.digest for event in outcome.events] != [digests.get(event.version) for event in outcome.events]:
            yield f"the answer with version {outcome.version} differs from the log"
        if outcome.head != digests.get(outcome.version):
            yield f"the answered head of version {outcome.version} is not that of the log"
    told = [event.version for outcome in fresh for event in outcome.events]
    if len(told) != len(set(told)):
        yield "two clients were answered with the same events as their own"


def check_agreement(table: Table, everybody: list[GameService], chance: Random) -> Iterator[str]:
    """Yield an error if any process, including a new one, has another game for the server, spectators or a seat."""
    asked = [*everybody, table.stage.another_process()]
    for viewer in (SERVER, SPECTATOR, chance.randrange(len(table.players))):
        seen = [tables.view(table.id, viewer).stored() for tables in asked]
        if any(other != seen[0] for other in seen[1:]):
            yield f"the processes show viewer {viewer} different games"
