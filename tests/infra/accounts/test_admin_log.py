"""An admin's act and its record are written together or not at all."""

import uuid

import pytest

from domain.log.errors import Refused
from domain.ruleset.actions import Draw
from infra.accounts import accounts, admin_log, suspensions
from infra.commands.handler import Outcome
from infra.postgres.pool import Pool
from infra.projections import rebuild_requests
from prove.harness.concurrent_commands import Race, read_logged
from prove.harness.service_games import Stage


def of(pool: Pool, subject: str) -> list[tuple[str, str]]:
    return [(act.act, act.reason) for act in admin_log.list_acts(pool, limit=1000) if act.subject == subject]


@pytest.mark.parametrize("round_number", range(5))
def test_concurrent_requests_abandon_a_game_once(pool: Pool, race: Race, round_number: int):
    table = Stage(pool).open(seats=2)
    others = [table.stage.another_process() for _ in range(4)]
    version = table.game().version
    came = race(
        [lambda one=one: one.abandon(table.id, str(uuid.uuid4()), "race") for one in others]  # type: ignore[misc]
        + [lambda: table.act(table.turn, Draw())]
    )
    assert sum(isinstance(outcome, Outcome) for outcome in came[:4]) == 1
    assert {outcome.code for outcome in came[:4] if isinstance(outcome, Refused)} == {"game-over"}
    types = [event.type for event in read_logged(table, version)]
    assert types in (["game-abandoned"], ["cards-drawn", "game-abandoned"])
    assert of(pool, table.id) == [("abandon-game", "race")]


def test_a_refused_abandonment_is_not_recorded(pool: Pool):
    table = Stage(pool).open(seats=2)
    table.stage.tables.abandon(table.id, str(uuid.uuid4()), "one")
    with pytest.raises(Refused, match="game-over"):
        table.stage.tables.abandon(table.id, str(uuid.uuid4()), "two")
    assert of(pool, table.id) == [("abandon-game", "one")]


def test_a_game_that_waits_for_players_can_be_abandoned(pool: Pool):
    stage = Stage(pool)
    game = stage.tables.create(str(uuid.uuid4()), "dobon-sato", {}, 4, []).game.id
    assert stage.tables.abandon(game, str(uuid.uuid4()), "nobody came").game.status == "abandoned"
    with pytest.raises(Refused, match="game-over"):
        stage.tables.sit(game, str(uuid.uuid4()))


def test_due_steps_happen_before_an_abandonment_and_none_after(pool: Pool):
    stage = Stage(pool)
    table = stage.open(seats=2, options={"turn_seconds": 10})
    version = table.game().version
    stage.wait(seconds=11)
    stage.tables.abandon(table.id, str(uuid.uuid4()), "late")
    assert [event.type for event in read_logged(table, version)] == ["cards-drawn", "game-abandoned"]
    stage.wait(seconds=1000)
    stage.tick()
    assert read_logged(table, version)[-1].type == "game-abandoned"


def test_concurrent_requests_suspend_a_player_once(pool: Pool, race: Race):
    player, _, token = accounts.create_player(pool, "Aoi")
    admin = str(uuid.uuid4())
    came = race([lambda: suspensions.suspend(pool, admin, player, "race")] * 8)
    assert sum(not isinstance(outcome, Refused) for outcome in came) == 1
    assert of(pool, player) == [("suspend-player", "race")]
    found = accounts.account_of(pool, token)
    assert found is not None
    assert found.suspended
    came = race([lambda: suspensions.lift(pool, admin, player, "enough")] * 8)
    assert sum(not isinstance(outcome, Refused) for outcome in came) == 1
    assert of(pool, player) == [("lift-suspension", "enough"), ("suspend-player", "race")]


def test_concurrent_requests_begin_one_rebuild(own: Pool, race: Race):
    admin = str(uuid.uuid4())
    came = race([lambda: rebuild_requests.request_rebuild(own, admin, "folds", "race")] * 8)
    assert sum(not isinstance(outcome, Refused) for outcome in came) == 1
    assert {outcome.code for outcome in came if isinstance(outcome, Refused)} == {"rebuild-running"}
    assert of(own, "folds") == [("rebuild-projection", "race")]
