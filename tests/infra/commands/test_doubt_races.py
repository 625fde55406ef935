"""A play of Doubt is settled once: by a doubt, by the last decline, by the deadline or by the next play, whichever comes first."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import cycle, islice
from random import Random
from typing import Any

import pytest

from domain.actions import Decline, Doubt, Play
from domain.errors import Refused
from domain.events import SERVER
from domain.moments import later
from infra.commands.service import GameService
from infra.postgres.pool import Pool
from tests.infra.racing import RACERS, Race, logged, moved, told
from tests.infra.stage import Stage, Table

WINDOW, FLOOR = 20, 3
"""Seconds."""

SETTLING = ("doubt-called", "window-closed")

WAYS = {"doubt-called", "all", "deadline", "play"}
"""In which a play is settled; races go on until each came first now and then."""

MOST = 600
"""Races after which it is no chance that one never does."""


def hand(table: Table, seat: int) -> list[int]:
    found: list[int] = sorted(table.game().table.hands[seat])
    return found


def windows(stage: Stage, seats: int, **options: Any) -> Iterator[tuple[Table, int, int]]:
    """Plays that may be doubted and that the next play may close, one after another: the table, the play's version, and who laid it."""
    while True:
        table = stage.open(seats, ruleset="doubt", options=options)
        while (state := table.game().table) and not state.over and all(len(cards) > 3 for cards in state.hands):
            table.act(state.turn, Play((hand(table, state.turn)[0],)))
            stage.wait(seconds=FLOOR)
            on = table.game().table.window
            yield table, on, state.turn
            # A clock that is ahead has moved the time of the game on.
            stage.at = max(stage.at, logged(table, on - 1)[-1].at)
            while (after := table.game().table).window:
                table.act(after.asked[0], Decline(after.window))


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("penalty", ["pile", "exchange_two"])
def test_of_sixteen_who_doubt_one_does_and_the_others_are_told_alike(
    pool: Pool, race: Race, processes: int, penalty: str
):
    stage, verdicts = Stage(pool), Counter[bool]()
    servers = [stage.tables, stage.another_process()][:processes]
    for table, on, player in islice(windows(stage, 10, penalty=penalty), 25):
        before = table.game().version
        doubters = list(islice(cycle(seat for seat in range(10) if seat != player), RACERS))
        came = race(
            [
                partial(table.act, seat, Doubt(on), server)
                for seat, server in zip(doubters, cycle(servers), strict=False)
            ]
        )
        called, paid = logged(table, before)
        assert (called.type, called.public["on"]) == ("doubt-called", on)
        assert paid.type == {"pile": "pile-taken", "exchange_two": "cards-exchanged"}[penalty]
        (won,) = [outcome for outcome in came if moved(outcome)]
        assert doubters[came.index(won)] == called.public["seat"]
        assert told(came) == [
            ("too-late", f"Version {on} can no longer be doubted.", {"on": None, "version": paid.version})
        ]
        assert [row[1] for row in table.rows()["claims"]][-1] == called.version
        verdicts[called.public["valid"]] += 1
    assert verdicts[True]
    assert verdicts.total() == 25


def ahead(stage: Stage, seconds: int) -> GameService:
    """Tables of a process whose clock is ahead of the others'."""
    return GameService(stage.pool, lambda: later(stage.at, seconds=seconds))


def in_some_order(number: int, commands: list[Any]) -> list[Any]:
    """The commands in another order for each race, as threads are not released quite together."""
    return Random(number).sample(commands, len(commands))


def in_one_order(table: Table, before: int, on: int, player: int) -> str:
    """How the play was settled; what the log says after `before` could have been done one after the other."""
    events = logged(table, before)
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
    # What comes after it is the next play and nothing else: no answer to the old play falls on it.
    assert [(event.type, event.public["seat"]) for event in after] in ([], [("cards-played", following)])
    return settled.type if settled.type == "doubt-called" else str(settled.public["by"])


def told_as_it_was(table: Table, came: list[Any], on: int) -> None:
    """Everybody who was refused was told the state of the version that is named."""
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
            # A second play of the next player, who has laid one already, and waits for others now.
            assert refusal.code in ("wrong-phase", "not-your-turn")
            assert state.claim.version != on or not state.window


@pytest.mark.parametrize("processes", [1, 2])
def test_decline_deadline_next_play_and_doubts_leave_one_order(own: Pool, race: Race, processes: int):
    stage, settled = Stage(own), Counter[str]()
    servers, clock = [stage.tables, stage.another_process()][:processes], ahead(stage, WINDOW - FLOOR)
    options = {"window_seconds": WINDOW, "min_open_seconds": FLOOR}
    for number, (table, on, player) in enumerate(islice(windows(stage, 5, **options), MOST)):
        if number >= 120 and settled.keys() == WAYS:
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
        settled[in_one_order(table, before, on, player)] += 1
        told_as_it_was(table, came, on)
        assert sum(event.type == "doubt-called" for event in logged(table, before)) <= 1
    assert settled.keys() == WAYS, settled


@pytest.mark.parametrize("processes", [1, 2])
def test_in_cheat_the_next_player_races_with_itself_and_with_the_clock(own: Pool, race: Race, processes: int):
    stage, settled = Stage(own), Counter[str]()
    servers, clock = [stage.tables, stage.another_process()][:processes], ahead(stage, WINDOW - FLOOR)
    options = {"variant": "cheat", "turn_seconds": WINDOW}
    for number, (table, on, player) in enumerate(islice(windows(stage, 4, **options), MOST)):
        if number >= 60 and settled.keys() == WAYS:
            break
        following = (player + 1) % 4
        before, cards = table.game().version, hand(table, following)
        racers = [Decline(on), Doubt(on), *(Play((card,)) for card in cards[:2])] * 2
        commands = [
            partial(table.act, following, action, servers[place % processes]) for place, action in enumerate(racers)
        ]
        came = race(in_some_order(number, [partial(clock.tick, 64), *commands]))
        settled[in_one_order(table, before, on, player)] += 1
        told_as_it_was(table, came, on)
    assert settled.keys() == WAYS, settled


def test_a_process_that_knows_an_old_window_asks_before_it_refuses(pool: Pool):
    stage = Stage(pool)
    table, on, player = next(windows(stage, 3))
    other, (one, two) = stage.another_process(), ((player + 1) % 3, (player + 2) % 3)
    other.view(table.id, SERVER)
    table.act(one, Play((hand(table, one)[0],)))
    newest = table.game().version
    with pytest.raises(Refused) as refused:
        table.act(two, Doubt(on), other)
    assert (refused.value.code, refused.value.extra) == ("too-late", {"on": newest, "version": newest})
    called = table.act(two, Doubt(newest), other).events[0]
    assert called.public["claimed"]["seat"] == one


def test_a_doubt_with_a_key_that_is_sent_again_is_answered_alike_whatever_came_after(pool: Pool):
    stage = Stage(pool)
    table, on, player = next(windows(stage, 3))
    first = table.act((player + 1) % 3, Doubt(on), key="k")
    table.act(table.turn, Play((hand(table, table.turn)[0],)))
    again = table.act((player + 1) % 3, Doubt(on), stage.another_process(), key="k")
    assert again.repeated
    assert (again.version, again.head, again.events) == (first.version, first.head, first.events)
