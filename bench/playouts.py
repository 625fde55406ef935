"""Speed of the playout engine beside that of the rules, with the same kind of policy, measured in turns.

Each ratio is the median over pairs of measurements, one right after the other, so that noise of the machine cancels.
The policy of the rules is that of the playouts, as far as both can have the same: any listed action, all true calls,
and few doubts. Decisions are counted alike: turns, flips, and the answers that windows ask for.
"""

import statistics
import time
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from bench import Row
from bench.calibrate import turns_per_second
from domain.dobon.calls import answers_to, may_call
from domain.game.fold import apply, fold, number
from domain.game.game import BETWEEN_ROUNDS, PLAYING, Game, actions
from domain.log.chance import HashChain
from domain.log.events import Event
from domain.playouts.position import POSITIONS, Position
from domain.ruleset.actions import Action, Decline, Dobon, Doubt, Ready
from domain.running.commands import act, create, open_round
from domain.running.self_play import at_once

NOW = "2026-01-01T00:00:00.000000Z"
SEATS = 4
DECISIONS = 3_000
ROUNDS = 60
"""Rounds that are played out in a measurement, each from its deal."""

TARGETS = {"dobon-sato": 20, "dobon-kawagoe": 20, "doubt": 5, "durak": 5, "kirifu": 5, "mustamaija": 5}

SUSPICION = 8


class RulesPlay:
    """Games of the server alone: commands, numbering and folding, without views."""

    def __init__(self, ruleset: str) -> None:
        self.ruleset, self.random, self.games = ruleset, 1, 0
        self.game = self.created()

    def created(self) -> Game:
        """Return the next game, with its first round dealt."""
        self.games += 1
        last_link = sha256(b"%d" % self.games).digest()
        options = {**at_once(self.ruleset), "rounds": 20}
        log = create(
            self.ruleset, options, SEATS, ["novice"] * (SEATS - 1), listed=True, player="p", anchor=None, last_link=last_link
        )  # fmt: skip
        self.chain = HashChain(last_link, 20)
        for version, event in enumerate(log, 1):
            event.version, event.at = version, NOW
        self.game = fold("bench", log)
        self.record(open_round(self.game, NOW, self.chain))
        return self.game

    def record(self, events: list[Event]) -> None:
        """Number events and fold them."""
        number(self.game, events, NOW)
        for event in events:
            apply(self.game, event)

    def below(self, count: int) -> int:
        """Return a random number."""
        self.random = x = (self.random * 1_103_515_245 + 12_345) & 0x7FFFFFFF
        return (x >> 8) % count

    def choose(self) -> tuple[int, Action]:
        """Return a true call, else an action of the seat that is asked."""
        game = self.game
        rules: Any = game.ruleset
        if rules.family == "dobon":
            for seat in range(SEATS):
                if may_call(game.table, game.state.hands[seat], seat) and rules.is_true(game.state, seat):
                    return seat, Dobon(answers_to(game.table))
        seat = rules.waiting_for(game.state)[0]
        found = actions(game, seat)
        if rules.family == "doubt" and isinstance(found[0], Doubt):
            return seat, found[0] if not self.below(SUSPICION * SEATS) else Decline(found[0].on)
        if isinstance(found[0], Dobon):
            found = found[1:]
        return seat, found[self.below(len(found))]

    def play(self, decisions: int) -> int:
        """Take that many decisions."""
        for _ in range(decisions):
            if self.game.status == BETWEEN_ROUNDS:
                for seat in self.game.unready[:]:
                    self.record(act(self.game, seat, Ready(), NOW, self.chain))
                self.record(open_round(self.game, NOW, self.chain))
            elif self.game.status != PLAYING:
                self.created()
            seat, action = self.choose()
            self.record(act(self.game, seat, action, NOW, self.chain))
        return decisions


def positions(ruleset: str, count: int) -> list[Position]:
    """Return positions right after a deal, with the default options."""
    played = RulesPlay(ruleset)
    found = []
    for seed in range(1, count + 1):
        game = played.created()
        found.append(POSITIONS[ruleset](game.state, game.options, seed * 7_919, fresh=True))
    return found


def play_out(starts: list[Position]) -> int:
    """Play out a copy of each position; return the number of decisions."""
    return sum(start.copy().play_out() for start in starts)


def rate(work: Callable[[], int]) -> float:
    """Return the units of `work` per second of CPU time."""
    start = time.process_time()
    units = work()
    return units / (time.process_time() - start)


def rows(repeats: int = 9) -> list[Row]:
    """Return the measurements."""
    return [row for ruleset in POSITIONS for row in _measure(ruleset, repeats)]


def _measure(ruleset: str, repeats: int) -> list[Row]:
    rules, starts = RulesPlay(ruleset), positions(ruleset, ROUNDS)
    play_out(starts)
    ratios, bare, fast = [], [], []
    for _ in range(repeats):
        loop = turns_per_second() / 1e6
        slow, quick = rate(lambda: rules.play(DECISIONS)), rate(lambda: play_out(starts))
        bare.append(slow / loop)
        fast.append(quick / loop)
        ratios.append(quick / slow)
    target = f"times the rules; target {TARGETS[ruleset]}"
    return [
        (f"{ruleset}: decisions of the rules", statistics.median(bare), "per Mloop"),
        (f"{ruleset}: decisions of playouts", statistics.median(fast), "per Mloop"),
        (f"{ruleset}: playouts", statistics.median(ratios), target),
    ]
