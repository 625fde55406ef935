"""Proof `loss`: every answered command is in the log once, although workers and Postgres are killed.

Clients play through a faulty network while API workers and Postgres are killed. Each event has to belong to one
answered command, or to the clock. So a command that was executed twice, or executed and answered as refused, is found
as well as a lost one.
"""

import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from typing import Any

import psycopg

from domain.log.log_format import digest, genesis
from infra.databases.pool import open_pool
from infra.event_store import store
from infra.postgres.urls import cluster, owner_url
from infra.projections.rebuild import rebuild
from prove.harness.database import directory
from prove.harness.faulty_proxy import FaultyNetwork, faulty_network
from prove.harness.retrying_client import GIVE_UP_SECONDS, AnsweredCommand, Client
from prove.harness.server import RunningServer, running_server
from prove.report import Row, Run

COMMANDS = 100_000
POSTGRES_KILLS, BACKEND_KILLS, WORKER_KILLS = 100, 30, 200
CUTS, DUPLICATES = 1_000, 5_000
CLIENTS = 16


@dataclass
class Kills:
    """Processes to kill, in random order, and the kills so far."""

    due: list[str]
    done: Counter[str] = field(default_factory=Counter)

    @classmethod
    def planned(cls, run: Run) -> "Kills":
        """Return all kills of a run."""
        due = (
            ["postgres"] * run.count(POSTGRES_KILLS, 2)
            + ["backend"] * run.count(BACKEND_KILLS)
            + ["worker"] * run.count(WORKER_KILLS, 2)
        )
        Random(f"{run.seed}-kills").shuffle(due)
        return cls(due)


def prove(run: Run) -> Iterator[Row]:
    """Yield the rows of the proof."""
    yield from check_loss(run)


def check_loss(run: Run, *, asynchronous_commit: bool = False, give_up_after: float = GIVE_UP_SECONDS) -> list[Row]:
    """Return the rows of a run whose clients repeat a command for `give_up_after` seconds.

    With `asynchronous_commit` Postgres answers a commit before it is written; the program refuses to start with such a
    server.
    """
    wanted, kills = run.count(COMMANDS, 300), Kills.planned(run)
    with directory() as place:
        with (
            running_server(place, asynchronous_commit=asynchronous_commit) as server,
            faulty_network(server.port, run.seed) as network,
        ):
            players = _run_clients(run, server, network, wanted, kills, give_up_after)
            differing = network.differing_answers()
            cluster(server.settings).start()
        postgres = cluster(server.settings).start()
        with psycopg.connect(owner_url(server.settings), autocommit=True) as owner:
            failures = [*find_errors(run, owner, players)]
        with open_pool(server.settings) as pool:
            compared = rebuild(pool)
        postgres.stop()
    failures += [what for player in players for what in player.failures]
    return _make_rows(run, players, network, kills, failures, differing, [*compared.differences], wanted)


def _run_clients(
    run: Run, server: RunningServer, network: FaultyNetwork, wanted: int, kills: Kills, give_up_after: float
) -> list[Client]:
    """Run clients until enough commands are answered and all kills are done."""
    enough, counting, done = threading.Event(), threading.Lock(), 0

    def count_answer() -> None:
        nonlocal done
        with counting:
            done += 1

    players = [
        Client(
            network.port,
            f"client-{number}",
            Random(f"{run.seed}-client-{number}"),
            enough,
            count_answer,
            give_up_after=give_up_after,
        )
        for number in range(CLIENTS)
    ]
    chance = Random(f"{run.seed}-killer")
    every, seen = wanted / (len(kills.due) + 1), 0
    with ThreadPoolExecutor(CLIENTS) as threads:
        working = [threads.submit(player.run) for player in players]
        try:
            while (done < wanted or kills.due or _needs_more_faults(run, network)) and not all(
                task.done() for task in working
            ):
                run.report_progress("commands answered", done, wanted)
                time.sleep(0.005 + chance.random() * 0.03)
                # Commands are answered between two kills, so every kill meets a running process.
                if kills.due and done >= seen + every * 0.9 and _kill_next(server, kills, chance):
                    seen = done
        finally:
            enough.set()
        for task in working:
            task.result()
    return players


def _needs_more_faults(run: Run, network: FaultyNetwork) -> bool:
    """Return whether the network has cut or duplicated less than wanted."""
    return network.cuts < run.count(CUTS) or network.duplicates < run.count(DUPLICATES)


def _kill_next(server: RunningServer, kills: Kills, chance: Random) -> bool:
    """Kill the next process that is due. Return False if it was not running."""
    what = kills.due[-1]
    if what == "postgres":
        killed = server.kill_postgres()
    elif what == "backend":
        killed = server.kill_backend(chance)
    else:
        killed = server.kill_workers(min(kills.due.count("worker"), 2 if chance.random() < 0.2 else 1))
    for _ in range(killed):
        kills.due.remove(what)
        kills.done[what] += 1
    return killed > 0


# The log afterwards


def find_errors(
    run: Run,
    owner: psycopg.Connection[Any],
    players: list[Client],
    is_here: Callable[[str], bool] = lambda _: True,
) -> Iterator[str]:
    """Yield a sentence for each error of the log. `is_here` tells whether a game belongs to this database."""
    by_game: dict[str, list[AnsweredCommand]] = defaultdict(list)
    for player in players:
        for one in player.answered:
            if is_here(one.game):
                by_game[one.game].append(one)
    for game in run.track("games compared with the log", [*by_game]):
        yield from find_game_errors(owner, game, by_game[game])
    (games,) = owner.execute("SELECT count(*) FROM dobon.games").fetchone() or (0,)
    if games != len(by_game):
        yield f"{len(by_game):,} games were opened, but {games:,} exist"
    refused = {(account, key) for player in players for _, account, key, _ in player.refused}
    for account, key in owner.execute("SELECT account::text, key FROM dobon.commands ORDER BY 1, 2"):
        if (account, key) in refused:
            yield f"{key} was answered as refused, but is in the log"


def find_game_errors(owner: psycopg.Connection[Any], game: str, answered: list[AnsweredCommand]) -> Iterator[str]:
    """Yield a sentence for each error of the log of one game."""
    events = store.read(owner, game)
    if [event.version for event in events] != list(range(1, len(events) + 1)):
        yield f"game {game}: the versions have a gap"
    head = genesis(game)
    for event in events:
        head = digest(head, game, event)
        if head != event.digest:
            yield f"game {game}: version {event.version} does not follow from the one before it"
            break
    digests = {event.version: event.digest for event in events}
    rows = owner.execute(
        "SELECT account::text, key, first_version, last_version FROM dobon.commands WHERE game_id = %s ORDER BY first_version",
        (game,),
    ).fetchall()
    written = {(account, key): (first, last) for account, key, first, last in rows}
    for one in answered:
        first, last = written.pop((one.account, one.key), (0, 0))
        answered_digests = {one.version: one.head, **one.events}
        if not last:
            yield f"game {game}: {one.key} was answered at {_clock(one.at)} with version {one.version}, but its key is not there"
        elif last != one.version or not all(first <= version <= last for version in one.events):
            yield f"game {game}: {one.key} was answered with version {one.version}, but wrote {first} to {last}"
        if any(digests.get(version) != head for version, head in answered_digests.items()):
            yield f"game {game}: the answer to {one.key} has events that are not in the log"
    for account, key in written:
        yield f"game {game}: {key} of {account} was never answered, but is in the log"
    yield from _find_stray_events(owner, game, [(first, last) for _, _, first, last in rows])


def _clock(moment: float) -> str:
    return f"{datetime.fromtimestamp(moment, UTC):%H:%M:%S.%f}"[:-3]


def _find_stray_events(owner: psycopg.Connection[Any], game: str, ranges: list[tuple[int, int]]) -> Iterator[str]:
    """Yield a sentence for each event that belongs neither to exactly one command nor to the clock."""
    of = Counter(version for first, last in ranges for version in range(first, last + 1))
    for version, actor in owner.execute(
        "SELECT version, actor FROM dobon.events WHERE game_id = %s ORDER BY version", (game,)
    ):
        if of[version] > 1 or (of[version] == 0 and actor != store.CLOCK):
            yield f"game {game}: version {version} belongs to {of[version]} commands"


def _make_rows(
    run: Run,
    players: list[Client],
    network: FaultyNetwork,
    kills: Kills,
    failures: list[str],
    differing: list[str],
    differences: list[str],
    wanted: int,
) -> list[Row]:
    answered, repeated = sum(len(player.answered) for player in players), sum(player.repeated for player in players)
    refused = Counter(code for player in players for *_, code in player.refused)
    codes = ", ".join(f"{count} {code}" for code, count in refused.most_common(4)) or "none"
    differing += ["and another"] * (network.count("answered in two ways") - len(differing))
    return [
        Row("commands answered, each once in the log", answered, failures, f"{repeated:,} repeated; refused: {codes}", wanted),
        Row("Postgres killed", kills.done["postgres"], note=f"and {kills.done['backend']} of its processes", wanted=run.count(POSTGRES_KILLS), trials=False),
        Row("API workers killed", kills.done["worker"], wanted=run.count(WORKER_KILLS), trials=False),
        Row("connections cut by the network", network.cuts, note=f"{network.count('no server'):,} more by the kills", wanted=run.count(CUTS), trials=False),
        Row("commands sent twice, with the same answer both times", network.duplicates, differing, wanted=run.count(DUPLICATES)),
        Row("projections rebuilt from the log", 1, differences, "the same as those that were stored" if not differences else "", trials=False),
    ]  # fmt: skip
