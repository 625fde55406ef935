"""The limit of unfinished games for each account."""

import uuid
from collections.abc import Callable
from functools import partial

import pytest

from domain.log.errors import Refused
from domain.running.self_play import at_once
from infra.commands.handler import Outcome
from infra.commands.service import GameService
from infra.postgres.pool import Pool
from prove.harness.concurrent_commands import Race, is_executed
from prove.harness.service_games import START

LIMIT = 3


@pytest.fixture
def tables(pool: Pool) -> GameService:
    return process(pool)


def process(pool: Pool) -> GameService:
    return GameService(pool, lambda: START, games_per_account=LIMIT)


def account() -> str:
    return str(uuid.uuid4())


def create(tables: GameService, owner: str, bots: int = 0, key: str | None = None) -> Outcome:
    return tables.create(owner, "dobon-sato", at_once("dobon-sato"), 2, ["novice"] * bots, key=key)


def refused(command: Callable[[], object]) -> Refused:
    with pytest.raises(Refused) as refusal:
        command()
    return refusal.value


def test_an_account_cannot_create_more_unfinished_games_than_allowed(tables: GameService):
    owner = account()
    for _ in range(LIMIT):
        create(tables, owner)
    refusal = refused(lambda: create(tables, owner))
    assert (refusal.code, refusal.extra["limit"]) == ("too-many-games", LIMIT)
    assert "3 unfinished games" in refusal.detail
    assert create(tables, account()).version, "another account may create games"


def test_an_account_cannot_sit_down_in_more_unfinished_games_than_allowed(tables: GameService):
    guest = account()
    games = [create(tables, account()).game.id for _ in range(LIMIT + 1)]
    for game in games[:LIMIT]:
        tables.sit(game, guest)
    assert refused(lambda: tables.sit(games[LIMIT], guest)).code == "too-many-games"
    tables.leave(games[0], guest)
    tables.sit(games[0], guest)
    assert refused(lambda: tables.sit(games[LIMIT], guest)).code == "too-many-games"


def test_games_that_are_over_do_not_count(tables: GameService):
    owner = account()
    games = [create(tables, owner, bots=1).game.id for _ in range(2)]
    tables.abandon(games[0], account(), "why not")
    waiting = create(tables, owner).game.id
    tables.leave(waiting, owner)  # the last player leaves, so the game is abandoned
    for _ in range(LIMIT - 1):
        create(tables, owner)
    assert refused(lambda: create(tables, owner)).code == "too-many-games"


def test_a_game_counts_for_its_creator_after_the_seat_is_left(tables: GameService):
    owner = account()
    for _ in range(LIMIT):
        game = create(tables, owner, bots=0).game.id
        tables.sit(game, account())
        tables.leave(game, owner)
    assert refused(lambda: create(tables, owner)).code == "too-many-games"


def test_at_the_limit_an_account_still_returns_to_its_own_seat(tables: GameService):
    owner = account()
    game = create(tables, owner).game.id
    tables.sit(game, account())
    for _ in range(LIMIT - 1):
        create(tables, owner)
    tables.leave(game, owner)
    assert tables.sit(game, owner).events[0].type == "seat-resumed"


def test_at_the_limit_a_repeated_command_gets_its_first_outcome(tables: GameService, pool: Pool):
    owner = account()
    first = create(tables, owner, key="k")
    for _ in range(LIMIT - 1):
        create(tables, owner)
    again = create(process(pool), owner, key="k")
    assert (again.repeated, again.game.id, again.version) == (True, first.game.id, first.version)


@pytest.mark.parametrize("processes", [1, 2])
def test_simultaneous_commands_exceed_the_limit_by_less_than_the_number_of_processes(
    pool: Pool, race: Race, processes: int
):
    servers = [process(pool) for _ in range(processes)]
    for _ in range(5):
        owner = account()
        came = race([partial(create, servers[place % processes], owner) for place in range(16)])
        created = sum(map(is_executed, came))
        assert LIMIT <= created < LIMIT + processes
        assert {refusal.code for refusal in came if isinstance(refusal, Refused)} == {"too-many-games"}
        assert not any(server._unfinished._locks for server in servers)


def test_without_a_limit_nothing_is_refused(pool: Pool):
    owner, tables = account(), GameService(pool, lambda: START)
    for _ in range(LIMIT + 1):
        create(tables, owner)
