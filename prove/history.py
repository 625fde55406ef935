"""Proof `history`: every head is in the public log once, although the processes that enter it and databases are killed.

Games are opened, seated and ended by writers (`prove/harness/history_games.py`), in one database and in two shards
between which partitions move. Several followers enter their heads. Afterwards everything that can be read of the public
log is compared with what follows from the logs of the games (`prove/harness/heads_tree.py`).

Followers of one database work one at a time, by a lock on which nothing may depend. So in the part with one database
each of them has a lock of its own, and all of them work at once.
"""

import multiprocessing
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import psycopg

from domain.transparency import checkpoint as checkpoints
from domain.transparency import merkle
from domain.transparency.checkpoint import Checkpoint
from domain.transparency.notes import BadNote
from infra.databases.pool import open_pool
from infra.postgres.cluster import Cluster
from infra.postgres.urls import cluster
from infra.settings import Settings
from infra.signatures import is_signed
from prove.harness import heads_tree
from prove.harness.application import open_house
from prove.harness.database import database
from prove.harness.heads_tree import Head
from prove.harness.history_run import PATIENCE_SECONDS, Ended, History, Wanted
from prove.harness.shards import sharded_servers
from prove.report import Row, Run

GAMES = 200_000
IN_SHARDS = 0.4
"""Share of the games that are in shards."""

FOLLOWER_KILLS, DATABASE_KILLS, MOVES = 300, 30, 40
"""In a full run, in all parts together."""

ONE, TWO = "one database", "two shards"
"""The parts, by a word in the names of their rows."""

SHOWN = 20
"""Failures of one kind that are listed."""

Connection = psycopg.Connection[Any]


def prove(run: Run) -> Iterator[Row]:
    """Yield the rows of the part with one database, and of the part with shards."""
    if run.row in ONE:
        yield from _prove_one(run)
    if run.row in TWO:
        with sharded_servers(2, settings={"wal_level": "logical"}) as servers:
            settings = replace(servers.settings, pool_size=4)
            yield from _check(run, TWO, settings, [servers.accounts, *servers.shards], IN_SHARDS)


def _prove_one(run: Run) -> Iterator[Row]:
    with database() as embedded:
        server = cluster(embedded)
        # With an address no follower starts the killed server again, as each would with an embedded one.
        settings = replace(embedded, database_url=server.url("dobon"))
        yield from _check(run, ONE, settings, [server], 1 - IN_SHARDS)


def _check(run: Run, where: str, settings: Settings, servers: Sequence[Cluster], share: float) -> Iterator[Row]:
    wanted = Wanted(
        games=run.count(round(GAMES * share), 400),
        follower_kills=run.count(round(FOLLOWER_KILLS * share), 20),
        database_kills=run.count(round(DATABASE_KILLS * share), 2),
        moves=run.count(MOVES, 8) if settings.shard_urls else 0,
    )
    # Each process is forked from one that has only imported this module: it starts at once, without other threads.
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["prove.harness.history_run"])
    ended = History(run, where, settings, servers, wanted, context).run()
    yield from _rows(run, where, settings, servers, ended, wanted)


def _rows(
    run: Run, where: str, settings: Settings, servers: Sequence[Cluster], ended: Ended, wanted: Wanted
) -> Iterator[Row]:
    expected, events = dict[tuple[str, str], Head](), 0
    for server in servers[1:] or servers:
        with psycopg.connect(server.url("dobon")) as conn:
            heads, number = heads_tree.heads_of_logs(conn)
            expected, events = expected | heads, events + number
    with psycopg.connect(servers[0].url("dobon"), autocommit=True) as conn:
        query = "SELECT number, game_id::text, kind, version, head FROM dobon.head_entries ORDER BY number"
        entries = [(number, tuple(head)) for number, *head in conn.execute(query).fetchall()]
        notes = [note for (note,) in conn.execute("SELECT note FROM dobon.head_checkpoints ORDER BY size")]
        publics = [bytes(key) for (key,) in conn.execute("SELECT public FROM dobon.receipt_keys ORDER BY number")]
    failures = [*ended.failures, *_compare_heads(expected, entries)]
    if ended.stalled:
        failures.append(f"nothing was entered for {PATIENCE_SECONDS:g} s")
    if ended.events != events:
        failures.append(f"{ended.events:,} events were committed, but {events:,} are in the logs")
    yield Row(
        f"heads of games in {where}, each entered once",
        len(expected),
        failures,
        f"of {ended.games:,} games; entered in {len(notes):,} transactions; {ended.unknown} commits with an unknown end",
        wanted.games,
    )
    killed = f"{ended.follower_kills} times a follower, {ended.database_kills} times a database"
    yield Row(
        f"processes killed, with games in {where}", ended.follower_kills + ended.database_kills, [], killed,
        wanted.follower_kills + wanted.database_kills, trials=False,
    )  # fmt: skip
    if wanted.moves:
        note = f"{ended.interrupted_moves} more were interrupted; writers were refused {ended.refused:,} times"
        yield Row("moves of a partition between the shards", ended.moves, [], note, wanted.moves, trials=False)
    # From here on the tree is one of the entries as the logs have them, in the order of the public log.
    data = [heads_tree.data_of(expected.get((game, kind), (game, kind, 0, ""))) for _, (game, kind, *_) in entries]
    leaves = [heads_tree.leaf_of(one) for one in data]
    yield _checkpoints_row(run, where, leaves, notes, ended.observed, publics)
    yield from _files_rows(run, where, settings, data, leaves)


def _compare_heads(expected: dict[tuple[str, str], Head], entries: list[tuple[int, Any]]) -> Iterator[str]:
    """Yield what is wrong with the entries: each head of the logs has to be there once, with its version and digest."""
    found = dict[tuple[str, str], list[Head]]()
    for _, head in entries:
        found.setdefault((head[0], head[1]), []).append(head)
    missing = [f"the head {kind} of game {game} is missing" for game, kind in expected if (game, kind) not in found]
    twice = [
        f"{kind} of game {game} is there {len(heads)} times" for (game, kind), heads in found.items() if len(heads) > 1
    ]
    unknown = [f"{kind} of game {game} is in no log" for game, kind in found if (game, kind) not in expected]
    other = [
        f"{head[1]} of game {head[0]} has another version or head than its log"
        for place, heads in found.items()
        for head in heads
        if place in expected and head != expected[place]
    ]
    for failures in (twice, missing, unknown, other):
        yield from failures[:SHOWN]
        if len(failures) > SHOWN:
            yield f"and {len(failures) - SHOWN:,} more"
    if [number for number, _ in entries] != [*range(len(entries))]:
        yield "the numbers of the entries have a gap"


def _checkpoints_row(
    run: Run,
    where: str,
    leaves: Sequence[bytes],
    notes: Sequence[str],
    observed: Sequence[str],
    publics: Sequence[bytes],
) -> Row:
    """Return the row about all checkpoints: those of the table, and those that were read during the run."""
    failures, states = list[str](), list[Checkpoint]()
    for note in dict.fromkeys([*notes, *observed]):
        try:
            states.append(checkpoints.check(note, publics, is_signed))
        except BadNote as problem:
            failures.append(f"a checkpoint is not signed: {problem}")
    lost = {*observed} - {*notes}
    failures += [f"the checkpoint of {checkpoints.read(note).size} entries was shown and is gone" for note in lost]
    last = max((state.size for state in states), default=0)
    if last != len(leaves):
        failures.append(f"the last checkpoint has {last:,} of {len(leaves):,} entries")
    roots = heads_tree.roots_of(leaves, [state.size for state in states])
    levels = heads_tree.levels_of(leaves)
    whole = heads_tree.root_of(leaves)

    def node(level: int, number: int) -> bytes:
        return levels[level][number]

    for state in run.track(f"history of {where}: checkpoints compared", states):
        if state.root != roots.get(state.size):
            failures.append(f"the checkpoint of {state.size:,} entries has another root than the logs")
        elif not merkle.is_extended(
            state.size, state.root, len(leaves), whole, merkle.consistency_proof(state.size, len(leaves), node)
        ):
            failures.append(f"the tree of all entries does not extend the checkpoint of {state.size:,} entries")
    note = f"{len({*observed}):,} of them were read during the run"
    return Row(
        f"checkpoints with games in {where}, each a prefix of the last tree", len(states), failures[:SHOWN], note
    )


def _files_rows(
    run: Run, where: str, settings: Settings, data: Sequence[bytes], leaves: Sequence[bytes]
) -> Iterator[Row]:
    """Yield the rows about the files that the server serves: compared with the logs, and copied by a mirror."""
    with open_pool(settings) as pool, open_house(pool) as house:
        client = house.app.test_client()

        def read(name: str) -> bytes | None:
            answer = client.get(f"/log/tile/{name}")
            return answer.data if answer.status_code == 200 else None

        files = [*heads_tree.files_of(data, heads_tree.levels_of(leaves))]
        tracked = run.track(f"history of {where}: files compared", files)
        wrong = [f"{name} is not the file that follows from the logs" for name, made in tracked if read(name) != made]
        yield Row(f"tiles and bundles with games in {where}, as the logs ask for", len(files), wrong[:SHOWN])
        state = checkpoints.read(client.get("/log/checkpoint").get_data(as_text=True))
        names = count(1)

        def copy(name: str) -> bytes | None:
            run.report_progress(f"history of {where}: files copied", next(names), len(files))
            return read(name)

        root, failures = heads_tree.mirror(state.size, copy)
        if root != state.root:
            failures.append("the root of the copied tiles is not the one of the checkpoint")
        if root != heads_tree.root_of(leaves):
            failures.append("the root of the copied tiles is not the one that follows from the logs")
        note = "its root follows from the copied tiles alone, and is the signed one"
        yield Row(f"mirror of the log with games in {where}", state.size, failures[:SHOWN], note, trials=False)
