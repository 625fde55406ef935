"""Writers that append to logs in many transactions, some of which are rolled back or stay open for long.

Games are short: nothing comes after a skipped event that would make a follower read it later.
"""

import time
import uuid
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import psycopg

from domain.game.spectators import LIVE
from domain.log.events import LoggedEvent
from infra.event_store import store
from infra.event_store.store import Append, NewGame
from infra.postgres.urls import application_url
from infra.settings import Settings
from prove.harness import watchdog
from prove.harness.counters import Counters, Writer
from prove.harness.random_games import reseal

WRITERS = 32
FOLLOWERS = 3

WRITERS_PER_PROCESS = 8
"""Writers in one process."""

SLEEPERS = WRITERS_PER_PROCESS + 1
"""Every ninth writer sometimes keeps its transaction open for long: one in each process."""

PACE = 100
"""Events for each look of a follower, at the most on average: writers wait for the followers.

What a follower skips it skips between two looks, and on a busy machine a run without this has very few.
"""

AT = "2026-11-21T03:24:00.000000Z"
ACCOUNT = "11111111-1111-4111-8111-111111111111"


class Tally(Counters):
    """Counts of writers and followers, shared by all processes."""

    NAMES = ("committed", "taken back", "slept", "finished", "stopped", "broken off", "begun anew", "looks")

    def __init__(self, context: Any) -> None:
        super().__init__(self.NAMES, WRITERS + FOLLOWERS, context)

    def of_follower(self, number: int) -> Writer:
        """Return the row of a follower, which its next process continues."""
        return self.of(WRITERS + number)

    @property
    def over(self) -> bool:
        """Whether all writers are done."""
        return self["finished"] == WRITERS


def start_writers(context: Any, databases: Sequence[Settings], seed: str, events: int, tally: Tally) -> list[Any]:
    """Start processes of writers, which take turns among the databases, and return them.

    Together they write this number of events or a few more.
    """
    share = events // WRITERS + 1
    writing = [
        context.Process(
            target=run_writers,
            args=(databases[place % len(databases)], seed, range(first, first + WRITERS_PER_PROCESS), share, tally),
        )
        for place, first in enumerate(range(0, WRITERS, WRITERS_PER_PROCESS))
    ]
    for process in writing:
        process.start()
    return writing


def wait_for_end(process: Any, tally: Tally) -> None:
    """Wait for the end of a process. Raise `RuntimeError` if it failed."""
    while process.is_alive():
        watchdog.note("feed: looks", tally["looks"])
        process.join(0.1)
    if process.exitcode:
        raise RuntimeError("A writer or a follower failed; its error is printed above.")


def run_writers(settings: Settings, seed: str, numbers: range, events: int, tally: Tally) -> None:
    """Run several writers, each with its own connection."""
    watchdog.dump_on_signal()
    with ThreadPoolExecutor(len(numbers)) as threads:
        for task in [threads.submit(run_writer, settings, seed, number, events, tally) for number in numbers]:
            task.result()


def run_writer(settings: Settings, seed: str, number: int, events: int, tally: Tally) -> None:
    """Append events in transactions of several statements. Some are rolled back, some stay open for long."""
    chance = Random(f"{seed}-writer-{number}")
    at: dict[str, tuple[int, str]] = {}
    committed, counts = 0, tally.of(number)
    with psycopg.connect(application_url(settings)) as conn:
        while committed < events:
            if number % 2 == 0:
                _await_looks(tally)
            tried = dict(at)
            made = 0
            for _ in range(chance.choice([1, 1, 1, 2, 5])):
                if not tried or chance.random() < 0.3:
                    game = str(uuid.UUID(int=chance.getrandbits(128), version=4))
                    tried[game] = (0, "")
                game = chance.choice(list(tried))
                new = make_events(game, *tried[game], chance.randint(1, 4))
                assert store.append(conn, new)
                tried[game] = (new.last, new.events[-1].digest)
                made += len(new.events)
                if chance.random() < 0.1:
                    time.sleep(chance.random() * 0.01)
            # A game without events does not exist; the others end soon.
            tried = {game: place for game, place in tried.items() if place[0] and chance.random() < 0.7}
            if number % SLEEPERS == 0 and chance.random() < 0.05:
                time.sleep(chance.random())
                counts.add("slept")
            if number % 2:
                _await_looks(tally)  # with the transaction open, so that a look has to stop before it
            if chance.random() < 0.15:
                conn.rollback()
                counts.add("taken back")
            else:
                conn.commit()
                at, committed = tried, committed + made
                counts.add("committed", made)
    counts.add("finished")


def _await_looks(tally: Tally) -> None:
    """Wait while more events are committed than the looks of the followers allow."""
    while tally["committed"] > PACE * (tally["looks"] + FOLLOWERS):
        time.sleep(0.005)


def make_events(game: str, version: int, head: str, count: int) -> Append:
    """Return the next events of a game, without meaning."""
    events = [LoggedEvent("a-thing", {"n": place}, version=version + place, at=AT) for place in range(1, count + 1)]
    for event in events:
        head = reseal(game, head, event, b"")
    created = (
        None
        if version
        else NewGame(
            "dobon-sato",
            {},
            4,
            listed=True,
            join_code="ABCDEF",
            created_by=ACCOUNT,
            created_at=AT,
            spectators=LIVE,
            spectator_delay=0,
            last_link=bytes(32),
        )
    )
    bodies = [store.encode(event) for event in events]
    return Append(game, version, events, bodies, [store.CLOCK] * count, "playing", 1, None, {}, created)
