"""The notifications of accounts, in the order of their commits, and the pushes and deliveries that follow from them.

`add` is called in the transaction of what it tells of, so neither exists without the other. Positions of an account
have no gaps and are committed in order, because the row of the account is locked until the commit.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson
import psycopg

from domain.log.moments import Moment, later
from domain.running.notifications import Notification, notification_json
from infra.event_store import change_feed
from infra.event_store.canonical_json import canonical_text
from infra.notifications import pushes, webhooks
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry

Connection = psycopg.Connection[Any]

Positioned = tuple[int, Notification]
"""A notification with its position."""

KEPT_DAYS = 7
"""Time for which notifications are kept."""

SWEPT = 1_000
"""The maximum number of old notifications that one sweep deletes."""

# Accounts are locked in the order of their ids, so two transactions never wait for each other in a circle.
_ADD = """
WITH new AS (
    SELECT * FROM unnest(%(player)s::uuid[], %(kind)s::text[], %(game)s::uuid[], %(version)s::int4[], %(facts)s::text[],
        %(at)s::text[]) WITH ORDINALITY AS n (player, kind, game, version, facts, at, place)
), counted AS (
    SELECT player, count(*) AS many FROM new GROUP BY player
), moved AS (
    INSERT INTO dobon.notification_positions (player_id, position) SELECT player, many FROM counted ORDER BY player
    ON CONFLICT (player_id) DO UPDATE SET position = notification_positions.position + excluded.position
    RETURNING player_id, position
), placed AS (
    SELECT new.*, moved.position - counted.many + row_number() OVER (PARTITION BY new.player ORDER BY place) AS position
    FROM new JOIN counted USING (player) JOIN moved ON moved.player_id = new.player
), added AS (
    INSERT INTO dobon.notifications (player_id, position, kind, game_id, version, facts, at)
    SELECT player, position, kind, game, version, facts, at FROM placed
)
SELECT position FROM placed ORDER BY place"""

# The costs do not grow with the number of accounts that listen, but with the number of new notifications. The snapshot
# of the statement has the rights that apply before each of these notifications.
_NEW = """
SELECT settled.upto::text, (SELECT number FROM dobon.rights), new.* FROM (
    SELECT pg_snapshot_xmin(pg_current_snapshot()) AS upto
) AS settled LEFT JOIN LATERAL (
    SELECT player_id, position, kind, at, game_id, version, facts FROM dobon.notifications
    WHERE tx >= %s::text::xid8 ORDER BY player_id, position LIMIT %s
) AS new ON true"""

_AFTER = """
SELECT known.id, found.* FROM unnest(%s::uuid[], %s::int8[]) AS known (id, position) CROSS JOIN LATERAL (
    SELECT position, kind, at, game_id, version, facts FROM dobon.notifications
    WHERE player_id = known.id AND position > known.position ORDER BY position LIMIT %s
) AS found ORDER BY known.id, found.position"""

_POSITION = "SELECT position FROM dobon.notification_positions WHERE player_id = %s"

_SWEEP = """
DELETE FROM dobon.notifications WHERE (player_id, position) IN (
    SELECT player_id, position FROM dobon.notifications WHERE at < %s ORDER BY at LIMIT %s FOR UPDATE SKIP LOCKED
)"""


OF_ACCOUNT = ("notifications", "notification_positions", "open_pages", "push_subscriptions", "webhooks")
"""Tables with rows of an account; pushes and deliveries go with the last two."""


@dataclass(frozen=True, slots=True)
class News:
    """New notifications of all accounts."""

    found: Mapping[str, Sequence[Positioned]]
    "The notifications of each account, in order."
    complete: bool
    "False if there are more than were read."
    next_place: int
    "The place from which to read next."
    rights: int
    "The number that grows with every change of a token or an account, as it was when they were read."


def add(conn: Connection, new: Sequence[Notification], now: Moment) -> list[int]:
    """Add notifications in a transaction of the caller, with their pushes and deliveries; return their positions."""
    if not new:
        return []
    columns = {
        "player": [one.player for one in new],
        "kind": [one.kind for one in new],
        "game": [one.game for one in new],
        "version": [one.version for one in new],
        "facts": [canonical_text(one.facts) for one in new],
        "at": [one.at for one in new],
    }
    positions = [row[0] for row in conn.execute(_ADD, columns)]
    pushes.add(conn, new, now)
    bodies = [
        (one.player, one.kind, one.at, notification_json(at, one)) for at, one in zip(positions, new, strict=True)
    ]
    webhooks.deliver(conn, bodies, now)
    return positions


def feed_place(pool: Pool) -> int:
    """Return the place after all notifications that are committed now. Raises `Unavailable`."""
    return read_with_retry(pool, change_feed.feed_position)


def new_since(pool: Pool, place: int, limit: int) -> News:
    """Return up to `limit` notifications from a place on, which `feed_place` or the last read has returned.

    Places are transaction ids, as in `infra.event_store.change_feed`: as long as an older transaction is open, the same
    notifications are returned again. Raises `Unavailable`.
    """
    rows = read_with_retry(pool, lambda conn: conn.execute(_NEW, (str(place), limit)).fetchall())
    upto, rights = rows[0][:2]
    new = [row[2:] for row in rows if row[2] is not None]
    return News(_by_player(new), len(new) < limit, int(upto), rights)


def after(pool: Pool, known: Mapping[str, int], limit: int) -> dict[str, list[Positioned]]:
    """Return up to `limit` notifications after the known position of each account. Raises `Unavailable`."""
    values = [list(known), list(known.values()), limit]
    return _by_player(read_with_retry(pool, lambda conn: conn.execute(_AFTER, values).fetchall()))


def _by_player(rows: Iterable[tuple[Any, ...]]) -> dict[str, list[Positioned]]:
    found: dict[str, list[Positioned]] = {}
    for player, position, kind, at, game, version, facts in rows:
        one = Notification(player, kind, at, game, version, orjson.loads(facts))
        found.setdefault(player, []).append((position, one))
    return found


def newest_position(pool: Pool, player: str) -> int:
    """Return the position of an account's newest notification; 0 without one. Raises `Unavailable`."""
    row = read_with_retry(pool, lambda conn: conn.execute(_POSITION, (player,)).fetchone())
    return 0 if row is None else int(row[0])


def sweep(conn: Connection, now: Moment) -> int:
    """Delete some notifications older than `KEPT_DAYS`, and return their number."""
    return conn.execute(_SWEEP, (later(now, seconds=-KEPT_DAYS * 86_400), SWEPT)).rowcount


def erase(conn: Connection, player: str) -> None:
    """Delete the notifications, pages, browsers and webhooks of an account, in a transaction of the caller."""
    for table in OF_ACCOUNT:
        conn.execute(f"DELETE FROM dobon.{table} WHERE player_id = %s", (player,))  # noqa: S608 - constants
