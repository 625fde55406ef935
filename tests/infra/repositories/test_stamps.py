"""Stamps in the database: their numbers, and what goes."""

import uuid
from concurrent.futures import ThreadPoolExecutor

from infra.postgres.pool import Pool
from infra.repositories import stamps
from tests.infra.stage import Stage

AT = "2026-11-21T03:24:00.123456Z"


def test_stamps_given_at_once_are_numbered_without_a_gap(pool: Pool):
    game, player = Stage(pool, AT).open(2).id, str(uuid.uuid4())
    with ThreadPoolExecutor(3) as threads:
        given = [*threads.map(lambda number: stamps.add(pool, game, player, number % 2, "nice", AT, 9**9), range(15))]
    assert sorted(stamp.number for stamp in given) == list(range(1, 16))
    assert stamps.newest(pool, game, 9**9) == sorted(given, key=lambda stamp: stamp.number)


def test_what_follows_a_number_is_read_game_by_game(pool: Pool):
    stage, player = Stage(pool, AT), str(uuid.uuid4())
    games = [stage.open(2).id for _ in range(3)]
    made = {game: [stamps.add(pool, game, player, 0, stamp, AT, 1) for stamp in ("hello", "wow")] for game in games[:2]}
    assert stamps.after(pool, dict.fromkeys(games, 0)) == made
    assert stamps.after(pool, {games[0]: 1, games[1]: 2, games[2]: 0}) == {games[0]: made[games[0]][1:]}
    assert stamps.after(pool, {}) == {}


def test_only_stamps_go_that_nobody_is_shown(pool: Pool, monkeypatch):
    monkeypatch.setattr(stamps, "SHOWN", 2)
    game, player = Stage(pool, AT).open(2).id, str(uuid.uuid4())
    for _ in range(5):
        last = stamps.add(pool, game, player, 0, "nice", AT, 0)
    assert len(stamps.after(pool, {game: 0})[game]) == 5, "some may not have seen the first of them yet"
    stamps.add(pool, game, player, 0, "nice", AT, last.version)
    assert [stamp.number for stamp in stamps.after(pool, {game: 0})[game]] == [4, 5, 6]
    assert [stamp.number for stamp in stamps.newest(pool, game, last.version)] == [5, 6]
    assert stamps.newest(pool, game, last.version - 1) == []
