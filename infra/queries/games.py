"""Rows of games and lists of them."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import orjson
import psycopg
from sqlalchemy import ARRAY, ColumnElement, Select, any_, literal, select, text, tuple_
from sqlalchemy.dialects import postgresql

from domain.errors import no_such_game
from domain.identifiers import is_uuid
from domain.moments import Moment
from infra.postgres.many_shards import read_each, read_page
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry
from infra.postgres.tables.game_log import game_seats, games

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
    "The `domain.summary` of the game at its newest version, as spectators without delay see it."
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
_JSON = ("options", "players", "summary")


def game_row(pool: Pool, game_id: str) -> GameRow:
    """Return the row of a game. Raises `Refused("no-such-game")`, also for an invalid id, and `Unavailable`."""
    row = read_with_retry(pool.games, lambda conn: _game_row(conn, game_id)) if is_uuid(game_id) else None
    if row is None:
        raise no_such_game()
    return row


def find_games(
    pool: Pool,
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
    source, key = (games, games.c.id) if player is None else (game_seats, game_seats.c.game_id)
    place = (source.c.created_at, key)
    conditions: list[ColumnElement[bool]] = []
    if player is None:
        conditions.append(games.c.shown.is_not(None))
    else:
        conditions += [game_seats.c.player_id == player, game_seats.c.game_id == games.c.id]
    if status is not None:
        conditions.append((games.c.shown if player is None else game_seats.c.status) == status)
    if ruleset is not None:
        conditions.append(source.c.ruleset == ruleset)
    if after is not None:
        conditions.append(tuple_(*place) < _place(*after))
    newest_first = (column.desc() for column in place)
    return _read_rows(pool, select(*_COLUMNS).where(*conditions).order_by(*newest_first).limit(limit), limit)


def games_with_join_code(pool: Pool, join_code: str, limit: int) -> list[GameRow]:
    """Return games with this join code that wait for players, newest first. Raises `Unavailable`.

    Unlisted games are among them, because a player with the code may join them.
    """
    statement = select(*_COLUMNS).order_by(games.c.created_at.desc(), games.c.id.desc()).limit(limit)
    # the literal status lets PostgreSQL use the partial index
    return _read_rows(pool, statement.where(games.c.join_code == join_code, text("games.status = 'waiting'")), limit)


def rows_of(pool: Pool, game_ids: Sequence[str]) -> dict[str, GameRow]:
    """Return the rows of those of these games that exist, by id. Raises `Unavailable`."""
    if not game_ids:
        return {}
    statement = select(*_COLUMNS).where(games.c.id == any_(literal(list(game_ids), ARRAY(games.c.id.type))))
    return {row.id: row for rows in read_each(pool, lambda conn: _rows(conn, statement)) for row in rows}


def _place(created_at: Moment, game_id: str) -> ColumnElement[Any]:
    return tuple_(literal(created_at, games.c.created_at.type), literal(game_id, games.c.id.type))


def _read_rows(pool: Pool, statement: Select[Any], limit: int) -> list[GameRow]:
    """Return the first rows of all shards, newest first."""
    return read_page(
        pool, lambda conn: _rows(conn, statement), lambda row: (row.created_at, row.id), limit, newest_first=True
    )


def _rows(conn: psycopg.Connection[Any], statement: Select[Any]) -> list[GameRow]:
    compiled = statement.compile(dialect=_DIALECT, compile_kwargs={"render_postcompile": True})
    return [_decoded(row) for row in conn.execute(str(compiled), compiled.params)]


def _game_row(conn: psycopg.Connection[Any], game_id: str) -> GameRow | None:
    row = conn.execute(_GAME, (game_id,)).fetchone()
    return None if row is None else _decoded(row)


def _decoded(columns: tuple[Any, ...]) -> GameRow:
    row = dict(zip(_NAMES, columns, strict=True))
    return GameRow(**row | {name: orjson.loads(row[name]) for name in _JSON})
