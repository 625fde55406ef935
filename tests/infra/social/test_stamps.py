"""Stamps in the database: their numbers and their deletion."""

import uuid
from concurrent.futures import ThreadPoolExecutor

from infra.databases.pool import AccountsPool
from infra.postgres.pool import Pool
from infra.social import stamps
from prove.harness.service_games import Stage

AT = "2026-11-21T03:24:00.123456Z"


def after(pool: AccountsPool, known: dict[str, int]) -> dict[str, list[stamps.Stamp]]:
    return {game: new for one in pool.games.each() for game, new in stamps.after(one, known).items()}


def test_concurrent_stamps_are_numbered_without_a_gap(pool: Pool):
    game, player = Stage(pool, AT).open(2).id, str(uuid.uuid4())
    with ThreadPoolExecutor(3) as threads:
        given = [*threads.map(lambda number: stamps.add(pool, game, player, number % 2, "nice", AT, 9**9), range(15))]
    assert sorted(stamp.number for stamp in given) == list(range(1, 16))
    assert stamps.newest(pool, game, 9**9) == sorted(given, key=lambda stamp: stamp.number)


def test_stamps_after_a_number_are_read_per_game(pool: AccountsPool):
    stage, player = Stage(pool, AT), str(uuid.uuid4())
    games = [stage.open(2).id for _ in range(3)]
    made = {game: [stamps.add(pool, game, player, 0, stamp, AT, 1) for stamp in ("hello", "wow")] for game in games[:2]}
    assert after(pool, dict.fromkeys(games, 0)) == made
    assert after(pool, {games[0]: 1, games[1]: 2, games[2]: 0}) == {games[0]: made[games[0]][1:]}
    assert after(pool, {}) == {}


def test_only_stamps_that_no_viewer_is_shown_are_deleted(pool: Pool, monkeypatch):
    monkeypatch.setattr(stamps, "SHOWN", 2)
    game, player = Stage(pool, AT).open(2).id, str(uuid.uuid4())
    for _ in range(5):
        last = stamps.add(pool, game, player, 0, "nice", AT, 0)
    assert len(after(pool, {game: 0})[game]) == 5, "some viewers may not have seen the first stamps yet"
    stamps.add(pool, game, player, 0, "nice", AT, last.version)
    assert [stamp.number for stamp in after(pool, {game: 0})[game]] == [4, 5, 6]
    assert [stamp.number for stamp in stamps.newest(pool, game, last.version)] == [5, 6]
    assert stamps.newest(pool, game, last.version - 1) == []
