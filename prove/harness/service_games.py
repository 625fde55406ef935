"""Games for tests of commands. Each has its own players, and time moves only when the test says so."""

import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg.types.string import TextLoader

from domain.game.game import Game, actions
from domain.log.moments import Moment, later
from domain.ruleset.actions import Action, Decline, Dobon, Draw, Flip, Play
from domain.ruleset.windows import asked
from domain.running.self_play import at_once
from infra.commands.handler import Outcome
from infra.commands.service import GameService
from infra.databases.pool import AccountsPool
from infra.postgres.cluster import SUPERUSER
from infra.postgres.pool import Pool

_OWNS = "SELECT FROM dobon.partitions WHERE number = dobon.partition_of(%s) AND owned"

START: Moment = "2026-11-21T03:00:00.000000Z"

EVENTS_OF_TWO_PAGES = 120
"""Events of a log that fills more than two pages, so that one page holds events of no other game."""


class Stage:
    """The game service of one process, and its clock."""

    def __init__(self, pool: AccountsPool, at: Moment = START) -> None:
        self.pool = pool
        self.at = at
        self.tables = GameService(pool, lambda: self.at)

    def another_process(self) -> GameService:
        """Return a game service without cached games, like one of another process or after a restart."""
        return GameService(self.pool, lambda: self.at)

    def wait(self, seconds: int = 0, ms: int = 0) -> None:
        """Move the clock forward."""
        self.at = later(self.at, seconds=seconds, ms=ms)

    def open(
        self,
        seats: int = 2,
        bots: int = 0,
        options: Mapping[str, Any] | None = None,
        ruleset: str = "dobon-sato",
        **more: Any,
    ) -> "Table":
        """Open a game and fill its free seats with players, so that it is dealt."""
        players = [str(uuid.uuid4()) for _ in range(seats - bots)]
        options = at_once(ruleset) | dict(options or {})
        opened = self.tables.create(players[0], ruleset, options, seats, ["novice"] * bots, **more)
        for player in players[1:]:
            self.tables.sit(opened.game.id, player)
        return Table(self, opened.game.id, players)

    def open_long(self) -> "Table":
        """Open a game with turns of 30 s, whose log fills more than two pages."""
        while True:
            table = self.open(3, ruleset="doubt", options={"turn_seconds": 30})
            while table.game().status == "playing":
                table.move()
                if table.game().version > EVENTS_OF_TWO_PAGES and table.game().table.deadline is not None:
                    return table

    def open_by_flips(self, seats: int, **options: Any) -> "Table":
        """Open a game of Kawagoe whose first round is opened by a seat; seats without a fitting card decline."""
        table = self.open(seats, ruleset="dobon-kawagoe", options=options)
        while (state := table.game().table).opening:
            if state.window:
                seat = asked(table.game().state)[0]
                opens = [action for action in actions(table.game(seat), seat) if isinstance(action, Play)]
                table.act(seat, opens[0] if opens else Decline(state.window))
            else:
                table.act(state.dealer, Flip())
        return table

    def open_to_draw(self, seats: int = 2, bots: int = 0, **more: Any) -> "tuple[Table, int]":
        """Return a game in which a player may draw now, whatever bots have called before, and that player's seat."""
        while True:
            table = self.open(seats, bots, **more)
            for seat in range(seats - bots):
                if Draw() in actions(table.game(seat), seat):
                    return table, seat

    def tick(self) -> None:
        """Run all due steps in all games of the database."""
        tick_all(self.tables)


def tick_all(tables: GameService) -> None:
    """Run all due steps in all games of the database, in this process. One tick takes games for a short time only."""
    for _ in range(1000):
        if not tables.tick(64):
            return
    raise AssertionError("due steps never end")


class Table:
    """A game on the stage, and its players in the order of their seats."""

    def __init__(self, stage: Stage, game_id: str, players: list[str]) -> None:
        self.stage = stage
        self.id = game_id
        self.players = players

    def game(self, viewer: int = -2) -> Game:
        """Return the game as a viewer sees it, by default as the server does."""
        return self.stage.tables.view(self.id, viewer)

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return int(self.game().table.turn)

    def act(self, seat: int, action: Action, tables: GameService | None = None, **more: Any) -> Outcome:
        """Send an action of a seat, to the game service of another process where one is given."""
        return (tables or self.stage.tables).act(self.id, self.players[seat], action, **more)

    def draw(self, **more: Any) -> Outcome:
        """Draw a card for the player in turn."""
        return self.act(self.turn, Draw(), **more)

    def call(self) -> Dobon:
        """Return a call on the current top."""
        return Dobon(self.game().table.top_version)

    def move(self) -> Outcome:
        """Let the first seat that can act take its first action other than a call."""
        for seat in range(len(self.players)):
            found = [action for action in actions(self.game(seat), seat) if not isinstance(action, Dobon)]
            if found:
                return self.act(seat, found[0])
        raise AssertionError("no seat can act")

    def rows(self, pool: AccountsPool | None = None) -> dict[str, list[tuple[Any, ...]]]:
        """Return all rows written for the game."""
        return read_rows(pool or self.stage.pool, self.id)


def shard_of(pool: AccountsPool, game_id: str) -> Pool:
    """Return the pool of the database that has the game; with one database that is `pool`."""
    for shard in pool.games.each()[:-1]:
        with shard.connection() as conn:
            if conn.execute(_OWNS, (game_id,)).rowcount:
                return shard
    return pool.games.each()[-1]


def databases_of(pool: AccountsPool) -> tuple[Pool, ...]:
    """Return the pools of all databases, that of the accounts first."""
    return (pool, *(shard for shard in pool.games.each() if shard is not pool))


@contextmanager
def owning(pool: Pool) -> Iterator[psycopg.Connection[Any]]:
    """Connect to the database of a pool as the administrator, for rows that the application cannot read or change."""
    address = psycopg.conninfo.make_conninfo(pool.conninfo, user=SUPERUSER, options="")
    with psycopg.connect(address, autocommit=True) as connection:
        connection.adapters.register_loader("uuid", TextLoader)
        yield connection


def read_rows(pool: AccountsPool, game_id: str) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of a game in the tables that commands write."""
    with owning(shard_of(pool, game_id)) as conn:
        return {
            table: conn.execute(
                f"SELECT * FROM dobon.{table} WHERE {'id' if table == 'games' else 'game_id'} = %s ORDER BY {'1' if table == 'game_secrets' else '1, 2, 3'}",  # noqa: S608 - the names are the constants below
                (game_id,),
            ).fetchall()
            for table in ("games", "events", "commands", "claims", "game_secrets", "game_seats")
        }
