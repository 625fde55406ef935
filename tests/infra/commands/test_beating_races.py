"""Races in beating games.

Either the asked seat or the clock acts, whichever comes first. A process that starts in mid-bout continues the game.
"""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import islice
from random import Random
from typing import Any

import pytest

from domain.game.game import actions
from domain.log.errors import Refused
from domain.log.events import SERVER, SPECTATOR, Event
from domain.log.log_format import export
from domain.log.moments import later
from domain.ruleset.actions import Action, Take
from domain.verification.verify import verify
from infra.commands.service import GameService
from infra.event_store.canonical_json import canonical_text
from infra.postgres.pool import Pool
from infra.projections.snapshots import SnapshotProjector
from prove.harness.concurrent_commands import Race, is_executed, read_logged
from prove.harness.service_games import Stage, Table, owning, tick_all

TURN, GONE = 20, 18
"""Seconds of a turn, and the seconds that have passed when a race begins; the clocks of servers may differ by 2 s."""

RACES = 20

MOST = 600
"""Number of races after which a side that never wins is a failure, not chance."""

TOO_LATE = {"wrong-phase", "not-your-turn", "not-in-hand", "must-lead", "player-out", "game-over", "between-rounds"}
"""Codes of refusals for an action that comes too late."""

GAMES: dict[str, dict[str, Any]] = {
    "durak": {"throw_in": True, "turnover": True, "stall_limit": 4}, "kirifu": {"two_groups": True, "stall_limit": 4},
    "mustamaija": {"stall_limit": 4},
}  # fmt: skip
"""Options that end games soon; players that always take the first allowed action could repeat a hundred takes."""


def ahead(stage: Stage, seconds: int) -> GameService:
    """Return the game service of a process whose clock is ahead."""
    return GameService(stage.pool, lambda: later(stage.at, seconds=seconds))


def asked(stage: Stage, ruleset: str, chance: Random) -> Iterator[tuple[Table, int, Action]]:
    """Yield moments at which a seat is asked, in one game after another: table, seat, and an action it may take."""
    while True:
        table = stage.open(3, ruleset=ruleset, options={**GAMES[ruleset], "turn_seconds": TURN})
        while table.game().status == "playing":
            seat = table.turn
            stage.wait(seconds=GONE)
            able = actions(table.game(seat), seat)
            calm = [action for action in able if not isinstance(action, Take)]
            yield table, seat, chance.choice(calm if calm and chance.random() < 0.8 else able)
            # A clock that is ahead has advanced the game's time.
            stage.at = max(stage.at, read_logged(table, table.game().version - 1)[-1].at)
        check_log(table)


def play_on(table: Table) -> None:
    """Play the first allowed action until the game ends or a limit is reached.

    With some deals this way of playing never ends.
    """
    for _ in range(MOST):
        if table.game().status != "playing":
            break
        table.move()


def check_log(table: Table) -> None:
    """Check that the log of a game is intact and every event follows the rules."""
    events = read_logged(table, 0)
    report = verify(export(table.id, events[0], events[-1].digest, events), events[-1].digest)
    assert report.ok, report.problems


def check_refusal(table: Table, refusal: Refused, action: Action, seat: int) -> None:
    """Check that a late action was refused with the state of the named version, in which it was not allowed."""
    assert refusal.code in TOO_LATE
    then = table.stage.tables.view(table.id, SERVER, refusal.extra["version"])
    assert then.status != "playing" or action not in actions(then, seat)
    if refusal.code in ("wrong-phase", "not-your-turn"):
        assert refusal.extra["turn"] == then.table.turn
    if refusal.code == "wrong-phase":
        assert refusal.extra["phase"] == then.table.phase


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("ruleset", list(GAMES))
def test_either_the_seat_or_its_deadline_acts_and_only_once(own: Pool, race: Race, ruleset: str, processes: int):
    stage, won = Stage(own), Counter[str]()
    servers, clock = [stage.tables, stage.another_process()][:processes], ahead(stage, TURN - GONE)
    for number, (table, seat, action) in enumerate(islice(asked(stage, ruleset, Random(ruleset)), MOST)):
        if number >= RACES and won.keys() == {"seat", "clock"}:
            break
        before = table.game().version
        commands: list[Any] = [partial(table.act, seat, action, servers[place % processes]) for place in range(6)]
        commands += [partial(clock.tick, 64)] * 2
        came = race(Random(number).sample(commands, len(commands)))
        first, *rest = read_logged(table, before)
        winners = [outcome for outcome in came if is_executed(outcome)]
        by_clock = bool(first.public.get("by_clock"))
        won["clock" if by_clock else "seat"] += 1
        assert first.public["seat"] == seat
        assert len(winners) == (not by_clock)
        told = [event.version for event in (first, *rest)]
        assert all([event.version for event in outcome.events] == told for outcome in winners)
        # Exactly one command: all later events are its consequences.
        decided = {
            "attack-played",
            "cards-led",
            "cards-beaten",
            "take-declared",
            "attack-stopped",
            "cards-thrown-in",
            "attack-turned-over",
        }
        assert first.type in decided
        assert not [event.type for event in rest if event.type in decided]
        asking = [event.version for event in (first, *rest) if "asks" in event.public]
        assert asking in ([], [table.game().version])
        for refusal in came:
            if isinstance(refusal, Refused):
                check_refusal(table, refusal, action, seat)
    assert won.keys() == {"seat", "clock"}, won


@pytest.mark.parametrize("ruleset", list(GAMES))
def test_concurrent_actions_of_all_seats_leave_a_log_by_the_rules(own: Pool, race: Race, ruleset: str):
    stage = Stage(own)
    other, clock = stage.another_process(), ahead(stage, TURN - GONE)
    chance, played = Random(ruleset), asked(stage, ruleset, Random(ruleset))
    for table, seat, _ in islice(played, 15):
        able = actions(table.game(seat), seat)
        wanted = [(seat, action) for action in able[:4]] + [((seat + step) % 3, able[-1]) for step in (1, 2)]
        wanted += [((seat + step) % 3, Take()) for step in (1, 2)]
        commands: list[Any] = [
            partial(table.act, *one, tables) for one, tables in zip(wanted, [stage.tables, other] * 4, strict=False)
        ]
        before = table.game().version
        came = race(chance.sample([*commands, partial(clock.tick, 64)], len(commands) + 1))
        events = read_logged(table, before)
        assert events
        moves = [outcome.events for outcome in came if is_executed(outcome)]
        assert sorted(event.version for events in moves for event in events) == [
            event.version for event in events if event.version not in by_the_clock(events)
        ]
    play_on(table)
    check_log(table)


def by_the_clock(events: list[Event]) -> set[int]:
    """Return the versions of the clock's events: from its first one to the one that asks a seat again."""
    found, going_on = set[int](), False
    for event in events:
        going_on = going_on or bool(event.public.get("by_clock"))
        if going_on:
            found.add(event.version)
        if "asks" in event.public:
            going_on = False
    return found


@pytest.mark.parametrize("ruleset", list(GAMES))
def test_a_process_started_in_mid_bout_continues_the_game_of_another(pool: Pool, ruleset: str):
    stage = Stage(pool)
    table = stage.open(3, ruleset=ruleset, options=GAMES[ruleset])
    for _ in range(20):
        if table.game().status != "playing":
            break
        fresh = stage.another_process()
        for viewer in (SERVER, SPECTATOR, 0, 1, 2):
            assert canonical_text(fresh.view(table.id, viewer).stored()) == canonical_text(
                stage.tables.view(table.id, viewer).stored()
            )
        seat = table.turn
        table.act(seat, actions(fresh.view(table.id, seat), seat)[0], fresh)
    play_on(table)
    check_log(table)


@pytest.mark.parametrize("ruleset", list(GAMES))
def test_a_game_resumed_from_a_snapshot_in_mid_bout_continues_the_same(own: Pool, ruleset: str):
    """A new process loads a stored snapshot with attack cards, roles and all else."""
    stage = Stage(own)
    for _ in range(20):
        table = stage.open(3, ruleset=ruleset, options={**GAMES[ruleset], "rounds": 9})
        while table.game().version < 64:
            table.move()
        SnapshotProjector(own).run()
        if table.game(SERVER).status == "playing" and stage.tables.view(table.id, SERVER, 64).table.attacks:
            break
    with owning(own) as connection:
        rows = connection.execute(
            "SELECT state FROM dobon.folds WHERE game_id = %s AND version = 64", [table.id]
        ).fetchall()
    assert len(rows) == 1
    assert stage.tables.view(table.id, SERVER, 64).table.attacks, "the table has attack cards"
    for (state,) in rows:
        assert canonical_text(stage.tables.view(table.id, SERVER, 64).stored()) == state
        assert '"attacks":[[' in state
    fresh = stage.another_process()
    for _ in range(10):
        if fresh.view(table.id, SERVER).status != "playing":
            break
        seat = fresh.view(table.id, SERVER).table.turn
        table.act(seat, actions(fresh.view(table.id, seat), seat)[0], fresh)
        assert canonical_text(fresh.view(table.id, seat).stored()) == canonical_text(
            stage.tables.view(table.id, seat).stored()
        )


@pytest.mark.parametrize("ruleset", list(GAMES))
def test_a_process_started_after_a_deadline_acts_on_it(pool: Pool, ruleset: str):
    stage = Stage(pool)
    table = stage.open(3, ruleset=ruleset, options={**GAMES[ruleset], "turn_seconds": TURN})
    before, seat = table.game().version, table.turn
    stage.wait(seconds=TURN - 1)
    tick_all(stage.another_process())
    assert table.game().version == before
    stage.wait(seconds=1)
    with pytest.raises(Refused) as refused:
        table.act(seat, actions(table.game(seat), seat)[0], stage.another_process())
    assert refused.value.code in TOO_LATE
    assert table.game().version == before, "the action is too late, even before the clock runs"
    tick_all(stage.another_process())
    first = read_logged(table, before)[0]
    assert (first.public["by_clock"], first.public["seat"]) == (True, seat)
