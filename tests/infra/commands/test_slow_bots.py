"""Decisions of slow strategies: taken elsewhere, used at the version they are for, and never waited for."""

import uuid
from collections.abc import Iterator
from typing import Any

import pytest

from domain.bots.beating.expert import DurakSearch
from domain.game.decisions import MOST_INTERRUPTIONS
from domain.game.fold import fold_for
from domain.game.game import FINISHED, actions
from domain.log.chance import RandomStream
from domain.log.conclusions import Verification
from domain.log.events import SPECTATOR
from domain.log.log_format import export
from domain.log.moments import later
from domain.ruleset.catalogue import BY_STRATEGY
from domain.running.self_play import at_once, play
from domain.verification.verify import verify
from infra.commands.bot_process import BotProcess, answer
from infra.commands.service import GameService
from infra.commands.slow_bots import Question, SlowBots
from infra.commands.unit_of_work import UNDECIDED_SECONDS
from infra.postgres.pool import Pool
from infra.queries import history
from prove.harness.service_games import Stage, Table, shard_of
from prove.harness.slow_servers import HereProcess, ManualExecutor

TURN_SECONDS = 30


class SlowStage(Stage):
    """A stage with slow bots, whose decisions wait for the test."""

    def __init__(self, pool: Pool) -> None:
        super().__init__(pool)
        self.executor = ManualExecutor()
        self.tables = self.another_process()

    def another_process(self) -> GameService:
        return GameService(self.pool, lambda: self.at, slow_bots=SlowBots(self.executor, HereProcess()))

    def open_with_experts(self, **options: Any) -> Table:
        """Open a game of a player and two experts, and let the scheduler run until a decision of it is waited for."""
        while True:
            self.tick()
            self.executor.waiting.clear()  # decisions of games that other tests left in the database
            player = str(uuid.uuid4())
            chosen = {**at_once("durak"), "turn_seconds": TURN_SECONDS, **options}
            opened = self.tables.create(player, "durak", chosen, 3, ["expert", "expert"])
            self.tick()
            if self.executor.waiting:
                return Table(self, opened.game.id, [player])


@pytest.fixture
def stage(pool: Pool) -> Iterator[SlowStage]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DurakSearch, "worlds", 2)
        yield SlowStage(pool)


def due_at(stage: Stage, game_id: str) -> str:
    with shard_of(stage.pool, game_id).connection() as conn:
        row = conn.execute("SELECT due_at FROM dobon.games WHERE id = %s", (game_id,)).fetchone()
    assert row is not None
    return str(row[0])


def verified(table: Table) -> Verification:
    """Return the verification of the log of a game that is over."""
    events = history.visible_events(table.stage.pool, table.id, SPECTATOR)
    return verify(export(table.id, events[0], events[-1].digest, events))


def stir(table: Table, tables: GameService | None = None) -> None:
    """Let the player leave, or come back."""
    tables, player, seat = tables or table.stage.tables, table.players[0], table.game().seats[0]
    assert seat is not None
    if seat.bot is None:
        tables.leave(table.id, player)
    else:
        tables.sit(table.id, player)


def test_a_game_continues_with_the_decision_once_it_is_taken(stage: SlowStage) -> None:
    table = stage.open_with_experts()
    before = table.game().version
    stage.tick()
    assert table.game().version == before
    assert later(stage.at, seconds=1) < due_at(stage, table.id) < later(stage.at, seconds=TURN_SECONDS)
    stage.executor.run()
    assert due_at(stage, table.id) <= stage.at
    stage.tick()
    assert table.game().version > before


def test_the_decisions_are_those_that_a_replay_takes(stage: SlowStage) -> None:
    table = stage.open_with_experts()
    for _ in range(400):
        if table.game().status != "playing":
            break
        while stage.executor.waiting:
            stage.executor.run()
            stage.tick()
        if table.game().status == "playing":
            table.move()
            stage.tick()
    assert table.game().status == FINISHED
    checked = verified(table)
    assert stage.executor.taken > 3
    assert checked.ok, checked


def test_a_decision_is_made_again_after_a_player_has_left_and_come_back(stage: SlowStage) -> None:
    """The bots decide after every second interruption, so that no decision is taken at once."""
    table = stage.open_with_experts()
    for _ in range(40):
        if table.game().status != "playing":
            break
        stir(table)
        stir(table)
        stage.executor.run()
        stage.tick()
    else:
        stage.tables.abandon(table.id, table.players[0], "the end of the test")
    checked = verified(table)
    assert checked.ok, checked
    assert checked.checked["decisions of bots"] > 3


def test_no_player_starves_a_bot_by_leaving_and_coming_back(stage: SlowStage) -> None:
    """No decision is ever taken here. The players of two servers take turns, and one server is new each time."""
    table = stage.open_with_experts(turn_seconds=0)
    version = table.game().version
    for _ in range(MOST_INTERRUPTIONS - 1):
        stir(table, stage.another_process())
    assert table.game().version == version + MOST_INTERRUPTIONS - 1
    stir(table, stage.another_process())
    stage.tick()
    moved = history.visible_events(stage.pool, table.id, SPECTATOR)[version + MOST_INTERRUPTIONS]
    assert moved.public[BY_STRATEGY] == "careful"
    stage.tables.abandon(table.id, table.players[0], "the end of the test")
    checked = verified(table)
    assert checked.ok, checked
    assert checked.checked["decisions of bots"] >= 1


def test_a_deadline_passes_while_a_bot_has_not_decided(stage: SlowStage) -> None:
    table = stage.open_with_experts()
    before = table.game().version
    stage.wait(seconds=TURN_SECONDS)
    stage.tick()
    assert table.game().version > before


def test_a_decision_for_a_version_that_has_passed_is_dropped(stage: SlowStage) -> None:
    table = stage.open_with_experts()
    late = stage.executor.waiting[:]
    stage.wait(seconds=TURN_SECONDS)
    stage.tick()
    version, now = table.game().version, stage.executor.waiting
    stage.executor.waiting = late
    stage.executor.run()
    stage.executor.waiting = [one for one in now if one not in late]
    stage.tick()
    assert table.game().version == version


def test_a_lost_decision_is_asked_for_again(stage: SlowStage) -> None:
    table = stage.open_with_experts()
    before = table.game().version
    stage.executor.waiting.clear()
    stage.tables = stage.another_process()
    stage.wait(seconds=UNDECIDED_SECONDS)
    stage.tick()
    assert stage.executor.waiting
    stage.executor.run()
    stage.tick()
    assert table.game().version > before


def test_a_decision_that_is_taken_before_its_unit_of_work_is_committed_continues_the_game() -> None:
    """The commit schedules the game after a pause, so a request of a decision that is there must undo that."""
    log, _ = play("durak", ["expert", "careful"], "process", {})
    asked = next(place for place, event in enumerate(log) if event.public.get("asks", {}).get("seat") == 0)
    game = fold_for("selfplay", log[: asked + 1], 0)
    question = Question.of(game, 0, actions(game, 0), RandomStream(b"1" * 32, "bot"))
    executor, continued = ManualExecutor(), list[str]()
    bots = SlowBots(executor, HereProcess())
    bots.on_decision = continued.append
    bots.request(question)
    executor.run()
    assert continued == [game.id]
    bots.request(question)
    assert continued == [game.id, game.id]
    assert not executor.waiting


def test_the_process_decides_as_this_one_does_and_starts_again_after_its_end() -> None:
    log, _ = play("durak", ["expert", "careful"], "process", {})
    asked = next(place for place, event in enumerate(log) if event.public.get("asks", {}).get("seat") == 0)
    game = fold_for("selfplay", log[: asked + 1], 0)
    process = BotProcess()
    try:
        question = game.stored(), 0, tuple(actions(game, 0))
        here = answer(*question, RandomStream(b"1" * 32, "bot"))
        assert process.answer(*question, RandomStream(b"1" * 32, "bot")) == here
        assert process._process is not None
        process._process.kill()
        process._process.wait()
        assert process.answer(*question, RandomStream(b"1" * 32, "bot")) == here
        with pytest.raises(ChildProcessError, match="IndexError"):
            process.answer(game.stored(), 7, (), RandomStream(b"1" * 32, "bot"))
    finally:
        process.stop()
    with pytest.raises(ChildProcessError):
        process.answer(game.stored(), 0, (), RandomStream(b"1" * 32, "bot"))
