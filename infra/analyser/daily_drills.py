"""The drill of each day, and the first answers of players.

Every function raises `Unavailable` (`infra.postgres.retry`) if the database does not answer.
"""

from dataclasses import dataclass
from datetime import date

import orjson

from domain.log.moments import Moment
from domain.review.daily_drill import DailyDrill
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry, write_once

_FIND = "SELECT drill FROM dobon.daily_drills WHERE day = %s"
_ADD = "INSERT INTO dobon.daily_drills (day, drill) VALUES (%s, %s) ON CONFLICT DO NOTHING"

_ANSWER = """
INSERT INTO dobon.daily_answers (day, player_id, choice, answered_at) VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING"""
_ANSWERED = "SELECT choice, answered_at FROM dobon.daily_answers WHERE day = %s AND player_id = %s"


@dataclass(frozen=True, slots=True)
class Answer:
    """The first answer of a player."""

    choice: int
    at: Moment


def find(pool: Pool, day: date) -> DailyDrill | None:
    """Return the drill of the day; None before it is prepared."""
    row = read_with_retry(pool, lambda conn: conn.execute(_FIND, (day.isoformat(),)).fetchone())
    if row is None:
        return None
    found: DailyDrill = orjson.loads(row[0])
    return found


def add(pool: Pool, day: date, drill: DailyDrill) -> None:
    """Store the drill of the day. Another server may have stored it before; it is the same."""
    write_once(pool, lambda conn: conn.execute(_ADD, (day.isoformat(), orjson.dumps(drill).decode())))


def answer(pool: Pool, day: date, player: str, choice: int, at: Moment) -> None:
    """Keep the player's answer, unless an earlier one is kept."""
    write_once(pool, lambda conn: conn.execute(_ANSWER, (day.isoformat(), player, choice, at)))


def answered(pool: Pool, day: date, player: str) -> Answer | None:
    """Return the player's first answer to the drill of the day; None before it."""
    row = read_with_retry(pool, lambda conn: conn.execute(_ANSWERED, (day.isoformat(), player)).fetchone())
    return None if row is None else Answer(*row)
