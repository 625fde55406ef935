"""Signals: what the analyser has seen of each round, and what it has found about each pair and each player.

A finished game is noted in the transaction that counts it (`note_finished`), seen once (`store_rounds`), and makes the
signals of its pairs stale, which are then computed again (`store_signal`). Its hard decisions are searched later
(`infra.moderation.assistance`), which does the same for the signals of single players. Only admins read any of it.
Every function raises `Unavailable` (`infra.postgres.retry`) if the database does not answer, except those with a
connection.
"""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

import orjson
import psycopg

from domain.log.identifiers import LOWEST_ID
from domain.log.moments import Moment
from domain.signals.assistance import Clear, SearchedRound
from domain.signals.pairs import PlayerRound, SeatRound
from domain.signals.told import Signal
from infra.accounts import admin_log
from infra.event_store.canonical_json import canonical_text
from infra.event_store.store import AdminAct
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry, write_once

OPEN, CLOSED = "open", "closed"
STATES = (OPEN, CLOSED)

COLLUSION, ASSISTANCE = "collusion", "assistance"
KINDS = (COLLUSION, ASSISTANCE)
"""What a signal is of: two players who help each other, or one with help from a program."""

FEWEST_ROUNDS = 20
"""Rounds that two players have to share before there is a signal, or that were searched of one."""

MOST_ROUNDS = 2_000
"""Rounds of a player, the newest ones, that its signals are computed from."""

REOPENED = 1.0
"""A closed signal opens again once its strength has grown by more than this: it is ten times less likely by chance."""

Connection = psycopg.Connection[Any]
Position = tuple[float, str]
"""The place in the list: strength and id."""

STRONGEST: Position = (1e9, LOWEST_ID)


@dataclass(frozen=True, slots=True)
class Unseen:
    """A finished game that was not looked at, or not searched, yet."""

    game: str
    ended_at: Moment


@dataclass(frozen=True, slots=True)
class StoredRound:
    """A round of a player with its game."""

    game: str
    ended_at: Moment
    "Of the game."
    played: PlayerRound
    searched: SearchedRound | None
    "None if its decisions were not searched yet, or the player has decided nothing."


@dataclass(frozen=True, slots=True)
class Stale:
    """A signal that is to be computed."""

    id: str
    first: str
    second: str
    "The same as `first` if it is of one player."
    games: int
    "Behind it: those that both have ended, or those of the player that were searched."


@dataclass(frozen=True, slots=True)
class Found:
    """A stored signal."""

    id: str
    first: str
    second: str
    "The same as `first` if it is of one player."
    last_at: Moment
    "The end of the last of its games."
    computed_at: Moment
    games: int
    rounds: int
    "Behind it."
    strength: float
    told: list[dict[str, Any]]
    "`tell`, `by`, `against`, `count`, `mean`, `others`, `z`, `p`; the least likely first."
    state: str

    @property
    def kind(self) -> str:
        """One of `KINDS`."""
        return ASSISTANCE if self.first == self.second else COLLUSION

    @property
    def players(self) -> tuple[str, ...]:
        """The pair, or the one player."""
        return (self.first,) if self.kind == ASSISTANCE else (self.first, self.second)


@dataclass(frozen=True, slots=True)
class Filter:
    """The signals to list."""

    state: str = OPEN
    kind: str | None = None
    "None for all."
    player: str | None = None
    since: Moment | None = None
    "The last of its games has ended at this moment or later."
    until: Moment | None = None
    "The first moment after the period."


_NOTE = """
INSERT INTO dobon.watched_games (game_id, ended_at) SELECT * FROM unnest(%s::uuid[], %s::text[]) ON CONFLICT DO NOTHING"""
_UNSEEN = "SELECT game_id, ended_at FROM dobon.watched_games WHERE NOT seen ORDER BY ended_at, game_id LIMIT 1"
_SEE = "UPDATE dobon.watched_games SET seen = true WHERE game_id = %s AND NOT seen"
# An erased account gets no rows: the erasure holds the player's row.
_PRESENT = "SELECT id FROM dobon.players WHERE id = ANY(%s::uuid[]) AND erased_at IS NULL ORDER BY id FOR SHARE"
_ADD_ROUND = """
INSERT INTO dobon.player_rounds (player_id, ended_at, game_id, round, ruleset, points, others, tells)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING"""
_MARK = """
INSERT INTO dobon.signals (id, first_id, second_id, last_at, computed_at, games, computed_games)
VALUES (%s, %s, %s, %s, '', 1, 0)
ON CONFLICT (first_id, second_id) DO UPDATE
SET games = signals.games + 1, last_at = greatest(signals.last_at, excluded.last_at)"""
_STALE = """
SELECT id, first_id, second_id, games FROM dobon.signals WHERE games > computed_games
ORDER BY computed_at, id LIMIT 1"""
_ROUNDS = """
SELECT game_id, ended_at, round, points, ruleset, others, tells, clear, pace
FROM dobon.player_rounds WHERE player_id = %s
ORDER BY ended_at DESC, game_id DESC, round DESC LIMIT %s"""
_STORE = """
UPDATE dobon.signals SET computed_games = %(games)s, computed_at = %(at)s, rounds = %(rounds)s,
    strength = %(strength)s, told = %(told)s,
    state = CASE WHEN %(strength)s > closed_strength + %(more)s THEN 'open' ELSE state END
WHERE id = %(id)s"""
_COLUMNS = "id, first_id, second_id, last_at, computed_at, games, rounds, strength, told, state"
_FIND = f"SELECT {_COLUMNS} FROM dobon.signals WHERE id = %s AND rounds > 0"  # noqa: S608 - constants
_IS_ASSISTANCE = "first_id = second_id"
_DECIDE = """
UPDATE dobon.signals SET state = %(state)s, closed_strength = CASE WHEN %(state)s = 'closed' THEN strength END
WHERE id = %(signal)s"""


def note_finished(conn: Connection, games: Mapping[str, Moment]) -> None:
    """Note finished games and when they ended, in the caller's transaction; those noted before stay as they are."""
    if games:
        conn.execute(_NOTE, (list(games), list(games.values())))


def next_unseen(pool: Pool) -> Unseen | None:
    """Return the game that ended first of those not looked at yet; None without one."""
    row = read_with_retry(pool, lambda conn: conn.execute(_UNSEEN).fetchone())
    return None if row is None else Unseen(*row)


def store_rounds(pool: Pool, unseen: Unseen, rounds: Mapping[str, Sequence[PlayerRound]]) -> None:
    """Store what the players of a game did, and make the signals of their pairs stale; once for a game."""

    def work(conn: Connection) -> None:
        with conn.transaction():
            if conn.execute(_SEE, [unseen.game]).rowcount:
                _add(conn, unseen, {player: rounds[player] for player in present_players(conn, rounds)})

    write_once(pool, work)


def _add(conn: Connection, unseen: Unseen, rounds: Mapping[str, Sequence[PlayerRound]]) -> None:
    rows = [
        (
            player, unseen.ended_at, unseen.game, one.round, one.seen.stratum[0], one.points,
            canonical_text(list(one.seen.others)),
            canonical_text([[*key, count, round(total, 4)] for key, (count, total) in sorted(one.seen.tells.items())]),
        )
        for player, of_player in rounds.items()
        for one in of_player
    ]  # fmt: skip
    with conn.cursor() as cursor:
        cursor.executemany(_ADD_ROUND, rows)
    mark_stale(conn, combinations(sorted(rounds), 2), unseen.ended_at)


def present_players(conn: Connection, players: Iterable[str]) -> list[str]:
    """Return the accounts among these that are not erased, which is not done before the transaction ends."""
    return [str(row[0]) for row in conn.execute(_PRESENT, [list(players)])]


def mark_stale(conn: Connection, players: Iterable[tuple[str, str]], ended_at: Moment) -> None:
    """Note that two players have ended one more game together, or, if both are the same, that one has."""
    rows = [(str(uuid.uuid5(uuid.UUID(first), second)), first, second, ended_at) for first, second in players]
    with conn.cursor() as cursor:
        cursor.executemany(_MARK, rows)


def next_stale(pool: Pool) -> Stale | None:
    """Return the signal that has not been computed for longest of those with new games; None without one."""
    row = read_with_retry(pool, lambda conn: conn.execute(_STALE).fetchone())
    return None if row is None else Stale(*row)


def stored_rounds(pool: Pool, player: str) -> list[StoredRound]:
    """Return the newest rounds of a player, at most `MOST_ROUNDS`, the newest first."""
    rows = read_with_retry(pool, lambda conn: conn.execute(_ROUNDS, (player, MOST_ROUNDS)).fetchall())
    return [_stored_round(*row) for row in rows]


def _stored_round(
    game: str,
    ended_at: Moment,
    number: int,
    points: int,
    ruleset: str,
    others: str,
    tells: str,
    clear: str | None,
    pace: float | None,
) -> StoredRound:
    opponents = tuple(orjson.loads(others))
    found = {(tell, other): (count, total) for tell, other, count, total in orjson.loads(tells)}
    seen = SeatRound((ruleset, 1 + len(opponents)), opponents, found)
    decisions = None if clear is None else tuple(Clear(*one) for one in orjson.loads(clear))
    searched = None if decisions is None else SearchedRound(number, decisions, pace)
    return StoredRound(game, ended_at, PlayerRound(number, points, seen), searched)


def store_signal(pool: Pool, stale: Stale, signal: Signal | None, at: Moment) -> None:
    """Store what was found; None: nothing that could be listed."""
    told = [] if signal is None else [asdict(one) for one in signal.told]
    values = {
        "id": stale.id, "games": stale.games, "at": at, "told": canonical_text(told), "more": REOPENED,
        "rounds": 0 if signal is None else signal.rounds, "strength": 0.0 if signal is None else signal.strength,
    }  # fmt: skip
    write_once(pool, lambda conn: conn.execute(_STORE, values))


def list_signals(pool: Pool, wanted: Filter, after: Position | None = None, limit: int = 50) -> list[Found]:
    """Return signals, the strongest first, after a position."""
    strength, last = after or STRONGEST
    conditions = ["state = %(state)s", "rounds > 0", "(strength, id) < (%(strength)s, %(id)s::uuid)"]
    if wanted.kind is not None:
        conditions.append(f"({_IS_ASSISTANCE}) = %(assistance)s")
    if wanted.player is not None:
        conditions.append("%(player)s::uuid IN (first_id, second_id)")
    if wanted.since is not None:
        conditions.append("last_at >= %(since)s")
    if wanted.until is not None:
        conditions.append("last_at < %(until)s")
    statement = (
        f"SELECT {_COLUMNS} FROM dobon.signals WHERE {' AND '.join(conditions)}"  # noqa: S608 - constants
        " ORDER BY strength DESC, id DESC LIMIT %(limit)s"
    )
    values = {
        **asdict(wanted),
        "assistance": wanted.kind == ASSISTANCE,
        "strength": strength,
        "id": last,
        "limit": limit,
    }
    return [_found(*row) for row in read_with_retry(pool, lambda conn: conn.execute(statement, values).fetchall())]


def count_signals(pool: Pool) -> dict[str, int]:
    """Return the number of signals of each kind: of each 1,000 one is found by chance."""
    statement = f"SELECT {_IS_ASSISTANCE}, count(*) FROM dobon.signals WHERE rounds > 0 GROUP BY 1"  # noqa: S608
    rows = dict(read_with_retry(pool, lambda conn: conn.execute(statement).fetchall()))
    return {kind: rows.get(kind == ASSISTANCE, 0) for kind in KINDS}


def find_signal(pool: Pool, signal: str) -> Found | None:
    """Return a signal, or None."""
    row = read_with_retry(pool, lambda conn: conn.execute(_FIND, [signal]).fetchone())
    return None if row is None else _found(*row)


def _found(*row: Any) -> Found:
    *facts, told, state = row
    return Found(*[*facts, orjson.loads(told), state])


def decide(pool: Pool, signal: str, state: str | None, act: AdminAct) -> None:
    """Record an act on a signal and open or close it; None leaves it as it is."""

    def work(conn: Connection) -> None:
        with conn.transaction():
            admin_log.insert_act(conn, act)
            if state is not None:
                conn.execute(_DECIDE, {"state": state, "signal": signal})

    write_once(pool, work)
