"""A whole game: seats, rounds and scores; everything that all rulesets share.

A game changes only by events: see `domain.fold`. The commands of `domain.commands` judge and answer with events.
"""

from dataclasses import asdict, dataclass, field
from typing import Any

from domain.actions import Action, Ready
from domain.chance import Chance
from domain.events import Viewer
from domain.legal_actions import LegalAction, legal_to_wire
from domain.moments import Moment
from domain.registry import ruleset
from domain.ruleset import Ruleset

WAITING = "waiting"
PLAYING = "playing"
BETWEEN_ROUNDS = "between-rounds"
FINISHED = "finished"
ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class Seat:
    """The player or bot on a seat."""

    player: str | None
    "Id of the account; None for a bot."
    bot: str | None = None
    "Strategy that plays this seat: a bot's own, or the stand-in of a player who left."
    entropy: str = ""
    "The player's contribution to the shuffle, public."
    bot_version: int | None = None
    "Version of that strategy; None for a person who plays."

    @property
    def kind(self) -> str:
        """`human` or `bot`; a player who left remains human."""
        return "bot" if self.player is None else "human"


@dataclass(slots=True)
class Game:
    """A game as one viewer knows it: the fold of the events that viewer has seen."""

    id: str
    ruleset: Ruleset
    options: dict[str, Any]
    seats: list[Seat | None]
    listed: bool = True
    status: str = WAITING
    version: int = 0
    at: Moment = ""
    head: str = ""
    "Digest of the newest event."
    round: int = 0
    "Number of the round that was dealt last."
    commitments: list[str] = field(default_factory=list)
    secrets: list[str] = field(default_factory=list)
    "Secrets of finished rounds, public since then."
    table: Any = None
    "The ruleset's state of that round."
    scores: list[int] = field(default_factory=list)
    result: dict[str, Any] | None = None
    "The result of the last finished round."
    unready: list[int] = field(default_factory=list)
    "Seats that are not ready for the next round yet."
    ready_by: Moment | None = None
    players: list[dict[str, Any]] = field(default_factory=list)
    "Players by seat, as views show them; rebuilt whenever a seat changes, as are the next two fields."
    bots: tuple[int, ...] = ()
    "Seats that are played by a strategy."
    entropies: tuple[str, ...] = ()
    "The entropy of each seat."
    spectators: str = "live"
    spectator_delay: int = 0
    "Moves by which spectators are behind, if they are delayed."
    started: int = 0
    "Version of the first deal; 0 before it."
    started_at: Moment | None = None
    "Moment of the first deal."
    places: list[int] = field(default_factory=list)
    "The sum of each seat's places in the finished rounds."
    statuses: list[tuple[int, str]] = field(default_factory=list)
    "Each change of the status and its version, oldest first; recorded only in games with delayed spectators."

    def seat_of(self, player: str) -> int | None:
        """Return the seat of an account, including one that left during the game; None for no seat."""
        for number, seat in enumerate(self.seats):
            if seat is not None and seat.player == player:
                return number
        return None

    def reseat(self) -> None:
        """Rebuild the fields that follow from `seats`."""
        taken = [(number, seat) for number, seat in enumerate(self.seats) if seat is not None]
        self.players = [
            {"seat": number, "id": seat.player, "kind": seat.kind, "bot": seat.bot} for number, seat in taken
        ]
        self.bots = tuple(number for number, seat in taken if seat.bot is not None)
        self.entropies = tuple(seat.entropy if seat else "" for seat in self.seats)

    def chance(self, secret: bytes, round_number: int | None = None) -> Chance:
        """Return the chance of a round: the round on the table unless another is named."""
        return Chance(secret, self.id, self.round if round_number is None else round_number, self.entropies)

    def copy(self) -> "Game":
        """Return an independent game with the same content."""
        return Game(
            self.id,
            self.ruleset,
            self.options,
            self.seats[:],
            self.listed,
            self.status,
            self.version,
            self.at,
            self.head,
            self.round,
            self.commitments[:],
            self.secrets[:],
            None if self.table is None else self.ruleset.copy(self.table),
            self.scores[:],
            self.result,
            self.unready[:],
            self.ready_by,
            self.players,
            self.bots,
            self.entropies,
            self.spectators,
            self.spectator_delay,
            self.started,
            self.started_at,
            self.places[:],
            self.statuses[:],
        )

    def stored(self) -> dict[str, Any]:
        """Return the game as JSON values."""
        copy = self.copy()
        return {name: getattr(copy, name) for name in _PLAIN} | {
            "ruleset": self.ruleset.key,
            "seats": [seat and asdict(seat) for seat in self.seats],
            "table": None if self.table is None else self.ruleset.stored(self.table),
            "statuses": [list(change) for change in self.statuses],
        }

    @classmethod
    def from_stored(cls, stored: dict[str, Any]) -> "Game":
        """Return the game that `stored` describes."""
        rules = ruleset(stored["ruleset"])
        seats = [None if seat is None else Seat(**seat) for seat in stored["seats"]]
        table = None if stored["table"] is None else rules.from_stored(stored["table"])
        statuses = [(version, status) for version, status in stored["statuses"]]
        game = cls(**{**stored, "ruleset": rules, "seats": seats, "table": table, "statuses": statuses})
        game.reseat()
        return game


_PLAIN = [
    "id", "options", "listed", "status", "version", "at", "head", "round", "commitments", "secrets", "scores", "result",
    "unready", "ready_by", "spectators", "spectator_delay", "started", "started_at", "places",
]  # fmt: skip


def actions(game: Game, seat: int) -> list[Action]:
    """Return the seat's legal actions that strategies choose from, from that seat's own game."""
    if game.status == PLAYING:
        return game.ruleset.actions(game.table, seat, game.options)
    if game.status == BETWEEN_ROUNDS and seat in game.unready:
        return [Ready()]
    return []


def allowed_from(game: Game) -> Moment | None:
    """Return the moment before which no action may end the right to call; None if there is none."""
    calls = game.ruleset.calls
    return None if calls is None or game.status != PLAYING else calls.allowed_from(game.table)


def waits_until(game: Game, seat: int, now: Moment) -> Moment | None:
    """Return the moment, after `now`, for which actions of the seat wait that would end the right to call.

    It follows from what all seats know, so it reveals nothing. None if no such action would have to wait.
    """
    until, calls = allowed_from(game), game.ruleset.calls
    if until is None or calls is None or now >= until or not plays(game, seat):
        return None
    return until if calls.holds_back(game.table, seat) else None


def legal_actions(game: Game, seat: int, now: Moment) -> list[LegalAction]:
    """Return the seat's legal actions, from that seat's own game: every action that it may send is built from them.

    Two kinds are accepted without being listed: false calls, if `claim_hints` shows true ones, and in Doubt a play
    before its `allowed_from` if all other seats have declined, which no seat knows.
    """
    if game.status == BETWEEN_ROUNDS and seat in game.unready:
        return [LegalAction(Ready())]
    if game.status != PLAYING:
        return []
    found = game.ruleset.legal(game.table, seat, game.options)
    until, calls = waits_until(game, seat, now), game.ruleset.calls
    if until is None or calls is None:
        return found
    held = calls.held_back
    return [
        LegalAction(legal.action, legal.more, until) if isinstance(legal.action, held) else legal for legal in found
    ]


def view(game: Game, viewer: Viewer, now: Moment | None = None) -> dict[str, Any]:
    """Return the game as its viewer may see it at `now`, by default the moment of its newest event.

    The names of players are not known here.
    """
    now = game.at if now is None else now
    return {
        "now": now,
        "game": game.id,
        "version": game.version,
        "head": game.head,
        "status": game.status,
        "ruleset": game.ruleset.key,
        "options": game.options,
        "you": {"seat": viewer} if viewer >= 0 else None,
        "players": game.players,
        "round": _round_view(game),
        "scores": game.scores[:],
        "actions": [legal_to_wire(legal) for legal in legal_actions(game, viewer, now)] if plays(game, viewer) else [],
        "result": game.result,
        **_refused(game, viewer),
    }


def _refused(game: Game, viewer: Viewer) -> dict[str, list[dict[str, str]]]:
    """Return `refused` in rulesets that report it: the cards that the viewer cannot use now although it is asked.

    Each has the code and the detail of its refusal.
    """
    if game.status != PLAYING or not plays(game, viewer):
        return {}
    found = game.ruleset.refused(game.table, viewer, game.options)
    return {} if found is None else {"refused": [refusal._asdict() for refusal in found]}


def plays(game: Game, viewer: Viewer) -> bool:
    """Tell whether the viewer moves here. It does not if a bot plays for a player who left."""
    if viewer < 0:
        return False
    seat = game.seats[viewer]
    return seat is not None and seat.bot is None


def _round_view(game: Game) -> dict[str, Any] | None:
    if game.table is None:
        return None
    shown = {"number": game.round, **game.ruleset.view(game.table)}
    if game.status == BETWEEN_ROUNDS:
        shown["waiting_for"] = game.unready[:]
        shown["deadline"] = game.ready_by
    return shown
