"""Tickets: each opens one stream for the account and token that asked for it, within a few seconds.

It is the stream of one game, or that of the account.

Browsers' `EventSource` cannot send a token, and an address with a token would stay in logs and histories. Only the
SHA-256 of a ticket is stored. Every function raises `Unavailable` (`infra.postgres.retry`) if the database does not
answer.
"""

from domain.log.moments import Moment
from infra.accounts.keyed_requests import Connection, KeyedRequest, Result, do_once
from infra.accounts.tokens import token_hash
from infra.postgres.pool import Pool
from infra.postgres.retry import write_once

PREFIX = "dbntkt_"

TICKET_SECONDS = 30
"""Time for which a ticket is valid."""

SWEPT = 100
"""Expired tickets that a new one deletes, so that unused tickets do not accumulate."""

# Rows that another new ticket is deleting are skipped, so that no request waits for them.
_ADD = """
WITH expired AS (
    DELETE FROM dobon.tickets WHERE hash IN (
        SELECT hash FROM dobon.tickets WHERE expires_at <= %(at)s ORDER BY expires_at LIMIT %(swept)s FOR UPDATE SKIP LOCKED
    )
)
INSERT INTO dobon.tickets (hash, game_id, token, expires_at) VALUES (%(hash)s, %(game)s, %(token)s, %(expires_at)s)"""

# The delete is what makes a ticket valid once: of two statements, one finds the row.
_USE = (
    "DELETE FROM dobon.tickets WHERE hash = %s AND game_id IS NOT DISTINCT FROM %s AND expires_at > %s RETURNING token"
)


def add(
    pool: Pool,
    game: str | None,
    ticket: str,
    token: bytes,
    at: Moment,
    expires_at: Moment,
    keyed: KeyedRequest | None = None,
) -> Moment:
    """Add a ticket for a game, or without one for the stream of the account, bound to the token with this hash.

    Return the moment until which it is valid.

    A repetition with a key adds no other ticket. Raises `Refused("key-reused")`.
    """
    values = {
        "hash": token_hash(ticket), "game": game, "token": token, "at": at, "expires_at": expires_at, "swept": SWEPT,
    }  # fmt: skip

    def work(conn: Connection) -> Result:
        conn.execute(_ADD, values)
        return {"expires_at": expires_at}

    until: Moment = do_once(pool, keyed, work)["expires_at"]
    return until


def use(pool: Pool, game: str | None, ticket: str, at: Moment) -> bytes | None:
    """Return the hash of the token behind a ticket, which is invalid from now on; None if it was invalid already."""
    row = write_once(pool, lambda conn: conn.execute(_USE, (token_hash(ticket), game, at)).fetchone())
    return None if row is None else bytes(row[0])
