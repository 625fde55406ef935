"""Speed of the rules alone: self-play bare and with views, and folding a log. Units per Mloop (`bench.calibrate`)."""

from hashlib import sha256

from bench.calibrate import per_mloop
from domain.actions import Action, Dobon, Ready
from domain.commands import Secrets, act, create, open_round
from domain.events import Event, seen_by
from domain.fold import apply, fold, number
from domain.game import BETWEEN_ROUNDS, PLAYING, actions, view

NOW = "2026-01-01T00:00:00.000000Z"
SATO, KAWAGOE = "dobon-sato", "dobon-kawagoe"
SEATS = 4
OPTIONS = {"turn_seconds": 0, "answer_seconds": 0, "claim_grace_seconds": 0, "bot_delay_ms": 0, "rounds": 20}
DECISIONS = 12_000

Row = tuple[str, float, str]


class SelfPlay:
    """One table where whoever is asked takes a random action; calls are made when they are true.

    `viewers` are followed with games of their own, as the server does for everybody who looks.
    """

    def __init__(self, ruleset: str, seed: int, viewers: range = range(0)) -> None:
        self.random = seed * 2_654_435_761 % 2**31 or 1
        self.secrets = Secrets(sha256(b"%d" % seed).digest(), sha256(b"%d fresh" % seed).digest())
        created = create(
            ruleset,
            OPTIONS,
            SEATS,
            ["novice"] * (SEATS - 1),
            listed=True,
            player="p",
            entropy="",
            secret=self.secrets.current,
        )
        for version, event in enumerate(created, 1):
            event.version, event.at = version, NOW
        self.game = fold("bench", created)
        self.viewers = {seat: fold("bench", [seen_by(event, seat) for event in created]) for seat in viewers}
        self.log = created
        self.deal()

    def deal(self) -> None:
        """Open the next round."""
        dealt = open_round(self.game, NOW, self.secrets)
        self.record(dealt)

    def record(self, events: list[Event]) -> None:
        """Number and fold events, for everybody who looks."""
        number(self.game, events, NOW)
        self.log += events
        for event in events:
            apply(self.game, event)
            for viewer, game in self.viewers.items():
                apply(game, seen_by(event, viewer))

    def choose(self, seat: int, found: list[Action]) -> Action:
        """A random action that is no false call."""
        self.random = x = (self.random * 1_103_515_245 + 12_345) & 0x7FFFFFFF
        action = found[(x >> 8) % len(found)]
        if isinstance(action, Dobon) and not self.game.ruleset.is_true(self.game.table, seat):
            return found[1 + (x >> 8) % (len(found) - 1)]
        return action

    def step(self) -> int:
        """One decision; which seat took it."""
        game = self.game
        seat: int = game.ruleset.waiting_for(game.table)[0]
        action = self.choose(seat, actions(game, seat))
        events = act(game, seat, action, NOW, self.secrets)
        self.record(events)
        return seat

    def go_on(self) -> bool:
        """Is there a decision to take? Between rounds everybody is ready at once and the next one is dealt."""
        if self.game.status == BETWEEN_ROUNDS:
            self.secrets = Secrets(self.secrets.fresh, sha256(self.secrets.fresh).digest())
            for seat in self.game.unready:
                self.record(act(self.game, seat, Ready(), NOW, self.secrets))
            self.deal()
        return self.game.status == PLAYING


def play(ruleset: str, decisions: int, viewers: range, render: str) -> int:
    """Play rounds until so many decisions were taken; `render` is `none`, `actor` or `all`."""
    done, seed = 0, 1
    table = SelfPlay(ruleset, seed, viewers)
    while done < decisions:
        if not table.go_on():
            seed += 1
            table = SelfPlay(ruleset, seed, viewers)
        seat = table.step()
        done += 1
        if render == "actor":
            view(table.viewers[seat], seat)
        elif render == "all":
            for viewer, game in table.viewers.items():
                view(game, viewer)
    return done


def folding(logs: list[list[Event]]) -> int:
    """Fold whole logs for the server; events folded."""
    for log in logs:
        fold("bench", log)
    return sum(len(log) for log in logs)


def recorded(ruleset: str, count: int) -> list[list[Event]]:
    """Logs of some games of 20 rounds."""
    logs = []
    for seed in range(1, count + 1):
        table = SelfPlay(ruleset, seed)
        while table.go_on():
            table.step()
        logs.append(table.log)
    return logs


def rows(repeats: int = 5) -> list[Row]:
    """(what, units per Mloop, aim)."""
    return [*_of(SATO, repeats), *_of(KAWAGOE, repeats)]


def _of(ruleset: str, repeats: int) -> list[Row]:
    logs, seats = recorded(ruleset, 6), range(SEATS)

    def played(viewers: range, render: str) -> float:
        return per_mloop(lambda: play(ruleset, DECISIONS, viewers, render), repeats)

    return [
        (f"{ruleset}: decisions, bare", played(range(0), "none"), aim(30_000)),
        (f"{ruleset}: decisions, acting seat's view", played(seats, "actor"), aim(15_000)),
        (f"{ruleset}: decisions, views of four seats", played(seats, "all"), aim(6_000)),
        (f"{ruleset}: events folded", per_mloop(lambda: folding(logs), repeats), aim(50_000)),
    ]


def aim(rate: int) -> str:
    """The unit, with what we would like to see."""
    return f"per Mloop, aim {rate:,}"
