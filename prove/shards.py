"""Proof `shards`: games on several databases are as fast as the databases together, and each is in one of them.

Each shard is slowed down so that it commits one command after another, `COMMIT_SECONDS` each, as with a slow disk. So
the speed of the processor, which all servers share here, does not limit them. Set-ups take turns with slices of
commands, and the figure is the median ratio of neighbouring slices.
"""

import statistics
import time
import uuid
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import psycopg

from domain.log.errors import Refused
from domain.ruleset.actions import Draw
from domain.running.self_play import at_once
from infra.commands.service import GameService
from infra.databases.pool import AccountsPool, open_pool
from infra.event_store import integrity
from infra.postgres import functions
from infra.postgres.cluster import Cluster
from infra.postgres.partitions import ID_COLUMNS, NOT_OWNED, PARTITIONS, bounds, partition_of
from infra.postgres.retry import Unavailable
from infra.postgres.urls import application_url
from infra.settings import Settings
from infra.sharding import router, shards
from infra.sharding.rows import OF_SHARD
from infra.sharding.shards import equal_parts
from infra.social import rematches, shares, stamps
from prove.harness.service_games import START, owning
from prove.harness.shards import ShardedServers, last_transaction, sharded_servers
from prove.report import Row, Run

COMMIT_SECONDS = 0.012
"""Time that a commit takes on a slowed shard; commits of one shard do not overlap."""

GAMES = 24
"""Games of a slice, with equal parts in all shards. Each has a thread of its own."""

DRAWS = 40
"""Commands on each game of a slice: cards are drawn by both players in turn."""

SLICES = 9
DIRECT_SLICES = 15
THREADS = 8
"""Threads that compare calls through the router with direct ones."""

FASTER = {2: 1.9, 4: 3.6}
"""The least factor of commands per second for this number of shards, against one."""

THROUGH_ROUTER = 0.75
PROCESSOR = 1.25
"""The most processor time for a command on four shards, against one."""

READS = 0.5
"""Reads of a shard for each command, at the most: a new process reads each game once."""

_SLOW = """
CREATE FUNCTION dobon.proof_disk() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(0);
    PERFORM pg_sleep({seconds});
    RETURN NULL;
END
$$;
GRANT EXECUTE ON FUNCTION dobon.proof_disk() TO PUBLIC;
CREATE TRIGGER proof_disk AFTER INSERT ON dobon.events FOR EACH STATEMENT EXECUTE FUNCTION dobon.proof_disk()"""

_COMMITS = "SELECT xact_commit FROM pg_stat_database WHERE datname = 'dobon'"


OpenGame = tuple[str, list[str], int]
"""Id, players and the seat in turn."""


class Players:
    """Games on one set-up, and their commands."""

    def __init__(self, pool: AccountsPool, parts: int) -> None:
        """`parts` is the number of shards among which the games are spread equally."""
        self._service = GameService(pool)
        self._parts = parts

    def open(self, count: int) -> list[OpenGame]:
        """Open games, the same number in each shard."""
        wanted = [place for place in range(self._parts) for _ in range(count // self._parts)]
        with ThreadPoolExecutor(count) as threads:
            return list(threads.map(self._open_in, wanted))

    def _open_in(self, shard: int) -> OpenGame:
        players = [str(uuid.uuid4()), str(uuid.uuid4())]
        # With a key the id of the game follows from account and key, so a key for this shard can be chosen before.
        key = next(
            key
            for key in map(str, range(10_000))
            if partition_of(str(uuid.uuid5(uuid.UUID(players[0]), key))) in equal_parts(self._parts)[shard]
        )
        options = at_once("dobon-sato")
        game = self._service.create(players[0], "dobon-sato", options, 2, key=key).game.id
        self._service.sit(game, players[1])
        return game, players, int(self._service.view(game, -2).table.turn)

    def draw(self, games: Sequence[OpenGame], number: int = DRAWS) -> float:
        """Draw that many cards in each game, each in a thread of its own; return the commands per second."""

        def play(game: OpenGame) -> None:
            place, players, turn = game
            for one in range(number):
                self._service.act(place, players[(turn + one) % 2], Draw(), key=f"draw-{one}", request=b"draw")

        began = time.perf_counter()
        with ThreadPoolExecutor(len(games)) as threads:
            list(threads.map(play, games))
        return len(games) * number / (time.perf_counter() - began)

    def repeat(self, games: Sequence[OpenGame]) -> list[str]:
        """Send the last command of each game again; return what is not its first outcome."""
        failures = []
        for place, players, turn in games:
            try:
                outcome = self._service.act(
                    place, players[(turn + DRAWS - 1) % 2], Draw(), key=f"draw-{DRAWS - 1}", request=b"draw"
                )
                if not outcome.repeated:
                    failures.append(f"game {place}: the repeated command was done again")
            except (Refused, Unavailable) as failure:
                failures.append(f"game {place}: the repeated command was refused: {failure}")
        return failures


def prove(run: Run) -> Iterator[Row]:
    """Compare one, two and four shards, and examine the rows of four."""
    with ExitStack() as stack:
        several = {count: stack.enter_context(sharded_servers(count, GAMES)) for count in (1, 2, 4)}
        yield from places(run, several[4])
        yield from _against_direct(run, several[1])
        for servers in several.values():
            for shard in servers.shards:
                _slow_down(shard)
        yield from _faster(run, several)


def _slow_down(shard: Cluster) -> None:
    with psycopg.connect(shard.url("dobon"), autocommit=True) as conn:
        conn.execute(_SLOW.format(seconds=COMMIT_SECONDS))


def _faster(run: Run, several: dict[int, ShardedServers]) -> Iterator[Row]:
    rates: dict[int, list[float]] = {count: [] for count in several}
    spent: dict[int, list[float]] = {count: [] for count in several}
    slices, draws = run.count(SLICES, 1), run.count(DRAWS, 8)
    with ExitStack() as stack:
        players = {
            count: Players(stack.enter_context(open_pool(servers.settings)), count)
            for count, servers in several.items()
        }
        for number in range(slices):
            for count, servers in several.items():
                games = players[count].open(GAMES)
                before = servers.processor_seconds()
                rates[count].append(players[count].draw(games, draws))
                spent[count].append((servers.processor_seconds() - before) / (GAMES * draws))
            run.report_progress("shards: slices", number + 1, slices)
    for count, least in FASTER.items():
        factor = statistics.median(more / one for more, one in zip(rates[count], rates[1], strict=True))
        failures = [] if factor >= least else [f"{count} shards are {factor:.2f} times as fast as one, not {least}"]
        note = f"{factor:.2f} times one shard ({statistics.median(rates[1]):.0f}/s); at least {least}"
        yield Row(f"commands a second, {count} slowed shards", slices, failures, note, trials=False)
    factor = statistics.median(four / one for four, one in zip(spent[4], spent[1], strict=True))
    failures = [] if factor <= PROCESSOR else [f"a command on four shards takes {factor:.2f} times the processor time"]
    note = f"{factor:.2f} times one shard ({statistics.median(spent[1]) * 1e6:.0f} µs); at most {PROCESSOR}"
    yield Row("processor time of shards and router for a command, 4 shards", slices, failures, note, trials=False)


def _against_direct(run: Run, servers: ShardedServers) -> Iterator[Row]:
    settings = servers.settings
    direct = Settings(database_url=settings.shard_urls[0], data_dir=settings.data_dir, pool_size=THREADS)
    slices, draws = run.count(DIRECT_SLICES, 1), run.count(DRAWS, 8)
    ratios = []
    with open_pool(settings) as through, open_pool(direct) as straight:
        both = Players(through, 1), Players(straight, 1)
        for number in range(slices):
            routed, alone = (players.draw(players.open(THREADS), draws) for players in both)
            ratios.append(routed / alone)
            run.report_progress("shards: router", number + 1, slices)
    ratio = statistics.median(ratios)
    failures = [] if ratio >= THROUGH_ROUTER else [f"{ratio:.2f} of the commands a second without a router"]
    note = f"{ratio:.2f} of direct calls, {THREADS} threads; at least {THROUGH_ROUTER}"
    yield Row("commands a second through the router", slices, failures, note, trials=False)


def places(run: Run, servers: ShardedServers) -> Iterator[Row]:
    """Examine where commands are written, and that each is one transaction of one shard."""
    commands, games = 0, []
    with open_pool(servers.settings) as pool:
        players = Players(pool, len(servers.shards))
        for _ in range(run.count(10, 1)):
            games += players.open(GAMES)
    everything = (*servers.shards, servers.accounts)
    before, read = [last_transaction(one) for one in everything], sum(map(_commits, servers.shards))
    with open_pool(servers.settings) as pool:
        players = Players(pool, len(servers.shards))
        for first in range(0, len(games), GAMES):
            players.draw(games[first : first + GAMES])
            commands += GAMES * DRAWS
        written = [last_transaction(one) - earlier for one, earlier in zip(everything, before, strict=True)]
    read = sum(map(_commits, servers.shards)) - read
    failures = [] if sum(written[:-1]) == commands else [f"{sum(written[:-1])} transactions of {commands} commands"]
    if written[-1]:
        failures.append(f"{written[-1]} transactions in the database of the accounts")
    spread = ", ".join(f"{one:,}" for one in written[:-1])
    yield Row("a command is one writing transaction of one shard", commands, failures, spread, commands)
    reads = (read - commands) / commands
    failures = [] if 0 <= reads <= READS else [f"{reads:.2f} reads of shards for each command, more than {READS}"]
    yield Row("a command asks no other shard", commands, failures, f"{reads:.2f} reads for each command", trials=False)
    with open_pool(servers.settings) as pool:
        failures = Players(pool, len(servers.shards)).repeat(games)
        yield Row("a repeated key finds the first command", len(games), failures)
        checked = dict(integrity.check_all(pool))
    wrong = [f"game {game}: {found.problem}" for game, found in checked.items() if found.problem]
    missing = [f"game {game} is missing" for game, _, _ in games if game not in checked]
    yield Row("logs are whole, each in one shard", len(checked), wrong + missing, wanted=len(games))
    with open_pool(servers.settings) as pool:
        yield _additions(pool, games)
    rows, failures = _misplaced(servers)
    yield Row("rows are in the shard that owns their partition", rows, failures)
    yield _refused(run, servers)


def _additions(pool: AccountsPool, games: Sequence[OpenGame]) -> Row:
    """Add a link, a stamp and a rematch to each game, and look for them in the shard of the game."""
    failures = []
    with ThreadPoolExecutor(THREADS) as threads:
        for failure in threads.map(lambda game: _add(pool, *game), games):
            failures += failure
    found = 0
    for table in ("shares", "stamps", "rematches"):
        for shard in pool.games.each():
            with owning(shard) as conn:
                row = conn.execute(f"SELECT count(*) FROM dobon.{table}").fetchone()  # noqa: S608 - constants
                assert row is not None
                found += row[0]
    if found != 3 * len(games):
        failures.append(f"{found} rows of {3 * len(games)} were found in the shards")
    return Row("links, stamps and rematches are in the shard of their game", 3 * len(games), failures)


def _add(pool: AccountsPool, game: str, players: Sequence[str], _turn: int) -> list[str]:
    """Add to one game what is not part of its log; return what failed."""
    player = players[0]
    try:
        shares.create(pool, game, player, f"{shares.PREFIX}{game}")
        stamps.add(pool, game, player, 0, "hello", START, 1)
        rematches.claim(pool, game, player, None)
    except (Refused, Unavailable) as failure:
        return [f"game {game}: {failure}"]
    return []


def _commits(shard: Cluster) -> int:
    """Return the transactions of a shard that have ended. Sessions count theirs when they end."""
    with psycopg.connect(shard.url("dobon"), autocommit=True) as conn:
        end = time.monotonic() + 30
        while time.monotonic() < end:
            row = conn.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = 'dobon'").fetchone()
            if row is not None and row[0] == 1:
                break
            time.sleep(0.05)
        row = conn.execute(_COMMITS).fetchone()
    assert row is not None
    return int(row[0])


def _misplaced(servers: ShardedServers) -> tuple[int, list[str]]:
    """Return the number of rows of games, and the tables with rows in a database that does not own them."""
    rows, failures = 0, []
    for name, server in [(f"shard {one + 1}", shard) for one, shard in enumerate(servers.shards)] + [
        ("the database of the accounts", servers.accounts)
    ]:
        with psycopg.connect(server.url("dobon"), autocommit=True) as conn:
            for table, column in ID_COLUMNS.items():
                only = f"WHERE {OF_SHARD}" if table == "progress" else ""
                found = conn.execute(
                    f"SELECT count(*), count(*) FILTER (WHERE dobon.partition_of({column}) NOT IN"  # noqa: S608 - constants
                    f" (SELECT number FROM dobon.partitions WHERE owned)) FROM dobon.{table} {only}"
                ).fetchone()
                assert found is not None
                rows += found[0]
                if found[1]:
                    failures.append(f"{name} has {found[1]} rows of other partitions in {table}")
    return rows, failures


def _refused(run: Run, servers: ShardedServers) -> Row:
    """Call every function for every partition through a router with an old map: each must be refused."""
    partitions = range(0, PARTITIONS, PARTITIONS // run.count(PARTITIONS, 4))
    settings = servers.settings
    addresses = [application_url(settings, url) for url in settings.shard_urls]
    owners = {number: (place + 1) % len(addresses) for number, place in shards.owners(settings.shard_urls).items()}
    calls, failures = 0, []
    with psycopg.connect(servers.router.url("postgres"), autocommit=True) as conn:
        conn.execute("CREATE DATABASE old_router")
    with psycopg.connect(servers.router.url("old_router"), autocommit=True) as conn:
        router.set_up(conn, addresses, owners, "old")
        with psycopg.connect(addresses[0]) as shard:
            routed = functions.read_routed(shard)
        for function in routed:
            values = ", ".join(["NULL"] * (function.parameter_count - 1))
            for partition in partitions:
                calls += 1
                try:
                    conn.execute(
                        f"SELECT * FROM dobon.{function.name}(%s{f', {values}' if values else ''})",  # noqa: S608 - our names
                        (bounds(partition)[0],),
                    )
                    failures.append(f"{function.name} of partition {partition} was not refused")
                except psycopg.Error as failure:
                    if failure.diag.sqlstate != NOT_OWNED:
                        failures.append(f"{function.name} of partition {partition}: {failure}")
    return Row("calls with an old map are refused", calls, failures[:20])
