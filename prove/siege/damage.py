"""Attacks of a faulty disk: a row that cannot be decoded, and a damaged page of the table of games.

Each returns what it found wrong.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import psycopg

from domain.log.moments import milliseconds_between
from infra.databases.pool import open_pool
from infra.databases.preparation import prepare
from infra.postgres.urls import cluster, owner_url
from infra.settings import Settings
from prove.harness.damage import damaged_page, path_of
from prove.harness.database import directory
from prove.harness.server import running_server
from prove.harness.service_games import Stage
from prove.siege.bystanders import RATIO, Crowd, Observed, playing, slow
from prove.siege.sockets import Swarm
from prove.siege.target import LATE_SECONDS, Target

PLAYERS = 4
FILLING = 60
GAMES_OF_OWNER = 12
NEW_GAMES = 40
TURNS = 12
TURN_SECONDS = 3

LATE_MS = 500
"""By how much a deadline may be late, whatever the ratio, in milliseconds."""

ONE_ADDRESS = {"DOBON_RATES": "players=off address=off"}
"""The limits of an address do not hold, because all accounts share one. All others are those of the default."""

Connection = psycopg.Connection[Any]


def unreadable_row(target: Target) -> Iterator[str]:
    """Make the summary of a listed game unreadable, and ask for the list."""
    _, token = target.player()
    game = target.game(token, listed=True)
    _, other = target.player()
    with psycopg.connect(owner_url(target.server.settings), autocommit=True) as conn:
        (summary,) = conn.execute("SELECT summary FROM dobon.games WHERE id = %s", (game,)).fetchone() or ("",)
        change = "UPDATE dobon.games SET summary = %s WHERE id = %s"
        conn.execute(change, ("{", game))
        end = time.monotonic() + target.seconds(10, 2)
        while time.monotonic() < end:
            for path, who in (("/v1/games", other), ("/v1/games?mine=true", token)):
                status, answer = target.ask("GET", path, token=who)
                if status != 200:
                    yield f"GET {path} was answered with {status} {answer.get('code')}"
                    return
            time.sleep(0.1)
        conn.execute(change, (summary, game))


@dataclass(slots=True)
class Ward:
    """A database whose last page of the table of games will be damaged, and what was noticed before."""

    settings: Settings
    owner: str
    "The token of an account with a game on that page."
    base: list[Observed]
    late: list[int]
    "By how much deadlines were late, in milliseconds."


def damaged_block(target: Target) -> Iterator[str]:
    """Damage the last page of the table of games of another server and restart everything; play before and after."""
    with directory() as place:
        ward = _prepare(target, place)
        postgres = cluster(ward.settings).start()
        with psycopg.connect(owner_url(ward.settings), autocommit=True) as conn:
            # Postgres then knows the pages with space.
            conn.execute("VACUUM dobon.games")
            page, path = _last_page(conn), path_of(postgres, conn, "dobon.games")
        with damaged_page(postgres, path, page), _server(target, place) as (after, crowd):
            began = time.monotonic()
            yield from _notice(after, ward)
            found = crowd.between(began, time.monotonic())
        yield from (one.error for one in found if one.error)
        if not target.run.quiet:
            yield from slow(found, ward.base)


def _last_page(conn: Connection) -> int:
    row = conn.execute("SELECT pg_relation_size('dobon.games') / current_setting('block_size')::int8").fetchone()
    assert row is not None
    return int(row[0]) - 1


@contextmanager
def _server(target: Target, place: Path) -> Iterator[tuple[Target, Crowd]]:
    """Yield another server than that of the target, with its own bystanders."""
    with (
        running_server(place, default_limits=True, environment=ONE_ADDRESS) as server,
        playing(server.port, PLAYERS, target.run.seed) as crowd,
    ):
        chance = Random(f"{target.run.seed}-disk")
        yield replace(target, server=server, chance=chance, damaged=""), crowd


def _prepare(target: Target, place: Path) -> Ward:
    """Fill some pages with games, play for a while, and end with games of one account."""
    settings = Settings(data_dir=place)
    prepare(settings)
    with open_pool(settings) as pool:
        stage = Stage(pool)
        for _ in range(FILLING):
            stage.open()
    with _server(target, place) as (before, crowd):
        began = time.monotonic()
        late = _lateness(before)
        found = crowd.between(began, time.monotonic())
        _, owner = before.player()
        for _ in range(GAMES_OF_OWNER):
            before.game(owner)
    return Ward(settings, owner, found, late)


def _notice(target: Target, ward: Ward) -> Iterator[str]:
    """Yield everything that accounts notice of the damaged page, apart from games on it."""
    opening = {"ruleset": "dobon-sato", "seats": 2, "bots": ["novice"]}
    others = [target.ask("POST", "/v1/games", opening, target.player()[1])[0] for _ in range(NEW_GAMES)]
    mine = [target.ask("POST", "/v1/games", opening, ward.owner)[0] for _ in range(NEW_GAMES)]
    failed = [
        *_other_than(201, others, "new games of others"),
        *_other_than(201, mine, "new games of an account with a game on the page"),
    ]
    yield from failed
    if failed:
        return  # everything else needs new games
    _, token = target.player()
    for path, who in (("/v1/games?limit=100", token), ("/v1/games?mine=true", ward.owner), ("/metrics", "")):
        yield from _other_than(200, [target.ask("GET", path, token=who)[0]], f"GET {path}")
    yield from _news(target)
    late = _lateness(target)
    if max(late) > (limit := max(LATE_MS, RATIO * max(ward.late))):
        yield f"a deadline was late by {max(late)} ms, more than {limit:.0f} ms"


def _other_than(status: int, answers: Sequence[int], what: str) -> Iterator[str]:
    wrong = [answer for answer in answers if answer != status]
    if wrong:
        yield f"{what}: {len(wrong)} of {len(answers)} were answered with {min(wrong)}"


def _lateness(target: Target) -> list[int]:
    """Let turns in new games end, and return by how many milliseconds each was late."""
    waiting: dict[str, tuple[int, str]] = {}
    while len(waiting) < TURNS:
        _, token = target.player()
        game = target.game(token, options={"turn_seconds": TURN_SECONDS, "bot_delay_ms": 0})
        _, shown = target.ask("GET", f"/v1/games/{game}", token=token)
        if shown["deadline"]:
            waiting[game] = shown["version"], shown["deadline"]
    end = time.monotonic() + TURN_SECONDS + 10 * LATE_SECONDS
    found: dict[str, int] = {}
    with psycopg.connect(owner_url(target.server.settings), autocommit=True) as conn:
        while len(found) < len(waiting) and time.monotonic() < end:
            time.sleep(0.5)
            for game, (version, deadline) in waiting.items():
                row = conn.execute(_AFTER, (game, version, deadline)).fetchone()
                if row is not None:
                    found[game] = milliseconds_between(deadline, row[0])
    return [found.get(game, round(1000 * 10 * LATE_SECONDS)) for game in waiting]


_AFTER = """
SELECT at FROM dobon.events WHERE game_id = %s AND version > %s AND at >= %s ORDER BY version LIMIT 1"""


def _news(target: Target) -> Iterator[str]:
    """Yield an error if the stream of an account does not tell that its game has begun."""
    _, token = target.player()
    head = f"GET /v1/players/me/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n\r\n"
    swarm = Swarm(target.port, head.encode())
    swarm.open(1)
    swarm.watch(1.0)
    game = target.game(token)
    swarm.watch(LATE_SECONDS)
    if not any(game.encode() in one.received for one in swarm.held):
        yield "the stream of an account does not tell of its new game"
    swarm.close()
