"""Proof `failover`: every answered command is in the log once, although leaders of the database are lost.

Clients send commands to two servers of a cluster: three nodes of Patroni and PostgreSQL, and three members of etcd.
Meanwhile processes and whole nodes are killed, frozen and cut off. Afterwards each event has to belong to one answered
command, or to the clock, and all nodes have to hold the same log.
"""

import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from random import Random
from threading import Condition, Event
from typing import Any

import psycopg

from infra.clustering.layout import DATABASE, Node
from infra.postgres.pool import open_pool
from infra.postgres.urls import owner_url
from infra.projections.rebuild import rebuild
from prove.harness.retrying_client import Client
from prove.harness.running_cluster import NotWhole, RunningCluster, running_cluster
from prove.loss import find_errors
from prove.report import Row, Run

COMMANDS = 100_000
CLIENTS = 16
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

FROZEN_SECONDS = 3.0
"""Seconds in which commands are answered by the next leader before the frozen one is resumed."""


@dataclass
class Answers:
    """Counts answered commands, and waits for the first that was sent after a moment."""

    count: int = 0
    _since: float = 0.0
    _first: float | None = None
    _changed: Condition = field(default_factory=Condition)

    def note(self, client: Client) -> None:
        """Count an answer that the client has just received."""
        with self._changed:
            self.count += 1
            if self._first is None and client.began >= self._since:
                self._first = time.monotonic()
                self._changed.notify_all()

    def begin(self) -> float:
        """Begin to look for the first answer to a command that is sent from now on; return the moment."""
        with self._changed:
            self._since, self._first = time.monotonic(), None
            return self._since

    def wait(self, given_up: Callable[[], bool]) -> float | None:
        """Return the moment of that answer, or None if all clients have given up."""
        with self._changed:
            while self._first is None and not given_up():
                self._changed.wait(0.5)
            return self._first


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
        ended = f"; {self.waits} waits for a standby ended" if kind == CUT_OFF else ""
        return Row(f"{kind}: answered within {limit:g} s", len(found), late, times + ended, wanted, trials=False)


def prove(run: Run) -> Iterator[Row]:
    """Yield the rows of the proof."""
    yield from check_failover(run)


def check_failover(run: Run, *, judge_times: bool = True) -> list[Row]:
    """Return the rows of a run. Without `judge_times` a slow machine makes none of them fail."""
    wanted = run.count(COMMANDS, 300)
    due = [kind for kind, (full, least, _) in LOSSES.items() for _ in range(run.count(full, least))]
    Random(f"{run.seed}-losses").shuffle(due)
    with running_cluster() as house:
        players, outages, failures = _run_clients(run, house, wanted, due)
        house.heal()
        with psycopg.connect(owner_url(house.settings), autocommit=True) as owner:
            failures += [*find_errors(run, owner, players)]
        failures += [what for player in players for what in player.failures]
        differing = _find_differing_nodes(house)
        with open_pool(house.settings) as pool:
            differences = [*rebuild(pool).differences]
        rows = _make_rows(
            players, outages, failures, differing, differences, wanted, Counter(due), judge_times=judge_times
        )
        if any(row.failures for row in rows):
            print(f"The logs are in {house.keep_logs()}", file=sys.stderr, flush=True)
    return rows


def _run_clients(
    run: Run, house: RunningCluster, wanted: int, due: list[str]
) -> tuple[list[Client], Outages, list[str]]:
    """Run clients until enough commands are answered and everything that is due was done to the cluster."""
    enough, answers, outages, failures = Event(), Answers(), Outages(), list[str]()
    ports = [*house.servers]
    players = [
        Client(
            ports[number % len(ports)],
            f"client-{number}",
            Random(f"{run.seed}-client-{number}"),
            enough,
            lambda: None,
            give_up_after=GIVE_UP_SECONDS,
        )
        for number in range(CLIENTS)
    ]
    with ThreadPoolExecutor(CLIENTS) as threads:
        for player in players:
            player.on_answer = partial(answers.note, player)
        working = [threads.submit(player.run) for player in players]
        try:
            for number, kind in enumerate([*due, ""]):
                _wait_for_answers(run, answers, working, wanted, round(wanted * (number + 1) / (len(due) + 1)))
                if kind:
                    _strike(house, kind, answers, outages, working, quiet=run.quiet)
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
    house: RunningCluster, kind: str, answers: Answers, outages: Outages, working: list["Future[None]"], *, quiet: bool
) -> None:
    """Do something to the cluster, and note the time until the next answer."""
    leader = house.leader()
    frozen = []
    if kind == POSTGRES:
        house.kill_postgres(leader)
    elif kind == ETCD:
        house.kill_member()
    elif kind == CUT_OFF:
        outages.waits += house.cut_off(leader)
    elif kind == NODE:
        house.kill_node(leader)
    elif kind == FROZEN:
        frozen = house.freeze(leader)
    else:
        house.kill_node(house.standbys()[0])
    began = answers.begin()
    first = answers.wait(lambda: all(task.done() for task in working))
    if first is not None:
        outages.seconds[kind].append(first - began)
        house.note(f"answered after {first - began:.2f} s")
        if not quiet:
            print(f"{kind}: answered after {first - began:.2f} s", file=sys.stderr, flush=True)
    if frozen:
        time.sleep(FROZEN_SECONDS)
        house.resume(leader, frozen)


def _find_differing_nodes(house: RunningCluster) -> list[str]:
    """Return a sentence for each standby whose log is not that of the leader when it has caught up."""
    leader = house.leader()
    with psycopg.connect(house.layout.node_url(leader, DATABASE), autocommit=True) as connection:
        row = connection.execute("SELECT pg_current_wal_lsn()").fetchone()
        expected = connection.execute(_LOG).fetchone()
    differing = []
    for node in house.standbys():
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
    differing: list[str],
    differences: list[str],
    wanted: int,
    due: Counter[str],
    *,
    judge_times: bool,
) -> list[Row]:
    answered, repeated = sum(len(player.answered) for player in players), sum(player.repeated for player in players)
    refused = Counter(code for player in players for *_, code in player.refused)
    codes = ", ".join(f"{count} {code}" for code, count in refused.most_common(4)) or "none"
    return [
        Row("commands answered, each once in the log", answered, failures, f"{repeated:,} repeated; refused: {codes}", wanted),
        *(outages.row(kind, limit, due[kind], judged=judge_times) for kind, (_, _, limit) in LOSSES.items() if due[kind]),
        Row("standbys with the log of the leader", 2 - len(differing), differing, trials=False, wanted=2),
        Row("projections rebuilt from the log", 1, differences, "the same as those that were stored" if not differences else "", trials=False),
    ]  # fmt: skip
