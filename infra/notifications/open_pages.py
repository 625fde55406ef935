"""Visible pages of accounts. An account with a visible page gets no web push.

A page tells every few seconds that it is visible, because a connection may be dead for minutes before a server knows.
Every function raises `Unavailable` (`infra.postgres.retry`) if the database does not answer.
"""

from domain.log.moments import Moment, later
from infra.postgres.pool import Pool
from infra.postgres.retry import write_once

VISIBLE_SECONDS = 60
"""Time for which a page counts as visible after it has told so."""

SWEPT = 20
"""Rows of old pages that each new one deletes."""

_SHOW = """
WITH old AS (
    DELETE FROM dobon.open_pages WHERE (player_id, page) IN (
        SELECT player_id, page FROM dobon.open_pages WHERE until <= %(now)s AND (player_id, page) <> (%(player)s, %(page)s)
        ORDER BY until LIMIT %(swept)s FOR UPDATE SKIP LOCKED
    )
)
INSERT INTO dobon.open_pages (player_id, page, until) VALUES (%(player)s, %(page)s, %(until)s)
ON CONFLICT (player_id, page) DO UPDATE SET until = excluded.until"""

_HIDE = "DELETE FROM dobon.open_pages WHERE player_id = %s AND page = %s"


def show(pool: Pool, player: str, page: str, now: Moment) -> None:
    """Note that a page of the account is visible for the next `VISIBLE_SECONDS`."""
    until = later(now, seconds=VISIBLE_SECONDS)
    values = {"player": player, "page": page, "now": now, "until": until, "swept": SWEPT}
    write_once(pool, lambda conn: conn.execute(_SHOW, values))


def hide(pool: Pool, player: str, page: str) -> None:
    """Note that a page of the account is no longer visible."""
    write_once(pool, lambda conn: conn.execute(_HIDE, (player, page)))
