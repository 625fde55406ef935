"""Proof `ladder`: six bots by strangers meet in the queue of a real server, game after game, and no game is stuck.

Each bot is a class of the kit for bots (`clients/python`) with some accounts. Two of them are bad: one raises errors
and sends what the rules refuse, the other is slow. Then the logs say who sat there, verify, and rate no person.
"""

import asyncio
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from domain.game.registry import RULESETS
from domain.game.statistics import parts_of
from domain.log.events import SPECTATOR
from domain.log.log_format import export
from domain.verification.verify import verify
from infra.databases.pool import AccountsPool, open_pool
from infra.queries import history
from prove.harness import watchdog
from prove.harness.database import directory
from prove.harness.server import running_server
from prove.report import Row, Run

sys.path.insert(0, str(Path(__file__).parents[1] / "clients" / "python" / "src"))

from dobon_client import AsyncDobon
from dobon_client.bot import Bot, Runner
from dobon_client.types import Action, LegalAction, NewPlace, View

GAMES = 1_000
"""Finished games."""

ACCOUNTS = 12
"""Accounts of each bot, all of which play at the same time."""

SHORT = 0.1
"""Share of a run below which no rulesets are played whose games take minutes."""

STUCK_SECONDS = 240.0
"""Time after which a game that has not moved counts as stuck: several times the longest deadline of a turn."""

ENDLESS = 20_000
"""A game that is not over counts as endless with more events than this."""

LONG = ("dobon-sato", "dobon-kawagoe")
"""Rulesets whose plays wait for calls, so that a game takes minutes; other ones are wished three times as often."""

DOBON = 0.5
"""The chance with which a bot calls Dobon. A true call ends a round: at 0.05 a round took up to 13,000 events."""

CALLS = {"dobon": DOBON, "doubt": 0.01, "cheat": 0.01}
"""Calls, each with the chance that a caller makes it. With many doubts a game of Doubt does not end."""

WAITING = ("waiting", "playing", "between-rounds")


class First(Bot):
    """Takes the first action that is not a call, and calls Dobon half of the time."""

    def decide(self, view: View, actions: Sequence[LegalAction]) -> LegalAction | Action | None:
        """Return the decision."""
        dobon = [entry for entry in actions if entry["action"]["type"] == "dobon" and random.random() < DOBON]
        if dobon or not is_asked(view):
            return dobon[0] if dobon else None
        return self.choose([entry for entry in actions if entry["action"]["type"] not in CALLS] or actions)

    def choose(self, actions: Sequence[LegalAction]) -> LegalAction | Action:
        """Return one of these actions."""
        return actions[0]


class Last(First):
    """Takes the last one."""

    def choose(self, actions: Sequence[LegalAction]) -> LegalAction | Action:
        """Return one of these actions."""
        return actions[-1]


class Lucky(First):
    """Takes any one."""

    def choose(self, actions: Sequence[LegalAction]) -> LegalAction | Action:
        """Return one of these actions."""
        return random.choice(actions)


class Caller(Lucky):
    """Calls now and then, also when it is not in turn."""

    def decide(self, view: View, actions: Sequence[LegalAction]) -> LegalAction | Action | None:
        """Return the decision."""
        calls = [entry for entry in actions if random.random() < CALLS.get(entry["action"]["type"], 0.0)]
        return random.choice(calls) if calls else super().decide(view, actions)


class Slow(First):
    """Thinks for a moment."""

    def choose(self, actions: Sequence[LegalAction]) -> LegalAction | Action:
        """Return one of these actions."""
        time.sleep(0.2)
        return super().choose(actions)


class Broken(Lucky):
    """Raises an error now and then, and sends an action that no game has."""

    def choose(self, actions: Sequence[LegalAction]) -> LegalAction | Action:
        """Return one of these actions."""
        found = random.random()
        if found < 0.0005:
            raise ZeroDivisionError("a bug of the bot")
        return {"type": "play", "cards": ["H99"]} if found < 0.001 else super().choose(actions)


BOTS = (First, Last, Lucky, Caller, Slow, Broken)


def is_asked(view: View) -> bool:
    """Return whether the game waits for the seat of the view."""
    you, dealt = view["you"], view["round"]
    between = view["status"] == "between-rounds"
    return between or (you is not None and dealt is not None and you["seat"] in dealt["waiting_for"])


def prove(run: Run) -> Iterator[Row]:
    """Prove that no game of the ladder is stuck, and that it rates no person."""
    wanted = run.count(GAMES, len(BOTS))
    random.seed(run.seed)
    with directory() as place, running_server(place) as server, open_pool(server.settings) as pool:
        asyncio.run(Ladder(f"http://127.0.0.1:{server.port}", pool, run, wanted).play())
        yield _games(pool, wanted)
        yield _ratings(pool, run.count(ACCOUNTS) * len(BOTS))


def wishes(run: Run) -> list[NewPlace]:
    """Return the tables that each bot waits for."""
    often = [key for key in RULESETS if key not in LONG] * 3
    chosen = often if run.share < SHORT else [*LONG, *often]
    return [{"ruleset": key, "seats": RULESETS[key].seats[0]} for key in chosen]


class Ladder:
    """The bots on a server, until enough games are over."""

    def __init__(self, url: str, pool: AccountsPool, run: Run, wanted: int) -> None:
        self._url = url
        self._pool = pool
        self._run = run
        self._wanted = wanted
        self._moved_at = 0.0
        self._moves = 0
        self._seen: dict[str, int] = {}

    async def play(self) -> None:
        """Let the bots play until that many games are finished; then let all games end.

        It ends before if nothing moves any more, or if a game is endless.
        """
        clients = [AsyncDobon(self._url) for _ in range(len(BOTS) * self._run.count(ACCOUNTS))]
        runners = []
        for number, client in enumerate(clients):
            bot = BOTS[number % len(BOTS)]
            await client.create_player(f"{bot.__name__} {number // len(BOTS)}")
            await client.account.become_bot(confirm=True)
            runners.append(Runner(client, bot(), ladder=wishes(self._run)))
        playing = [asyncio.create_task(runner.run()) for runner in runners]
        await self._until(lambda games: games["finished"] >= self._wanted)
        for runner in runners:
            runner.stop()
        await self._until(
            lambda games: max(self._seen.values(), default=0) > ENDLESS or not any(map(games.get, WAITING))
        )
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for client in clients:
            await client.aclose()

    async def _until(self, over: Callable[[Counter[str]], bool]) -> None:
        self._moved_at = time.monotonic()
        while time.monotonic() - self._moved_at < STUCK_SECONDS:
            games, versions = await asyncio.to_thread(self._games)
            moved, self._seen = versions != self._seen, versions
            if over(games):
                return
            if moved:
                self._moved_at = time.monotonic()
                self._moves += 1
                self._run.report_progress("games of the ladder", games["finished"], self._wanted)
                watchdog.note("seconds with moves in the ladder", self._moves)
            await asyncio.sleep(1.0)

    def _games(self) -> tuple[Counter[str], dict[str, int]]:
        """Return the number of games by status, and the versions of those that are not over."""
        with self._pool.connection() as conn:
            rows = conn.execute("SELECT id, status, version FROM dobon.games ORDER BY id").fetchall()
        return Counter(row[1] for row in rows), {str(row[0]): row[2] for row in rows if row[1] in WAITING}


def _games(pool: AccountsPool, wanted: int) -> Row:
    """Return the row of all games: each is finished, by bot accounts alone, and its log verifies."""
    with pool.connection() as conn:
        rows = conn.execute("SELECT id, status FROM dobon.games ORDER BY id").fetchall()
    failures, rulesets, clock = [], Counter[str](), 0
    for game, status in rows:
        events = history.visible_events(pool, str(game), SPECTATOR)
        report = verify(export(str(game), events[0], events[-1].digest, events))
        people = [e for e in events if e.type == "seat-taken" and "bot_account" not in e.public]
        wrong = [str(problem) for problem in report.problems[:1]]
        wrong += [f"is {status} after {len(events):,} events"] if status != "finished" else []
        wrong += ["has a seat that is not a bot account's"] if people else []
        failures += [f"game {game}: {what}" for what in wrong]
        rulesets[events[0].public["ruleset"]] += 1
        clock += sum("by_clock" in event.public for event in events)
    note = f"{', '.join(f'{many} of {key}' for key, many in sorted(rulesets.items()))}; the clock acted {clock:,} times"
    return Row("games of six bots by strangers in the queue", len(rows), failures, note, wanted)


def _ratings(pool: AccountsPool, wanted: int) -> Row:
    """Return the row of the ratings: all are those of games with bot accounts."""
    end = time.monotonic() + STUCK_SECONDS
    while True:
        with pool.connection() as conn:
            rows = conn.execute("SELECT ruleset, entrant FROM dobon.ratings ORDER BY ruleset, entrant").fetchall()
            done = conn.execute("SELECT count(*) FROM dobon.rated_games WHERE rated").fetchone()
            games = conn.execute("SELECT count(*) FROM dobon.games WHERE status = 'finished'").fetchone()
        if done == games or time.monotonic() > end:
            break
        time.sleep(1.0)
    failures = [f"{entrant} has a rating among people in {key}" for key, entrant in rows if not parts_of(key)[1]]
    failures += [] if done == games else [f"{done} of {games} games are rated"]
    return Row(
        "ratings of the bots, all apart from those of people", len(rows), failures, wanted=min(wanted, len(BOTS))
    )
