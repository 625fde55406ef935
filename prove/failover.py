"""Proof `failover`: every answered command is in the log once, although leaders of the database are lost.

Clients send commands to two servers of a cluster: three nodes of Patroni and PostgreSQL, and three members of etcd.
Meanwhile processes and whole nodes are killed, frozen and cut off. Afterwards each event has to belong to one answered
command, or to the clock, and all nodes have to hold the same log.

Then the same with two shards. There the processes between servers and shards are killed, and leaders of a shard.
"""

import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from random import Random
from threading import Condition, Event
from typing import Any

import psutil
import psycopg

from infra.clustering.layout import DATABASE, NODES, Database, Node
from infra.clustering.local import POOLER, PROXY, ROUTER
from infra.postgres.partitions import partition_of
from infra.postgres.pool import open_pool
from infra.postgres.shards import owners
from infra.postgres.urls import owner_url
from infra.projections.rebuild import rebuild
from prove.harness.retrying_client import Client
from prove.harness.running_cluster import NotWhole, RunningCluster, running_cluster
from prove.loss import find_errors
from prove.report import Row, Run

COMMANDS = 100_000
SHARDED_COMMANDS = 30_000
SHARDS = 2
CLIENTS = 16

SLICE = 0.01
"""A run with a smaller share is a slice: fewer clients pause before each request, because tests run beside it."""

SLICE_CLIENTS = 4
SLICE_PAUSE_SECONDS = 0.05
GIVE_UP_SECONDS = 240.0
"""Time in s after which a command counts as never answered: longer than the replacement of several leaders."""

PROCESS_SECONDS, NODE_SECONDS = 5.0, 30.0
"""Longest times until the first answer, after the loss of a process and of a node."""

POSTGRES = "PostgreSQL of the leader killed"
ETCD = "leader of etcd killed"
CUT_OFF = "leader cut off from its standbys, then killed"
NODE = "node of the leader killed"
FROZEN = "node of the leader frozen, later resumed"
STANDBY = "node of a standby killed"

LOSSES = {
    POSTGRES: (40, 1, PROCESS_SECONDS),
    ETCD: (20, 1, PROCESS_SECONDS),
    CUT_OFF: (20, 2, NODE_SECONDS),
    NODE: (10, 0, NODE_SECONDS),
    FROZEN: (10, 0, NODE_SECONDS),
    STANDBY: (10, 0, NODE_SECONDS),
}
"""What happens to the cluster: how often in a full run, how often at least, and the longest time until an answer."""

ROUTER_KILLED = "PostgreSQL of the router killed"
POOLER_KILLED = "PgBouncer killed"
PROXY_KILLED = "HAProxy killed"
SHARD = "PostgreSQL of a shard's leader killed"
SHARD_CUT_OFF = "leader of a shard cut off from its standbys, then killed"
SHARD_FROZEN = "node of a shard's leader frozen, later resumed"

SHARDED_LOSSES = {
    ROUTER_KILLED: (20, 1, PROCESS_SECONDS),
    POOLER_KILLED: (20, 1, PROCESS_SECONDS),
    PROXY_KILLED: (20, 1, PROCESS_SECONDS),
    SHARD: (20, 1, PROCESS_SECONDS),
    SHARD_CUT_OFF: (10, 2, NODE_SECONDS),
    SHARD_FROZEN: (10, 0, NODE_SECONDS),
}
"""The same for a cluster with shards. After the loss of a shard's leader an answer for a game of that shard counts."""

BETWEEN = {ROUTER_KILLED: ROUTER, POOLER_KILLED: POOLER, PROXY_KILLED: PROXY}
"""Losses of processes between servers and shards, and their names."""

OTHERS = "meanwhile, commands of games of the other shard"
OTHERS_SECONDS = 5.0
"""Longest pause between two answers for games of the other shard, until the shard that has lost its leader answers."""

FROZEN_SECONDS = 3.0
"""Seconds in which commands are answered by the next leader before the frozen one is resumed."""


@dataclass
class Answers:
    """Counts answered commands, and waits for the first that was sent after a moment."""

    place: Callable[[Client], int] = lambda _: 0
    "Returns the place of the shard with the game of the last answer of a client."
    count: int = 0
    _since: float = 0.0
    _first: dict[int, float] = field(default_factory=dict)
    "By the place of the shard."
    _last: dict[int, float] = field(default_factory=dict)
    _pauses: dict[int, float] = field(default_factory=dict)
    _changed: Condition = field(default_factory=Condition)

    def note(self, client: Client) -> None:
        """Count an answer that the client has just received."""
        with self._changed:
            self.count += 1
            place, now = self.place(client), time.monotonic()
            self._pauses[place] = self.pause(place)
            self._last[place] = now
            if client.began >= self._since:
                self._first.setdefault(place, now)
                self._changed.notify_all()

    def begin(self) -> float:
        """Begin to look for the first answer to a command that is sent from now on; return the moment."""
        with self._changed:
            self._since, self._first, self._last, self._pauses = time.monotonic(), {}, {}, {}
            return self._since

    def pause(self, place: int) -> float:
        """Return the longest time without an answer for games of a shard since that moment, in seconds."""
        return max(self._pauses.get(place, 0.0), time.monotonic() - self._last.get(place, self._since))

    def wait(self, given_up: Callable[[], bool], place: int | None = None) -> float | None:
        """Return the moment of that answer, for a game of the shard `place` if given. None if all have given up."""
        with self._changed:
            while True:
                found = [at for number, at in self._first.items() if place in (None, number)]
                if found or given_up():
                    return min(found, default=None)
                self._changed.wait(0.5)


@dataclass
class Outages:
    """The seconds until the first answer, for each kind of loss, and waits for a standby that were ended."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    waits: int = 0

    def row(self, kind: str, limit: float, wanted: int, *, judged: bool) -> Row:
        """Return the row for a kind of loss; times above the limit are failures if they are judged."""
        found = self.seconds[kind]
        late = [f"{kind}: the first answer came after {one:.1f} s" for one in found if judged and one > limit]
        times = (
            f"answered after {statistics.median(found):.1f} s at the median, {max(found):.1f} s at most"
            if found
            else ""
        )
        ended = f"; {self.waits} waits for a standby ended" if kind in (CUT_OFF, SHARD_CUT_OFF) else ""
        return Row(f"{kind}: answered within {limit:g} s", len(found), late, times + ended, wanted, trials=False)


def prove(run: Run) -> Iterator[Row]:
    """Yield the rows of the proof."""
    yield from check_failover(run)
    yield from check_shards(run)


def check_failover(run: Run, *, judge_times: bool = True) -> list[Row]:
    """Return the rows of a run with one database. Without `judge_times` a slow machine makes none of them fail."""
    with running_cluster() as house:
        return _check(run, house, LOSSES, run.count(COMMANDS, 300), judge_times=judge_times)


def check_shards(
    run: Run, kinds: Collection[str] = tuple(SHARDED_LOSSES), *, judge_times: bool = True, nodes: int = NODES
) -> list[Row]:
    """Return the rows of a run with two shards and losses of these kinds. Each database has `nodes` nodes."""
    losses = {kind: SHARDED_LOSSES[kind] for kind in kinds}
    with running_cluster(nodes=nodes, shards=SHARDS) as house:
        return _check(run, house, losses, run.count(SHARDED_COMMANDS, 300), judge_times=judge_times)


def _check(
    run: Run, house: RunningCluster, losses: Mapping[str, tuple[int, int, float]], wanted: int, *, judge_times: bool
) -> list[Row]:
    due = [kind for kind, (full, least, _) in losses.items() for _ in range(run.count(full, least))]
    Random(f"{run.seed}-losses").shuffle(due)
    place = _places(house)
    players, outages, failures = _run_clients(run, house, wanted, due, place)
    house.heal()
    for number, database in enumerate(house.layout.shards or house.layout.databases):
        address = house.layout.owner_url(database)
        with psycopg.connect(owner_url(house.settings, address), autocommit=True) as owner:
            failures += [*find_errors(run, owner, players, lambda game, number=number: place(game) == number)]
    failures += [what for player in players for what in player.failures]
    differing = [one for database in house.layout.databases for one in _find_differing_nodes(house, database)]
    standbys = len(house.layout.nodes) - len(house.layout.databases)
    with open_pool(house.settings) as pool:
        compared = rebuild(pool)
    games = len({one.game for player in players for one in player.answered})
    limits = {kind: limit for kind, (_, _, limit) in losses.items()}
    if SHARD in losses:
        limits[OTHERS] = OTHERS_SECONDS
    rows = [
        *_make_rows(players, outages, failures, wanted, Counter(due), limits, judge_times=judge_times),
        Row("standbys with the log of the leader", standbys - len(differing), differing, trials=False, wanted=standbys),
        Row("games whose projections were rebuilt from the log", compared.games, [*compared.differences], trials=False, wanted=games),
    ]  # fmt: skip
    if any(row.failures for row in rows):
        print(f"The logs are in {house.keep_logs()}", file=sys.stderr, flush=True)
    return rows


def _places(house: RunningCluster) -> Callable[[str], int]:
    """Return a function that gives the place of the shard that has a game; 0 without shards."""
    if not house.layout.shards:
        return lambda _: 0
    found = owners(house.settings.owner_shard_urls)
    return lambda game: found[partition_of(game)]


def _run_clients(
    run: Run, house: RunningCluster, wanted: int, due: list[str], place: Callable[[str], int]
) -> tuple[list[Client], Outages, list[str]]:
    """Run clients until enough commands are answered and everything that is due was done to the cluster."""
    enough, outages, failures = Event(), Outages(), list[str]()
    answers = Answers(lambda client: place(client.answered[-1].game))
    ports = [*house.servers]
    in_full = run.share >= SLICE
    clients = CLIENTS if in_full else SLICE_CLIENTS
    players = [
        Client(
            ports[number % len(ports)],
            f"client-{number}",
            Random(f"{run.seed}-client-{number}"),
            enough,
            lambda: None,
            give_up_after=GIVE_UP_SECONDS,
            pause=0.0 if in_full else SLICE_PAUSE_SECONDS,
        )
        for number in range(clients)
    ]
    with ThreadPoolExecutor(clients) as threads:
        for player in players:
            player.on_answer = partial(answers.note, player)
        working = [threads.submit(player.run) for player in players]
        try:
            for number, kind in enumerate([*due, ""]):
                _wait_for_answers(run, answers, working, wanted, round(wanted * (number + 1) / (len(due) + 1)))
                if kind:
                    _strike(house, kind, number, answers, outages, working, quiet=run.quiet)
                    house.heal()
                    run.report_progress(f"losses, the last one: {kind}", number + 1, len(due))
        except NotWhole as failure:
            failures.append(str(failure))
        finally:
            enough.set()
        for task in working:
            task.result()
    return players, outages, failures


def _wait_for_answers(run: Run, answers: Answers, working: list["Future[None]"], wanted: int, now: int) -> None:
    """Wait until `now` commands are answered, or all clients have ended."""
    while answers.count < now and not all(task.done() for task in working):
        time.sleep(0.05)
        run.report_progress("commands answered", answers.count, wanted)


def _strike(
    house: RunningCluster,
    kind: str,
    number: int,
    answers: Answers,
    outages: Outages,
    working: list["Future[None]"],
    *,
    quiet: bool,
) -> None:
    """Do something to the cluster, and note the time until the next answer. The shards are hit in turn."""
    shards = house.layout.shards
    place = number % max(1, len(shards))
    is_shard = kind in (SHARD, SHARD_CUT_OFF, SHARD_FROZEN)
    database = shards[place] if is_shard else house.layout.accounts
    leader = house.leader(database)
    frozen = _hit(house, kind, database, leader, outages)
    began = answers.begin()
    if kind in BETWEEN:
        house.restart_between()

    def has_ended() -> bool:
        return all(task.done() for task in working)

    first = answers.wait(has_ended, place if is_shard else None)
    pause = answers.pause(1 - place)
    if first is not None:
        outages.seconds[kind].append(first - began)
        house.note(f"answered after {first - began:.2f} s")
        if not quiet:
            print(f"{kind}: answered after {first - began:.2f} s", file=sys.stderr, flush=True)
    if kind == SHARD:  # a longer outage ends with all clients waiting to open a game in the shard that is lost
        outages.seconds[OTHERS].append(pause)
    if frozen:
        time.sleep(FROZEN_SECONDS)
        house.resume(leader, frozen)


def _hit(house: RunningCluster, kind: str, database: Database, leader: Node, outages: Outages) -> list[psutil.Process]:
    """Do something to the cluster, and return the processes that are frozen."""
    if kind in (POSTGRES, SHARD):
        house.kill_postgres(leader)
    elif kind == ETCD:
        house.kill_member()
    elif kind in (CUT_OFF, SHARD_CUT_OFF):
        outages.waits += house.cut_off(leader, database)
    elif kind == NODE:
        house.kill_node(leader)
    elif kind in (FROZEN, SHARD_FROZEN):
        return house.freeze(leader)
    elif kind == STANDBY:
        house.kill_node(house.standbys()[0])
    else:
        house.kill_between(BETWEEN[kind])
    return []


def _find_differing_nodes(house: RunningCluster, database: Database) -> list[str]:
    """Return a sentence for each standby whose log is not that of the leader when it has caught up."""
    leader = house.leader(database)
    with psycopg.connect(house.layout.node_url(leader, DATABASE), autocommit=True) as connection:
        row = connection.execute("SELECT pg_current_wal_lsn()").fetchone()
        expected = connection.execute(_LOG).fetchone()
    differing = []
    for node in house.standbys(database):
        found: list[Any] = []

        def has_read(node: Node = node, found: list[Any] = found) -> bool:
            with (
                suppress(psycopg.OperationalError),
                psycopg.connect(house.layout.node_url(node, DATABASE), autocommit=True) as connection,
            ):
                if connection.execute("SELECT pg_last_wal_replay_lsn() >= %s::pg_lsn", row).fetchone() == (True,):
                    found.append(connection.execute(_LOG).fetchone())
            return bool(found)

        house.wait_until(has_read)
        if found[0] != expected:
            differing.append(f"{node.name} has {found[0]}, but the leader {leader.name} has {expected}")
    return differing


_LOG = "SELECT count(*), sum(version), md5(string_agg(id || head, ',' ORDER BY id)) FROM dobon.games"


def _make_rows(
    players: list[Client],
    outages: Outages,
    failures: list[str],
    wanted: int,
    due: Counter[str],
    limits: Mapping[str, float],
    *,
    judge_times: bool,
) -> list[Row]:
    answered, repeated = sum(len(player.answered) for player in players), sum(player.repeated for player in players)
    refused = Counter(code for player in players for *_, code in player.refused)
    codes = ", ".join(f"{count} {code}" for code, count in refused.most_common(4)) or "none"
    due[OTHERS] = due[SHARD]
    return [
        Row("commands answered, each once in the log", answered, failures, f"{repeated:,} repeated; refused: {codes}", wanted),
        *(outages.row(kind, limit, due[kind], judged=judge_times) for kind, limit in limits.items() if due[kind]),
    ]  # fmt: skip
