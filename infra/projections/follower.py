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
"""Games read in one query while catching up."""


class Follower:
    """The position of one projection in the change feed.

    It keeps nothing that cannot be found again, so it may be dropped at any time.
    """

    def __init__(self, name: str) -> None:
        """`name` is the projection's name in its checkpoints."""
        self._name = name
        self._position: int | None = None
        "The position from which to read the feed next; None before the first run."
        self._caught_up_to: str | None = LOWEST_ID
        "The id of the last game examined since the start; None when all have been."

    def changed_games(self, conn: psycopg.Connection[Any]) -> Iterator[str]:
        """Yield games that may have unread events. A game is yielded again unless the caller asks for the next one."""
        if self._position is None:
            # The position is read before the first query, so no change is missed between the query and the feed.
            self._position = change_feed.feed_position(conn)
        while self._caught_up_to is not None:
            page = conn.execute(
                "SELECT games.id FROM dobon.games LEFT JOIN dobon.progress ON progress.game_id = games.id AND progress.name = %s"
                " WHERE games.version > coalesce(progress.version, 0) AND games.id > %s::uuid ORDER BY games.id LIMIT %s",
                (self._name, self._caught_up_to, PAGE),
            ).fetchall()
            for (game_id,) in page:
                yield game_id
                self._caught_up_to = game_id
            if len(page) < PAGE:
                self._caught_up_to = None
        try:
            changes = change_feed.changed_since(conn, self._position)
        except psycopg.Error as failure:
            if not is_damage(failure):
                raise
            # A damaged page of events hides which games have changed. Their rows tell it, so catch up once more.
            self._position, self._caught_up_to = None, LOWEST_ID
            return
        yield from changes.games
        self._position = changes.next_position
