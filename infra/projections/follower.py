"""Which games a projection has to look at: after a start all that have moved since it read them, from then on those that the feed names."""

from collections.abc import Iterator
from typing import Any

import psycopg

from domain.identifiers import LOWEST_ID
from infra.event_store import change_feed

PAGE = 100
"""Games looked up at once when catching up."""


class Follower:
    """Where one projection is in the feed. It holds nothing that cannot be found again, so it may be dropped at any time."""

    def __init__(self, name: str) -> None:
        """For the projection that is called so in `progress`."""
        self._name = name
        self._position: int | None = None
        "Where the feed is read on from; None before the first run."
        self._caught_up_to: str | None = LOWEST_ID
        "Games after this id have not been looked at since the start; None when all have."

    def changed_games(self, conn: psycopg.Connection[Any]) -> Iterator[str]:
        """Games that may owe something. One is named again until whoever asked has come back for the next."""
        if self._position is None:
            # Taken before the first look, so that nothing falls between the look and the feed.
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
        changes = change_feed.changed_since(conn, self._position)
        yield from changes.games
        self._position = changes.next_position
