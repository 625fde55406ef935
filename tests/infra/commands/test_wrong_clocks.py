"""Games to which a process with a wrong clock has written continue in real time."""

from datetime import UTC, datetime
from typing import Any

import pytest

from domain.log.events import SERVER
from domain.log.moments import later, milliseconds_between, moment
from domain.ruleset.actions import Draw
from infra.clock import PERSIST_SECONDS, GuardedClock
from infra.commands.service import GameService
from infra.event_store.integrity import check_game
from infra.postgres.pool import Pool
from infra.queries.database_metrics import read_stats
from prove.harness.concurrent_commands import read_logged
from prove.harness.service_games import Stage, Table, shard_of, tick_all

HOUR = 3600


@pytest.fixture
def stage(own: Pool) -> Stage:
    return Stage(own)


def wrong(stage: Stage, seconds: int = HOUR) -> GameService:
    """Return the game service of a process whose clock is wrong by that number of seconds."""
    return GameService(stage.pool, lambda: later(stage.at, seconds=seconds))


def row(table: Table) -> dict[str, Any]:
    with shard_of(table.stage.pool, table.id).connection() as conn:
        found = conn.execute("SELECT due_at, clock_offset_ms FROM dobon.games WHERE id = %s", (table.id,)).fetchone()
    assert found is not None
    return dict(zip(("due_at", "offset"), found, strict=True))


def check_times(table: Table) -> None:
    """Check that the log is intact and its times never go back."""
    times = [event.at for event in read_logged(table, 0)]
    assert times == sorted(times)
    assert check_game(table.stage.pool, table.id).first_bad is None


def open_touched(stage: Stage, seconds: int = HOUR, **options: int) -> tuple[Table, int]:
    """Return a game that a wrong process has moved on, and the version after it.

    If the turns have a limit, the turn has expired for that process.
    """
    table, seat = stage.open_to_draw(options=options)
    if options and seconds > 30:
        wrong(stage, seconds).tick(1)
    else:
        table.act(seat, Draw(), wrong(stage, seconds))
    return table, table.game().version


def test_a_deadline_of_a_touched_game_keeps_its_duration(stage: Stage):
    table, version = open_touched(stage, turn_seconds=30)
    assert row(table)["due_at"] == later(stage.at, seconds=HOUR + 30), "what the wrong process has written"
    stage.wait(ms=500)
    stage.tick()
    assert row(table) == {"due_at": later(stage.at, seconds=30), "offset": HOUR * 1000 - 500}
    stage.wait(seconds=29)
    stage.tick()
    assert table.game().version == version
    stage.wait(seconds=1)
    stage.tick()
    assert table.game().version == version + 1
    for _ in range(3):
        stage.wait(seconds=30)
        stage.tick()
    assert table.game().version == version + 4
    assert row(table)["offset"] == HOUR * 1000 - 500, "it is set once"
    check_times(table)


def test_a_bot_of_a_touched_game_keeps_its_delay(stage: Stage):
    while True:
        table, seat = stage.open_to_draw(seats=2, bots=1, options={"bot_delay_ms": 800})
        version = table.act(seat, Draw(), wrong(stage)).version
        if table.turn == 1:
            break
    stage.wait(ms=500)
    stage.tick()
    stage.wait(ms=799)
    stage.tick()
    assert table.game().version == version
    stage.wait(ms=1)
    stage.tick()
    assert table.game().version > version
    check_times(table)


def test_a_command_after_the_wrong_process_keeps_durations(stage: Stage):
    table, _ = open_touched(stage, turn_seconds=30)
    stage.wait(seconds=2)
    version = table.draw().version
    assert row(table) == {"due_at": later(stage.at, seconds=30), "offset": (HOUR - 2) * 1000}
    stage.wait(seconds=29)
    stage.tick()
    assert table.game().version == version
    stage.wait(seconds=1)
    stage.tick()
    assert table.game().version == version + 1


def test_a_process_that_does_not_know_the_offset_reads_it(stage: Stage):
    table, _ = open_touched(stage, turn_seconds=30)
    elsewhere = stage.another_process()
    elsewhere.view(table.id, SERVER)
    stage.tick()
    stage.wait(seconds=20)
    table.act(table.turn, Draw(), elsewhere)
    assert row(table) == {"due_at": later(stage.at, seconds=30), "offset": HOUR * 1000}
    assert milliseconds_between(stage.at, table.game().at) == HOUR * 1000, "the twenty seconds have passed in the game"


def test_a_process_takes_over_a_new_offset_with_the_events_of_another(stage: Stage):
    table, _ = open_touched(stage)
    stage.tick()
    elsewhere = stage.another_process()
    table.act(table.turn, Draw(), elsewhere)
    first = row(table)["offset"]
    table.act(table.turn, Draw(), wrong(stage, 3 * HOUR))
    table.draw()
    second = row(table)["offset"]
    assert second > first
    table.act(table.turn, Draw(), elsewhere)
    assert row(table)["offset"] == second
    check_times(table)


def test_an_offset_that_another_process_has_dropped_is_dropped_here_too(stage: Stage):
    table, _ = open_touched(stage, seconds=10)
    table.draw()
    assert row(table)["offset"] == 10_000
    stage.wait(seconds=60)
    table.act(table.turn, Draw(), stage.another_process())
    assert row(table)["offset"] == 0, "a new process finds nothing in the future"
    table.draw()
    assert row(table)["offset"] == 0
    assert table.game().at == stage.at


def test_touched_games_are_found_after_a_start(stage: Stage):
    table, _ = open_touched(stage, turn_seconds=30)
    restarted = stage.another_process()
    tick_all(restarted)
    assert row(table) == {"due_at": later(stage.at, seconds=30), "offset": HOUR * 1000}


def test_the_lag_shows_real_lateness(stage: Stage):
    open_touched(stage, turn_seconds=30)
    stage.tick()
    stage.wait(seconds=50)
    found = read_stats(stage.pool, stage.at)
    assert (found.due, found.lag, found.ahead) == (1, 20.0, 1)
    stage.tick()
    assert read_stats(stage.pool, stage.at).lag == 0


@pytest.mark.parametrize("seconds", [1, 2])
def test_a_small_difference_between_servers_changes_no_offset(stage: Stage, seconds: int):
    table, _ = open_touched(stage, seconds, turn_seconds=30)
    stage.tick()
    other = wrong(stage, seconds)
    for number in range(10):
        table.act(table.turn, Draw(), (stage.tables, other)[number % 2])
        stage.tick()
        assert row(table)["offset"] == 0


def test_a_jump_for_ten_seconds_changes_nothing_in_a_running_process(stage: Stage):
    """A jump of an hour leaves bots, deadlines and the log of a process that runs as they would be without it."""
    steady, jump = 0.0, 0.0
    clock = GuardedClock(lambda: 1_800_000_000.0 + steady + jump, lambda: steady)
    steady += PERSIST_SECONDS
    stage.tables = GameService(stage.pool, clock.now)
    table, _ = stage.open_to_draw(options={"turn_seconds": 30})
    version = table.game().version
    moved = []
    for second in range(60):
        steady += 1
        jump = HOUR if 10 <= second < 20 else 0.0
        stage.tick()
        if table.game().version > version:
            version = table.game().version
            moved.append(second + 1)
    assert moved == [30, 60]
    assert row(table)["offset"] == 0


class Guarded:
    """A process that follows the system's clock, and the clocks of its machine."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.steady = self.jump = 0.0
        self.clock = GuardedClock(lambda: 1_800_000_000.0 + self.steady + self.jump, lambda: self.steady)
        self.steady += PERSIST_SECONDS
        stage.tables = GameService(stage.pool, self.clock.now, corrected=self.clock.corrected)

    def passes(self, seconds: int) -> None:
        """Let time pass second by second; the scheduler runs."""
        for _ in range(seconds):
            self.steady += 1
            self.stage.tick()

    def true_time(self) -> str:
        return moment(datetime.fromtimestamp(1_800_000_000 + self.steady, UTC))


def test_no_event_is_ahead_of_real_time_after_a_clock_was_behind(stage: Stage):
    machine = Guarded(stage)
    table, _ = stage.open_to_draw(options={"turn_seconds": 30, "rounds": 20})
    machine.jump = -120.0
    machine.passes(100)
    assert row(table)["offset"] > 90_000, "the jump is adopted, and the time of the game goes on"
    machine.jump = 0.0
    machine.passes(100)
    assert row(table)["offset"] == 0
    version = table.game().version
    machine.passes(29)
    assert table.game().version <= version + 1, "a turn keeps its duration"
    assert table.game().at <= machine.true_time()
    assert row(table)["due_at"] <= later(machine.true_time(), seconds=30)
    check_times(table)


def test_games_go_on_at_once_after_the_clock_has_gone_back(stage: Stage):
    machine = Guarded(stage)
    table, _ = stage.open_to_draw(options={"turn_seconds": 30, "rounds": 20})
    machine.jump = -float(HOUR)
    machine.passes(int(PERSIST_SECONDS))
    version = table.game().version
    machine.passes(61)
    assert table.game().version >= version + 1, "the clock does not wait for an hour"
    check_times(table)
