"""Challenges: a player proposes a game to another one, who accepts it or declines.

The other player takes seat 1 of a game that the challenger opens, and strategies take the seats after it. The id of a
challenge is the idempotency key of its game, so any process may open it, and it is the same game
(`infra.commands.challenging`). Each step and its notification for the other player are one transaction. Every function
raises `Unavailable` (`infra.postgres.retry`) if the database does not answer.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson
import psycopg

from domain.log.errors import Refused
from domain.log.moments import Moment, later
from domain.log.sentences import Sentence
from domain.running.notifications import CHALLENGE, Notification
from infra.accounts import sessions
from infra.notifications import notifications
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry, write_once
from infra.social import friends

OPEN = "open"
ACCEPTED = "accepted"
DECLINED = "declined"
WITHDRAWN = "withdrawn"
EXPIRED = "expired"
STATUSES = (OPEN, ACCEPTED, DECLINED, WITHDRAWN, EXPIRED)

REASONS = ("no-reason", "later", "ruleset", "options", "seats", "bots")
"""Why a challenge is declined: what about it does not suit. The last one declines those of bot accounts."""

MOST_MADE = 20
"""The largest number of open challenges by one account."""

MOST_RECEIVED = 100
"""The largest number of open challenges to one account. Players whom it follows always find room."""

MOST_OF_PAIR = 3
"""The largest number of challenges by one account to another one within `PAIR_SECONDS` that led to no game.

It also limits the notifications that an account can cause by challenging and withdrawing.
"""

PAIR_SECONDS = 3600

KEPT_DAYS = 7
"""Time for which a challenge is kept after its expiry."""

SWEPT = 100
"""Old challenges that a new one deletes."""

Connection = psycopg.Connection[Any]


@dataclass(frozen=True, slots=True)
class Proposal:
    """The game that a challenge proposes. Its options and the number of its seats have been checked."""

    ruleset: str
    options: Mapping[str, Any]
    seats: int
    bots: Sequence[str]
    "The strategies on the seats from 2 on."
    listed: bool


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge at a moment."""

    id: str
    challenger: str
    player: str
    "The challenged player."
    game_of: Proposal
    anchor: str | None
    "The anchor of the challenger's hash chain, or None."
    answer_anchor: str | None
    "That of the other player."
    status: str
    reason: str | None
    "Why it was declined."
    at: Moment
    expires_at: Moment
    ended_at: Moment | None
    game: str | None
    "The game of an accepted challenge, once it exists."


_COLUMNS = """id, challenger, player, ruleset, options, seats, bots, listed, anchor, answer_anchor,
    CASE WHEN status = 'open' AND expires_at <= %(now)s THEN 'expired' ELSE status END, reason, at, expires_at, ended_at,
    game"""
_COUNTS = """
SELECT count(*) FILTER (WHERE waits AND challenger = %(challenger)s), count(*) FILTER (WHERE waits AND player = %(player)s),
    count(*) FILTER (WHERE challenger = %(challenger)s AND player = %(player)s AND at > %(recent)s AND game IS NULL),
    EXISTS (SELECT FROM dobon.follows WHERE account = %(player)s AND other = %(challenger)s)
FROM (
    SELECT challenger, player, at, game, status = 'open' AND expires_at > %(now)s AS waits
    FROM dobon.challenges WHERE challenger = %(challenger)s OR player = %(player)s
) AS found"""
_SWEEP = """
DELETE FROM dobon.challenges WHERE id IN (
    SELECT id FROM dobon.challenges WHERE expires_at <= %s ORDER BY expires_at LIMIT %s FOR UPDATE SKIP LOCKED
)"""
_ADD = f"""
INSERT INTO dobon.challenges (id, challenger, player, ruleset, options, seats, bots, listed, anchor, at, expires_at)
VALUES (%(id)s, %(challenger)s, %(player)s, %(ruleset)s, %(options)s, %(seats)s, %(bots)s, %(listed)s, %(anchor)s,
    %(now)s, %(expires_at)s)
RETURNING {_COLUMNS}"""  # noqa: S608 - constants of this module
_FIND = f"""
SELECT {_COLUMNS} FROM dobon.challenges
WHERE id = %(id)s AND (challenger = %(account)s OR player = %(account)s)"""  # noqa: S608 - as above
_END = f"""
UPDATE dobon.challenges SET status = %(status)s, reason = %(reason)s, answer_anchor = %(anchor)s, ended_at = %(now)s
WHERE id = %(id)s AND status = 'open' AND expires_at > %(now)s
    AND CASE WHEN %(status)s = 'withdrawn' THEN challenger ELSE player END = %(account)s
RETURNING {_COLUMNS}"""  # noqa: S608 - as above
_OPENED = "UPDATE dobon.challenges SET game = %s WHERE id = %s"
_PART = f"""(
SELECT {_COLUMNS} FROM dobon.challenges WHERE {{side}} = %(account)s AND (at, id) < (%(at)s, %(last)s::uuid)
    AND (NOT %(only_open)s OR status = 'open' AND expires_at > %(now)s)
ORDER BY at DESC, id DESC LIMIT %(limit)s)"""  # noqa: S608 - as above
_PAGE = f"""
SELECT * FROM (
    {_PART.format(side="challenger")} UNION ALL {_PART.format(side="player")}
) AS found ORDER BY at DESC, id DESC LIMIT %(limit)s"""  # noqa: S608 - as above

_HIGHEST = ("9999", "ffffffff-ffff-ffff-ffff-ffffffffffff")
"""The place before the newest challenge."""


def make(
    pool: Pool, challenger: str, player: str, proposal: Proposal, anchor: str | None, now: Moment, expires_at: Moment
) -> Challenge:
    """Challenge a player.

    Raises `Refused` with `no-such-player`, `challenge-refused` if one of the two blocks the other, and
    `too-many-challenges`.
    """
    if friends.apart(pool, challenger, [player]):
        raise Refused("challenge-refused", "You cannot challenge this player.")
    values = {
        "id": str(uuid.uuid4()), "challenger": challenger, "player": player, "ruleset": proposal.ruleset,
        "options": orjson.dumps(proposal.options).decode(), "seats": proposal.seats,
        "bots": orjson.dumps(proposal.bots).decode(), "listed": proposal.listed, "anchor": anchor, "now": now,
        "expires_at": expires_at, "recent": later(now, seconds=-PAIR_SECONDS),
    }  # fmt: skip

    def work(conn: Connection) -> Challenge:
        with conn.transaction():
            if not sessions.hold_players(conn, challenger, player):  # an erasure deletes the row or prevents it
                raise friends.no_such_player()
            conn.execute(_SWEEP, (later(now, seconds=-KEPT_DAYS * 86_400), SWEPT))
            _require_room(*(conn.execute(_COUNTS, values).fetchone() or (0, 0, 0, False)))
            found = _challenge(conn.execute(_ADD, values).fetchone())
            _tell(conn, found, player, now)
            return found

    return write_once(pool, work)


def _require_room(made: int, received: int, of_pair: int, followed: bool) -> None:
    if made >= MOST_MADE:
        words = "{count} challenges of yours wait for an answer: withdraw one first."
        raise Refused("too-many-challenges", Sentence(words, count=made))
    if of_pair >= MOST_OF_PAIR:
        words = "You have sent this player {count} challenges within an hour that led to no game: wait."
        raise Refused("too-many-challenges", Sentence(words, count=of_pair))
    if received >= MOST_RECEIVED and not followed:
        raise Refused("too-many-challenges", "Too many challenges wait for an answer of this player.")


def find(pool: Pool, challenge_id: str, account: str, now: Moment) -> Challenge:
    """Return a challenge by the account or to it. Raises `Refused("no-such-challenge")`."""
    values = {"id": challenge_id, "account": account, "now": now}
    row = read_with_retry(pool, lambda conn: conn.execute(_FIND, values).fetchone())
    if row is None:
        raise no_such_challenge()
    return _challenge(row)


def end(
    pool: Pool,
    one: Challenge,
    account: str,
    status: str,
    now: Moment,
    reason: str | None = None,
    anchor: str | None = None,
) -> Challenge:
    """Accept, decline or withdraw a challenge: `status` says which. Repeated, it returns the same.

    Only the challenger withdraws, and only the other player answers. Raises `Refused` with `no-such-challenge` for
    others, `challenge-over`, and `challenge-refused` if one of the two blocks the other by now.
    """
    if status == ACCEPTED and friends.apart(pool, account, [one.challenger]):
        raise Refused("challenge-refused", "You cannot challenge this player.")
    values = {"id": one.id, "account": account, "status": status, "reason": reason, "anchor": anchor, "now": now}

    def work(conn: Connection) -> Challenge:
        with conn.transaction():
            if not sessions.hold_players(conn, one.challenger, one.player):
                raise no_such_challenge()
            row = conn.execute(_END, values).fetchone()
            if row is None:
                found = _challenge(conn.execute(_FIND, values).fetchone())
                if (found.challenger == account) != (status == WITHDRAWN):
                    raise no_such_challenge()
                if found.status != status:
                    raise Refused(
                        "challenge-over", "This challenge was accepted, declined or withdrawn, or it has expired."
                    )
                return found
            ended = _challenge(row)
            _tell(conn, ended, ended.player if status == WITHDRAWN else ended.challenger, now)
            return ended

    return write_once(pool, work)


def opened(pool: Pool, one: Challenge, game: str) -> None:
    """Record that the game of an accepted challenge is open."""
    write_once(pool, lambda conn: conn.execute(_OPENED, (game, one.id)))


def page(
    pool: Pool,
    account: str,
    now: Moment,
    after: tuple[Moment, str] | None = None,
    limit: int = 50,
    *,
    only_open: bool = False,
) -> list[Challenge]:
    """Return challenges by the account and to it, newest first; `only_open` leaves out those that are over.

    `after` is `(at, id)` of the last one of the previous page.
    """
    at, last = after or _HIGHEST
    values = {"account": account, "now": now, "at": at, "last": last, "limit": limit, "only_open": only_open}
    return [_challenge(row) for row in read_with_retry(pool, lambda conn: conn.execute(_PAGE, values).fetchall())]


def no_such_challenge() -> Refused:
    """Return the refusal of an absent challenge, and of one between others."""
    return Refused("no-such-challenge", "You have no challenge with this id: GET /v1/challenges lists them.")


def _tell(conn: Connection, one: Challenge, account: str, now: Moment) -> None:
    """Tell an account what has become of a challenge."""
    other = one.challenger if account == one.player else one.player
    facts = {"challenge": one.id, "player": other, "ruleset": one.game_of.ruleset, "status": one.status}
    more = {"deadline": one.expires_at} if one.status == OPEN else {"reason": one.reason} if one.reason else {}
    notifications.add(conn, [Notification(account, CHALLENGE, now, facts=facts | more)], now)


def _challenge(row: tuple[Any, ...] | None) -> Challenge:
    if row is None:  # an erasure has deleted it meanwhile
        raise no_such_challenge()
    key, challenger, player, ruleset, options, seats, bots, listed, *rest, game = row
    proposal = Proposal(ruleset, orjson.loads(options), seats, tuple(orjson.loads(bots)), listed)
    anchor, answer_anchor, status, reason, at, expires_at, ended_at = rest
    return Challenge(
        str(key), str(challenger), str(player), proposal, anchor, answer_anchor, status, reason, at, expires_at, ended_at,
        None if game is None else str(game),
    )  # fmt: skip
