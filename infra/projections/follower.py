"""Finds the games that a projection must read.

After a start these are all games that have changed since their checkpoint, later those in the change feed.
"""

from collections.abc import Iterator
from typing import Any

import psycopg

from domain.identifiers import LOWEST_ID
from infra.event_store import change_feed
from infra.postgres.damage import is_damage

PAGE = 100
"""Default number of games that are yielded together."""

_UNREAD = """
SELECT games.id FROM dobon.games
LEFT JOIN dobon.progress ON progress.game_id = games.id AND progress.name = %(name)s
WHERE games.version > coalesce(progress.version, 0) AND games.id > %(after)s::uuid{open} ORDER BY games.id LIMIT %(limit)s"""


def pages_of_games(conn: psycopg.Connection[Any], size: int) -> Iterator[list[str]]:
    """Yield the ids of all games in order, in pages of at most `size`."""
    last = LOWEST_ID
    while True:
        statement = "SELECT id FROM dobon.games WHERE id > %s::uuid ORDER BY id LIMIT %s"
        page = [row[0] for row in conn.execute(statement, (last, size))]
        if page:
            yield page
            last = page[-1]
        if len(page) < size:
            return


class Follower:
    """The position of one projection in the change feed.

    It keeps nothing that cannot be found again, so it may be dropped at any time.
    """

    def __init__(self, name: str, *, all_games: bool = False, at_once: bool = False) -> None:
        """`name` is the projection's name in its checkpoints. `all_games`: closed games are unread, too.

        `at_once`: transactions that stay open delay nothing (`change_feed.changed_since`).
        """
        self._name = name
        self._at_once = at_once
        self._statement = _UNREAD.format(open="" if all_games else " AND NOT games.closed")
        self._position: int | None = None
        "The position from which to read the feed next; None before the first run."
        self._caught_up_to: str | None = LOWEST_ID
        "The id of the last game examined since the start; None when all have been."

    def changed_games(self, conn: psycopg.Connection[Any], size: int = PAGE) -> Iterator[list[str]]:
        """Yield pages of at most `size` games that may have unread events.

        A page is yielded again unless the caller asks for the next one.
        """
        if self._position is None:
            # The position is read before the first query, so no change is missed between the query and the feed.
            self._position = change_feed.feed_position(conn)
        while self._caught_up_to is not None:
            values = {"name": self._name, "after": self._caught_up_to, "limit": size}
            page = [row[0] for row in conn.execute(self._statement, values)]
            if page:
                yield page
            self._caught_up_to = page[-1] if len(page) == size else None
        try:
            changes = change_feed.changed_since(conn, self._position, at_once=self._at_once)
        except psycopg.Error as failure:
            if not is_damage(failure):
                raise
            # A damaged page of events hides which games have changed. Their rows tell it, so catch up once more.
            self._position, self._caught_up_to = None, LOWEST_ID
            return
        games = list(changes.games)
        for first in range(0, len(games), size):
            yield games[first : first + size]
        self._position = changes.next_position
