"""Enters heads of games in the public log (`docs/public-log.md`): it follows the log, and no command waits for it.

Entries, the checkpoint of the public log and those of this projection are written in one transaction, in the database
of the accounts. So there is one public log over all databases of games. No head is entered twice or left out, whichever
process is stopped when, and also if a game has moved.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import psycopg

from domain.log.moments import Moment
from domain.transparency.entries import KIND_OF, Entry, entries_of
from infra import clock
from infra.databases.pool import AccountsPool
from infra.event_store import head_log
from infra.event_store.receipt_keys import ReceiptKeys, Signer
from infra.postgres.around_damage import read_games
from infra.postgres.damage import is_damage
from infra.postgres.partitions import is_not_owned
from infra.postgres.pool import Pool
from infra.postgres.replication import take_unconfirmed
from infra.postgres.retry import Unavailable
from infra.projections import checkpoints
from infra.projections.follower import Follower, alone_in, followers

NAME = "heads"
"""The name of the projection in its checkpoints."""

HEADS_LOCK = 0x6C6F6768
"""Key of the advisory lock, in a database of games, under which their heads are read."""

Connection = psycopg.Connection[Any]

_logger = logging.getLogger(__name__)

_GAMES = "SELECT id, version FROM dobon.games WHERE id = ANY(%(games)s::uuid[]) ORDER BY id"

# All events are counted, because some may be missing: a game arrives from another database with its row first.
_EVENTS = """
SELECT game.id, found.events, found.versions, found.types, found.heads
FROM unnest(%s::uuid[], %s::int4[], %s::int4[]) AS game (id, after, upto) CROSS JOIN LATERAL (
    SELECT count(*) AS events, array_agg(version ORDER BY version) FILTER (WHERE type = ANY(%s)) AS versions,
        array_agg(type ORDER BY version) FILTER (WHERE type = ANY(%s)) AS types,
        array_agg(digest ORDER BY version) FILTER (WHERE type = ANY(%s)) AS heads
    FROM dobon.events WHERE game_id = game.id AND version > game.after AND version <= game.upto
) AS found ORDER BY game.id"""


class HeadProjector:
    """Follows the change feed of each database of games and enters heads.

    In each of them only one process at a time works; the others stand by.
    """

    def __init__(self, pool: AccountsPool, only: Pool | None = None, now: Callable[[], Moment] = clock.now) -> None:
        """`only` is the database that is followed; by default all are."""
        self._pool = pool
        self._keys = ReceiptKeys(pool, now)
        self._followers = followers(pool.games.each(only), NAME, at_once=True)

    def run(self) -> int:
        """Enter all new heads, and return their number; 0 also if another process is working."""
        # The keys are read first, because the pool may have no other connection than the one of this work.
        signer = self._keys.signer()
        return sum(self._follow(database, follower, signer) for database, follower in self._followers.items())

    def _follow(self, database: Pool, follower: Follower, signer: Signer) -> int:
        with alone_in(self._pool, database, HEADS_LOCK) as found:
            if found is None:
                return 0
            log, conn = found
            return sum(self._enter(conn, log, page, signer) for page in follower.changed_games(log, conn))

    def _enter(self, conn: Connection, log: Connection, page: Sequence[str], signer: Signer) -> int:
        """Enter the heads of some games in one transaction; if that fails, game by game."""
        try:
            return self._enter_together(conn, log, page, signer)
        except psycopg.Error as failure:
            moved = is_not_owned(failure)
            if not is_damage(failure) and not moved:
                raise
            if len(page) > 1:
                return sum(self._enter(conn, log, [game], signer) for game in page)
            if not moved:
                _logger.exception("heads of game %s are not entered", page[0])
            return 0

    def _enter_together(self, conn: Connection, log: Connection, page: Sequence[str], signer: Signer) -> int:
        newest: dict[str, int] = dict(read_games(log, _GAMES, page))
        known = checkpoints.versions(conn, NAME, list(newest))
        last = {game: known.get(game, 0) for game in newest}
        upto = {game: version for game, version in newest.items() if version > last[game]}
        entries = _read_entries(log, last, upto)
        upto = {game: version for game, version in upto.items() if game in entries}
        if not upto:
            return 0
        if any(entries.values()):
            _wait_for_standby(log)
        with conn.transaction():
            moved = checkpoints.move(conn, NAME, last, upto)
            return head_log.append(conn, signer, [one for game in entries if game in moved for one in entries[game]])


def _wait_for_standby(log: Connection) -> None:
    """Raise `Unavailable` if what was read could be lost with the primary, because an entry is never taken back."""
    take_unconfirmed(log)  # of earlier work
    log.execute("SELECT dobon.wait_for_standby()")
    if take_unconfirmed(log):
        raise Unavailable("the standby has not confirmed the heads that were read")


def _read_entries(log: Connection, last: Mapping[str, int], upto: Mapping[str, int]) -> dict[str, list[Entry]]:
    """Return the entries of the events after `last` up to `upto`, without games of which events are missing."""
    types = list(KIND_OF)
    values = (list(upto), [last[game] for game in upto], list(upto.values()), types, types, types)
    found = {}
    for game, events, versions, kinds, heads in log.execute(_EVENTS, values):
        if events == upto[game] - last[game]:
            rows = zip(versions or (), kinds or (), heads or (), strict=True)
            found[game] = entries_of(game, rows)
    return found
