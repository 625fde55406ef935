"""Commands to a cluster while something happens to it, and the check that each answered one is in the log once."""

import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from random import Random
from threading import Condition, Event
from typing import Any, Protocol

import psycopg

from infra.clustering.layout import DATABASE, Database, Node
from infra.databases.pool import open_pool
from infra.postgres.partitions import partition_of
from infra.postgres.urls import owner_url
from infra.projections.rebuild import rebuild
from infra.sharding.shards import owners
from prove.harness.observed_cluster import NotWhole, ObservedCluster
from prove.harness.retrying_client import Client
from prove.loss import find_errors
from prove.report import Row, Run

GIVE_UP_SECONDS = 240.0
"""Time in s after which a command counts as never answered: longer than the replacement of several leaders."""


@dataclass(frozen=True, slots=True)
class Losses:
    """What happens to a cluster, and the clients meanwhile."""

    limits: Mapping[str, float]
    "The longest time until an answer after each kind of loss, in seconds."
    due: Sequence[str]
    "The kinds in their order."
    commands: int
    "Number of commands that have to be answered."
    clients: int = 16
    pause: float = 0.05
    "Seconds before each request of a client. Without it two cores are always busy, and starts take twice as long."
    judge_times: bool = True
    "Times above the limits are failures."


SLICE: dict[str, Any] = {"clients": 4, "judge_times": False}
"""Fields of `Losses` for a run beside other tests, on which its times depend."""


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
    """The seconds until the first answer and the waits for a standby that were ended, for each kind of loss."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    waits: Counter[str] = field(default_factory=Counter)

    def row(self, kind: str, limit: float, wanted: int, *, judged: bool) -> Row:
        """Return the row for a kind of loss; times above the limit are failures if they are judged."""
        found = self.seconds[kind]
        late = [f"{kind}: the first answer came after {one:.1f} s" for one in found if judged and one > limit]
        times = (
            f"answered after {statistics.median(found):.1f} s at the median, {max(found):.1f} s at most"
            if found
            else ""
        )
        ended = f"; {waits} waits for a standby ended" if (waits := self.waits[kind]) else ""
        return Row(f"{kind}: answered within {limit:g} s", len(found), late, times + ended, wanted, trials=False)


class Strike(Protocol):
    """Does something to a cluster."""

    def __call__(
        self, kind: str, number: int, answers: Answers, outages: Outages, have_given_up: Callable[[], bool]
    ) -> None:
        """Do it, and note the time until the next answer. Raises `NotWhole`."""


def check_losses(run: Run, house: ObservedCluster, losses: Losses, strike: Strike) -> list[Row]:
    """Return the rows of a run: clients play while the cluster has losses, then the log of all nodes is compared."""
    place = _places(house)
    players, outages, failures = _run_clients(run, house, losses, strike, place)
    if failures:  # there is no leader to compare with, or no standby
        print(f"The logs are in {house.keep_logs()}", file=sys.stderr, flush=True)
        return _make_rows(players, outages, failures, losses)
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
    rows = [
        *_make_rows(players, outages, failures, losses),
        Row("standbys with the log of the leader", standbys - len(differing), differing, trials=False, wanted=standbys),
        Row("games whose projections were rebuilt from the log", compared.games, [*compared.differences], trials=False, wanted=games),
    ]  # fmt: skip
    if any(row.failures for row in rows):
        print(f"The logs are in {house.keep_logs()}", file=sys.stderr, flush=True)
    return rows


def _places(house: ObservedCluster) -> Callable[[str], int]:
    """Return a function that gives the place of the shard that has a game; 0 without shards."""
    if not house.layout.shards:
        return lambda _: 0
    found = owners(house.settings.owner_shard_urls)
    return lambda game: found[partition_of(game)]


def _run_clients(
    run: Run, house: ObservedCluster, losses: Losses, strike: Strike, place: Callable[[str], int]
) -> tuple[list[Client], Outages, list[str]]:
    """Run clients until enough commands are answered and everything that is due was done to the cluster."""
    enough, outages, failures = Event(), Outages(), list[str]()
    answers = Answers(lambda client: place(client.answered[-1].game))
    players = [_make_client(run, house, losses, number, enough) for number in range(losses.clients)]
    house.clients = players
    with ThreadPoolExecutor(losses.clients) as threads:
        for player in players:
            player.on_answer = partial(answers.note, player)
        working = [threads.submit(player.run) for player in players]

        def have_given_up() -> bool:
            return all(task.done() for task in working)

        try:
            for number, kind in enumerate([*losses.due, ""]):
                now = round(losses.commands * (number + 1) / (len(losses.due) + 1))
                _wait_for_answers(run, answers, working, losses.commands, now)
                if kind:
                    strike(kind, number, answers, outages, have_given_up)
                    house.heal()
                    run.report_progress(f"losses, the last one: {kind}", number + 1, len(losses.due))
            house.heal()
        except NotWhole as failure:
            failures.append(str(failure))
            for player in players:
                player.give_up_after = 0
        finally:
            enough.set()
        for task in working:
            task.result()
    return players, outages, failures


def _make_client(run: Run, house: ObservedCluster, losses: Losses, number: int, enough: Event) -> Client:
    return Client(
        house.ports[number % len(house.ports)],
        f"client-{number}",
        Random(f"{run.seed}-client-{number}"),
        enough,
        lambda: None,
        give_up_after=GIVE_UP_SECONDS,
        pause=losses.pause,
    )


def _wait_for_answers(run: Run, answers: Answers, working: list["Future[None]"], wanted: int, now: int) -> None:
    """Wait until `now` commands are answered, or all clients have ended."""
    while answers.count < now and not all(task.done() for task in working):
        time.sleep(0.05)
        run.report_progress("commands answered", answers.count, wanted)


def note_outage(
    run: Run, house: ObservedCluster, kind: str, outages: Outages, began: float, first: float | None
) -> None:
    """Note the time between a loss and the first answer after it, if there is one."""
    if first is None:
        return
    outages.seconds[kind].append(first - began)
    house.note(f"answered after {first - began:.2f} s")
    if not run.quiet:
        print(f"{kind}: answered after {first - began:.2f} s", file=sys.stderr, flush=True)


def _find_differing_nodes(house: ObservedCluster, database: Database) -> list[str]:
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


def _make_rows(players: list[Client], outages: Outages, failures: list[str], losses: Losses) -> list[Row]:
    answered, repeated = sum(len(player.answered) for player in players), sum(player.repeated for player in players)
    refused = Counter(code for player in players for *_, code in player.refused)
    codes = ", ".join(f"{count} {code}" for code, count in refused.most_common(4)) or "none"
    due = Counter(losses.due)
    return [
        Row("commands answered, each once in the log", answered, failures, f"{repeated:,} repeated; refused: {codes}", losses.commands),
        *(outages.row(kind, limit, due[kind], judged=losses.judge_times) for kind, limit in losses.limits.items() if due[kind] or outages.seconds[kind]),
    ]  # fmt: skip
