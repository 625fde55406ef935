"""Races in Doubt.

A play is settled once: by a doubt, the last decline, the deadline or the next play, whichever comes first.
"""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import cycle, islice
from random import Random
from typing import Any

import pytest

from domain.log.errors import Refused
from domain.log.events import SERVER
from domain.log.moments import later
from domain.ruleset.actions import Decline, Doubt, Play
from domain.ruleset.windows import asked
from infra.commands.service import GameService
from infra.postgres.pool import Pool
from prove.harness.concurrent_commands import RACERS, Race, distinct_refusals, is_executed, read_logged
from prove.harness.service_games import Stage, Table

WINDOW, FLOOR = 5, 3
"""Seconds in which a play may be doubted, and before the next play may close that window.

They differ by 2 s, as the clocks of two servers may.
"""

SETTLING = ("doubt-called", "window-closed")

WAYS = {"doubt-called", "all", "deadline", "play"}
"""Ways to settle a play; races continue until each of them has come first."""

MOST = 600
"""Number of races after which a way that never comes first is a failure, not chance."""


def hand(table: Table, seat: int) -> list[int]:
    found: list[int] = sorted(table.game().cards(seat))
    return found


def windows(stage: Stage, seats: int, **options: Any) -> Iterator[tuple[Table, int, int]]:
    """Yield plays that may be doubted and closed by the next play: table, version of the play, and its seat."""
    while True:
        table = stage.open(seats, ruleset="doubt", options=options)
        while (state := table.game().table) and not state.over and min(state.sizes) > 3:
            table.act(state.turn, Play((hand(table, state.turn)[0],)))
            stage.wait(seconds=FLOOR)
            on = table.game().table.window
            yield table, on, state.turn
            # A clock that is ahead has advanced the game's time.
            stage.at = max(stage.at, read_logged(table, on - 1)[-1].at)
            while (after := table.game()).table.window:
                table.act(asked(after.state)[0], Decline(after.table.window))


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("penalty", ["pile", "exchange_two"])
def test_one_of_sixteen_doubts_wins_and_the_others_get_the_same_refusal(
    pool: Pool, race: Race, processes: int, penalty: str
):
    stage, verdicts = Stage(pool), Counter[bool]()
    servers = [stage.tables, stage.another_process()][:processes]
    for table, on, player in islice(windows(stage, 10, penalty=penalty), 12):
        before = table.game().version
        doubters = list(islice(cycle(seat for seat in range(10) if seat != player), RACERS))
        came = race(
            [
                partial(table.act, seat, Doubt(on), server)
                for seat, server in zip(doubters, cycle(servers), strict=False)
            ]
        )
        called, paid = read_logged(table, before)
        assert (called.type, called.public["on"]) == ("doubt-called", on)
        assert paid.type == {"pile": "pile-taken", "exchange_two": "cards-exchanged"}[penalty]
        (won,) = [outcome for outcome in came if is_executed(outcome)]
        assert doubters[came.index(won)] == called.public["seat"]
        assert distinct_refusals(came) == [
            ("too-late", f"Version {on} can no longer be doubted.", {"on": None, "version": paid.version})
        ]
        assert [row[1] for row in table.rows()["claims"]][-1] == called.version
        verdicts[called.public["valid"]] += 1
    assert verdicts[True]
    assert verdicts.total() == 12


def ahead(stage: Stage, seconds: int) -> GameService:
    """Return the game service of a process whose clock is ahead."""
    return GameService(stage.pool, lambda: later(stage.at, seconds=seconds))


def in_some_order(number: int, commands: list[Any]) -> list[Any]:
    """Return the commands in another order for each race, because threads are not released exactly together."""
    return Random(number).sample(commands, len(commands))


def settled_by(table: Table, before: int, on: int, player: int) -> str:
    """Return how the play was settled, after checking that the events after `before` follow one serial order."""
    events = read_logged(table, before)
    place = next(place for place, event in enumerate(events) if event.type in SETTLING)
    declined = [int(part) for event in events[:place] for part, answer in event.sealed.items() if answer["declined"]]
    settled, after = events[place], events[place + 1 :]
    assert {event.type for event in events[:place]} <= {"doubt-declined"}
    assert len(declined) == len({*declined})
    assert settled.public["on"] == on
    assert [event.type for event in events].count("doubt-called") == (settled.type == "doubt-called")
    following = (player + 1) % len(table.players)
    if settled.type == "doubt-called":
        assert settled.public["seat"] not in [*declined, player]
        assert after[0].type == "pile-taken"
        after = after[1:]
    elif settled.public["by"] == "play":
        assert [event.type for event in after] == ["cards-played"]
    # Only the next play may follow, because no answer to the old play may apply to it.
    assert [(event.type, event.public["seat"]) for event in after] in ([], [("cards-played", following)])
    return settled.type if settled.type == "doubt-called" else str(settled.public["by"])


def check_refusals(table: Table, came: list[Any], on: int) -> None:
    """Check that every refusal describes the state of the version that it names."""
    for refusal in came:
        if not isinstance(refusal, Refused):
            continue
        state = table.stage.tables.view(table.id, SERVER, refusal.extra["version"]).table
        if refusal.code == "too-late":
            assert state.window != on
            assert refusal.extra["on"] == (state.window or None)
            assert refusal.detail == f"Version {on} can no longer be doubted."
        elif refusal.code == "already-passed":
            assert state.window == on
        else:
            # A second play of the next player, who has already played and now waits for others.
            assert refusal.code in ("wrong-phase", "not-your-turn")
            assert state.claim.version != on or not state.window


@pytest.mark.parametrize("processes", [1, 2])
def test_decline_deadline_next_play_and_doubts_are_serialized(own: Pool, race: Race, processes: int):
    stage, settled = Stage(own), Counter[str]()
    servers, clock = [stage.tables, stage.another_process()][:processes], ahead(stage, WINDOW - FLOOR)
    options = {"window_seconds": WINDOW, "min_open_seconds": FLOOR}
    for number, (table, on, player) in enumerate(islice(windows(stage, 5, **options), MOST)):
        if number >= 40 and settled.keys() == WAYS:
            break
        following, declined, one, other = ((player + step) % 5 for step in range(1, 5))
        for seat in (following, declined):
            table.act(seat, Decline(on))
        before, cards = table.game().version, hand(table, following)
        asked = [(one, Decline(on)), (other, Decline(on))] * 2 + [(one, Doubt(on)), (other, Doubt(on))]
        racers = [*asked, *((following, Play((card,))) for card in cards[:3])]
        commands = [partial(table.act, *racer, servers[place % processes]) for place, racer in enumerate(racers)]
        ticks = [partial(clock.tick, 64)] * 2
        came = race(in_some_order(number, [*ticks, *commands]))
        settled[settled_by(table, before, on, player)] += 1
        check_refusals(table, came, on)
        assert sum(event.type == "doubt-called" for event in read_logged(table, before)) <= 1
    assert settled.keys() == WAYS, settled


@pytest.mark.parametrize("processes", [1, 2])
def test_in_cheat_actions_of_the_next_player_and_the_clock_are_serialized(own: Pool, race: Race, processes: int):
    stage, settled = Stage(own), Counter[str]()
    servers, clock = [stage.tables, stage.another_process()][:processes], ahead(stage, WINDOW - FLOOR)
    options = {"variant": "cheat", "turn_seconds": WINDOW}
    for number, (table, on, player) in enumerate(islice(windows(stage, 4, **options), MOST)):
        if number >= 20 and settled.keys() == WAYS:
            break
        following = (player + 1) % 4
        before, cards = table.game().version, hand(table, following)
        racers = [Decline(on), Doubt(on), *(Play((card,)) for card in cards[:2])] * 2
        commands = [
            partial(table.act, following, action, servers[place % processes]) for place, action in enumerate(racers)
        ]
        came = race(in_some_order(number, [partial(clock.tick, 64), *commands]))
        settled[settled_by(table, before, on, player)] += 1
        check_refusals(table, came, on)
    assert settled.keys() == WAYS, settled


def test_a_process_with_an_old_window_reads_the_log_before_it_refuses(pool: Pool):
    stage = Stage(pool)
    table, on, player = next(windows(stage, 3))
    other, (one, two) = stage.another_process(), ((player + 1) % 3, (player + 2) % 3)
    other.view(table.id, SERVER)
    table.act(one, Play((hand(table, one)[0],)))
    newest = table.game().version
    with pytest.raises(Refused) as refused:
        table.act(two, Doubt(on), other)
    assert refused.value.code == "too-late"
    assert (refused.value.extra["on"], refused.value.extra["version"]) == (newest, newest)
    called = table.act(two, Doubt(newest), other).events[0]
    assert called.public["claimed"]["seat"] == one


def test_a_repeated_doubt_gets_the_same_answer_whatever_came_after(pool: Pool):
    stage = Stage(pool)
    table, on, player = next(windows(stage, 3))
    first = table.act((player + 1) % 3, Doubt(on), key="k")
    table.act(table.turn, Play((hand(table, table.turn)[0],)))
    again = table.act((player + 1) % 3, Doubt(on), stage.another_process(), key="k")
    assert again.repeated
    assert (again.version, again.head, again.events) == (first.version, first.head, first.events)
