"""The queue of quick play: who waits for a table, and the tables that were made of them.

An account has one place in the queue, and a place belongs to at most one match. A match is stored together with the
places that it takes, under a lock of its ruleset and number of seats; its game is opened afterwards
(`infra.commands.matchmaking`). A place lapses when its player asks no more. Every function raises `Unavailable`
(`infra.postgres.retry`) if the database does not answer.
"""

import uuid
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import orjson
import psycopg

from domain.log.errors import Refused
from domain.log.moments import Moment, later
from infra.accounts import sessions
from infra.databases.pool import AccountsPool
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry, write_once

LAPSE_SECONDS = 10
"""The time after which a place lapses whose player does not ask; the web client asks every 2 s. A player who has left
would be seated all the same, and the others would wait for its turns.
"""

CONSIDERED = 200
"""The longest waiting players that are considered for a match."""

Connection = psycopg.Connection[Any]


@dataclass(frozen=True, slots=True)
class Wish:
    """What a player waits for."""

    ruleset: str
    seats: int
    within: int | None
    "The largest difference of ratings; None for any."
    bots_after: int | None
    "Seconds after which bots take the seats that are left; None for never."
    anchor: str | None
    "The anchor of the player's hash chain, or None."
    bot_account: bool = False
    "Whether the player is a bot account. Bot accounts meet each other, and nobody else."


@dataclass(frozen=True, slots=True)
class Match:
    """A table that was made."""

    id: str
    "The idempotency key with which its game is created."
    ruleset: str
    seats: int
    players: tuple[tuple[str, str | None], ...]
    "Accounts and their anchors, in the order of seats. Bots take the other seats."


@dataclass(frozen=True, slots=True)
class Place:
    """An account's place in the queue."""

    account: str
    wish: Wish
    rating: int
    "The ordinal of the rating, which the leaderboard shows; 0 before the first game."
    joined_at: Moment
    match: str | None
    "The match that took the place, or None."
    game: str | None
    "The game of the match, once it is open."


_COLUMNS = "account, ruleset, seats, within, bots_after, anchor, bot_account, rating, joined_at, match, game"

# A place that is in a match stays, unless the player does not play in its game any more.
_JOIN = f"""
INSERT INTO dobon.queue (account, ruleset, seats, within, bots_after, anchor, bot_account, rating, joined_at, asked_at)
VALUES (%(account)s, %(ruleset)s, %(seats)s, %(within)s, %(bots_after)s, %(anchor)s, %(bot_account)s, %(rating)s,
    %(now)s, %(now)s)
ON CONFLICT (account) DO UPDATE SET ruleset = excluded.ruleset, seats = excluded.seats, within = excluded.within,
    bots_after = excluded.bots_after, anchor = excluded.anchor, bot_account = excluded.bot_account, rating = excluded.rating,
    joined_at = excluded.joined_at, asked_at = excluded.asked_at, match = NULL, game = NULL
    WHERE queue.match IS NULL OR queue.match = %(ended)s
RETURNING {_COLUMNS}"""  # noqa: S608 - constants of this module

_OPENED_MATCH = "SELECT match, game FROM dobon.queue WHERE account = %s AND game IS NOT NULL"
_PLAYS = """
SELECT FROM dobon.read_seats(%(game)s) AS taken CROSS JOIN dobon.read_game(%(game)s) AS game
WHERE taken.player_id = %(account)s AND game.status IN ('waiting', 'playing', 'between-rounds')"""
_ASK = f"UPDATE dobon.queue SET asked_at = %s WHERE account = %s RETURNING {_COLUMNS}"  # noqa: S608 - as above
_FIND = f"SELECT {_COLUMNS} FROM dobon.queue WHERE account = %s"  # noqa: S608 - as above
_LEAVE = "DELETE FROM dobon.queue WHERE account = %s AND (match IS NULL OR game IS NOT NULL)"
_LOCK = "SELECT pg_try_advisory_xact_lock(hashtextextended(%s, 0))"
_WAITING = f"""
SELECT {_COLUMNS} FROM dobon.queue
WHERE ruleset = %s AND seats = %s AND bot_account = %s AND match IS NULL AND asked_at > %s
ORDER BY joined_at, account LIMIT %s FOR UPDATE SKIP LOCKED"""  # noqa: S608 - as above
_APART = """
SELECT account, other FROM dobon.blocks WHERE account = ANY(%(all)s::uuid[]) AND other = ANY(%(all)s::uuid[])"""
_MATCH = "INSERT INTO dobon.matches (id, ruleset, seats, players, made_at) VALUES (%s, %s, %s, %s, %s)"
_TAKE = "UPDATE dobon.queue SET match = %s WHERE account = ANY(%s::uuid[])"
_READ = "SELECT id, ruleset, seats, players FROM dobon.matches WHERE id = %s"
_OPENED = """
WITH done AS (DELETE FROM dobon.matches WHERE id = %(match)s)
UPDATE dobon.queue SET game = %(game)s WHERE match = %(match)s"""


def join(pool: AccountsPool, account: str, wish: Wish, rating: int, now: Moment) -> Place:
    """Take a place at the end of the queue, or return the place that has led to a match whose game is not over.

    Raises `Refused("no-such-player")` if the account was erased.
    """
    values = {"account": account, **asdict(wish), "rating": rating, "now": now, "ended": None}

    def work(conn: Connection) -> Place:
        while True:  # until no other request removes the place in between
            found = conn.execute(_JOIN, values).fetchone()
            if found is None:
                ended = _ended_match(pool, conn, account)
                found = ended and conn.execute(_JOIN, {**values, "ended": ended}).fetchone()
            found = found or conn.execute(_FIND, (account,)).fetchone()
            if found is not None:
                return _place(found)

    def in_transaction(conn: Connection) -> Place:
        with conn.transaction():
            if not sessions.hold_players(conn, account):  # an erasure deletes the place or prevents it
                raise Refused("no-such-player", "The account was erased.")
            return work(conn)

    return write_once(pool, in_transaction)


def _ended_match(pool: AccountsPool, conn: Connection, account: str) -> str | None:
    """Return the match of the account's place, if the account does not play in its game any more."""
    opened_match = conn.execute(_OPENED_MATCH, (account,)).fetchone()
    if opened_match is None:
        return None
    found, game = opened_match
    with pool.games.of(game).connection_beside(pool, conn) as games:
        plays = games.execute(_PLAYS, {"game": game, "account": account}).rowcount
    return None if plays else str(found)


def ask(pool: Pool, account: str, now: Moment) -> Place | None:
    """Return the account's place and keep it; None without one."""
    row = write_once(pool, lambda conn: conn.execute(_ASK, (now, account)).fetchone())
    return None if row is None else _place(row)


def leave(pool: Pool, account: str) -> bool:
    """Give up the place; return False if a match has taken it that is not opened yet, or there is none."""
    return write_once(pool, lambda conn: conn.execute(_LEAVE, (account,)).rowcount == 1)


def make_match(pool: Pool, place: Place, now: Moment) -> Match | None:
    """Make a match of the waiting players whose wishes go together, and return it; None if there is none.

    The longest waiting players are served first. If no table can be filled, and the player of `place` has waited as
    long as it wanted to, bots take the seats that are left at its own.
    """
    wish = place.wish

    def work(conn: Connection) -> Match | None:
        lock = conn.execute(_LOCK, (f"quick play {wish.ruleset} {wish.seats} {wish.bot_account}",)).fetchone()
        if lock is None or not lock[0]:
            return None  # another request makes a match, and the next one of this player tries again
        values = (wish.ruleset, wish.seats, wish.bot_account, later(now, seconds=-LAPSE_SECONDS), CONSIDERED)
        waiting = [_place(row) for row in conn.execute(_WAITING, values).fetchall()]
        blocks = conn.execute(_APART, {"all": [one.account for one in waiting]}).fetchall()
        chosen = choose(waiting, {frozenset(pair) for pair in blocks}, place.account, now)
        if not chosen:
            return None
        found = Match(
            str(uuid.uuid4()), wish.ruleset, wish.seats, tuple((one.account, one.wish.anchor) for one in chosen)
        )
        conn.execute(_MATCH, (found.id, found.ruleset, found.seats, orjson.dumps(found.players).decode(), now))
        conn.execute(_TAKE, (found.id, [one.account for one in chosen]))
        return found

    def in_transaction(conn: Connection) -> Match | None:
        with conn.transaction():
            return work(conn)

    return write_once(pool, in_transaction)


def choose(waiting: Sequence[Place], apart: set[frozenset[str]], asking: str, now: Moment) -> list[Place]:
    """Return the players of the next table, in the order in which they came; an empty list if there is none yet.

    `waiting` all want the same ruleset and number of seats, the longest waiting first; players that are `apart` do
    not meet. If the player `asking` has waited for `bots_after` seconds, a table with free seats is enough for it.
    """
    for host in waiting:
        table = _table_of(host, waiting, apart)
        if len(table) == host.wish.seats:
            return table
    own = next((one for one in waiting if one.account == asking), None)
    if own is None or own.wish.bots_after is None or later(own.joined_at, seconds=own.wish.bots_after) > now:
        return []
    return _table_of(own, waiting, apart)


def _table_of(host: Place, waiting: Sequence[Place], apart: set[frozenset[str]]) -> list[Place]:
    """Return the host with the players that go together with it and with each other, the longest waiting first."""
    table = [host]
    for other in waiting:
        if len(table) == host.wish.seats:
            break
        if other is not host and all(_go_together(other, one, apart) for one in table):
            table.append(other)
    return sorted(table, key=lambda one: (one.joined_at, one.account))


def _go_together(one: Place, other: Place, apart: set[frozenset[str]]) -> bool:
    limits = [place.wish.within for place in (one, other) if place.wish.within is not None]
    near = all(abs(one.rating - other.rating) <= limit for limit in limits)
    return near and frozenset((one.account, other.account)) not in apart


def match(pool: Pool, match_id: str) -> Match | None:
    """Return a match whose game is not opened yet; None for any other."""
    row = read_with_retry(pool, lambda conn: conn.execute(_READ, (match_id,)).fetchone())
    if row is None:
        return None
    found, ruleset, seats, players = row
    return Match(str(found), ruleset, seats, tuple((account, anchor) for account, anchor in orjson.loads(players)))


def opened(pool: Pool, match_id: str, game: str) -> None:
    """Record that the game of a match is open."""
    write_once(pool, lambda conn: conn.execute(_OPENED, {"match": match_id, "game": game}))


def _place(row: tuple[Any, ...]) -> Place:
    account, ruleset, seats, within, bots_after, anchor, bot_account, rating, joined_at, found, game = row
    wish = Wish(ruleset, seats, within, bots_after, anchor, bot_account)
    found, game = (None if one is None else str(one) for one in (found, game))
    return Place(str(account), wish, rating, joined_at, found, game)
