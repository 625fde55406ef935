"""Whole games, played as the server plays them: command, numbering, chain, fold, then everything that is due."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from domain.game.fold import apply, fold, number
from domain.game.game import Game
from domain.log.chance import MOST_ROUNDS, HashChain
from domain.log.errors import Refused
from domain.log.events import SPECTATOR, Event, Viewer, seen_by
from domain.log.log_format import chain
from domain.log.moments import Moment, later
from domain.ruleset.actions import Action, Dobon, Ready
from domain.running.automation import due_after, next_step
from domain.running.commands import abandon, act, create, leave, sealing_secret, sit

SATO = "dobon-sato"
KAWAGOE = "dobon-kawagoe"
DOUBT = "doubt"
RULESETS = (SATO, KAWAGOE)
DURAK, KIRIFU, MUSTAMAIJA = "durak", "kirifu", "mustamaija"
BEATING = (DURAK, KIRIFU, MUSTAMAIJA)

EVENING: Moment = "2026-11-21T18:00:00.000000Z"


class Match:
    """A game with its log and its secrets.

    Everything follows from `seed` and the commands it is given.
    """

    def __init__(
        self,
        seats: int,
        *,
        ruleset: str = SATO,
        bots: Sequence[str] = (),
        seed: int = 0,
        contributes: bool = False,
        **options: Any,
    ) -> None:
        """Seat the creator `player-0`, and bots on the last seats; a full table is dealt at once.

        With `contributes` the creator has a hash chain.
        """
        self.id = f"match-{seed}"
        self.now = EVENING
        self.names = {account("player-0"): "player-0"}
        "Names of the players, by the ids of their accounts."
        self.seed = seed
        self.log: list[Event] = []
        last_link = sha256(f"{seed}|1".encode()).digest()
        created = create(
            ruleset,
            options,
            seats,
            list(bots),
            listed=True,
            player=account("player-0"),
            anchor=player_chain("player-0").anchor if contributes else None,
            last_link=last_link,
        )
        self.chain = HashChain(last_link, created[0].public.options["rounds"])
        for version, event in enumerate(created, 1):
            event.version, event.at = version, self.now
        chain(self.id, "", created, None)
        self.game = fold(self.id, created)
        self.log += created
        self.settle()

    def of(self, viewer: Viewer) -> Game:
        """Return the game as the viewer knows it now."""
        return self.game.seen_by(viewer)

    def viewers(self) -> range:
        """Return spectators and every seat."""
        return range(SPECTATOR, len(self.game.seats))

    def seen(self, viewer: Viewer) -> list[Event]:
        """Return the log as the viewer may see it."""
        return [seen_by(event, viewer) for event in self.log]

    def act(self, seat: int, action: Action) -> list[Event]:
        """Execute a command of a seat and everything that is due after it. Raise `Refused`."""
        return self._do(lambda: act(self.game, seat, action, self.now, self.chain))

    def sit(self, player: str, *, contributes: bool = False) -> list[Event]:
        """Let a player, by name or id, take a seat or come back; with `contributes` the player has a hash chain."""
        anchor = player_chain(player).anchor if contributes else None
        known = player if player in self.names else account(player)
        self.names.setdefault(known, player)
        return self._do(lambda: sit(self.game, known, anchor))

    def ready(self, seat: int) -> list[Event]:
        """Let a player be ready for the next round, with a link if the player has a chain."""
        taken = self.game.seats[seat]
        assert taken is not None
        assert taken.player is not None
        link = player_chain(self.names[taken.player]).link(self.game.round + 1).hex() if taken.anchor else None
        return self.act(seat, Ready(link))

    def leave(self, seat: int) -> list[Event]:
        """Let a player stand up or hand over to a bot."""
        return self._do(lambda: leave(self.game, seat))

    def abandon(self) -> list[Event]:
        """Let an admin end the game."""
        return self._do(lambda: abandon(self.game, self.chain))

    def wait(self, ms: int) -> list[Event]:
        """Let time pass; due steps run at their time."""
        until, happened = later(self.now, ms=ms), self.settle()
        while (moment := due_after(self.game, self.now)) is not None and moment <= until:
            self.now = moment
            happened += self.settle()
        self.now = until
        return happened

    def settle(self) -> list[Event]:
        """Execute everything that is due now."""
        happened: list[Event] = []
        for _ in range(2_000):
            events = self._record(self.next_step)
            if not events:
                return happened
            happened += events
        raise AssertionError("what is due now never ends")

    def next_step(self) -> list[Event]:
        """Return the events of the step that is due next; subclasses are servers of another kind."""
        return next_step(self.game, self.now, self.chain)

    def observe(self, event: Event) -> None:
        """Do nothing: subclasses check here what must hold after an event is recorded and folded."""

    def _do(self, command: Callable[[], list[Event]]) -> list[Event]:
        return self._record(command) + self.settle()

    def _record(self, command: Callable[[], list[Event]]) -> list[Event]:
        events = command()
        number(self.game, events, self.now)
        chain(self.id, self.game.head, events, sealing_secret(self.game, events, self.chain))
        for event in events:
            apply(self.game, event)
            self.log.append(event)
            self.observe(event)
        return events


def account(name: str) -> str:
    """Return the id of a player's account, which follows from the name."""
    return str(uuid5(NAMESPACE_OID, name))


def player_chain(player: str) -> HashChain:
    """Return the hash chain of a player, which follows from the name."""
    return HashChain(sha256(player.encode()).digest(), MOST_ROUNDS)


def lost_at_once(rounds: int = 2, **options: Any) -> Match:
    """Return a game of two in which a false call has ended the first round."""
    match = Match(2, rounds=rounds, false_claim="lose", claim_grace_seconds=0, **options)
    match.sit("player-1")
    assert match.game.table.top_version == match.game.version
    match.act(1, Dobon(match.game.version))
    assert match.game.result is not None
    return match


def refusal_code(command: Callable[[], Any]) -> str:
    """Return the code with which a command is refused. Raise `AssertionError` if it is executed."""
    try:
        command()
    except Refused as refused:
        return refused.code
    raise AssertionError("The command was not refused.")
