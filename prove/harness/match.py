"""Whole games played as the server plays them: command, number, chain, fold, and then whatever is due."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

from domain.actions import Action, Dobon
from domain.chain import chain
from domain.commands import Secrets, act, create, leave, sit
from domain.errors import Refused
from domain.events import SPECTATOR, Event, Viewer, seen_by
from domain.game import Game, fold, number
from domain.playing import Folds, due_after, next_step
from domain.times import Moment, later

SATO = "dobon-sato"
KAWAGOE = "dobon-kawagoe"
DOUBT = "doubt"
RULESETS = (SATO, KAWAGOE)
DURAK, KIRIFU, MUSTAMAIJA = "durak", "kirifu", "mustamaija"
BEATING = (DURAK, KIRIFU, MUSTAMAIJA)

EVENING: Moment = "2026-11-21T18:00:00.000000Z"


class Match:
    """A game with its log, its secrets and a fold for every viewer; everything follows from `seed` and what it is told to do."""

    def __init__(
        self,
        seats: int,
        *,
        ruleset: str = SATO,
        bots: Sequence[str] = (),
        seed: int = 0,
        entropy: str = "",
        **options: Any,
    ) -> None:
        """The creator `player-0` sits down. Bots take the last seats; a full table is dealt."""
        self.id = f"match-{seed}"
        self.now = EVENING
        self.used = 0
        self.seed = seed
        self.log: list[Event] = []
        self.secrets: list[bytes] = [self._fresh()]
        created = create(
            ruleset,
            options,
            seats,
            list(bots),
            listed=True,
            player="player-0",
            entropy=entropy,
            secret=self.secrets[0],
        )
        for version, event in enumerate(created, 1):
            event.version, event.at = version, self.now
        chain(self.id, "", created, self.secrets[0])
        viewers = {viewer: fold(self.id, [seen_by(event, viewer) for event in created]) for viewer in range(-1, seats)}
        self.folds = Folds(fold(self.id, created), viewers)
        self.log += created
        self.settle()

    @property
    def game(self) -> Game:
        """The server's game."""
        return self.folds.server

    def of(self, viewer: Viewer) -> Game:
        """The viewer's game."""
        return self.folds.of(viewer)

    def viewers(self) -> range:
        """Spectators and every seat."""
        return range(SPECTATOR, len(self.game.seats))

    def seen(self, viewer: Viewer) -> list[Event]:
        """The log as the viewer may see it."""
        return [seen_by(event, viewer) for event in self.log]

    def act(self, seat: int, action: Action) -> list[Event]:
        """One command of a seat, and what is due after it. Raises `Refused`."""
        return self._do(lambda secrets: act(self.game, seat, action, self.now, secrets))

    def sit(self, player: str, entropy: str = "") -> list[Event]:
        """Somebody takes a seat, or comes back."""
        return self._do(lambda _: sit(self.game, player, entropy))

    def leave(self, seat: int) -> list[Event]:
        """Somebody stands up, or hands over to a bot."""
        return self._do(lambda _: leave(self.game, seat))

    def wait(self, ms: int) -> list[Event]:
        """Time passes, with everything happening when it is due."""
        until, happened = later(self.now, ms=ms), self.settle()
        while (moment := due_after(self.game, self.now)) is not None and moment <= until:
            self.now = moment
            happened += self.settle()
        self.now = until
        return happened

    def settle(self) -> list[Event]:
        """Everything that is due now."""
        happened: list[Event] = []
        for _ in range(2_000):
            events = self._record(lambda secrets: next_step(self.folds, self.now, secrets))
            if not events:
                return happened
            happened += events
        raise AssertionError("what is due now never ends")

    def observe(self, event: Event) -> None:
        """An event was recorded and folded. Tests that check something after every event do it here."""

    def _do(self, command: Callable[[Secrets], list[Event]]) -> list[Event]:
        return self._record(command) + self.settle()

    def _record(self, command: Callable[[Secrets], list[Event]]) -> list[Event]:
        secrets = Secrets(self.secrets[-1], self._fresh())
        events = command(secrets)
        number(self.game, events, self.now)
        chain(self.id, self.game.head, events, secrets.current)
        for event in events:
            self.folds.apply([event])
            self.log.append(event)
            self.observe(event)
        if any(event.type == "round-committed" for event in events):
            self.secrets.append(secrets.fresh)
        return events

    def _fresh(self) -> bytes:
        self.used += 1
        return sha256(f"{self.seed}|{self.used}".encode()).digest()


def lost_at_once(rounds: int = 2, **options: Any) -> Match:
    """A game of two in which a false call has ended the first round."""
    match = Match(2, rounds=rounds, false_claim="lose", claim_grace_seconds=0, **options)
    match.sit("player-1")
    assert match.game.table.top_version == match.game.version
    match.act(1, Dobon(match.game.version))
    assert match.game.result is not None
    return match


def code(command: Callable[[], Any]) -> str:
    """Return the code with which a command is refused. Raises `AssertionError` where it is not."""
    try:
        command()
    except Refused as refused:
        return refused.code
    raise AssertionError("The command was not refused.")
