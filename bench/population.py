"""Fills a database with finished games: a few are played, and SQL copies their rows under other ids.

A copy has other accounts, later moments and its own transaction number. Its digests are those of the original, so the
chain of its log is invalid; the shape and the size of its rows are those of a played game.
"""

import random
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
from sqlalchemy import Table

from domain.game.game import FINISHED, actions
from domain.game.registry import RULESETS
from domain.log.errors import Refused
from domain.log.events import SERVER
from domain.ruleset.actions import Dobon, Ready
from domain.running.self_play import at_once
from infra.accounts.accounts import create_player
from infra.commands.service import GameService
from infra.databases.pool import AccountsPool
from infra.postgres.tables import game_log, moderation, records, reviews
from infra.projections.bands import WIDTH
from infra.projections.runner import ProjectionRunner
from infra.queries.games import game_row

VARIANTS: tuple[dict[str, Any], ...] = (
    {}, {}, {}, {}, {"listed": False}, {"spectators": "off"}, {"spectators": "delayed"}, {"abandoned": True},
)  # fmt: skip
"""How the games of each ruleset differ: of eight, six are listed, one of them abandoned, and one is hidden by `off`."""

WEIGHTS = {"dobon-sato": 48, "dobon-kawagoe": 48}
"""Games of each ruleset in a hundred, and one of each other ruleset: a million games then have 30 million events."""

TRIES = 6
"""Games played for each source; the shortest is copied."""

BATCH = 5_000
"""Games copied in one transaction."""

SECONDS_APART = 40

EVENTS = 40
"""About the events of a game, and the transaction numbers of a copy. Longer games share some with the next one."""

PER_ACCOUNT = 20
"""Games for each account, two accounts to a game."""

REGULAR = 50
"""One game of this many has the same account on its first seat: the account with the longest history."""

_PLAYED = (
    game_log.games, game_log.events, game_log.commands, game_log.claims, game_log.game_secrets, game_log.folds,
    game_log.game_seats, game_log.progress, records.rated_games, records.player_games,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Source:
    """A played game that is copied."""

    id: str
    players: tuple[str, str]


def populate(pool: AccountsPool, owner: psycopg.Connection[Any], games: int, transactions: int) -> list[str]:
    """Add that many finished games with their accounts, comments, links and acts; return the games that were played.

    The events get the transaction numbers from `transactions` on.
    """
    runner = ProjectionRunner(pool)
    sources = _play_sources(pool)
    while runner.run():
        pass
    owner.execute("SET synchronous_commit = off")
    owner.execute("SET search_path = dobon, pg_catalog")
    _insert_players(owner, games)
    with _without_indexes(owner):
        _insert_copies(owner, sources, games, transactions)
        _insert_others(owner)
    owner.execute("DROP TABLE dobon.bench_copies, dobon.bench_players")
    owner.execute(
        "INSERT INTO dobon.closed_games SELECT status, count(*) FROM dobon.games WHERE closed GROUP BY status"
        " ON CONFLICT (status) DO UPDATE SET games = excluded.games"
    )
    owner.execute("VACUUM (ANALYZE)")
    owner.execute("CHECKPOINT")  # the pages are not written while calls are measured
    return [source.id for source in sources]


def _play_sources(pool: AccountsPool) -> list[Source]:
    """Return a hundred sources, some of them several times."""
    found = []
    for place, key in enumerate(RULESETS):
        weight = WEIGHTS.get(key, 1)
        variants = VARIANTS[place : place + 1] if weight == 1 else VARIANTS
        played = [_play_shortest(pool, key, variant) for variant in variants]
        found += [played[number % len(played)] for number in range(weight)]
    return found


def _play_shortest(pool: AccountsPool, ruleset: str, variant: dict[str, Any]) -> Source:
    lengths = []
    for _ in range(TRIES):
        source, events = play(pool, ruleset, **variant)
        lengths.append((events, source.id, source))
    return min(lengths)[-1]


def play(pool: AccountsPool, ruleset: str, *, abandoned: bool = False, **more: Any) -> tuple[Source, int]:
    """Play a game of one round for two accounts and a bot; return it with the number of its events."""
    service, chosen = GameService(pool), random.Random()
    players = (create_player(pool, "Aoi")[0], create_player(pool, "Ren")[0])
    options = at_once(ruleset) | {"rounds": 1}
    game = service.create(players[0], ruleset, options, 3, ["novice"], **more).game.id
    service.sit(game, players[1], join_code=game_row(pool, game).join_code)
    while (now := service.view(game, SERVER)).status != FINISHED:
        if abandoned and now.version > 20:
            service.abandon(game, players[0], "bench")
            break
        for seat in (0, 1):
            found = actions(service.view(game, seat), seat)
            calm = [action for action in found if not isinstance(action, Dobon)]
            if not found:
                continue
            try:
                action = chosen.choice(found if chosen.random() < 0.2 else calm or found)
                service.act(game, players[seat], Ready() if Ready() in found else action, key=str(uuid.uuid4()))
            except Refused:
                continue
            break
    return Source(game, players), service.view(game, SERVER).version


def _insert_players(owner: psycopg.Connection[Any], games: int) -> None:
    """Insert the accounts of the copies."""
    count = max(40, games // PER_ACCOUNT)
    owner.execute(
        "CREATE UNLOGGED TABLE dobon.bench_players AS SELECT n, gen_random_uuid() AS id FROM generate_series(0, %s) AS n",
        [count],
    )
    owner.execute("CREATE INDEX ON dobon.bench_players (n)")
    owner.execute(
        "INSERT INTO dobon.players (id, name, created_at)"
        " SELECT id, 'Player ' || n, '2020-01-01T00:00:00.000000Z' FROM dobon.bench_players"
    )
    owner.execute(
        "INSERT INTO dobon.tokens (hash, player_id, kind, created_at)"
        " SELECT sha256(id::text::bytea), id, 'player', '2020-01-01T00:00:00.000000Z' FROM dobon.bench_players"
    )


@contextmanager
def _without_indexes(owner: psycopg.Connection[Any]) -> Iterator[None]:
    """Drop the indexes of the copied tables, and create them again afterwards: that takes half the time."""
    names = [table.name for table in (*_PLAYED, reviews.comments, reviews.shares, moderation.acts)]
    keys = owner.execute(
        "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint"
        " WHERE contype = 'p' AND conrelid = ANY(%s::regclass[]) ORDER BY 1",
        [names],
    ).fetchall()
    indexes = owner.execute(
        "SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index"
        " WHERE indrelid = ANY(%s::regclass[]) AND NOT indisprimary ORDER BY 1",
        [names],
    ).fetchall()
    owner.execute("SET maintenance_work_mem = '1GB'")
    for name, _ in indexes:
        owner.execute(f"DROP INDEX {name}")
    for table, name, _ in keys:
        owner.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
    yield
    for table, name, definition in keys:
        owner.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} {definition}")
    for _, definition in indexes:
        owner.execute(definition)


def _insert_copies(owner: psycopg.Connection[Any], sources: Sequence[Source], games: int, transactions: int) -> None:
    owner.execute(
        "CREATE TEMPORARY TABLE bench_sources AS SELECT ordinality - 1 AS n, id, first, second"
        " FROM unnest(%s::uuid[], %s::uuid[], %s::uuid[]) WITH ORDINALITY AS s (id, first, second)",
        [[s.id for s in sources], [s.players[0] for s in sources], [s.players[1] for s in sources]],
    )
    owner.execute("ANALYZE bench_sources")
    owner.execute(
        "CREATE UNLOGGED TABLE dobon.bench_copies AS"
        " SELECT g AS n, gen_random_uuid() AS id, s.id AS source, s.first, s.second, a.id AS new_first, b.id AS new_second,"
        " make_interval(secs => %(apart)s::float8 * (g - %(games)s)) AS later"
        " FROM (SELECT g, 1 + (random() * (%(accounts)s - 3))::int AS one FROM generate_series(1, %(games)s) AS g) AS g"
        " JOIN bench_sources AS s ON s.n = g %% %(sources)s"
        " JOIN dobon.bench_players AS a ON a.n = CASE WHEN g %% %(regular)s = g / %(regular)s %% 7 THEN 0 ELSE one END"
        " JOIN dobon.bench_players AS b ON b.n = one + 1",
        {
            "games": games, "apart": SECONDS_APART, "accounts": max(40, games // PER_ACCOUNT), "sources": len(sources),
            "regular": REGULAR,
        },
    )  # fmt: skip
    owner.execute("CREATE INDEX ON dobon.bench_copies (n)")
    owner.execute("ANALYZE dobon.bench_copies")
    # The rows of the sources have tables of their own, because the tables that receive the copies have no indexes.
    for table in _PLAYED:
        owner.execute(
            f"CREATE TEMPORARY TABLE played_{table.name} AS SELECT * FROM dobon.{table.name}"  # noqa: S608 - names of our tables
            f" WHERE {_key(table)} IN (SELECT id FROM bench_sources)"
        )
        owner.execute(f"ANALYZE played_{table.name}")
    for first in range(1, games + 1, BATCH):
        with owner.transaction():
            for table in _PLAYED:
                owner.execute(_copy_statement(table), {"first": first, "last": first + BATCH - 1, "tx": transactions})
    for table in (records.statistics, records.ratings):
        owner.execute(_standing_statement(table))
    owner.execute("TRUNCATE dobon.rating_bands")
    owner.execute(
        "INSERT INTO dobon.rating_bands SELECT build, ruleset, floor(ordinal::numeric / %s)::int4, count(*)"
        " FROM dobon.ratings GROUP BY 1, 2, 3",
        [WIDTH],
    )


def _copy_statement(table: Table) -> str:
    """Return the statement that copies the rows of the sources in this table."""
    names = [column.name for column in table.columns]
    values = ", ".join(_copied(table, name) for name in names)
    return (
        f"INSERT INTO dobon.{table.name} ({', '.join(names)}) SELECT {values}"  # noqa: S608 - names of our tables
        f" FROM dobon.bench_copies AS c JOIN played_{table.name} AS t ON t.{_key(table)} = c.source"
        " WHERE c.n BETWEEN %(first)s AND %(last)s AND %(tx)s::int8 IS NOT NULL"
    )


def _key(table: Table) -> str:
    """Return the column with the id of a game."""
    return "id" if table is game_log.games else "game_id"


def _copied(table: Table, name: str) -> str:
    if name == _key(table):
        return "c.id"
    if name in ("player_id", "account", "created_by"):
        return f"CASE t.{name} WHEN c.first THEN c.new_first WHEN c.second THEN c.new_second ELSE t.{name} END"
    if name in ("created_at", "at", "ended_at"):
        return f'to_char(t.{name}::timestamptz + c.later, \'YYYY-MM-DD"T"HH24:MI:SS.US"Z"\')'
    if name in ("actor", "entrants", "players") or (name == "body" and table is game_log.events):
        return f"replace(replace(t.{name}, c.first::text, c.new_first::text), c.second::text, c.new_second::text)"
    if name == "state":
        return (
            "replace(replace(replace(t.state, c.first::text, c.new_first::text), c.second::text, c.new_second::text),"
            " c.source::text, c.id::text)"
        )
    if name == "tx":
        return f"(%(tx)s::int8 + (c.n - 1) * {EVENTS} + t.version)::text::xid8"
    return f"t.{name}"


def _standing_statement(table: Table) -> str:
    """Return the statement that gives every account a row of statistics or a rating in every ruleset."""
    names = [column.name for column in table.columns]
    values = []
    for name in names:
        if name == "build":
            values.append("1")
        elif name == "entrant":
            values.append("p.id::text")
        elif name == "ruleset":
            values.append("r.key")
        elif name == "ordinal":
            values.append("(random() * 40000000)::int8")
        else:
            values.append("(random() * 1000)::int8")
    keys = ", ".join(f"('{key}')" for key in RULESETS)
    return (
        f"INSERT INTO dobon.{table.name} ({', '.join(names)}) SELECT {', '.join(values)}"  # noqa: S608 - constants
        f" FROM dobon.bench_players AS p CROSS JOIN (VALUES {keys}) AS r (key)"
    )


def _insert_others(owner: psycopg.Connection[Any]) -> None:
    """Insert comments, links and acts: one comment a game, one link for ten games, one act for twenty."""
    for statement in _OTHERS:
        owner.execute(statement)


_OTHERS = (
    """
    INSERT INTO dobon.comments (game_id, id, round, version, player_id, text, at)
    SELECT id, gen_random_uuid(), 1, 5, new_first, 'Why not the seven of hearts here?', '2021-01-01T00:00:00.000000Z'
    FROM dobon.bench_copies""",
    """
    INSERT INTO dobon.shares (game_id, id, hash, player_id, created_at)
    SELECT id, gen_random_uuid(), sha256(id::text::bytea), new_first, '2021-01-01T00:00:00.000000Z'
    FROM dobon.bench_copies WHERE n % 10 = 0""",
    """
    INSERT INTO dobon.acts (id, at, actor, act, subject, reason)
    SELECT gen_random_uuid(), '2021-01-01T00:00:00.' || n || 'Z', new_first, 'suspend-player', new_second, 'bench'
    FROM dobon.bench_copies WHERE n % 20 = 0""",
)
