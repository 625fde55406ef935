"""Proof of order: many clients released together on one thing, and the log has one order of which everybody is told the same.

The clients of a race are spread over up to three `Tables`, which have neither cache nor lock in common, as processes have not.
"""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from domain.errors import Refused
from domain.events import SERVER, SPECTATOR
from domain.log_format import digest
from infra.commands.handler import Outcome
from infra.commands.service import GameService
from infra.event_store import store
from infra.postgres.pool import Pool, open_pool
from infra.settings import Settings
from prove.harness.concurrent_commands import Race, racing
from prove.harness.database import database
from prove.harness.service_games import Stage, Table
from prove.race_scenarios import KINDS, Racer
from prove.report import Row, Run

RACES = {"call": 1_000, "counter": 800, "jump-in": 1_000, "last seat": 800, "timeout": 800, "one key": 600}
"""How many of each kind; together 5,000."""

FEWEST, MOST = 2, 32
"""Clients of a race."""

PROCESSES = 3

KINDS_AT_ONCE, CONNECTIONS = 3, 28
"""Kinds of races that are run at the same time, and connections of each: Postgres has a hundred."""


def prove(run: Run) -> Iterator[Row]:
    """Races of every kind, on a server of their own."""
    with database(CONNECTIONS) as settings:
        yield from run.spread("kinds of races", partial(raced, run, settings), list(RACES), KINDS_AT_ONCE)


def raced(run: Run, settings: Settings, kind: str) -> Row:
    """The races of one kind."""
    with open_pool(settings) as pool, racing(MOST) as race:
        return _races(run, pool, race, kind, run.count(RACES[kind], 3))


def _races(run: Run, pool: Pool, race: Race, kind: str, wanted: int) -> Row:
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
        came = race([partial(_run, racer, servers[place % len(servers)]) for place, (_, racer) in enumerate(racers)])
        labelled = [(label, result) for (label, _), result in zip(racers, came, strict=True)]
        wrong = [
            *one_order(trial.table, before, labelled),
            *trial.check(before, labelled),
            *agreed(trial.table, everybody, chance),
        ]
        row.failures += [f"race {number}, {size} clients: {what}" for what in wrong]
        row.count += 1
        clients += size
        firsts[trial.first(before)] += 1
        run.say(row.what, row.count, wanted)
    row.note = f"{clients:,} clients; first: " + ", ".join(f"{count} {what}" for what, count in firsts.most_common())
    return row


def _run(racer: Racer, tables: GameService) -> Any:
    """What comes of a command, whatever it is."""
    try:
        return racer(tables)
    except Refused:
        raise
    except Exception as failure:  # noqa: BLE001 - whatever it is, it is to be told
        return failure


def one_order(table: Table, before: int, came: list[tuple[str, Any]]) -> Iterator[str]:
    """The log goes on without a hole, its chain holds, and who was answered was told what stands there."""
    with table.stage.pool.connection() as conn:
        events = store.read(conn, table.id, after=before - 1)
        row = conn.execute("SELECT version, head FROM dobon.games WHERE id = %s", (table.id,)).fetchone()
    if [event.version for event in events] != list(range(before, before + len(events))):
        yield "the log has a hole"
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
            yield f"who was told of version {outcome.version} was told something else than what the log says"
        if outcome.head != digests.get(outcome.version):
            yield f"the head that was told for version {outcome.version} is not that of the log"
    told = [event.version for outcome in fresh for event in outcome.events]
    if len(told) != len(set(told)):
        yield "two clients were told that the same events are theirs"


def agreed(table: Table, everybody: list[GameService], chance: Random) -> Iterator[str]:
    """All processes, and one that has just begun, have the same game for the server, for spectators and for a seat."""
    asked = [*everybody, table.stage.another_process()]
    for viewer in (SERVER, SPECTATOR, chance.randrange(len(table.players))):
        seen = [tables.view(table.id, viewer).stored() for tables in asked]
        if any(other != seen[0] for other in seen[1:]):
            yield f"the processes do not agree about what viewer {viewer} sees"
