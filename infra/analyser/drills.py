"""Drills of players: positions from analysed rounds of their games, and their first answers.

Every function raises `Unavailable` (`infra.postgres.retry`) if the database does not answer.
"""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson
import psycopg

from domain.analysis.questions import Question
from domain.log.moments import Moment
from infra.databases.pool import AccountsPool
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry, write_once

Position = tuple[bool, int, Moment, str]
"""The place of a drill in the list of a player: whether it is answered, rank, creation, and id."""

Row = tuple[Any, ...]

OWN_MISTAKE, OWN, OTHERS = 0, 1, 2
"""The ranks of a drill for a player: a marked decision of the player, another one, or one of another seat."""

_SEATS = "SELECT seat, player_id FROM dobon.read_seats(%s)"

_OFFER = f"""
INSERT INTO dobon.player_drills (player_id, drill_id, game_id, rank, created_at)
SELECT player.id, drill.id, %(game)s::uuid,
    min(CASE WHEN holder.seat <> drill.seat THEN {OTHERS} WHEN drill.marked THEN {OWN_MISTAKE} ELSE {OWN} END), %(at)s
FROM unnest(%(taken)s::int[], %(players)s::uuid[]) AS holder (seat, player_id)
CROSS JOIN unnest(%(ids)s::uuid[], %(seats)s::int[], %(marked)s::boolean[]) AS drill (id, seat, marked)
JOIN dobon.players AS player ON player.id = holder.player_id
GROUP BY player.id, drill.id
ON CONFLICT DO NOTHING"""  # noqa: S608 - our numbers

_COLUMNS = """
SELECT own.drill_id, own.game_id, own.rank, own.created_at, own.choice, own.answered_at FROM dobon.player_drills AS own"""

_PAGE = f"""{_COLUMNS}
WHERE own.player_id = %(player)s AND own.done = ANY(%(done)s)
    AND (own.done, own.rank, own.created_at, own.drill_id) > (%(after_done)s, %(after_rank)s, %(after_at)s, %(after_id)s::uuid)
ORDER BY own.done, own.rank, own.created_at, own.drill_id LIMIT %(limit)s"""

_FIND = f"{_COLUMNS} WHERE own.player_id = %s AND own.drill_id = %s"

_QUESTIONS = """
SELECT drill.id, drill.question FROM unnest(%s::uuid[], %s::uuid[]) AS own (game_id, id)
JOIN dobon.drills AS drill ON (drill.game_id, drill.id) = (own.game_id, own.id) ORDER BY drill.id"""

_ANSWER = """
UPDATE dobon.player_drills SET done = true, choice = %s, answered_at = %s
WHERE player_id = %s AND drill_id = %s AND NOT done"""


@dataclass(frozen=True, slots=True)
class Drill:
    """A drill of a player."""

    id: str
    game: str
    rank: int
    created_at: Moment
    choice: int | None
    "The first answer; None before it."
    answered_at: Moment | None
    question: Question

    @property
    def position(self) -> Position:
        """The place in the list."""
        return self.choice is not None, self.rank, self.created_at, self.id


def values_of(game: str, questions: Iterable[Question], at: Moment) -> dict[str, Any]:
    """Return the columns of the drills of a game. The same position of a game always has the same id."""
    found = list(questions)
    names = [f"{one['round']}/{one['version']}/{one['seat']}" for one in found]
    return {
        "ids": [uuid.uuid5(uuid.UUID(game), name) for name in names],
        "questions": [orjson.dumps(one).decode() for one in found],
        "seats": [one["seat"] for one in found],
        "marked": [one["mark"] is not None for one in found],
        "at": at,
    }


def offer(conn: psycopg.Connection[Any], games: psycopg.Connection[Any], game: str, drills: Mapping[str, Any]) -> None:
    """Offer the drills of `values_of` to the players of the game, in the transaction of the caller.

    `games` is a connection for calls of the functions of games.
    """
    seats = games.execute(_SEATS, (game,)).fetchall()
    taken = {"game": game, "taken": [seat for seat, _ in seats], "players": [player for _, player in seats]}
    conn.execute(_OFFER, {**drills, **taken})


def page(pool: AccountsPool, player: str, done: bool | None, after: Position | None, limit: int) -> list[Drill]:
    """Return drills of a player after a position: unanswered ones first, and own mistakes first among them.

    Drills whose game has gone are left out.
    """
    found: list[Drill] = []
    while True:
        wanted = limit - len(found)
        rows = _page(pool, player, done, after, wanted)
        questions = _read_questions(pool, rows)
        found += [_drill((*row, questions[row[0]])) for row in rows if row[0] in questions]
        if len(rows) < wanted or len(found) == limit:
            return found
        drill, _, rank, created_at, choice, _ = rows[-1]
        after = (choice is not None, rank, created_at, str(drill))


def _page(pool: Pool, player: str, done: bool | None, after: Position | None, limit: int) -> list[Row]:
    """Return the columns of drills of a page, without their questions."""
    after_done, rank, at, drill = after or (False, -1, "", str(uuid.UUID(int=0)))
    values = {
        "player": player, "done": [False, True] if done is None else [done], "after_done": after_done, "after_rank": rank,
        "after_at": at, "after_id": drill, "limit": limit,
    }  # fmt: skip
    return read_with_retry(pool, lambda conn: conn.execute(_PAGE, values).fetchall())


def _read_questions(pool: AccountsPool, rows: Sequence[Row]) -> dict[str, str]:
    """Return the questions of drills by id, from the databases of their games."""
    if not rows:
        return {}
    return {drill: text for found in pool.games.read(lambda conn: _questions(conn, rows)) for drill, text in found}


def _questions(conn: psycopg.Connection[Any], rows: Iterable[Row]) -> list[tuple[str, str]]:
    """Return the ids of those of these drills that the database has, with their questions."""
    ids = [(game, drill) for drill, game, *_ in rows]
    return conn.execute(_QUESTIONS, ([game for game, _ in ids], [drill for _, drill in ids])).fetchall()


def find(pool: AccountsPool, player: str, drill: str) -> Drill | None:
    """Return a drill of the player; None if the player has no such drill."""
    row = read_with_retry(pool, lambda conn: conn.execute(_FIND, (player, drill)).fetchone())
    found = None if row is None else pool.games.find(lambda conn: _questions(conn, [row]) or None)
    return None if row is None or found is None else _drill((*row, found[0][1]))


def answer(pool: Pool, player: str, drill: str, choice: int, at: Moment) -> None:
    """Keep the player's answer, unless an earlier one is kept."""
    write_once(pool, lambda conn: conn.execute(_ANSWER, (choice, at, player, drill)))


def _drill(row: Row) -> Drill:
    drill, game, rank, created_at, choice, answered_at, question = row
    return Drill(str(drill), str(game), rank, created_at, choice, answered_at, orjson.loads(question))
