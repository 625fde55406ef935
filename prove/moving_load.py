"""Load for the proof `move`: players, the clock, and writers that tell when a partition refuses them."""

import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle, pairwise
from random import Random
from typing import Any

import psycopg

from domain.game.game import actions
from domain.log.errors import Refused
from domain.log.events import SERVER
from domain.ruleset.actions import Dobon
from domain.running.self_play import at_once
from infra.commands.handler import Outcome
from infra.commands.service import GameService, game_id_of
from infra.databases.pool import open_pool
from infra.event_store import store
from infra.postgres.partitions import bounds, is_not_owned, partition_of
from infra.postgres.retry import Unavailable
from infra.postgres.urls import application_url, router_url
from infra.settings import Settings
from prove.harness import watchdog
from prove.harness.feed_writers import make_events
from prove.harness.retrying_client import AnsweredCommand

PROCESSES, PLAYERS = 2, 4
"""Processes that play, and players in each; the first one is also the clock."""

PARTITION = 5
"""The partition that moves; half of the games are in it."""

COMMANDS = 60
"""Commands of a player in one game, at the most."""

ANSWERED_SECONDS = 60.0
"""Time after which a command counts as never answered."""

PACE_SECONDS = 0.05
"""Pause of a player between two commands, so that there is processor time left for a move."""

BOT_MILLISECONDS = 100
"""Pause of a bot, which the clock ends."""

HELD_SECONDS = 0.01
"""Time for which the writer of the clock's kind keeps its transactions open, and the pause between two of them."""


@dataclass
class Played:
    """What a process has played."""

    answered: list[AnsweredCommand] = field(default_factory=list)
    repeated: int = 0
    "Commands that were sent again, because no shard took them."
    failures: list[str] = field(default_factory=list)


@dataclass
class Written:
    """What a writer has appended to its game."""

    game: str
    moments: list[float] = field(default_factory=list)
    "When each append was answered."
    digests: list[str] = field(default_factory=list)
    refused: int = 0
    failures: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, number: int) -> "Written":
        """Return a game of a writer in the partition that moves."""
        return cls(str(uuid.UUID(int=uuid.UUID(bounds(PARTITION)[0]).int + number)))

    def append(self, conn: psycopg.Connection[Any], held: float = 0.0) -> bool:
        """Append the next event, and keep the transaction open for a time in s; tell whether it was taken."""
        new = make_events(self.game, len(self.digests), self.digests[-1] if self.digests else "", 1)
        try:
            if held:
                with conn.transaction():
                    taken = store.append(conn, new)
                    time.sleep(held)
            else:
                taken = store.append(conn, new)
        except psycopg.Error as failure:
            if is_not_owned(failure):
                self.refused += 1
            else:
                self.failures.append(f"version {new.last}: {failure}")
            return False
        if not taken:
            self.failures.append(f"version {new.last} was not appended, although it is the next")
            return False
        self.moments.append(time.monotonic())
        self.digests.append(new.events[-1].digest)
        return True

    def pauses(self) -> list[float]:
        """Return the times between appends."""
        return [two - one for one, two in pairwise(self.moments)]

    def pause(self, began: float, ended: float) -> float:
        """Return the longest time between two appends that overlaps a time."""
        pairs = pairwise(self.moments)
        return max((two - one for one, two in pairs if one < ended and two > began), default=ended - began)


def play(settings: Settings, seed: str, clock: bool, stop: Any, result: Any) -> None:
    """Play until the event is set, and send what was played."""
    watchdog.dump_on_signal()
    found = Played()
    with open_pool(settings) as pool, ThreadPoolExecutor(PLAYERS + 1) as threads:
        service = GameService(pool)
        ticking = threads.submit(_tick, service, stop) if clock else None
        tasks = [
            threads.submit(Player(service, Random(f"{seed}-{number}"), found, stop).run, moved=number % 2 == 0)
            for number in range(PLAYERS)
        ]
        for task in (*tasks, *([ticking] if ticking else [])):
            try:
                task.result()
            except Exception as failure:  # noqa: BLE001 - each is a failure of the proof
                found.failures.insert(
                    0 if task is ticking else len(found.failures), f"{type(failure).__name__}: {failure}"
                )
                stop.set()
    result.send(found)


def _tick(service: GameService, stop: Any) -> None:
    while not stop.is_set():
        if not service.tick(64):
            time.sleep(0.01)


class Player:
    """Plays one game after the other, for both people in each, beside a bot."""

    def __init__(self, service: GameService, chance: Random, found: Played, stop: Any) -> None:
        self._service = service
        self._chance = chance
        self._found = found
        self._stop = stop

    def run(self, *, moved: bool) -> None:
        """Play until the event is set; `moved`: in games of the partition that moves."""
        while not self._stop.is_set():
            people = [str(uuid.uuid4()), str(uuid.uuid4())]
            key = next(
                key
                for key in map(str, range(100_000))
                if (partition_of(game_id_of(people[0], key)) == PARTITION) == moved
            )
            game = game_id_of(people[0], key)
            options = at_once("dobon-sato") | {"bot_delay_ms": BOT_MILLISECONDS}
            self._send(game, people[0], key, self._service.create, people[0], "dobon-sato", options, 3, ["novice"])
            self._send(game, people[1], "sit", self._service.sit, game, people[1])
            for number in range(COMMANDS):
                if not self._act(game, people, f"act-{number}"):
                    break

    def _act(self, game: str, people: list[str], key: str) -> bool:
        """Do one thing that is allowed, if there is one; tell whether the game continues."""
        end = time.monotonic() + ANSWERED_SECONDS
        while not self._stop.is_set():
            view = self._until_answered(lambda: self._service.view(game, SERVER))
            if view.status != "playing":
                return False
            for seat, person in enumerate(people):
                found = [one for one in actions(view, seat) if not isinstance(one, Dobon)]
                if found:
                    action = self._chance.choice(found)
                    with suppress(Refused):  # the clock was faster
                        self._send(game, person, key, self._service.act, game, person, action)
                    time.sleep(PACE_SECONDS)
                    return True
            if time.monotonic() > end:
                raise RuntimeError(f"nobody can act in game {game}")
            time.sleep(0.005)  # it is the bot's turn
        return False

    def _send(self, game: str, account: str, key: str, command: Callable[..., Outcome], *arguments: Any) -> None:
        outcome = self._until_answered(lambda: command(*arguments, key=key, request=key.encode()))
        events = {event.version: event.digest for event in outcome.events}
        self._found.answered.append(
            AnsweredCommand(game, account, key, outcome.version, outcome.head, events, time.time())
        )

    def _until_answered(self, work: Callable[[], Any]) -> Any:
        end = time.monotonic() + ANSWERED_SECONDS
        while True:
            try:
                return work()
            except Unavailable:
                self._found.repeated += 1
                if time.monotonic() > end:
                    raise


# Writers


def write_at_once(settings: Settings, stop: Any, result: Any) -> None:
    """Append in a tight loop through the router, without the repetition that a server has."""
    assert settings.router_url is not None
    _write(router_url(settings.router_url), 1, stop, result)


def write_by_old_map(url: str, stop: Any, result: Any) -> None:
    """Append through a router that learns of a move only after its end."""
    _write(router_url(url), 2, stop, result, HELD_SECONDS)


def _write(url: str, number: int, stop: Any, result: Any, pause: float = 0.0) -> None:
    watchdog.dump_on_signal()
    found = Written.of(number)
    with psycopg.connect(url, autocommit=True, prepare_threshold=None) as conn:
        while not stop.is_set() and not found.failures:
            if found.append(conn) and len(found.digests) == 1:
                result.send("begun")
            time.sleep(pause)
    result.send(found)


def write_like_clock(settings: Settings, stop: Any, result: Any) -> None:
    """Append in transactions that stay open for a moment, in the shard that takes them."""
    watchdog.dump_on_signal()
    found = Written.of(3)
    first, second = (psycopg.connect(application_url(settings, url), autocommit=True) for url in settings.shard_urls)
    with first, second:
        for conn in cycle([first, second]):
            while not found.failures and not stop.is_set() and found.append(conn, HELD_SECONDS):
                time.sleep(HELD_SECONDS)
                if len(found.digests) == 1:
                    result.send("begun")
            if found.failures or stop.is_set():
                break
    result.send(found)
