"""Races of the proof `races` in the queue of quick play: clients that ask for a table at the same time.

Some accounts ask with several clients, and some leave again. Each account has to be seated at most once.
"""

import uuid
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from random import Random

from infra.commands.matchmaking import seek_table
from infra.commands.service import GameService
from infra.databases.pool import AccountsPool
from infra.social import quick_play
from infra.social.quick_play import LAPSE_SECONDS, Wish
from prove.harness.concurrent_commands import Race
from prove.harness.service_games import Stage
from prove.report import Row, Run

KIND = "queue"

FEWEST, MOST = 2, 16
"""Minimum and maximum number of accounts of a race; each has up to two clients."""

PROCESSES = 3

ATTEMPTS = 16
"""Requests of each account after the race: with the next one every possible table is open."""


@dataclass
class QueueRace:
    """Accounts that want the same kind of table."""

    stage: Stage
    wish: Wish
    accounts: list[str]
    leaving: set[str] = field(default_factory=set)
    "Accounts that leave the queue after their first request."

    @property
    def players_for_a_table(self) -> int:
        """The number of waiting players that a table is opened for; bots take the other seats at once."""
        return self.wish.seats if self.wish.bots_after is None else 1

    def play(self, account: str, tables: GameService) -> None:
        """Ask for a table, and look for one."""
        place = quick_play.join(tables.pool, account, self.wish, 0, self.stage.at)
        seek_table(tables, place, self.stage.at)
        if account in self.leaving:
            quick_play.leave(tables.pool, account)

    def settle(self, everybody: list[GameService], chance: Random) -> None:
        """Let the waiting accounts ask again, one after another, until nobody waits for another request."""
        for _ in range(ATTEMPTS):
            waiting = 0
            for account in self.accounts:
                tables = chance.choice(everybody)
                place = quick_play.ask(tables.pool, account, self.stage.at)
                if place is not None and place.game is None:
                    waiting += seek_table(tables, place, self.stage.at).game is None
            if waiting < self.players_for_a_table:
                return

    def check(self) -> Iterator[str]:
        """Yield an error if an account has several seats, or waits although there are players for a table."""
        with self.stage.pool.connection() as conn:
            seats = conn.execute(
                "SELECT player_id::text, game_id::text FROM dobon.game_seats WHERE player_id = ANY(%s::uuid[])",
                (self.accounts,),
            ).fetchall()
            places = conn.execute(
                "SELECT account::text, game::text FROM dobon.queue WHERE account = ANY(%s::uuid[])", (self.accounts,)
            ).fetchall()
        taken = Counter(account for account, _ in seats)
        for account, count in taken.items():
            if count > 1:
                yield f"account {account} has {count} seats"
        for account, game in places:
            if game is not None and (account, game) not in seats:
                yield f"account {account} has no seat in its game"
        for game, count in Counter(game for _, game in seats).items():
            if count != self.wish.seats and self.wish.bots_after is None:
                yield f"game {game} was opened with {count} of {self.wish.seats} players"
        waiting = sum(game is None for _, game in places)
        if waiting >= self.players_for_a_table:
            yield f"{waiting} accounts wait for tables of {self.wish.seats}"


def run_queue(run: Run, pool: AccountsPool, race: Race, wanted: int) -> Row:
    """Return the row of the races in the queue."""
    chance, stage = Random(f"{run.seed}-{KIND}"), Stage(pool)
    everybody = [stage.tables, *(stage.another_process() for _ in range(PROCESSES - 1))]
    row, clients, accounts = Row(f"races: {KIND}", 0, wanted=wanted), 0, 0
    for number in range(wanted):
        stage.wait(seconds=LAPSE_SECONDS)  # places of the race before lapse
        trial = new_race(stage, chance)
        asking = [
            account
            for account in trial.accounts
            for _ in range(1 if account in trial.leaving else chance.randint(1, 2))
        ]
        chance.shuffle(asking)
        came = race(
            [partial(_outcome, trial, account, everybody[place % PROCESSES]) for place, account in enumerate(asking)]
        )
        trial.settle(everybody, chance)
        wrong = [*filter(None, came), *trial.check()]
        row.failures += [f"race {number}, {len(asking)} clients: {what}" for what in wrong]
        row.count += 1
        clients += len(asking)
        accounts += len(trial.accounts)
        run.report_progress(row.what, row.count, wanted)
    row.note = f"{clients:,} clients of {accounts:,} accounts"
    return row


def new_race(stage: Stage, chance: Random) -> QueueRace:
    """Return a race of new accounts."""
    wish = Wish("durak", chance.randint(2, 4), None, chance.choice([None, None, None, 0]), None)
    accounts = [str(uuid.UUID(int=chance.getrandbits(128), version=4)) for _ in range(chance.randint(FEWEST, MOST))]
    return QueueRace(stage, wish, accounts, {account for account in accounts if chance.random() < 0.1})


def _outcome(trial: QueueRace, account: str, tables: GameService) -> str:
    """Return how a client was refused; an empty string if it was not."""
    try:
        trial.play(account, tables)
    except Exception as failure:  # noqa: BLE001 - any exception is an outcome to report
        return f"a client was answered with {failure!r}"
    return ""
