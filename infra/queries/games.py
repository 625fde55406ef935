"""Rows of games and lists of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import chain
from time import monotonic
from typing import Any

import orjson
import psycopg
from sqlalchemy import ColumnElement, Select, TextClause, literal, select, text, tuple_
from sqlalchemy.dialects import postgresql

from domain.log.errors import no_such_game
from domain.log.identifiers import is_uuid
from domain.log.moments import Moment
from infra.databases.pool import AccountsPool
from infra.event_store.damaged_games import DamagedGame, reading, record, recording
from infra.postgres.around_damage import IN_BLOCKS_CLAUSE, Row, read_blocks, read_games, read_rows
from infra.postgres.retry import read_with_retry
from infra.postgres.tables.game_log import NO_SUMMARY, game_seats, games

_DIALECT = postgresql.dialect(paramstyle="pyformat")  # type: ignore[no-untyped-call]


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game without its fold. Everything but the join code is public."""

    id: str
    ruleset: str
    options: dict[str, Any]
    seats: int
    status: str
    spectators: str
    spectator_delay: int
    shown: str | None
    "The status that spectators see; None if the game is hidden from them."
    players: list[dict[str, Any]]
    "Players and bots by seat, as views show them."
    summary: dict[str, Any]
    "The `domain.running.summary` of the game at its newest version, as spectators without delay see it."
    round: int
    version: int
    head: str
    listed: bool
    join_code: str
    "Only for seated players."
    created_by: str
    created_at: Moment


_NAMES = tuple(field.name for field in fields(GameRow))
_COLUMNS = tuple(games.c[name] for name in _NAMES)
_GAME = f"SELECT {', '.join(_NAMES)} FROM dobon.read_game(%s)"  # noqa: S608 - our names
_ROWS = f"SELECT {', '.join(_NAMES)} FROM dobon.games WHERE id = ANY(%(games)s::uuid[]) ORDER BY id"  # noqa: S608 - our names
_ID, _CREATED_AT = _NAMES.index("id"), _NAMES.index("created_at")
_JSON = ("options", "players", "summary")
_SUMMARY_KEYS = orjson.loads(NO_SUMMARY).keys()
_PLAYER_KEYS = {"seat", "id", "kind", "bot"}

RECORD_SECONDS = 300.0
"""The time after which a row that cannot be decoded is recorded again."""

_recorded_at: dict[str, float] = {}
"""By game: when this process has recorded that its row cannot be decoded, as a time of `monotonic`."""


def game_row(pool: AccountsPool, game_id: str) -> GameRow:
    """Return the row of a game.

    Raises `Refused("no-such-game")`, also for an invalid id, `DamagedGame` and `Unavailable`.
    """
    if not is_uuid(game_id):
        raise no_such_game()
    with recording(pool), reading(game_id, "row"):
        row = read_with_retry(pool.games.of(game_id), lambda conn: _game_row(conn, game_id))
    if row is None:
        raise no_such_game()
    return row


def find_games(
    pool: AccountsPool,
    status: str | None = None,
    ruleset: str | None = None,
    player: str | None = None,
    after: tuple[Moment, str] | None = None,
    limit: int = 50,
) -> list[GameRow]:
    """Return games, newest first: those that spectators may find, or with `player` all games in which it sits.

    `after` is `(created_at, id)` of the last row of the previous page. With `player` the status is the game's own,
    otherwise the one that spectators see, which may be older in games with delayed spectators. Raises `Unavailable`.
    """
    # Each combination of conditions is one range of one index, in the order of the list.
    mine = player is not None
    source = game_seats if mine else games
    conditions: list[ColumnElement[bool]] = [game_seats.c.player_id == player if mine else games.c.shown.is_not(None)]
    if status is not None:
        conditions.append((game_seats.c.status if mine else games.c.shown) == status)
    if ruleset is not None:
        conditions.append(source.c.ruleset == ruleset)
    return _read_list(pool, _List(conditions, of_player=mine), after, limit)


def games_with_join_code(pool: AccountsPool, join_code: str, limit: int) -> list[GameRow]:
    """Return games with this join code that wait for players, newest first. Raises `Unavailable`.

    Unlisted games are among them, because a player with the code may join them.
    """
    # the literal status lets PostgreSQL use the partial index
    conditions = (games.c.join_code == join_code, text("games.status = 'waiting'"))
    return _read_list(pool, _List(conditions), None, limit)


def rows_of(pool: AccountsPool, game_ids: Sequence[str]) -> dict[str, GameRow]:
    """Return the rows of those of these games that exist and can be read, by id. Raises `Unavailable`."""
    if not game_ids:
        return {}
    found = chain.from_iterable(pool.games.read(lambda conn: read_games(conn, _ROWS, game_ids)))
    return {row.id: row for row in _decoded_rows(pool, found)}


Place = tuple[Moment, str]
"""When a game was created, and its id: its place in a list."""


@dataclass(frozen=True, slots=True)
class _List:
    """A list of games, newest first."""

    conditions: Sequence[ColumnElement[bool] | TextClause]
    of_player: bool = False
    "Whether the conditions are about the seats of a player."

    def page(self, conn: psycopg.Connection[Any], after: Place | None, limit: int) -> tuple[list[Row], Place | None]:
        """Return the rows of the next games that can be read, and the place of the last one; None at the end."""
        found = _execute(conn, self._select(after, limit))
        if found is not None:
            places = [_place_of(row) for row in found]
        elif self.of_player:
            seats = self._select(after, limit, (game_seats.c.created_at, game_seats.c.game_id))
            places = _execute(conn, seats) or []
            found = read_games(conn, _ROWS, [game for _, game in places])
            found.sort(key=_place_of, reverse=True)
        else:
            statement, values = _compiled(self._select(after, limit).where(text(IN_BLOCKS_CLAUSE)))
            found = sorted(read_blocks(conn, statement, values), key=_place_of, reverse=True)[:limit]
            places = [_place_of(row) for row in found]
        return found, places[-1] if len(places) == limit else None

    def _select(
        self, after: Place | None, limit: int, columns: Sequence[ColumnElement[Any]] | None = None
    ) -> Select[Any]:
        """Return the statement; with `columns`, which are some of the seats, it reads no row of a game."""
        source, key = (game_seats, game_seats.c.game_id) if self.of_player else (games, games.c.id)
        place = (source.c.created_at, key)
        statement = select(*(columns or _COLUMNS)).where(*self.conditions)
        if self.of_player and columns is None:
            statement = statement.where(game_seats.c.game_id == games.c.id)
        if after is not None:
            statement = statement.where(tuple_(*place) < _place(*after))
        return statement.order_by(*(column.desc() for column in place)).limit(limit)


def _place(created_at: Moment, game_id: str) -> ColumnElement[Any]:
    return tuple_(literal(created_at, games.c.created_at.type), literal(game_id, games.c.id.type))


def _place_of(row: Row) -> Place:
    return row[_CREATED_AT], row[_ID]


def _read_list(pool: AccountsPool, wanted: _List, after: Place | None, limit: int) -> list[GameRow]:
    """Return the first rows of all databases, newest first, without those that cannot be read or decoded."""
    return pool.games.merge(
        lambda conn: _first_rows(pool, conn, wanted, after, limit),
        lambda row: (row.created_at, row.id),
        limit,
        newest_first=True,
    )


def _first_rows(
    pool: AccountsPool, conn: psycopg.Connection[Any], wanted: _List, after: Place | None, limit: int
) -> list[GameRow]:
    found: list[GameRow] = []
    while True:
        rows, after = wanted.page(conn, after, limit - len(found))
        found += _decoded_rows(pool, rows)
        if after is None or len(found) >= limit:
            return found


def _compiled(statement: Select[Any]) -> tuple[str, Mapping[str, Any]]:
    compiled = statement.compile(dialect=_DIALECT, compile_kwargs={"render_postcompile": True})
    return str(compiled), compiled.params


def _execute(conn: psycopg.Connection[Any], statement: Select[Any]) -> list[Row] | None:
    """Return the rows of a statement, or None if it meets damaged data."""
    return read_rows(conn, *_compiled(statement))


def _game_row(conn: psycopg.Connection[Any], game_id: str) -> GameRow | None:
    row = conn.execute(_GAME, (game_id,)).fetchone()
    return None if row is None else _decoded(row)


def _decoded_rows(pool: AccountsPool, rows: Iterable[Row]) -> Iterator[GameRow]:
    """Yield the rows, without those that cannot be decoded: these games are recorded as damaged."""
    for row in rows:
        try:
            with reading(row[_ID], "row"):
                decoded = _decoded(row)
        except DamagedGame as damaged:
            if _recorded_at.get(damaged.game, float("-inf")) + RECORD_SECONDS < monotonic():
                _recorded_at[damaged.game] = monotonic()
                record(pool, damaged)
        else:
            yield decoded


def _decoded(columns: Row) -> GameRow:
    """Return the row of a game. Raises `ValueError` if it does not have the form that readers expect."""
    row = dict(zip(_NAMES, columns, strict=True))
    row |= {name: orjson.loads(row[name]) for name in _JSON}
    if not (
        isinstance(row["options"], dict)
        and isinstance(row["summary"], dict)
        and row["summary"].keys() >= _SUMMARY_KEYS
        and isinstance(row["players"], list)
        and all(isinstance(player, dict) and player.keys() >= _PLAYER_KEYS for player in row["players"])
    ):
        raise ValueError("a column of JSON has an unknown form")
    return GameRow(**row)
