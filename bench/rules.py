"""Speed of the rules alone, in units per Mloop (`bench.calibrate`): self-play with and without views, and folding."""

from hashlib import sha256
from typing import Any

from bench import Row
from bench.calibrate import per_mloop
from domain.dobon.plays import DOBON, single
from domain.game.fold import apply, fold, number
from domain.game.game import BETWEEN_ROUNDS, PLAYING, view
from domain.log.chance import HashChain
from domain.log.events import Event
from domain.ruleset.actions import Action, Ready
from domain.running.commands import act, create, open_round

NOW = "2026-01-01T00:00:00.000000Z"
SATO, KAWAGOE = "dobon-sato", "dobon-kawagoe"
SEATS = 4
OPTIONS = {"turn_seconds": 0, "answer_seconds": 0, "claim_grace_seconds": 0, "bot_delay_ms": 0, "rounds": 20}
DECISIONS = 12_000


class SelfPlay:
    """One game in which every seat takes a random action; calls are made only if they are true."""

    def __init__(self, ruleset: str, seed: int) -> None:
        self.random = seed * 2_654_435_761 % 2**31 or 1
        last_link = sha256(b"%d" % seed).digest()
        created = create(
            ruleset,
            OPTIONS,
            SEATS,
            ["novice"] * (SEATS - 1),
            listed=True,
            player="p",
            anchor=None,
            last_link=last_link,
        )
        self.chain = HashChain(last_link, created[0].public.options["rounds"])
        for version, event in enumerate(created, 1):
            event.version, event.at = version, NOW
        self.game = fold("bench", created)
        self.log = created
        self.deal()

    def deal(self) -> None:
        """Open the next round."""
        dealt = open_round(self.game, NOW, self.chain)
        self.record(dealt)

    def record(self, events: list[Event]) -> None:
        """Number events, and apply them to the game."""
        number(self.game, events, NOW)
        self.log += events
        for event in events:
            apply(self.game, event)

    def choose(self, seat: int) -> Action:
        """Return a random action other than a false call: of plays, those of one card, as in UNO."""
        game, state = self.game, self.game.state
        rules: Any = game.ruleset
        legal = rules.mask(state.table, state.hands[seat], seat, game.options)
        self.random = x = (self.random * 1_103_515_245 + 12_345) & 0x7FFFFFFF
        chosen = nth(legal, (x >> 8) % legal.bit_count())
        if chosen == DOBON and not rules.is_true(state, seat):
            legal ^= DOBON
            chosen = nth(legal, (x >> 8) % legal.bit_count())
        return single(chosen, state.table)

    def step(self) -> int:
        """Take one decision and return its seat."""
        game = self.game
        seat: int = game.ruleset.waiting_for(game.state)[0]
        events = act(game, seat, self.choose(seat), NOW, self.chain)
        self.record(events)
        return seat

    def advance(self) -> bool:
        """Deal the next round if one has ended, and tell whether there is a decision to take."""
        if self.game.status == BETWEEN_ROUNDS:
            for seat in self.game.unready:
                self.record(act(self.game, seat, Ready(), NOW, self.chain))
            self.deal()
        return self.game.status == PLAYING


def nth(mask: int, place: int) -> int:
    """Return the bit at that place of a mask."""
    for _ in range(place):
        mask &= mask - 1
    return mask & -mask


def play(ruleset: str, decisions: int, viewers: range, render: str) -> int:
    """Play until `decisions` were taken; render `none`, the view of the `actor`, or `all` views after each."""
    done, seed = 0, 1
    session = SelfPlay(ruleset, seed)
    while done < decisions:
        if not session.advance():
            seed += 1
            session = SelfPlay(ruleset, seed)
        seat = session.step()
        done += 1
        if render == "actor":
            view(session.game, seat)
        elif render == "all":
            for viewer in viewers:
                view(session.game, viewer)
    return done


def fold_logs(logs: list[list[Event]]) -> int:
    """Fold whole logs for the server and return the number of events."""
    for log in logs:
        fold("bench", log)
    return sum(len(log) for log in logs)


def record_logs(ruleset: str, count: int) -> list[list[Event]]:
    """Return the logs of `count` games of 20 rounds."""
    logs = []
    for seed in range(1, count + 1):
        session = SelfPlay(ruleset, seed)
        while session.advance():
            session.step()
        logs.append(session.log)
    return logs


def rows(repeats: int = 5) -> list[Row]:
    """Return the measurements."""
    return [*_measure(SATO, repeats), *_measure(KAWAGOE, repeats)]


def _measure(ruleset: str, repeats: int) -> list[Row]:
    logs, seats = record_logs(ruleset, 6), range(SEATS)

    def measure(viewers: range, render: str) -> float:
        return per_mloop(lambda: play(ruleset, DECISIONS, viewers, render), repeats)

    return [
        (f"{ruleset}: decisions, bare", measure(range(0), "none"), target(30_000)),
        (f"{ruleset}: decisions, acting seat's view", measure(seats, "actor"), target(15_000)),
        (f"{ruleset}: decisions, views of four seats", measure(seats, "all"), target(6_000)),
        (f"{ruleset}: events folded", per_mloop(lambda: fold_logs(logs), repeats), target(50_000)),
    ]


def target(rate: int) -> str:
    """Return the unit with a target rate."""
    return f"per Mloop; target {rate:,}"
