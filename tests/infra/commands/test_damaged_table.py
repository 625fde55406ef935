"""A damaged page of the table `games`, after a restart: only the games on it stand still."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import psycopg
import pytest

from domain.log.events import SPECTATOR
from infra.commands.service import GameService
from infra.databases.pool import open_pool
from infra.event_store import damaged_games
from infra.postgres.cluster import Cluster
from infra.postgres.pool import Pool
from infra.postgres.urls import owner_url
from infra.projections.lag import projection_lags
from infra.projections.notifications import NotificationProjector
from infra.projections.runner import ProjectionRunner
from infra.queries.database_metrics import read_stats
from infra.queries.games import find_games, rows_of
from infra.settings import Settings
from infra.streams.source import GameUpdates
from prove.harness.damage import damaged_page, page_of_row, path_of
from prove.harness.service_games import Stage
from tests.infra.conftest import database

pytestmark = pytest.mark.one_database("a page of its file is damaged")

GAMES = 40


@dataclass
class Ward:
    """A database with a damaged page of its table of games."""

    stage: Stage
    account: str
    "The creator of every game."
    damaged: list[str]
    whole: list[str]
    readable: int
    "The number of all games on intact pages; the copied database may have had some."

    @property
    def pool(self) -> Pool:
        return self.stage.pool


@contextmanager
def ward(server: Cluster, embedded: Settings, place: int, *, vacuumed: bool) -> Iterator[Ward]:
    """Create games and damage the page of one of them, by its place in the table."""
    account = str(uuid.uuid4())
    with database(embedded) as settings:
        with open_pool(settings) as pool:
            stage = Stage(pool)
            games = [open_game(stage, account) for _ in range(GAMES)]
            ProjectionRunner(pool).run()
        with psycopg.connect(owner_url(settings), autocommit=True) as owner:
            if vacuumed:
                owner.execute("VACUUM dobon.games")
            pages = {game: page_of_row(owner, game) for game in games}
            rows = owner.execute("SELECT count(*), (ctid::text::point)[0]::int FROM dobon.games GROUP BY 2").fetchall()
            page, path = sorted(pages.values())[place], path_of(server, owner, "dobon.games")
        with damaged_page(server, path, page), open_pool(settings) as pool:
            stage = Stage(pool, stage.at)
            damaged = [game for game in games if pages[game] == page]
            whole = [game for game in games if pages[game] != page]
            yield Ward(stage, account, damaged, whole, sum(count for count, place in rows if place != page))


def open_game(stage: Stage, account: str) -> str:
    """Open a game a moment after the last one, and return its id."""
    stage.wait(ms=1)
    return stage.tables.create(account, "dobon-sato", {"turn_seconds": 30}, 2, ["novice"]).game.id


@pytest.fixture
def middle(server: Cluster, embedded: Settings) -> Iterator[Ward]:
    """A database with a damaged page in the middle of the table."""
    with ward(server, embedded, GAMES // 2, vacuumed=False) as found:
        yield found


@pytest.fixture
def last(server: Cluster, embedded: Settings) -> Iterator[Ward]:
    """A database whose damaged page is the last one of the table, the only one with space for new games."""
    with ward(server, embedded, GAMES - 1, vacuumed=True) as found:
        yield found


def test_new_games_do_not_need_the_damaged_page(last: Ward):
    for account in (last.account, *(str(uuid.uuid4()) for _ in range(GAMES))):
        service = GameService(last.pool, lambda: last.stage.at, games_per_account=10_000)
        opened = service.create(account, "dobon-sato", {}, 2).game
        assert service.view(opened.id, SPECTATOR).version == opened.version
    with last.pool.connection() as conn:
        options = conn.execute("SELECT reloptions FROM pg_class WHERE oid = 'dobon.games'::regclass").fetchone()
    assert options == (["fillfactor=70"],), "the reserve is kept free again"


def test_lists_leave_out_the_damaged_games(middle: Ward):
    pool, first = middle.pool, middle.whole[::-1]
    assert [row.id for row in find_games(pool, player=middle.account, limit=GAMES)] == first
    assert [row.id for row in find_games(pool, player=middle.account, limit=5)] == first[:5]
    page = find_games(pool, player=middle.account, limit=20)
    assert len(page) == 20, "a page is full although rows are left out"
    rest = find_games(pool, player=middle.account, after=(page[-1].created_at, page[-1].id), limit=GAMES)
    assert [row.id for row in (*page, *rest)] == first
    assert rows_of(pool, [*middle.damaged, *middle.whole]).keys() == {*middle.whole}


def test_the_list_of_all_games_leaves_out_the_damaged_ones(middle: Ward):
    shown = {row.id for row in find_games(middle.pool, limit=100 * GAMES)}
    assert shown & {*middle.damaged, *middle.whole} == {*middle.whole}


def test_the_clock_and_everything_that_follows_games_goes_on(middle: Ward):
    stage, pool = middle.stage, middle.pool
    first = stage.tables.next_due()
    assert first is not None
    assert first > stage.at, "the next deadline of a game that can be read"
    known = dict.fromkeys([*middle.damaged, *middle.whole], 1)
    updates = GameUpdates(pool, stage.tables)
    assert updates.newest_versions(known).keys() == {*middle.whole}

    opened = stage.open(options={"turn_seconds": 30})
    assert NotificationProjector(pool).run(stage.at) > 0, "the players of a new game are told"
    stage.wait(seconds=30)
    stage.tick()
    versions = updates.newest_versions(known | {opened.id: 1})
    assert versions[opened.id] == opened.game().version
    assert {game: version for game, version in versions.items() if version == 1} == {}
    assert stage.tables.next_due() > stage.at, "the damaged games are not waited for"  # type: ignore[operator]

    runner = ProjectionRunner(pool)
    stage.tables.abandon(opened.id, str(uuid.uuid4()), "the end")
    assert runner.run() > 0
    assert {lag.name: lag.behind for lag in projection_lags(pool)} == {"claims": 0, "folds": 0, "statistics": 0}
    found = read_stats(pool, stage.at)
    assert sum(found.games.values()) == middle.readable + 1
    assert found.due == 0


def test_a_game_on_the_damaged_page_is_refused_and_no_other(middle: Ward):
    service = GameService(
        middle.pool, lambda: middle.stage.at, games_per_account=len(middle.whole) + len(middle.damaged) + 1
    )
    service.create(middle.account, "dobon-sato", {}, 2)
    with pytest.raises(Exception, match="cannot"):
        service.abandon(middle.damaged[0], str(uuid.uuid4()), "the end")
    service.abandon(middle.whole[0], str(uuid.uuid4()), "the end")
    assert {one.game for one in damaged_games.list_damaged(middle.pool)} <= {*middle.damaged}
