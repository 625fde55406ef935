"""Rows of games and lists of them."""

from dataclasses import dataclass
from typing import Any

import orjson
import psycopg
from sqlalchemy import ColumnElement, Select, cast, func, literal, select, text, tuple_
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects.postgresql import JSONB

from domain.errors import no_such_game
from domain.game import WAITING
from domain.identifiers import is_uuid
from domain.moments import Moment
from domain.spectators import DELAYED, LIVE, OFF
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry
from infra.postgres.tables import events, game_seats, games

_DIALECT = postgresql.dialect(paramstyle="pyformat")  # type: ignore[no-untyped-call]


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game without its fold. Everything but the join code is public."""

    id: str
    ruleset: str
    options: dict[str, Any]
    seats: int
    status: str
    round: int
    version: int
    head: str
    listed: bool
    join_code: str
    "Only for seated players."
    created_by: str
    created_at: Moment
    players: dict[int, str]
    "Accounts by seat; bots are not included."


_COLUMNS = (
    games.c.id, games.c.ruleset, games.c.options, games.c.seats, games.c.status, games.c.round, games.c.version, games.c.head,
    games.c.listed, games.c.join_code, games.c.created_by, games.c.created_at,
)  # fmt: skip

# The setting for spectators is only in the log. Older logs lack it, and their games could be watched live.
_spectators = func.coalesce(
    select(cast(events.c.body, JSONB)["public"]["spectators"].astext)
    .where(events.c.game_id == games.c.id, events.c.version == 1)
    .scalar_subquery(),
    LIVE,
)


def game_row(pool: Pool, game_id: str) -> GameRow:
    """Return the row of a game. Raises `Refused("no-such-game")`, also for an invalid id, and `Unavailable`."""
    rows = _read_rows(pool, select(*_COLUMNS).where(games.c.id == game_id)) if is_uuid(game_id) else []
    if not rows:
        raise no_such_game()
    return rows[0]


def find_games(
    pool: Pool,
    status: str | None = None,
    ruleset: str | None = None,
    player: str | None = None,
    after: tuple[Moment, str] | None = None,
    limit: int = 50,
) -> list[GameRow]:
    """Return games, newest first: the listed ones, or with `player` all games in which that account sits.

    `after` is `(created_at, id)` of the last row of the previous page. Without `player` these are the games that every
    account may find. A game without spectators is included only while it waits for players. A game with delayed
    spectators is included for every `status`, because the status it shows may differ from its current one. Raises
    `Unavailable`.
    """
    statement = select(*_COLUMNS).order_by(games.c.created_at.desc(), games.c.id.desc()).limit(limit)
    if player is None:
        statement = statement.where(games.c.listed, (_spectators != OFF) | (games.c.status == WAITING))
    else:
        statement = statement.where(
            games.c.id.in_(select(game_seats.c.game_id).where(game_seats.c.player_id == player))
        )
    if status is not None:
        as_it_is = games.c.status == status
        statement = statement.where(as_it_is if player is not None else as_it_is | (_spectators == DELAYED))
    if ruleset is not None:
        statement = statement.where(games.c.ruleset == ruleset)
    if after is not None:
        statement = statement.where(tuple_(games.c.created_at, games.c.id) < _place(*after))
    return _read_rows(pool, statement)


def games_with_join_code(pool: Pool, join_code: str, limit: int) -> list[GameRow]:
    """Return games with this join code that wait for players, newest first. Raises `Unavailable`.

    Unlisted games are among them, because a player with the code may join them.
    """
    statement = select(*_COLUMNS).order_by(games.c.created_at.desc(), games.c.id.desc()).limit(limit)
    # the literal status lets PostgreSQL use the partial index
    return _read_rows(pool, statement.where(games.c.join_code == join_code, text("games.status = 'waiting'")))


def _place(created_at: Moment, game_id: str) -> ColumnElement[Any]:
    return tuple_(literal(created_at, games.c.created_at.type), literal(game_id, games.c.id.type))


def _read_rows(pool: Pool, statement: Select[Any]) -> list[GameRow]:
    return read_with_retry(pool, lambda conn: _rows(conn, statement))


def _rows(conn: psycopg.Connection[Any], statement: Select[Any]) -> list[GameRow]:
    found = _execute(conn, statement).fetchall()
    seated: dict[str, dict[int, str]] = {row[0]: {} for row in found}
    seats = (
        select(game_seats.c.game_id, game_seats.c.seat, game_seats.c.player_id)
        .where(game_seats.c.game_id.in_(list(seated)))
        .order_by(game_seats.c.game_id, game_seats.c.seat)
    )
    for game_id, seat, player in _execute(conn, seats) if seated else ():
        seated[game_id][seat] = player
    names = [column.name for column in _COLUMNS]
    return [_row(dict(zip(names, row, strict=True)), seated[row[0]]) for row in found]


def _row(columns: dict[str, Any], players: dict[int, str]) -> GameRow:
    return GameRow(**{**columns, "options": orjson.loads(columns["options"])}, players=players)


def _execute(conn: psycopg.Connection[Any], statement: Select[Any]) -> psycopg.Cursor[Any]:
    compiled = statement.compile(dialect=_DIALECT, compile_kwargs={"render_postcompile": True})
    return conn.execute(str(compiled), compiled.params)
