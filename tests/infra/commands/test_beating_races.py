"""Of the seat that is asked in a beating game and the clock one acts, whichever comes first; and a process that begins in the middle of a bout goes on with it."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import islice
from random import Random
from typing import Any

import pytest

from domain.actions import Action, Take
from domain.errors import Refused
from domain.events import SERVER, SPECTATOR, Event
from domain.game import actions
from domain.log_format import export
from domain.moments import later
from domain.verify import verify
from infra.commands.service import GameService
from infra.event_store.canonical_json import canonical_text
from infra.postgres.pool import Pool
from infra.projections.snapshots import SnapshotProjector
from tests.infra.racing import Race, logged, moved
from tests.infra.stage import Stage, Table

TURN, GONE = 20, 3
"""Seconds of a turn, and how many of them have gone when a race begins."""

RACES = 40

MOST = 600
"""Races after which it is no chance that one side never wins."""

TOO_LATE = {"wrong-phase", "not-your-turn", "not-in-hand", "must-lead", "player-out", "game-over", "between-rounds"}
"""What an action is refused with whose moment is over."""

GAMES: dict[str, dict[str, Any]] = {
    "durak": {"throw_in": True, "turnover": True, "stall_limit": 4}, "kirifu": {"two_groups": True, "stall_limit": 4},
    "mustamaija": {"stall_limit": 4},
}  # fmt: skip
"""Whoever always does the first thing that is allowed would go round for a hundred takes."""


def ahead(stage: Stage, seconds: int) -> GameService:
    """Tables of a process whose clock is ahead of the others'."""
    return GameService(stage.pool, lambda: later(stage.at, seconds=seconds))


def asked(stage: Stage, ruleset: str, chance: Random) -> Iterator[tuple[Table, int, Action]]:
    """Moments at which a seat is asked, in game after game: the table, the seat, and something that it may do."""
    while True:
        table = stage.open(3, ruleset=ruleset, options={**GAMES[ruleset], "turn_seconds": TURN})
        while table.game().status == "playing":
            seat = table.turn
            stage.wait(seconds=GONE)
            able = actions(table.game(seat), seat)
            calm = [action for action in able if not isinstance(action, Take)]
            yield table, seat, chance.choice(calm if calm and chance.random() < 0.8 else able)
            # A clock that is ahead has moved the time of the game on.
            stage.at = max(stage.at, logged(table, table.game().version - 1)[-1].at)
        proven(table)


def played_on(table: Table) -> None:
    """Played on to the end, where it has one soon: with some deals, whoever always does the first thing allowed goes round for ever."""
    for _ in range(MOST):
        if table.game().status != "playing":
            break
        table.move()


def proven(table: Table) -> None:
    """The log of a game is whole, and every event of it is what the rules say."""
    events = logged(table, 0)
    report = verify(export(table.id, events[0], events[-1].digest, events), events[-1].digest)
    assert report.ok, report.problems


def told_as_it_was(table: Table, refusal: Refused, action: Action, seat: int) -> None:
    """Whoever came too late was told the state of the version that is named, in which that cannot be done."""
    assert refusal.code in TOO_LATE
    then = table.stage.tables.view(table.id, SERVER, refusal.extra["version"])
    assert then.status != "playing" or action not in actions(then, seat)
    if refusal.code in ("wrong-phase", "not-your-turn"):
        assert refusal.extra["turn"] == then.table.turn
    if refusal.code == "wrong-phase":
        assert refusal.extra["phase"] == then.table.phase


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("ruleset", list(GAMES))
def test_of_a_seat_and_its_deadline_one_acts_once(own: Pool, race: Race, ruleset: str, processes: int):
    stage, won = Stage(own), Counter[str]()
    servers, clock = [stage.tables, stage.another_process()][:processes], ahead(stage, TURN - GONE)
    for number, (table, seat, action) in enumerate(islice(asked(stage, ruleset, Random(ruleset)), MOST)):
        if number >= RACES and won.keys() == {"seat", "clock"}:
            break
        before = table.game().version
        commands: list[Any] = [partial(table.act, seat, action, servers[place % processes]) for place in range(6)]
        commands += [partial(clock.tick, 64)] * 2
        came = race(Random(number).sample(commands, len(commands)))
        first, *rest = logged(table, before)
        winners = [outcome for outcome in came if moved(outcome)]
        by_clock = bool(first.public.get("by_clock"))
        won["clock" if by_clock else "seat"] += 1
        assert first.public["seat"] == seat
        assert len(winners) == (not by_clock)
        told = [event.version for event in (first, *rest)]
        assert all([event.version for event in outcome.events] == told for outcome in winners)
        # One command and no more: all that follows its first event is what it brought about.
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
                told_as_it_was(table, refusal, action, seat)
    assert won.keys() == {"seat", "clock"}, won


@pytest.mark.parametrize("ruleset", list(GAMES))
def test_whatever_everybody_tries_at_once_leaves_a_log_by_the_rules(own: Pool, race: Race, ruleset: str):
    stage = Stage(own)
    other, clock = stage.another_process(), ahead(stage, TURN - GONE)
    chance, played = Random(ruleset), asked(stage, ruleset, Random(ruleset))
    for table, seat, _ in islice(played, 30):
        able = actions(table.game(seat), seat)
        wanted = [(seat, action) for action in able[:4]] + [((seat + step) % 3, able[-1]) for step in (1, 2)]
        wanted += [((seat + step) % 3, Take()) for step in (1, 2)]
        commands: list[Any] = [
            partial(table.act, *one, tables) for one, tables in zip(wanted, [stage.tables, other] * 4, strict=False)
        ]
        before = table.game().version
        came = race(chance.sample([*commands, partial(clock.tick, 64)], len(commands) + 1))
        events = logged(table, before)
        assert events
        moves = [outcome.events for outcome in came if moved(outcome)]
        assert sorted(event.version for events in moves for event in events) == [
            event.version for event in events if event.version not in by_the_clock(events)
        ]
    played_on(table)
    proven(table)


def by_the_clock(events: list[Event]) -> set[int]:
    """Versions of what the clock brought about: from its first event to the one that asks somebody again."""
    found, going_on = set[int](), False
    for event in events:
        going_on = going_on or bool(event.public.get("by_clock"))
        if going_on:
            found.add(event.version)
        if "asks" in event.public:
            going_on = False
    return found


@pytest.mark.parametrize("ruleset", list(GAMES))
def test_a_process_that_begins_in_the_middle_of_a_bout_sees_what_another_does_and_goes_on(pool: Pool, ruleset: str):
    stage = Stage(pool)
    table = stage.open(3, ruleset=ruleset, options=GAMES[ruleset])
    for _ in range(40):
        if table.game().status != "playing":
            break
        fresh = stage.another_process()
        for viewer in (SERVER, SPECTATOR, 0, 1, 2):
            assert canonical_text(fresh.view(table.id, viewer).stored()) == canonical_text(
                stage.tables.view(table.id, viewer).stored()
            )
        seat = table.turn
        table.act(seat, actions(fresh.view(table.id, seat), seat)[0], fresh)
    played_on(table)
    proven(table)


@pytest.mark.parametrize("ruleset", list(GAMES))
def test_a_game_that_goes_on_from_a_stored_fold_in_mid_bout_goes_on_alike(own: Pool, ruleset: str):
    """What a projector has stored is taken up by a process that knows nothing, attack cards and roles and all."""
    stage = Stage(own)
    for _ in range(20):
        table = stage.open(3, ruleset=ruleset, options={**GAMES[ruleset], "rounds": 9})
        while table.game().version < 64:
            table.move()
        SnapshotProjector(own).run()
        if table.game(SERVER).status == "playing" and stage.tables.view(table.id, SERVER, 64).table.attacks:
            break
    with own.connection() as connection:
        rows = connection.execute(
            "SELECT viewer, state FROM dobon.folds WHERE game_id = %s AND version = 64", [table.id]
        ).fetchall()
    assert len(rows) == 5
    assert stage.tables.view(table.id, SERVER, 64).table.attacks, "cards lie on the table"
    for viewer, state in rows:
        assert canonical_text(stage.tables.view(table.id, viewer, 64).stored()) == state
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
def test_a_deadline_is_kept_by_a_process_that_begins_after_it(pool: Pool, ruleset: str):
    stage = Stage(pool)
    table = stage.open(3, ruleset=ruleset, options={**GAMES[ruleset], "turn_seconds": TURN})
    before, seat = table.game().version, table.turn
    stage.wait(seconds=TURN - 1)
    stage.another_process().tick(64)
    assert table.game().version == before
    stage.wait(seconds=1)
    with pytest.raises(Refused) as refused:
        table.act(seat, actions(table.game(seat), seat)[0], stage.another_process())
    assert refused.value.code in TOO_LATE
    assert table.game().version == before, "the action is too late before the clock has come by"
    stage.another_process().tick(64)
    first = logged(table, before)[0]
    assert (first.public["by_clock"], first.public["seat"]) == (True, seat)
