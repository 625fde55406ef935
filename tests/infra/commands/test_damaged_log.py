"""A damaged page of the table `events` on which Postgres would write: other games continue."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest

from infra.databases.pool import open_pool
from infra.event_store.damaged_games import list_damaged
from infra.postgres.cluster import Cluster
from infra.postgres.urls import owner_url
from infra.settings import Settings
from prove.harness.damage import damaged_page, path_of
from prove.harness.service_games import Stage, Table
from tests.infra.conftest import database

pytestmark = pytest.mark.one_database("a page of its file is damaged")

GAMES = 12

_EMPTIEST = """
SELECT (ctid::text::point)[0]::int FROM dobon.events GROUP BY 1
HAVING bool_and(game_id = ANY(%s::uuid[])) AND sum(pg_column_size(events)) > 2000 ORDER BY sum(pg_column_size(events))"""
"""The pages with events of some games alone, the one with most free space first.

A game that has ended has no deadline, so the clock would not read its page. A page that is nearly empty is left out:
Postgres may write on it whatever the fill factor is.
"""


@contextmanager
def damaged_end(server: Cluster, embedded: Settings, last: bool) -> Iterator[Table]:
    """Damage the last page of the log, or the one with most space that Postgres has noted; yield a game of others."""
    with database(embedded) as settings:
        with open_pool(settings) as pool:
            stage = Stage(pool)
            table = stage.open_long()
            stage.wait(seconds=1)
            others = [stage.open_long().id for _ in range(GAMES)]
        with psycopg.connect(owner_url(settings), autocommit=True) as owner:
            owner.execute("VACUUM dobon.events")
            path = path_of(server, owner, "dobon.events")
            pages = [page for (page,) in owner.execute(_EMPTIEST, (others,))]
        with damaged_page(server, path, max(pages) if last else pages[0]), open_pool(settings) as pool:
            stage = Stage(pool, stage.at)
            table.stage = stage
            yield table


@pytest.mark.parametrize("last", [True, False])
def test_other_games_are_written_beside_a_damaged_page(server: Cluster, embedded: Settings, last: bool):
    with damaged_end(server, embedded, last) as table:
        stage, before = table.stage, table.game().version
        for _ in range(20):
            table.move()
        assert table.game().version >= before + 20
        assert all(stage.open().game().version > 1 for _ in range(GAMES))
        with stage.pool.connection() as conn:
            options = conn.execute("SELECT reloptions FROM pg_class WHERE oid = 'dobon.events'::regclass").fetchone()
        assert options == (None,), "pages of the log are filled again"


@pytest.mark.parametrize("last", [True, False])
def test_the_clock_writes_beside_a_damaged_page_and_sets_its_games_aside(
    server: Cluster, embedded: Settings, last: bool
):
    with damaged_end(server, embedded, last) as table:
        before = table.game().version
        table.stage.wait(seconds=31)
        table.stage.tick()
        assert table.game().version > before, "its turn ended first, so it was written before the others were read"
        damaged = {one.game for one in list_damaged(table.stage.pool)}
        assert len(damaged) in (1, 2), "the games with events on the page"
        next_due = table.stage.tables.next_due()
        assert next_due is None or next_due > table.stage.at, "nothing else is due"
