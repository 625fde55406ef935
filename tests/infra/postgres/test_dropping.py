"""Closed games can be dropped with exactly the statements in docs/operations.md."""

import re
from pathlib import Path

import psycopg
import pytest
from psycopg import errors, sql

from domain.log.errors import Refused
from infra.postgres.pool import Pool
from infra.postgres.urls import cluster
from infra.projections.closing import count_games
from infra.projections.runner import ProjectionRunner
from infra.queries.games import find_games, game_row
from infra.settings import Settings
from prove.harness.service_games import read_rows
from tests.infra.projections.records import recorded

PAGE = (Path(__file__).parents[3] / "docs/operations.md").read_text()
DROP = re.findall(r"^```sql drop\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)[0]


def drop(settings: Settings, pool: Pool, before: str) -> None:
    with pool.connection() as conn:
        name = conn.info.dbname
    with psycopg.connect(cluster(settings).url(name), autocommit=True) as owner:
        owner.execute(DROP.replace(":'before'", sql.Literal(before).as_string(owner)).encode())


def test_dropped_games_leave_nothing_but_their_statistics(settings: Settings, over: Pool) -> None:
    ProjectionRunner(over).run()
    with over.connection() as conn:
        games = {row[0]: row[1] for row in conn.execute("SELECT id, closed FROM dobon.games ORDER BY id")}
        before, statistics = count_games(conn), recorded(conn)
    assert sorted(games.values()) == [False, True, True, True]
    drop(settings, over, "2000")
    with over.connection() as conn:
        assert count_games(conn) == before, "no game is that old"
    drop(settings, over, "2100")
    with over.connection() as conn:
        assert recorded(conn) == statistics
        assert {status: count for status, count in count_games(conn).items() if count} == {"playing": 1}
        assert [row.id for row in find_games(over)] == [game for game, closed in games.items() if not closed]
        for game, closed in games.items():
            assert closed != any(read_rows(over, game).values())
            if closed:
                with pytest.raises(Refused):
                    game_row(over, game)
    assert ProjectionRunner(over).run() == 0


def test_the_log_is_protected_after_games_were_dropped(settings: Settings, over: Pool) -> None:
    ProjectionRunner(over).run()
    drop(settings, over, "2100")
    with over.connection() as conn:
        name = conn.info.dbname
    with (
        psycopg.connect(cluster(settings).url(name), autocommit=True) as owner,
        pytest.raises(errors.RestrictViolation),
    ):
        owner.execute("DELETE FROM dobon.events")
