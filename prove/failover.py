"""Proof `failover`: every answered command is in the log once, although leaders of the database are lost.

Clients send commands to two servers of a cluster: three nodes of Patroni and PostgreSQL, and three members of etcd.
Meanwhile processes and whole nodes are killed, frozen and cut off. Afterwards each event has to belong to one answered
command, or to the clock, and all nodes have to hold the same log.

Then the same with two shards. There the processes between servers and shards are killed, and leaders of a shard. At
last `dobon cluster` itself is killed and started again (`prove/parent_losses.py`).
"""

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import psutil

from infra.clustering.layout import NODES, Database, Node
from infra.clustering.local import POOLER, PROXY, ROUTER
from prove.failover_load import Answers, Losses, Outages, check_losses, note_outage
from prove.harness.running_cluster import RunningCluster, running_cluster
from prove.parent_losses import check_parents
from prove.report import Row, Run

COMMANDS = 50_000
SHARDED_COMMANDS = 20_000
SHARDS = 2

PROCESS_SECONDS, NODE_SECONDS = 5.0, 30.0
"""Longest times until the first answer, after the loss of a process and of a node."""

ALONE_SECONDS = 30.0
"""Seconds for which a former leader is alone: longer than etcd remembers its successor."""

POSTGRES = "PostgreSQL of the leader killed"
ETCD = "leader of etcd killed"
CUT_OFF = "leader cut off from its standbys, then killed"
NODE = "node of the leader killed"
FROZEN = "node of the leader frozen, later resumed"
STANDBY = "node of a standby killed"
PATRONI = "Patroni of the leader killed"
POSTGRES_FROZEN = "PostgreSQL of the leader frozen, its Patroni not, later resumed"
SERVER = "one of the two servers killed"
SUCCESSOR = "leader killed, then the next one and its standby; the first returns alone"
AT_ONCE = "leader killed, and the next one as soon as it leads"

LOSSES = {
    POSTGRES: (20, 1, PROCESS_SECONDS),
    ETCD: (10, 1, PROCESS_SECONDS),
    CUT_OFF: (10, 2, NODE_SECONDS),
    NODE: (5, 0, NODE_SECONDS),
    FROZEN: (5, 0, NODE_SECONDS),
    STANDBY: (5, 0, NODE_SECONDS),
    PATRONI: (5, 0, PROCESS_SECONDS),
    POSTGRES_FROZEN: (5, 0, NODE_SECONDS),
    SERVER: (5, 0, PROCESS_SECONDS),
    SUCCESSOR: (5, 1, ALONE_SECONDS + NODE_SECONDS),
    AT_ONCE: (5, 1, NODE_SECONDS),
}
"""What happens to the cluster: how often in a full run, how often at least, and the longest time until an answer."""

ROUTER_KILLED = "PostgreSQL of the router killed"
POOLER_KILLED = "PgBouncer killed"
PROXY_KILLED = "HAProxy killed"
SHARD = "PostgreSQL of a shard's leader killed"
SHARD_CUT_OFF = "leader of a shard cut off from its standbys, then killed"
SHARD_FROZEN = "node of a shard's leader frozen, later resumed"

SHARDED_LOSSES = {
    ROUTER_KILLED: (10, 1, PROCESS_SECONDS),
    POOLER_KILLED: (10, 1, PROCESS_SECONDS),
    PROXY_KILLED: (10, 1, PROCESS_SECONDS),
    SHARD: (10, 1, PROCESS_SECONDS),
    SHARD_CUT_OFF: (10, 2, NODE_SECONDS),
    SHARD_FROZEN: (5, 0, NODE_SECONDS),
}
"""The same for a cluster with shards. After the loss of a shard's leader an answer for a game of that shard counts."""

BETWEEN = {ROUTER_KILLED: ROUTER, POOLER_KILLED: POOLER, PROXY_KILLED: PROXY}
"""Losses of processes between servers and shards, and their names."""

AGAIN = "meanwhile, the killed server is started again"
"""It has the time of a node, because it imports the program beside all others; the other server answers meanwhile."""

OTHERS = "meanwhile, commands of games of the other shard"
OTHERS_SECONDS = 5.0
"""Longest pause between two answers for games of the other shard, until the shard that has lost its leader answers."""

FROZEN_SECONDS = 3.0
"""Seconds in which commands are answered by the next leader before the frozen one is resumed."""


def prove(run: Run) -> Iterator[Row]:
    """Yield the rows of the proof."""
    yield from check_failover(run)
    yield from _named("with shards", check_shards(run))
    yield from _named("the command, one database", check_parents(run))
    yield from _named("the command, two shards", check_parents(run, shards=SHARDS))


def _named(cluster: str, rows: Iterable[Row]) -> Iterator[Row]:
    """Yield the rows of a run with the name of its cluster, because those of other runs are called the same."""
    for row in rows:
        yield replace(row, what=f"{cluster}: {row.what}")


def check_failover(run: Run, kinds: Collection[str] = tuple(LOSSES), **load: Any) -> list[Row]:
    """Return the rows of a run with one database and losses of these kinds. `load` has further fields of `Losses`."""
    with running_cluster() as house:
        limits = {AGAIN: NODE_SECONDS}
        losses = _plan(run, LOSSES, kinds, run.count(COMMANDS, 300), limits, load)
        return check_losses(run, house, losses, Striking(run, house).strike)


def check_shards(
    run: Run, kinds: Collection[str] = tuple(SHARDED_LOSSES), *, nodes: int = NODES, **load: Any
) -> list[Row]:
    """Return the rows of a run with two shards and losses of these kinds. Each database has `nodes` nodes."""
    with running_cluster(nodes=nodes, shards=SHARDS) as house:
        limits = {OTHERS: OTHERS_SECONDS}
        losses = _plan(run, SHARDED_LOSSES, kinds, run.count(SHARDED_COMMANDS, 300), limits, load)
        return check_losses(run, house, losses, Striking(run, house).strike)


def _plan(
    run: Run,
    losses: Mapping[str, tuple[int, int, float]],
    kinds: Collection[str],
    commands: int,
    meanwhile: Mapping[str, float],
    load: Mapping[str, Any],
) -> Losses:
    chosen = {kind: found for kind, found in losses.items() if kind in kinds}
    due = [kind for kind, (full, least, _) in chosen.items() for _ in range(run.count(full, least))]
    Random(f"{run.seed}-losses").shuffle(due)
    limits = {kind: limit for kind, (_, _, limit) in chosen.items()}
    return Losses({**limits, **meanwhile}, due, commands, **load)


@dataclass(frozen=True, slots=True)
class Striking:
    """Does something to a cluster, and notes the time until the next answer."""

    run: Run
    house: RunningCluster

    def strike(
        self, kind: str, number: int, answers: Answers, outages: Outages, have_given_up: Callable[[], bool]
    ) -> None:
        """Hit the cluster. The shards are hit in turn."""
        shards = self.house.layout.shards
        place = number % max(1, len(shards))
        is_shard = kind in (SHARD, SHARD_CUT_OFF, SHARD_FROZEN)
        database = shards[place] if is_shard else self.house.layout.accounts
        leader = self.house.leader(database)
        if kind == SUCCESSOR:
            began = self._lose_successor(leader, answers, have_given_up)
            note_outage(self.run, self.house, kind, outages, began, answers.wait(have_given_up))
            return
        frozen = self._hit(kind, database, leader, outages)
        began = answers.begin()
        if kind in BETWEEN:
            self.house.restart_ended()
        if kind == PATRONI:  # a pause may come when it starts again
            self.house.restart_ended()
            self.house.heal()
            note_outage(self.run, self.house, kind, outages, began, began + answers.pause(place))
            return
        if kind == SERVER:  # the other server answers meanwhile
            self.house.restart_servers()
            note_outage(self.run, self.house, kind, outages, began, began + answers.pause(place))
            note_outage(self.run, self.house, AGAIN, outages, began, time.monotonic())
            return
        first = answers.wait(have_given_up, place if is_shard else None)
        pause = answers.pause(1 - place)
        note_outage(self.run, self.house, kind, outages, began, first)
        if kind == SHARD:  # a longer outage ends with all clients waiting to open a game in the shard that is lost
            outages.seconds[OTHERS].append(pause)
        if frozen:
            time.sleep(FROZEN_SECONDS)
            self.house.resume(leader, frozen)

    def _hit(self, kind: str, database: Database, leader: Node, outages: Outages) -> list[psutil.Process]:
        """Do something to the cluster, and return the processes that are frozen."""
        house = self.house
        if kind in (POSTGRES, SHARD):
            house.kill_postgres(leader)
        elif kind == ETCD:
            house.kill_member()
        elif kind in (CUT_OFF, SHARD_CUT_OFF):
            outages.waits[kind] += house.cut_off(leader, database)
        elif kind == NODE:
            house.kill_node(leader)
        elif kind in (FROZEN, SHARD_FROZEN):
            return house.freeze(leader)
        elif kind == POSTGRES_FROZEN:
            return house.freeze(leader, patroni=False)
        elif kind == STANDBY:
            house.kill_node(house.standbys()[0])
        elif kind == PATRONI:
            house.kill_patroni(leader)
        elif kind == SERVER:
            house.kill_server()
        elif kind == AT_ONCE:
            house.kill_postgres(leader)
            house.kill_successor(leader)
        else:
            house.kill_between(BETWEEN[kind])
        return []

    def _lose_successor(self, leader: Node, answers: Answers, have_given_up: Callable[[], bool]) -> float:
        """Kill a leader, then its successor with the other standby as soon as that has answered; return the moment.

        The former leader returns before them, without the commands that they have answered.
        """
        house = self.house
        house.kill_postgres(leader)
        answers.begin()
        house.kill_patroni_after_leading(leader)
        answers.wait(have_given_up)
        for node in house.layout.accounts.nodes:
            if node != leader:
                house.kill_node(node)
        began = answers.begin()
        house.start_alone(leader, ALONE_SECONDS)
        house.heal()
        return began
