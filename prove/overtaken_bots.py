"""Part of proof `bots`: logs of honest servers are true, however often players overtake bots that are deciding.

Two servers share a database. Experts decide when the proof lets them, and the clock is a value. Meanwhile players
leave, return, call falsely and move, deadlines pass, and servers are replaced.
"""

import uuid
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from random import Random
from typing import NamedTuple

from domain.bots import NAMES
from domain.game.decisions import MOST_INTERRUPTIONS
from domain.game.fold import apply, fold
from domain.game.game import PLAYING, Game, actions, allowed_from
from domain.game.reading import read_log
from domain.game.registry import RULESETS
from domain.log.errors import Refused
from domain.log.events import SERVER, SPECTATOR, Event, LoggedEvent
from domain.log.log_format import export
from domain.log.moments import Moment
from domain.ruleset.actions import CALLS, Action
from domain.ruleset.catalogue import BY_STRATEGY
from domain.running.automation import is_attended
from domain.running.self_play import at_once
from domain.verification.verify import verify
from infra.databases.pool import AccountsPool, open_pool
from infra.queries import history
from prove.harness.database import database
from prove.harness.service_games import START
from prove.harness.slow_servers import SlowServers
from prove.harness.small_budgets import small_budgets

DELAYS_MS = (0, 100)
MOST_SEATS = 4
MOVES = 60
"""Things that happen in a game, before an admin ends it."""

PAUSES_MS = (20, 100, 900, 11_000, 31_000)

TIMED = {"turn_seconds": 30}
"""Options of games whose turns the clock plays."""


class Played(NamedTuple):
    """The result of some games."""

    games: int
    counts: Counter[str]
    failures: list[str]


def check_overtaken(seed: str, numbers: range) -> Played:
    """Play games on two servers of their own. Return the logs that are called false, and bots that starve."""
    counts, failures, at = Counter[str](), [], START
    with small_budgets(), database(4) as settings, open_pool(settings) as pool:
        for number in numbers:
            key = list(RULESETS)[number % len(RULESETS)]
            game = _Game(pool, key, Random(f"{seed}-overtaken-{number}"), counts, at)
            failures += [f"{key}, game {number}: {what}" for what in game.play()]
            at = game.servers.at
    return Played(len(numbers), counts, failures)


class _Game:
    """A game of one or two players and bots, who move at random."""

    def __init__(self, pool: AccountsPool, key: str, chance: Random, counts: Counter[str], at: Moment) -> None:
        self.pool, self.chance, self.counts = pool, chance, counts
        self.servers = SlowServers(pool, chance, at)
        seats = chance.choice([many for many in RULESETS[key].seats if many <= MOST_SEATS])
        bots = [chance.choice(NAMES) for _ in range(chance.randint(max(1, seats - 2), seats - 1))]
        self.players = [str(uuid.uuid4()) for _ in range(seats - len(bots))]
        times = at_once(key) if chance.random() < 0.5 else TIMED
        options = {**times, "bot_delay_ms": chance.choice(DELAYS_MS)}
        self.id = self.servers.any().create(self.players[0], key, options, seats, bots).game.id
        for player in self.players[1:]:
            self.servers.any().sit(self.id, player)

    def play(self) -> Iterator[str]:
        """Play the game to its end, and yield what is wrong with its log."""
        for _ in range(MOVES):
            if self._game().status != PLAYING:
                break
            self._happen()
        with suppress(Refused):  # the game is over, or a deadline that is due ends it first
            self.servers.any().abandon(self.id, self.players[0], "the end of the trial")
        events = history.visible_events(self.pool, self.id, SPECTATOR)
        report = verify(export(self.id, events[0], events[-1].digest, events))
        self.counts["decisions"] += report.checked["decisions of bots"]
        self.counts["at once"] += sum(BY_STRATEGY in event.public for event in events)
        yield from [str(problem) for problem in report.problems[:1]]
        yield from [remark for remark in report.remarks if "could not be replayed" in remark]
        yield from starved(self.id, events)

    def _game(self, viewer: int = SERVER) -> Game:
        return self.servers.any().view(self.id, viewer)

    def _happen(self) -> None:
        """Let one thing happen."""
        drawn = self.chance.random()
        if drawn < 0.25:
            self.servers.think()
        elif drawn < 0.35:
            self.servers.wait(self.chance.choice(PAUSES_MS))
        elif drawn < 0.38:
            self.servers.restart()
        else:
            before, thinking = self._game().version, self.servers.is_thinking()
            self._command(self.chance.randrange(len(self.players)))
            self.counts["overtaken"] += thinking and self._game().version > before
        if self.chance.random() < 0.6:
            self.servers.tick()

    def _command(self, seat: int) -> None:
        """Let a player leave, come back, call falsely or move, if the rules allow it."""
        tables, player, taken = self.servers.any(), self.players[seat], self._game().seats[seat]
        assert taken is not None
        try:
            if taken.bot is not None:
                tables.sit(self.id, player)
            elif (action := self._action(seat)) is not None and self.chance.random() < 0.6:
                tables.act(self.id, player, action)
            else:
                tables.leave(self.id, player)
        except Refused:
            self.counts["refused"] += 1

    def _action(self, seat: int) -> Action | None:
        """Return an action of the seat, often a call that is false; None if it has none."""
        found = actions(self._game(seat), seat)
        calls = [action for action in found if isinstance(action, CALLS)]
        if calls and self.chance.random() < 0.3:
            return self.chance.choice(calls)
        others = [action for action in found if action not in calls]
        return self.chance.choice(others) if others else None


def starved(game_id: str, log: Iterable[LoggedEvent]) -> Iterator[str]:
    """Yield interruptions by which a bot has waited longer than it has to."""
    created, *following = read_log(log)
    game = fold(game_id, [created])
    for event in following:
        before = game.interruptions
        asked = before >= MOST_INTERRUPTIONS and is_bot_asked(game, event)
        apply(game, event)
        if asked and game.interruptions > before:
            yield f"a bot waits at version {event.version}, after {before} interruptions"


def is_bot_asked(game: Game, event: Event) -> bool:
    """Tell whether a bot is asked, and may act at the moment of the event; bots without people are slow on purpose."""
    if game.status != PLAYING or not is_attended(game, 0):
        return False
    from_then = allowed_from(game)
    waiting = game.ruleset.waiting_for(game.state)
    return (from_then is None or event.at >= from_then) and any(seat in game.bots for seat in waiting)
